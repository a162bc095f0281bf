import type { ModelEntry } from "../../data/index.ts";
import { modelAt } from "../model-at.ts";
import {
  type Arrangement,
  arrangements,
  type ServeValues,
  type Service,
  serviceOf,
} from "./arrangements.ts";

/** What memory has room for, before anybody is simulated. */
export interface Room {
  readonly arrangement: Arrangement;
  readonly slots: number;
  /** Requests of mean length in blocks, or of the greatest length where that is reserved. */
  readonly requests: number;
}

export interface ServeResult {
  readonly model: ModelEntry;
  readonly rooms: readonly Room[];
  /** Whether a cache with K and V for every query head is known, and larger. */
  readonly hasTwin: boolean;
}

/** Everything the widget shows without simulating, from its parameters. */
export function compute(values: ServeValues): ServeResult {
  const services = arrangements.map((arrangement) => serviceOf(arrangement, values));
  const [all, small] = services as [Service, Service];
  return {
    model: modelAt(values.model, values.most),
    rooms: services.map(({ arrangement, slots, room }) => ({
      ...{ arrangement, slots, requests: room },
    })),
    hasTwin: small.tokenBytes > all.tokenBytes,
  };
}
