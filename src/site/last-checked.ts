import { gpus, models } from "../data/index.ts";

/** ISO date of the newest check among the facts about models and GPUs. */
export const lastChecked = [...models, ...gpus].reduce(
  (latest, { checked }) => (checked > latest ? checked : latest),
  "",
);
