/** Opens what is folded while a page is printed, since paper has no button. */
export function openForPrint(root: ParentNode = document): void {
  let opened: readonly HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = [...root.querySelectorAll<HTMLDetailsElement>("article details:not([open])")];
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
}
