import ts from "typescript";

/**
 * Which of the given names a file uses without declaring them: globals. A parameter, a destructured
 * one too, a property of the same name, or a type is none.
 */
export function freeNames(source: string, names: ReadonlySet<string>): readonly string[] {
  const file = "/file.ts";
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  // Without any library nothing is in scope but what the file declares itself.
  const program = ts.createProgram(
    [file],
    { noLib: true, noResolve: true, target: ts.ScriptTarget.Latest, types: [] },
    {
      getSourceFile: (name) => (name === file ? parsed : undefined),
      getDefaultLibFileName: () => "",
      writeFile: () => undefined,
      getCurrentDirectory: () => "/",
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
      fileExists: (name) => name === file,
      readFile: () => undefined,
    },
  );
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && names.has(node.text) && isReference(node)) {
      const inScope = checker.getSymbolsInScope(node, ts.SymbolFlags.Value);
      const isDeclared = inScope.some(
        // `globalThis` is always in scope, and declared nowhere.
        ({ name, declarations = [] }) => name === node.text && declarations.length > 0,
      );
      if (!isDeclared) found.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return [...found].sort();
}

/** Whether an identifier stands for a value, and is not the name of a property. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isNamedTupleMember(parent)) return false;
  const named = parent as ts.NamedDeclaration;
  const isProperty =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isAccessor(parent);
  return !(isProperty && named.name === node);
}
