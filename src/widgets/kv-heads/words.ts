import { formatSignificant } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";

/** "25", "3.1": of a hundred, without its sign. */
export const percentText = (share: number, t: Translate): string =>
  formatSignificant(share * 100, share < 0.1 ? 2 : 3, t.lang);

/** Items with the message's word before the last: "1, 2 and 4". */
export function listText(items: readonly string[], key: string, t: Translate): string {
  return items.reduce((list, item, i) =>
    i === items.length - 1 ? t(key, { list, last: item }) : `${list}, ${item}`,
  );
}
