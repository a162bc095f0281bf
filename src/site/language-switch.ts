/** The part of the page being read: what the address names, if it is on the screen, else the section. */
function placeInView(): string {
  const line = innerHeight / 3;
  const top = (element: Element) => element.getBoundingClientRect().top;
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named && top(named) >= 0 && top(named) < innerHeight) return named.id;
  const headings = [...document.querySelectorAll("main h2[id]")];
  return headings.filter((heading) => top(heading) <= line).at(-1)?.id ?? "";
}

/** The other language opens at the same place: same section, same state in the query. */
export function followLanguageSwitch() {
  const link = document.querySelector<HTMLAnchorElement>("[data-language]");
  if (!link) return;
  const follow = () => {
    const target = new URL(link.href);
    for (const [name, value] of new URLSearchParams(location.search)) {
      if (!target.searchParams.has(name)) target.searchParams.append(name, value);
    }
    target.hash = placeInView();
    link.href = target.href;
  };
  // Just before the link is used, however it is: the query may have changed since the page opened.
  for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, follow, true);
}
