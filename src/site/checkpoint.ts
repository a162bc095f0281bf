/** How a guess stands to the answer; "none" and "unread" where there is no guess to judge. */
export const verdicts = ["right", "near", "low", "high", "other", "none", "unread"] as const;

export type Verdict = (typeof verdicts)[number];

/**
 * Judges a guess. A number is near when it is within `tolerance` of the answer, as a share of it.
 * Numbers may be written "327,680" or "82.2%"; one that rounds to the answer is right.
 */
export function judge(
  kind: "number" | "choice",
  guess: string,
  answer: number,
  tolerance: number,
): Verdict {
  const text = guess.replace(/[,\s_]|%\s*$/g, "");
  if (text === "") return "none";
  const number = Number(text);
  if (!Number.isFinite(number)) return "unread";
  if (number === answer) return "right";
  if (kind === "choice") return "other";
  if (Math.round(number) === answer) return "right";
  if (Math.abs(number - answer) <= tolerance * Math.abs(answer)) return "near";
  return number < answer ? "low" : "high";
}

/** Lets the checkpoints of a page take a guess before they show the answer. */
export function startCheckpoints(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>("form.checkpoint")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      reveal(form, String(new FormData(form).get("guess") ?? ""));
    });
  }
}

function reveal(form: HTMLFormElement, guess: string): void {
  const { kind, answer, tolerance } = form.dataset;
  const verdict = judge(
    kind === "choice" ? "choice" : "number",
    guess,
    Number(answer),
    Number(tolerance),
  );
  const line = form.querySelector<HTMLElement>(".verdict");
  const words = form.querySelector<HTMLTemplateElement>("template")?.content;
  if (!line || !words) return;
  line.textContent = words.querySelector(`[data-verdict="${verdict}"]`)?.textContent ?? "";
  if (verdict === "none" || verdict === "unread") return;
  form.dataset.verdict = verdict;
  const shown = form.querySelector<HTMLDetailsElement>("details");
  if (shown) shown.open = true;
}
