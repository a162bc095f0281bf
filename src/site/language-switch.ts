/** The other language opens at the same place: same section, same state in the query. */
export function followLanguageSwitch() {
  const link = document.querySelector<HTMLAnchorElement>("[data-language]");
  if (!link) return;
  const follow = () => {
    const target = new URL(link.href);
    for (const [name, value] of new URLSearchParams(location.search)) {
      if (!target.searchParams.has(name)) target.searchParams.append(name, value);
    }
    target.hash = location.hash;
    link.href = target.href;
  };
  // Just before the link is used, however it is: the query may have changed since the page opened.
  for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, follow, true);
}
