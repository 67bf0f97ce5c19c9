/** What a schema gives for a value, as JSON. */

import type { Json } from "../model/json.ts";

/**
 * A schema's output as JSON. The one place where that is taken on trust: what goes into a schema came from
 * YAML, and kinds' schemas give JSON for JSON.
 */
export function asJson(value: unknown): Json {
  return value as Json;
}
