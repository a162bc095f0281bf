type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** Tokens along an axis of cells. */
export interface TokenAxis {
  readonly letters: readonly string[];
  /** So many of them are the prompt's. */
  readonly prompt: number;
  /** The newest one's place; `null` where none is new. */
  readonly fresh: number | null;
  readonly cell: number;
  readonly color: string;
}

/** From this width of a cell on its letter fits. */
const leastCell = 9;
const every = 16;

/** Whether each token is named by its letter; else every 16th by its place. */
export const hasLetters = (cell: number): boolean => cell >= leastCell;

/** Letters of the tokens, or places of some, along a row or down a column; the newest is marked. */
export function tokenLabels(
  { letters, prompt, fresh, cell, color }: TokenAxis,
  place: (token: number) => { readonly x: number; readonly y: number },
  anchor: "middle" | "end",
  add: Add,
): void {
  const lettered = hasLetters(cell);
  if (lettered && fresh !== null) {
    const { x, y } = place(fresh);
    const width = Math.max(cell, 10);
    const left = anchor === "middle" ? x - width / 2 : x - width + 1;
    add("rect", { x: px(left), y: px(y - 10), width, height: 13, fill: "var(--mark)" });
  }
  for (const [token, letter] of letters.entries()) {
    const shown = lettered ? letter : (token + 1) % every === 0 || token === 0;
    if (!shown) continue;
    const { x, y } = place(token);
    const at = { x: px(x), y: px(y), "text-anchor": anchor, "font-size": 11 };
    if (!lettered) add("text", { ...at, fill: "var(--muted)" }, String(token + 1));
    else add("text", { ...at, fill: color, "font-weight": token < prompt ? 400 : 700 }, letter);
  }
}

const px = (value: number): number => Math.round(value * 100) / 100;
