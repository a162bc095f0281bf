import { gpuById } from "../../data/index.ts";
import { bytesPerGB, bytesPerGiB } from "../../model/units.ts";
import type { Param, Values } from "../params.ts";
import {
  contextParam,
  countParam,
  gpuParam,
  modelParam,
  unitParam,
  wholeCacheParam,
} from "../shared-params.ts";
import { weightsParam } from "../step-load.ts";

const soldGB = (values: Values): number => gpuById(String(values.gpu)).memoryBytes / bytesPerGB;

/** What "80 GB" on the box means in bytes, in GB: as written, or read as GiB. */
const usableGB = (values: Values): number => {
  const sold = soldGB(values);
  return values.boards === true ? Math.round((sold * bytesPerGiB * 10) / bytesPerGB) / 10 : sold;
};

export const params = [
  modelParam,
  gpuParam,
  countParam,
  contextParam,
  wholeCacheParam,
  weightsParam,
  { kind: "number", name: "reserve", min: 0, max: 1024, step: 1, precision: 0.1, default: 20 },
  { kind: "number", name: "wanted", min: 1, max: 1024, step: 1, scale: "powers", default: 32 },
  { kind: "toggle", name: "boards", default: false },
  {
    kind: "number",
    name: "usable",
    min: 1,
    max: 1024,
    step: 1,
    precision: 0.1,
    default: usableGB,
    follows: ["gpu", "boards"],
  },
  { kind: "number", name: "price", min: 0, max: 100, step: 0.05, precision: 0.001, default: 2 },
  unitParam,
] as const satisfies readonly Param[];
