import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseHTML } from "linkedom";
import { langs } from "../../src/i18n/locales.ts";
import { renderWidget } from "../../src/site/render-widget.ts";
import { randomAttributes, seededRandom, widgets } from "../widgets/every-widget.ts";

const opened = (html: string) => parseHTML(`<!doctype html><body>${html}</body>`).document;

/** Groups of radio buttons of which not exactly one is chosen, in the only way HTML has to say so. */
const notChosenOnce = (document: Document): readonly string[] =>
  [
    ...new Set(
      [...document.querySelectorAll("[type=radio]")].map((radio) => radio.getAttribute("name")),
    ),
  ]
    .filter((name) => {
      const group = [...document.querySelectorAll(`[type=radio][name="${name}"]`)];
      const chosen = group.filter((radio) => radio.hasAttribute("checked"));
      return chosen.length !== 1 || chosen[0]?.getAttribute("checked") !== "";
    })
    .map(String);

const capacity = ["usable:gpu", "usable:boards"];
const shape = ["n-kv", "head-dim", "latent-dim", "rope-dim", "layers", "window-layers", "window"];
const pairs = (follower: string, followed: string) =>
  followed.split(" ").map((name) => `${follower}:${name}`);
const followers: Readonly<Record<string, readonly string[]>> = {
  "kv-size": shape.map((name) => `${name}:model`),
  "kv-concurrency": capacity,
  "kv-attention-run": [],
  "kv-step": [],
  "kv-roofline": [],
  "kv-heads": ["head:heads"],
  "kv-layers": [],
  "kv-quality": [],
  "kv-shard": ["heads:model"],
  "kv-triangle": [],
  "kv-vha": ["rank:dims"],
  "kv-decode": [],
  "kv-upcycle": ["layer:task"],
  "kv-quant-run": [],
  "kv-serve": [],
  "kv-timeline": ["request:requests"],
  "kv-blocks": ["at:scene", "block:scene", "prefix:scene", "request:scene"],
  "kv-quant": [],
  "kv-mla": [],
  "kv-config": [
    "shape:model",
    "total-gib:gpu",
    "utilization:engine",
    ...pairs("model-gib", "model shape"),
    ...pairs("weights-gib", "model shape model-gib tp pp"),
    ...pairs("non-torch-gib", "tp gpu total-gib engine"),
    ...pairs("activation-gib", "tp gpu total-gib engine"),
    ...pairs(
      "available-gib",
      "engine gpu total-gib utilization model shape model-gib tp pp weights-gib non-torch-gib activation-gib",
    ),
    "max-len:model",
  ],
  "kv-plan": ["shape:model", "sizes:model", "most:model"],
  "kv-tally": capacity,
};

for (const widget of widgets) {
  describe(widget.tag, () => {
    for (const lang of langs) {
      test(`what the build writes, in ${lang}`, async () => {
        const { shadow, summary, figures, state, params, follows } = await renderWidget(
          widget,
          lang,
          () => undefined,
        );
        const document = opened(shadow);
        assert.equal(state, "", "the default state has no query");
        assert.deepEqual(
          params,
          widget.params.map(({ name }) => name),
        );
        assert.deepEqual(follows, followers[widget.tag]);
        assert.equal(document.querySelector(".summary")?.textContent?.trim(), summary);
        assert.deepEqual(
          [...document.querySelectorAll(".figure > slot")].map((slot) => slot.getAttribute("name")),
          figures.map(({ name }) => name),
        );
        for (const { svgs } of figures) {
          const drawn = [...opened(svgs).querySelectorAll("svg[role=img]")];
          assert.deepEqual(
            drawn.map((svg) => svg.getAttribute("class")?.split(" ").at(-1)),
            ["wide", "narrow"],
          );
          for (const svg of drawn) assert.match(svg.getAttribute("aria-label") ?? "", /\S/);
        }
      });

      test(`every control has a name, in ${lang}`, async () => {
        const { shadow } = await renderWidget(widget, lang, () => undefined);
        const document = opened(shadow);
        for (const input of document.querySelectorAll("input, select, button")) {
          const label = input.id && document.querySelector(`label[for="${input.id}"]`);
          const name =
            input.getAttribute("aria-label") ??
            (label || input.closest("label") || input).textContent?.trim();
          assert.ok(name, input.outerHTML);
        }
        const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
        assert.equal(new Set(ids).size, ids.length, "an id twice");
      });
    }

    test("40 random states render without holes", async () => {
      const random = seededRandom(40);
      for (let i = 0; i < 40; i++) {
        const attributes = randomAttributes(widget, random);
        const lang = langs[i % 2] ?? "en";
        const rendered = await renderWidget(widget, lang, (name) => attributes[name]);
        const document = opened(rendered.shadow);
        assert.deepEqual(notChosenOnce(document), [], rendered.state);
        const text = document.body.textContent ?? "";
        for (const said of [text, rendered.summary, ...rendered.figures.map((f) => f.svgs)]) {
          assert.doesNotMatch(said, /undefined|\bNaN\b|\bInfinity\b|\[object|\0/, rendered.state);
        }
      }
    });
  });
}

test("text from a state is never markup", async () => {
  for (const widget of widgets) {
    const rendered = await renderWidget(widget, "en", () => "<script>alert(1)</script>");
    const { shadow, summary, state, figures } = rendered;
    const all = [shadow, summary, state, ...figures.map(({ svgs }) => svgs)].join("");
    assert.doesNotMatch(all, /<script/);
    // What a reader may write is shown as it was written.
    const isWritten = widget.params.some((param) => param.kind === "text" && param.typed);
    if (!isWritten) assert.doesNotMatch(all, /alert/);
  }
});
