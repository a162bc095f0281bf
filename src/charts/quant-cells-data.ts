/** From which size on a cell is that dark, and how it is written. */
export interface SizeStep {
  readonly from: number;
  readonly text: string;
}

export interface QuantCellsData {
  readonly part: "k" | "v";
  /** Tokens, and channels of each. */
  readonly rows: number;
  readonly columns: number;
  /** [rows · columns]; `null` before there is anything to draw. */
  readonly cells: {
    readonly was: ArrayLike<number>;
    readonly is: ArrayLike<number>;
  } | null;
  /** Columns of loud channels. */
  readonly loud: readonly number[];
  /** Numbers that share a scale, along the axis; `null` where none do. */
  readonly group: number | null;
  readonly axis: "token" | "channel";
  /** Scale of each group in sight, [rows][groups of a row] or [groups][columns]. */
  readonly scales: readonly number[];
  /** Newest rows that wait in 16 bits. */
  readonly waiting: number;
  /** Least size of each darker step, of numbers and of errors. */
  readonly valueSteps: readonly SizeStep[];
  readonly errorSteps: readonly SizeStep[];
  readonly names: {
    readonly was: string;
    readonly is: string;
    readonly error: string;
    readonly token: string;
    readonly channel: string;
    readonly scale: string;
    readonly waiting: string;
    readonly above: string;
    readonly below: string;
    readonly errorKey: string;
    readonly empty: string;
  };
  /** The chosen number. */
  readonly at: { readonly row: number; readonly column: number };
  readonly label: string;
}

export type Add = (
  name: string,
  attributes: Record<string, string | number>,
  text?: string,
) => void;
