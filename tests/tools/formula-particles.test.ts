import assert from "node:assert/strict";
import { test } from "node:test";
import { formulaParticles } from "../../tools/formula-particles.ts";

type Node = Parameters<ReturnType<typeof formulaParticles>>[0];

const text = (value: string): Node => ({ type: "text", value });
const span = (name: string, ...children: Node[]): Node => ({
  type: "element",
  tagName: "span",
  properties: { className: [name] },
  children,
});
/** As KaTeX writes it: the source for assistive programs, and pieces that browsers do not break. */
const formula = (...pieces: readonly string[]): Node =>
  span(
    "katex",
    span("katex-mathml", text("source")),
    span("katex-html", ...pieces.map((piece) => span("base", text(piece)))),
  );
const paragraph = (...children: Node[]): Node => ({ type: "element", tagName: "p", children });

test("a formula takes its particle and the mark behind it along, and nothing more", () => {
  const p = paragraph(
    text("토큰 1부터 "),
    formula("t"),
    text("까지에만, 그리고 "),
    formula("s"),
    text("는"),
  );
  formulaParticles()({ type: "root", children: [p] });
  assert.deepEqual(p.children, [
    text("토큰 1부터 "),
    span("joined", formula("t"), text("까지에만,")),
    text(" 그리고 "),
    span("joined", formula("s"), text("는")),
    text(""),
  ]);
});

test("of a long formula only the last piece is joined, and its source is said once, before", () => {
  const p = paragraph(formula("1+", "2=", "3"), text("이에요."));
  formulaParticles()(p);
  const end = span("katex", span("katex-html", span("base", text("3"))));
  assert.deepEqual(p.children, [
    formula("1+", "2="),
    span("joined", end, text("이에요.")),
    text(""),
  ]);
});

test("a formula before a space, a mark or nothing stays as it is", () => {
  for (const after of [" is", ", and", ". It", "\n는"]) {
    const p = paragraph(formula("t"), text(after));
    formulaParticles()(p);
    assert.deepEqual(p.children, [formula("t"), text(after)]);
  }
  const alone = paragraph(formula("t"));
  formulaParticles()(alone);
  assert.deepEqual(alone.children, [formula("t")]);
});

test("what KaTeX wrote inside a formula is not looked at", () => {
  const nested = () => span("katex", formula("t"), text("는"));
  const p = paragraph(nested());
  formulaParticles()(p);
  assert.deepEqual(p.children, [nested()]);
});
