/** Marks, in the contents, the section being read: the last one whose heading passed the top third. */
export function markSectionInView() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".toc [data-section]")];
  const sections = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? [{ link, heading }] : [];
  });
  if (sections.length === 0) return;

  const mark = () => {
    const line = innerHeight / 3;
    const atEnd = scrollY > 0 && scrollY + innerHeight >= document.body.scrollHeight - 1;
    const passed = sections.filter(({ heading }) => heading.getBoundingClientRect().top <= line);
    const now = atEnd ? sections.at(-1) : passed.at(-1);
    for (const { link } of sections) {
      if (link === now?.link) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  };
  // A heading crosses the line only when it enters or leaves the band above it.
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px" });
  for (const { heading } of sections) observer.observe(heading);
  addEventListener("scrollend", mark, { passive: true });
}
