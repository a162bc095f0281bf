import { preferredLang } from "./preferred-lang.ts";

const lang = preferredLang(navigator.languages);
const link = document.querySelector<HTMLAnchorElement>(`a[data-lang="${lang}"]`);
// replace: the Back button must not lead to a page that sends the reader on again.
if (link) location.replace(link.href + location.search + location.hash);
