/** The folder the site is deployed in, with slashes at both ends: "/" or "/headcount/". */
const deployed = import.meta.env?.BASE_URL ?? "/";

/** Turns an address within the site ("/ko/capacity/") into one that works where it is deployed. */
export function href(path: string, base: string = deployed): string {
  if (!path.startsWith("/")) throw new RangeError(`invalid path: ${path}`);
  return base.replace(/\/$/, "") + path;
}
