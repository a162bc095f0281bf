import assert from "node:assert/strict";
import path from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { freeNames } from "./architecture/free-names.ts";
import { type Import, importsOf } from "./architecture/imports-of.ts";
import { filesBelow, root, sourceOf } from "./architecture/source-files.ts";

const all = filesBelow(".");
const isCode = (file: string) => /\.(?:ts|mjs|astro)$/.test(file);
const code = all.filter(isCode);
const imports = new Map(code.map((file) => [file, importsOf(file, sourceOf(file))]));
const importsIn = (file: string): readonly Import[] => imports.get(file) ?? [];

interface Layer {
  readonly folder: string;
  /** What may be imported: the beginning of a path or of a module's name. */
  readonly may: readonly string[];
  /** The same, for imports that are erased. */
  readonly types?: readonly string[];
  /** More, for single files. */
  readonly also?: Readonly<Record<string, readonly string[]>>;
}

const layers: readonly Layer[] = [
  { folder: "src/model/", may: ["src/model/"] },
  {
    folder: "src/data/",
    may: ["src/data/"],
    types: ["src/model/", "astro/zod"],
    also: {
      "src/data/schema.ts": ["astro/zod"],
      "src/data/layer-schema.ts": ["astro/zod"],
      "src/data/schema-quality.ts": ["astro/zod"],
      "src/data/schema-quantized.ts": ["astro/zod"],
      "src/data/schema-validation.ts": ["astro/zod"],
      "src/data/check.ts": ["node:fs"],
    },
  },
  {
    folder: "src/onnx/",
    may: ["src/onnx/", "src/model/"],
    also: { "src/onnx/run.ts": ["onnxruntime-web"] },
  },
  { folder: "src/lab/", may: ["src/lab/", "src/onnx/", "src/model/", "@noble/hashes"] },
  {
    folder: "src/live/",
    may: ["src/live/", "src/lab/", "src/onnx/", "src/model/", "idb-keyval"],
  },
  {
    folder: "src/measured/",
    may: ["src/measured/", "src/model/"],
    types: ["src/onnx/", "src/lab/"],
  },
  {
    folder: "src/charts/",
    may: ["src/charts/", "src/i18n/", "@observablehq/plot", "d3-"],
    types: ["src/model/"],
  },
  {
    folder: "src/widgets/",
    may: [
      "src/widgets/",
      "src/model/",
      "src/data/",
      "src/onnx/",
      "src/lab/",
      "src/live/",
      "src/measured/",
      "src/charts/",
      "src/i18n/",
      "lit",
    ],
    also: { "src/widgets/styles.ts": ["src/styles/"] },
  },
  { folder: "src/i18n/", may: ["src/i18n/", "content/ko/ui.json", "content/en/ui.json"] },
  {
    folder: "src/site/",
    may: [
      "src/site/",
      "src/widgets/",
      "src/charts/",
      "src/data/",
      "src/i18n/",
      "src/measured/",
      "src/lab/",
      "src/model/",
    ],
    types: ["lit"],
    also: {
      "src/site/chapters.ts": ["astro:content"],
      "src/site/draw.ts": ["linkedom"],
      "src/site/render-widget.ts": ["@lit-labs/ssr", "lit"],
    },
  },
  { folder: "src/styles/", may: [] },
  {
    folder: "src/cli/",
    may: ["src/cli/", "src/model/", "src/data/", "src/i18n/", "node:", "package.json"],
  },
  { folder: "bin/", may: ["src/cli/", "node:", "package.json"] },
];

/** A folder or a name's beginning ("d3-", "node:") by prefix, a package also by its subpaths. */
const isAllowed = (target: string, allowed: readonly string[]) =>
  allowed.some((start) =>
    /[/:-]$/.test(start)
      ? target.startsWith(start)
      : target === start || target.startsWith(`${start}/`) || target.startsWith(`${start}?`),
  );

