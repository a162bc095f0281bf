import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { RunError } from "../onnx/run-error.ts";
import { memberShape, type TaskName, type Variant } from "./family.ts";
import { decodeModel } from "./model-file.ts";
import type { ModelShape } from "./model-shape.ts";

/** A model that the site ships, as its list names it. */
export interface ShippedModel {
  readonly name: string;
  readonly task: TaskName;
  readonly variant: Variant;
  readonly bytes: number;
  /** Of the file, in hexadecimal. */
  readonly sha256: string;
}

/** A model that has arrived whole. */
export interface LoadedModel {
  readonly task: TaskName;
  readonly shape: ModelShape;
  readonly parameters: Float32Array<ArrayBuffer>;
}

/** @throws RunError "damaged" where the file is not the one that the list names */
export function openModel(model: ShippedModel, file: Uint8Array): LoadedModel {
  const found = bytesToHex(sha256(file));
  if (found !== model.sha256) {
    throw new RunError(
      "damaged",
      `${model.name}: ${file.length} bytes with SHA-256 ${found}; ` +
        `${model.bytes} bytes with ${model.sha256} were expected`,
    );
  }
  const shape = memberShape(model.task, model.variant);
  return { task: model.task, shape, parameters: decodeModel(shape, file) };
}
