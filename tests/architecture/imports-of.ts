import path from "node:path";
import ts from "typescript";

/** One import, re-export or `import()` of a file. */
export interface Import {
  /** A path from the repository's root for a relative import, else the module's name as written. */
  readonly target: string;
  readonly written: string;
  /** `type`: erased; `static`: loaded with the file; `dynamic`: loaded when it is called. */
  readonly kind: "type" | "static" | "dynamic";
}

/** The TypeScript in a file: an Astro file keeps it in its frontmatter and its scripts. */
export function codeOf(file: string, source: string): string {
  if (!file.endsWith(".astro")) return source;
  const frontmatter = /^---\r?\n(.*?)\r?\n---/s.exec(source)?.[1] ?? "";
  const scripts = [...source.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map((m) => m[1] ?? "");
  return [frontmatter, ...scripts].join("\n");
}

export function importsOf(file: string, source: string): readonly Import[] {
  const parsed = ts.createSourceFile(file, codeOf(file, source), ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, kind: Import["kind"]) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const written = specifier.text;
    const target = written.startsWith(".")
      ? path.posix.join(path.posix.dirname(file), written)
      : written;
    found.push({ target, written, kind });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, isErased(node.importClause) ? "type" : "static");
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly ? "type" : "static");
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, "type");
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], "dynamic");
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/** `import type …`, or braces that hold types only. */
function isErased(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  if (clause.name !== undefined || named === undefined || !ts.isNamedImports(named)) return false;
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly);
}
