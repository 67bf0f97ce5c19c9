/** Recognizes replies that only a certain product gives. Pure. */

import { type JsonBounds, parseWithin } from "../model/json.ts";
import { at, pointer } from "../model/pointer.ts";
import type { Fingerprint } from "./schema/product.ts";

/** The reply to a request without a credential. */
export interface PlainAnswer {
  readonly status: number;
  readonly text: string;
}

const bounds: JsonBounds = { bytes: 64 * 1024, values: 5000, depth: 30 };

/**
 * True if the reply has the status, all fields and all texts of the fingerprint. A fingerprint without fields and texts
 * matches no reply.
 */
export function isFingerprintOf(
  { status, fields = [], texts = [] }: Fingerprint,
  answer: PlainAnswer,
): boolean {
  if (answer.status !== status || fields.length + texts.length === 0) return false;
  const said = answer.text.toLowerCase();
  if (!texts.every((text) => said.includes(text.toLowerCase()))) return false;
  if (fields.length === 0) return true;
  const body = parseWithin(answer.text, bounds);
  return fields.every((field) => at(body, pointer(field.split("."))) !== undefined);
}
