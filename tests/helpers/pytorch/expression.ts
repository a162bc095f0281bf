/** An expression of the small part of Python that listings are written in. */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | {
      readonly kind: "call";
      /** `null` for a function; what stands before the dot for a method. */
      readonly of: Expression | null;
      readonly name: string;
      readonly items: readonly Expression[];
      readonly named: Readonly<Record<string, Expression>>;
    }
  | { readonly kind: "attribute"; readonly of: Expression; readonly name: string }
  | {
      readonly kind: "binary";
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "negative"; readonly of: Expression };

/** Operators from the loosest to the tightest; those of one line are taken from the left. */
const operators = [
  ["+", "-"],
  ["@", "*", "/", "//"],
] as const;

/** @throws SyntaxError on anything that is not an expression of this part of Python */
export function parseExpression(code: string): Expression {
  const tokens = code.match(/[A-Za-z_]\w*|\d+(?:\.\d+)?|"[^"]*"|\*\*|\/\/|\S/g) ?? [];
  let at = 0;
  const fail = (what: string): never => {
    throw new SyntaxError(`${what} in: ${code}`);
  };
  const take = (wanted: string): boolean => {
    if (tokens[at] !== wanted) return false;
    at++;
    return true;
  };
  const close = (wanted: string) => take(wanted) || fail(`no ${wanted}`);
  const isName = (token = "") => /^[A-Za-z_]/.test(token);

  function level(depth: number): Expression {
    const own: readonly string[] | undefined = operators[depth];
    if (own === undefined) return negative();
    let left = level(depth + 1);
    while (own.includes(tokens[at] ?? "")) {
      const operator = tokens[at++] as string;
      left = { kind: "binary", operator, left, right: level(depth + 1) };
    }
    return left;
  }

  function negative(): Expression {
    return take("-") ? { kind: "negative", of: negative() } : power();
  }

  function power(): Expression {
    const left = trailed();
    return take("**") ? { kind: "binary", operator: "**", left, right: negative() } : left;
  }

  /** A value with `.name`, `.name(…)` or `(…)` behind it. */
  function trailed(): Expression {
    let value = atom();
    while (true) {
      if (value.kind === "name" && take("(")) value = call(null, value.name);
      else if (take(".")) {
        const name = isName(tokens[at]) ? (tokens[at++] as string) : fail("no name behind a dot");
        value = take("(") ? call(value, name) : { kind: "attribute", of: value, name };
      } else return value;
    }
  }

  function call(of: Expression | null, name: string): Expression {
    const items: Expression[] = [];
    const named: Record<string, Expression> = {};
    while (tokens[at] !== ")") {
      if (isName(tokens[at]) && tokens[at + 1] === "=") {
        const key = tokens[at] as string;
        at += 2;
        named[key] = level(0);
      } else items.push(level(0));
      if (!take(",")) break;
    }
    close(")");
    return { kind: "call", of, name, items, named };
  }

  function atom(): Expression {
    const token = tokens[at++] ?? fail("something missing");
    if (/^\d/.test(token)) return { kind: "number", value: Number(token) };
    if (token.startsWith('"')) return { kind: "text", value: token.slice(1, -1) };
    if (isName(token)) return { kind: "name", name: token };
    if (token === "(") {
      const inner = level(0);
      close(")");
      return inner;
    }
    if (token !== "[") return fail(`${token} out of place`);
    const items: Expression[] = [];
    while (tokens[at] !== "]") {
      items.push(level(0));
      if (!take(",")) break;
    }
    close("]");
    return { kind: "list", items };
  }

  const expression = level(0);
  return at === tokens.length ? expression : fail(`${tokens[at]} left over`);
}
