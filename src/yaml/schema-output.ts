/** Treats a schema's output for a value as JSON. */

import type { Json } from "../model/json.ts";

/**
 * Treats a schema's output as JSON without a check; this happens nowhere else. It is safe because the input is YAML,
 * and the schemas of kinds map JSON to JSON.
 */
export function asJson(value: unknown): Json {
  return value as Json;
}
