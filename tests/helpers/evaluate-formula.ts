type Terms = Readonly<Record<string, number>>;

const functions: Readonly<Record<string, (values: readonly number[]) => number>> = {
  floor: ([value]) => Math.floor(value ?? Number.NaN),
  ceil: ([value]) => Math.ceil(value ?? Number.NaN),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
};

/**
 * Value of a derivation's formula: numbers, names from `terms`, `+ − × / ( )`, `floor`, `ceil`,
 * `min` and `max`. Whole numbers are exact; one past 2^53 − 1 throws, so that no rounding hides.
 * @throws Error on a name that is not in `terms`, or on a formula that does not parse.
 */
export function evaluateFormula(formula: string, terms: Terms): number {
  const tokens = formula.match(/\d+(?:\.\d+)?|[A-Za-z_]\w*|\S/g) ?? [];
  let at = 0;
  const fail = (what: string): never => {
    throw new Error(`${what} in formula: ${formula}`);
  };
  const take = (wanted: string): boolean => {
    if (tokens[at] !== wanted) return false;
    at++;
    return true;
  };
  const whole = (value: number): number =>
    Math.abs(value) > Number.MAX_SAFE_INTEGER ? fail("a number that is not exact") : value;

  function sum(): number {
    let value = product();
    while (true) {
      if (take("+")) value = whole(value + product());
      else if (take("−") || take("-")) value = whole(value - product());
      else return value;
    }
  }

  function product(): number {
    let value = factor();
    while (true) {
      if (take("×") || take("*")) value = whole(value * factor());
      else if (take("/")) value /= factor();
      else return value;
    }
  }

  function factor(): number {
    const token = tokens[at++] ?? fail("something missing");
    if (token === "(") return closed(sum());
    if (/^\d/.test(token)) return Number(token);
    if (!/^[A-Za-z_]/.test(token)) return fail(`${token} out of place`);
    if (take("(")) {
      const call = functions[token] ?? fail(`no function ${token}`);
      const values = [sum()];
      while (take(",")) values.push(sum());
      return closed(call(values));
    }
    return terms[token] ?? fail(`no term ${token}`);
  }

  function closed(value: number): number {
    return take(")") ? value : fail("no )");
  }

  const value = sum();
  return at === tokens.length ? value : fail(`${tokens[at]} left over`);
}
