import type { FamilyRun, UpcyclingRun } from "./lab-runs.ts";

type Place = UpcyclingRun["curve"][number];

/**
 * Where a run was judged. On the way it was on a part of the held-out texts, at its end on all of
 * them: that is what stands for the last place wherever a run is shown, so that one run has one end.
 */
export const judgedPlaces = ({
  curve,
  loss,
  accuracy,
}: Pick<FamilyRun | UpcyclingRun, "curve" | "loss" | "accuracy">): readonly Place[] =>
  curve.map((place, at) => (at === curve.length - 1 ? [place[0], loss, accuracy] : place));
