const editable = "input, textarea, select, [contenteditable]";

/** Opens the search by its button or by "/"; the search itself loads then, not before. */
export function openSearch() {
  const dialog = document.querySelector<HTMLDialogElement>("#search");
  if (!dialog) return;

  const open = async () => {
    if (dialog.open) return;
    dialog.showModal();
    const { startSearch } = await import("./search.ts");
    startSearch(dialog);
  };

  document.querySelector("[data-search-open]")?.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    const [target] = event.composedPath();
    if (target instanceof Element && target.closest(editable)) return;
    event.preventDefault();
    open();
  });
  // A search field takes the first Escape for itself, to empty it.
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // the backdrop belongs to the dialog
  });
}
