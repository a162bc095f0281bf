import { type PoolFrame, type PoolFrames, poolFrames } from "../../model/serve/pool-frames.ts";
import { type PoolShape, readersOf } from "../../model/serve/pool-regions.ts";
import type { ValuesOf } from "../params.ts";
import { lastFrame, type params } from "./params.ts";
import { type Manager, managers, type Scene, scenariosOf, sceneOf } from "./scenes.ts";

export type BlocksValues = ValuesOf<typeof params>;

/** How the request that is followed fares. */
export type Fate = "waits" | "served" | "finished";

export interface ManagerResult extends PoolFrames {
  readonly manager: Manager;
  readonly shape: PoolShape;
  /** The moment that is shown. */
  readonly now: PoolFrame;
  readonly fate: Fate;
}

/** A beginning that all share, at the moment that is shown. */
export interface SharedBeginning {
  /** Blocks that it fills; the rest of it nobody shares. */
  readonly blocks: number;
  readonly readers: number;
}

export interface BlocksResult {
  readonly scene: Scene;
  readonly all: readonly ManagerResult[];
  /** The request that is followed, as the model numbers it; `null` for none. */
  readonly followed: number | null;
  /** `null` where nobody shares anything. */
  readonly shared: SharedBeginning | null;
}

/** Everything the widget shows, from its parameters. */
export function compute(values: BlocksValues): BlocksResult {
  const scene = sceneOf(values.scene);
  const followed = values.request === 0 ? null : values.request - 1;
  const all = simulated(values).map((run, i): ManagerResult => {
    const manager = managers[i] as Manager;
    const now = run.frames[Math.min(values.at, run.frames.length - 1)] as PoolFrame;
    const blockTokens = manager === "paged" ? values.block : null;
    return {
      ...run,
      ...{ manager, shape: { slots: scene.slots, blockTokens }, now },
      fate: fateOf(followed, now, run),
    };
  });
  return { scene, all, followed, shared: sharedIn(all.at(-1)) };
}

function sharedIn(paged: ManagerResult | undefined): SharedBeginning | null {
  const read = [...(paged ? readersOf(paged.now) : new Map()).values()].filter((n) => n > 1);
  return read.length === 0 ? null : { blocks: read.length, readers: Math.max(...read) };
}

function fateOf(followed: number | null, now: PoolFrame, { finishedAt }: PoolFrames): Fate {
  if (followed === null) return "waits";
  if ((finishedAt.get(followed) ?? Infinity) <= now.seconds) return "finished";
  return now.held.some(({ request }) => request === followed) ? "served" : "waits";
}

const times = Array.from({ length: lastFrame + 1 }, (_, i) => i);
const known = new Map<string, readonly PoolFrames[]>();
const mostKnown = 4;

/** Simulated once, whatever moment of it is looked at. */
function simulated(values: BlocksValues): readonly PoolFrames[] {
  const { scene, block, prefix, seed } = values;
  const key = [scene, block, prefix, seed].join(" ");
  const before = known.get(key);
  if (before) return before;
  const runs = scenariosOf(sceneOf(scene), values, lastFrame + 1).map((scenario) =>
    poolFrames(scenario, seed, times),
  );
  if (known.size >= mostKnown) known.delete(known.keys().next().value as string);
  known.set(key, runs);
  return runs;
}
