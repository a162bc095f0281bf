import { textWidth } from "./text-width.ts";

/** A letter and a number, the number alone beside a letter for the row, or a solid cell. */
export type Lettering = "full" | "number" | "solid";

/** Query heads over the KV heads they read, group by group. */
export interface HeadFanLayout {
  /** Room for a row's letter where cells have none. */
  readonly gutter: number;
  /** From one query head to the next of its group. */
  readonly pitch: number;
  readonly cellWidth: number;
  readonly queries: Lettering;
  readonly kvWidth: number;
  readonly kvs: Lettering;
  /** Middle of a query head's cell, and of a KV head's; numbered from 0. */
  readonly queryX: (head: number) => number;
  readonly kvX: (kv: number) => number;
  /** Where a query head's line ends on its KV head's cell. */
  readonly landingX: (head: number) => number;
}

const letterSize = 11;
const gutterWidth = 16;
/** Beside the last of small cells: its arrow is wider than it. */
const rightMargin = 4;
/** Between groups, in pitches, and at most in px. */
const groupGap = { pitches: 0.3, most: 10 };
const widest = { query: 32, kv: 34 };

export function headFanLayout(width: number, heads: number, groups: number): HeadFanLayout {
  // Cells are as large for every number of groups, so that a slider does not make them jump.
  const tightest = (gutter: number) =>
    pitchOf(roomOf(width, gutter), heads, Math.max(2, heads / 2)).pitch;
  const gutter = letteringOf(cellOf(tightest(0)), heads) === "full" ? 0 : gutterWidth;
  const cellWidth = cellOf(tightest(gutter));
  const { pitch, gap } = pitchOf(roomOf(width, gutter), heads, groups);
  const perKv = heads / groups;
  const kvWidth = Math.max(cellWidth, Math.min(widest.kv, perKv * pitch * 0.8));
  const queryX = (head: number) => gutter + (head + 0.5) * pitch + Math.floor(head / perKv) * gap;
  const kvX = (kv: number) => (queryX(kv * perKv) + queryX((kv + 1) * perKv - 1)) / 2;
  return {
    gutter,
    pitch,
    cellWidth,
    queries: letteringOf(cellWidth, heads),
    kvWidth,
    kvs: letteringOf(kvWidth, groups),
    queryX,
    kvX,
    landingX: (head) => {
      const part = ((head % perKv) + 0.5) / perKv;
      return kvX(Math.floor(head / perKv)) + (part - 0.5) * kvWidth;
    },
  };
}

const roomOf = (width: number, gutter: number): number =>
  gutter === 0 ? width : width - gutter - rightMargin;

/** MHA and MQA have no gaps: nothing is grouped, or all is. */
function pitchOf(room: number, heads: number, groups: number) {
  if (groups === 1 || groups === heads) return { pitch: room / heads, gap: 0 };
  const pitch = room / (heads + groupGap.pitches * (groups - 1));
  const gap = Math.min(groupGap.most, groupGap.pitches * pitch);
  return { pitch: (room - gap * (groups - 1)) / heads, gap };
}

const cellOf = (pitch: number): number => Math.min(widest.query, pitch - Math.max(1, pitch / 10));

function letteringOf(cell: number, most: number): Lettering {
  if (cell >= textWidth(`Q${most}`, letterSize) + 4) return "full";
  return cell >= textWidth(String(most), letterSize) + 2 ? "number" : "solid";
}
