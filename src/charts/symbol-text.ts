import { node } from "./figure.ts";

/** A letter of a formula: W with index Q, and a prime once something has been absorbed into it. */
export interface MathSymbol {
  readonly letter: string;
  readonly index?: string;
  readonly prime?: boolean;
}

type Attributes = Readonly<Record<string, string | number>>;

const indexScale = 0.72;
const italic = { "font-family": "var(--math)", "font-style": "italic" };

/** Pieces of a line in which indices stand lower than what follows them. */
class SymbolLine {
  readonly pieces: SVGElement[] = [];
  readonly #document: Document;
  readonly #sunk: number;
  readonly #indexSize: number;
  #depth = 0;

  constructor(document: Document, size: number) {
    this.#document = document;
    this.#sunk = Math.round(size * 0.25);
    this.#indexSize = Math.round(size * indexScale * 10) / 10;
  }

  symbol({ letter, index, prime }: MathSymbol): void {
    const lift: Attributes = this.pieces.length > 0 ? { dy: -this.#depth } : {};
    this.#add({ ...italic, ...lift }, letter);
    if (prime) this.#add({}, "′");
    if (index) this.#add({ ...italic, "font-size": this.#indexSize, dy: this.#sunk }, index);
    this.#depth = index ? this.#sunk : 0;
  }

  text(said: string, look: Attributes = {}): void {
    if (said === "") return;
    this.#add({ dy: -this.#depth, ...look }, said);
    this.#depth = 0;
  }

  #add(attributes: Attributes, said: string): void {
    this.pieces.push(node(this.#document, "tspan", attributes, said));
  }
}

const sizeOf = (attributes: Attributes): number => Number(attributes["font-size"] ?? 12);

/** A symbol as it is set in a formula, and plain text after it, which may look different. */
export function symbolText(
  document: Document,
  symbol: MathSymbol,
  attributes: Attributes,
  after = "",
  look: Attributes = {},
): SVGElement {
  const line = new SymbolLine(document, sizeOf(attributes));
  line.symbol(symbol);
  line.text(after, look);
  return node(document, "text", attributes, ...line.pieces);
}

/** A letter that stands alone, with or without an index: q, W_K. */
const alone = /\b([A-Za-z](?:_[A-Za-z])?)\b/;

/** A line of a formula: letters that stand alone are set as symbols, the rest as text. */
export function formulaText(
  document: Document,
  said: string,
  attributes: Attributes,
  after = "",
  look: Attributes = {},
): SVGElement {
  const line = new SymbolLine(document, sizeOf(attributes));
  for (const [i, piece] of said.split(alone).entries()) {
    const [letter = "", index] = piece.split("_");
    if (i % 2 === 0) line.text(piece);
    else line.symbol(index ? { letter, index } : { letter });
  }
  line.text(after, look);
  return node(document, "text", attributes, ...line.pieces);
}

const wideLetters = "WM";

/** About how wide it is, in px. */
export const symbolWidth = ({ letter, index = "", prime }: MathSymbol, size: number): number =>
  size * ((wideLetters.includes(letter) ? 1 : 0.7) + (prime ? 0.3 : 0) + 0.5 * index.length);