describe("a layer imports only what lies below it", () => {
  for (const { folder, may, types = [], also = {} } of layers) {
    test(folder, () => {
      const bad: string[] = [];
      for (const file of code.filter((name) => name.startsWith(folder))) {
        const values = [...may, ...(also[file] ?? [])];
        for (const { target, kind } of importsIn(file)) {
          const allowed = kind === "type" ? [...values, ...types] : values;
          if (!isAllowed(target, allowed)) bad.push(`${file} imports ${target} (${kind})`);
        }
      }
      assert.deepEqual(bad, []);
    });
  }

  test("nothing in src, tools or bin imports a test", () => {
    const bad = code
      .filter((file) => /^(?:src|tools|bin)\//.test(file))
      .filter((file) => importsIn(file).some(({ target }) => target.startsWith("tests/")));
    assert.deepEqual(bad, []);
  });

  test("chapters import and export nothing", () => {
    const prose = all.filter((file) => /^content\/.*\.mdx$/.test(file));
    assert.ok(prose.length > 0);
    const bad = prose.filter((file) =>
      /^(?:import|export)\b/m.test(sourceOf(file).replace(/^```.*?^```/gms, "")),
    );
    assert.deepEqual(bad, []);
  });
});

test("in the site only src/onnx/run.ts loads onnxruntime-web, and only once it is asked to", () => {
  const kinds = new Map<string, Set<string>>();
  for (const file of code.filter((name) => !/^(?:tests|tools)\//.test(name))) {
    for (const { target, kind } of importsIn(file)) {
      if (!target.startsWith("onnxruntime-web")) continue;
      kinds.set(file, (kinds.get(file) ?? new Set()).add(kind));
    }
  }
  assert.deepEqual([...kinds.keys()], ["src/onnx/run.ts"]);
  assert.deepEqual([...(kinds.get("src/onnx/run.ts") ?? [])].sort(), ["dynamic", "type"]);
});

test("every relative import names its file, extension and all", () => {
  const bad: string[] = [];
  for (const file of code) {
    for (const { target, written } of importsIn(file)) {
      if (!written.startsWith(".")) continue;
      const named = target.replace(/\?.*$/, "");
      if (!all.includes(named)) bad.push(`${file}: ${written}`);
    }
  }
  assert.deepEqual(bad, []);
});

test("no import cycle in src", () => {
  const src = code.filter((file) => file.startsWith("src/"));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at !== -1) cycles.push([...way.slice(at), file].join(" → "));
    if (at !== -1 || done.has(file)) return;
    for (const { target, kind } of importsIn(file)) {
      if (kind !== "type" && imports.has(target)) visit(target, [...way, file]);
    }
    done.add(file);
  };
  for (const file of src) visit(file, []);
  assert.deepEqual(cycles, []);
});

/** What a page has and a build has not; a function gets the document as an argument instead. */
const browserGlobals = new Set([
  "document",
  "window",
  "navigator",
  "localStorage",
  "sessionStorage",
  "location",
  "globalThis",
  "self",
]);

describe("charts and widget definitions know no page", () => {
  test("the check tells a global from a parameter and from a property", () => {
    for (const [source, expected] of [
      ["document.title;", ["document"]],
      ["export const f = ({ document }: { document: Document }) => document.title;", []],
      ["const f = (context: { document: Document }) => context.document;", []],
      ["const a = { document: 1, window };", ["window"]],
      ["const f = (of = window.innerWidth) => of;", ["window"]],
      ["const { document } = globalThis;", ["globalThis"]],
      ["function f(document: Document) { return document; } f(document);", ["document"]],
      ["interface A { document: Document; location: string }", []],
      ["typeof navigator === 'undefined';", ["navigator"]],
      ["const sizes = [localStorage.length];", ["localStorage"]],
    ] as const) {
      assert.deepEqual(freeNames(source, browserGlobals), expected, source);
    }
  });

  test("no global of a page in src/charts, nor beside a widget.ts", () => {
    const pure = code.filter(
      (file) =>
        /^src\/(?:charts|model|i18n)\//.test(file) ||
        /^src\/widgets\/[\w-]+\/(?!index\.ts$)/.test(file),
    );
    assert.ok(pure.length > 20);
    const bad = pure.flatMap((file) =>
      freeNames(sourceOf(file), browserGlobals).map((name) => `${file}: ${name}`),
    );
    assert.deepEqual(bad, []);
  });
});

test("no file of code is longer than 300 lines", () => {
  const long = all
    .filter((file) => /\.(?:ts|mjs|js|astro|css)$/.test(file))
    .map((file) => [file, sourceOf(file).trimEnd().split("\n").length] as const)
    .filter(([, lines]) => lines > 300);
  assert.deepEqual(long, []);
});

/** They start or are a worker whose address only Vite knows. */
const viteOnly = ["src/live/client.ts", "src/live/start-worker.ts", "src/live/worker.ts"];

describe("runs in plain Node, straight from TypeScript", () => {
  test("the exceptions exist", () => {
    assert.deepEqual(
      viteOnly.filter((file) => !code.includes(file)),
      [],
    );
  });
  const plain = code.filter(
    (file) =>
      (/^src\/(?:model|data|onnx|charts|i18n|cli)\/.*\.ts$/.test(file) ||
        /^src\/widgets\/[\w-]+\/(?!index\.ts$)/.test(file)) &&
      !file.endsWith(".d.ts") &&
      !viteOnly.includes(file),
  );
  for (const file of plain) {
    test(file, async () => {
      await assert.doesNotReject(import(pathToFileURL(path.join(root, file)).href));
    });
  }
});

test("no file names a folder of somebody's machine or a third-party host that serves code", () => {
  const words = [
    /(?<![\w./:-])\/(?:home|Users|root|work)\/[\w.-]/,
    /\b[A-Z]:\\Users\\/,
    /:\/\/cdn\./,
    /unpk[g]\.com/,
    /js[d]elivr/,
    /fonts\.googlea[p]is/,
  ];
  const text = all.filter((file) => !/\.(?:woff2?|png|jpe?g|ico|wasm|onnx)$/.test(file));
  const bad = text.flatMap((file) => {
    const source = sourceOf(file);
    return words.filter((word) => word.test(source)).map((word) => `${file}: ${word}`);
  });
  assert.deepEqual(bad, []);
});
