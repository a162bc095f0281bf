interface Named {
  readonly title: string;
}

export interface Section extends Named {
  /** Where the query's words stand, each with a score that knows how rare the word is. */
  readonly weighted_locations: readonly { readonly balanced_score: number }[];
}

/** The section of a page that answers a query: the one named so, else the one that says most of it. */
export function bestSection<Found extends Section>(
  query: string,
  sections: readonly Found[],
): Found | undefined {
  const rank = (section: Found) =>
    nameMatch(query, section.title) * 1e9 +
    section.weighted_locations.reduce((sum, { balanced_score }) => sum + balanced_score, 0);
  return sections.reduce<Found | undefined>(
    (best, section) => (best && rank(best) >= rank(section) ? best : section),
    undefined,
  );
}

/** Whether a section, or a glossary's entry, has the query as its very name. */
export const isNamed = (query: string, { title }: Named): boolean => nameMatch(query, title) === 3;

/** 3: the very name; 2: the name begins so; 1: each word of the query begins a word of the name. */
function nameMatch(query: string, title: string): number {
  const [wanted, name] = [words(query), words(title)];
  if (wanted.length === 0) return 0;
  if (wanted.join(" ") === name.join(" ")) return 3;
  if (name.join(" ").startsWith(wanted.join(" "))) return 2;
  return wanted.every((word) => name.some((other) => other.startsWith(word))) ? 1 : 0;
}

const words = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
