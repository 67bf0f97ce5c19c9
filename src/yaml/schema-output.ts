/** Treats a schema's output for a value as JSON. */

import type { Json } from "../model/json.ts";

/**
 * Returns a schema's output as JSON. This is the only place where that is assumed without a check. It holds because
 * input comes from YAML, and kinds' schemas map JSON to JSON.
 */
export function asJson(value: unknown): Json {
  return value as Json;
}
