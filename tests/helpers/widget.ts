import type { Locator, Page } from "playwright-core";

/** A widget's sentence. */
export const summary = (page: Page, tag: string) => page.locator(`${tag} .summary`);

/** A figure that the browser has drawn; the build's stands in a slot instead. */
export const drawn = (page: Page, tag: string, figure = "chart") =>
  page.locator(`${tag} .figure[data-figure=${figure}] > svg`);

/**
 * The height of a widget that runs, once it has drawn all of its figures itself and knows what it would
 * run on: from then on only a run could move anything.
 */
export async function heightBeforeRun(page: Page, tag: string): Promise<number> {
  await page.locator(`${tag} .ladder li[aria-current=true]`).waitFor();
  await page.waitForFunction((name) => {
    const figures = [
      ...(document.querySelector(name)?.shadowRoot?.querySelectorAll(".figure") ?? []),
    ];
    return figures.length > 0 && figures.every((figure) => figure.querySelector(":scope > svg"));
  }, tag);
  return heightOf(page, tag);
}

export const heightOf = (page: Page, tag: string): Promise<number> =>
  page.locator(tag).evaluate((element) => element.clientHeight);

/** The field in which a parameter can be typed. */
export const typed = (page: Page, tag: string, name: string) =>
  page.locator(`${tag} #typed-${name}`);

/** Waits until a locator's text matches. */
export async function says(locator: Locator, text: RegExp): Promise<void> {
  await locator.filter({ hasText: text }).waitFor();
}

/**
 * What the next run of a widget that ends by itself has told by then, once the widget shows all of
 * it, figures too; listens from now on.
 */
export const nextRun = <E>(page: Page, tag: string): Promise<readonly E[]> =>
  page.evaluate(
    (name) =>
      new Promise<readonly unknown[]>((resolve) => {
        const element = document.querySelector(name) as
          | (HTMLElement & { readonly updateComplete: Promise<boolean> })
          | null;
        const told = async (event: Event) => {
          do {
            await element?.updateComplete;
            await new Promise((frame) => requestAnimationFrame(frame));
          } while (element?.shadowRoot?.querySelector(".figure .pending"));
          resolve((event as Event & { events: unknown[] }).events);
        };
        element?.addEventListener("headcount-run", (event) => void told(event), { once: true });
      }),
    tag,
  ) as Promise<readonly E[]>;

/** Presses the button of a widget that runs, and gives what the run has told at its end. */
export async function runToEnd<E>(page: Page, tag: string): Promise<readonly E[]> {
  const ended = nextRun<E>(page, tag);
  await page.locator(`${tag} button.go`).click();
  return ended;
}
