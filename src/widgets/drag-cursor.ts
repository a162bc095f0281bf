/**
 * Lets the reader drag the cursor of a chart. A chart that can be dragged says in `data-axis` where
 * its axis lies: left and right edge in its own units, first and last value; the axis is logarithmic.
 * Calls `move` with the nearest power of two.
 */
export function dragCursor(
  event: PointerEvent,
  move: (value: number, settled: boolean) => void,
): void {
  const chart = event
    .composedPath()
    .find((target): target is SVGSVGElement => target instanceof SVGSVGElement);
  const axis = chart?.dataset.axis?.split(" ").map(Number);
  if (!chart || axis?.length !== 4 || event.button !== 0) return;
  const [left, right, first, last] = axis as [number, number, number, number];
  const { x, width } = chart.getBoundingClientRect();
  const unit = width / chart.viewBox.baseVal.width;
  const at = ({ clientX }: PointerEvent) => {
    const part = ((clientX - x) / unit - left) / (right - left);
    const octaves = Math.log2(last / first);
    return first * 2 ** Math.round(Math.min(1, Math.max(0, part)) * octaves);
  };
  const moved = (next: PointerEvent) => move(at(next), false);
  const released = (next: PointerEvent) => {
    removeEventListener("pointermove", moved);
    removeEventListener("pointercancel", cancelled);
    move(at(next), true);
  };
  const cancelled = () => {
    removeEventListener("pointermove", moved);
    removeEventListener("pointerup", released);
  };
  move(at(event), false);
  addEventListener("pointermove", moved);
  addEventListener("pointerup", released, { once: true });
  addEventListener("pointercancel", cancelled, { once: true });
}
