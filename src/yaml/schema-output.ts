/** A schema's output for a value, as JSON. */

import type { Json } from "../model/json.ts";

/**
 * A schema's output as JSON. The one place where that is assumed without a check: input comes from YAML, and kinds'
 * schemas map JSON to JSON.
 */
export function asJson(value: unknown): Json {
  return value as Json;
}
