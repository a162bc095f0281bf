import type { Locator, Page } from "playwright-core";

/** A widget's sentence. */
export const summary = (page: Page, tag: string) => page.locator(`${tag} .summary`);

/** A figure that the browser has drawn; the build's stands in a slot instead. */
export const drawn = (page: Page, tag: string, figure = "chart") =>
  page.locator(`${tag} .figure[data-figure=${figure}] > svg`);

/** The field in which a parameter can be typed. */
export const typed = (page: Page, tag: string, name: string) =>
  page.locator(`${tag} #typed-${name}`);

/** Waits until a locator's text matches. */
export async function says(locator: Locator, text: RegExp): Promise<void> {
  await locator.filter({ hasText: text }).waitFor();
}
