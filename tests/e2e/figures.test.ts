import assert from "node:assert/strict";
import { test } from "node:test";
import { open, ready, useSite } from "../helpers/browser.ts";

const world = useSite();

/** Markup with numbers to a tenth, as pages have it, so that only a difference one could see counts. */
const rounded = (svg: string): string =>
  svg
    .replace(/\sxmlns(?::\w+)?="[^"]*"/g, "")
    .replace(/-?\d+\.\d+(?:e-?\d+)?/g, (number) => String(Number(Number(number).toFixed(1)) + 0));

for (const lang of ["ko", "en"]) {
  for (const [tag, figures] of [
    ["kv-size", ["chart"]],
    ["kv-concurrency", ["chart", "memory"]],
  ] as const) {
    for (const width of [1280, 400]) {
      test(`${lang} ${tag} at ${width} px: the browser draws what the build drew`, async () => {
        const { page, done } = await open(
          world.browser,
          `${world.site.origin}/${lang}/embed/${tag}/`,
          {
            viewport: { width, height: 900 },
            // Plot moves axes by half a pixel on screens of one device pixel a pixel.
            deviceScaleFactor: 2,
          },
        );
        await ready(page, tag);
        const slider = page.locator(`${tag} #range-context`);
        await slider.press("ArrowRight");
        for (const name of figures) {
          await page.locator(`${tag} .figure[data-figure=${name}] > svg`).waitFor();
        }
        await slider.press("ArrowLeft");
        await page.locator(`${tag} .summary`, { hasText: "8,192" }).waitFor();
        for (const name of figures) {
          const [built, drawn] = await page.evaluate(
            ([element, figure, which]) => {
              const host = document.querySelector(element ?? "");
              const before = host?.querySelector(`figure[slot=${figure}] svg.${which}`);
              const now = host?.shadowRoot?.querySelector(`[data-figure=${figure}] > svg`);
              // The order of attributes is the only thing two documents may choose differently.
              const markup = (node: Node): string => {
                if (!(node instanceof Element)) return node.textContent ?? "";
                const names = node.getAttributeNames().filter((attribute) => attribute !== "class");
                const value = (of: string) =>
                  of === "style" ? (node as SVGElement).style.cssText : node.getAttribute(of);
                const said = names.sort().map((of) => ` ${of}="${value(of)}"`);
                const inside = [...node.childNodes].map(markup);
                return `<${node.localName}${said.join("")}>${inside.join("")}`;
              };
              return [before, now].map((svg) => (svg ? markup(svg) : ""));
            },
            [tag, name, width === 400 ? "narrow" : "wide"],
          );
          assert.ok((built?.length ?? 0) > 1000);
          assert.equal(rounded(drawn ?? ""), rounded(built ?? ""), name);
        }
        await done();
      });
    }
  }
}
