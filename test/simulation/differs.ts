/** Compares a value with the expected one, for the checks. */

import { isDeepStrictEqual } from "node:util";

/** Returns a fault if a value is not the expected one. */
export function differs(what: string, value: unknown, wanted: unknown): readonly string[] {
  return isDeepStrictEqual(value, wanted)
    ? []
    : [`${what}: ${JSON.stringify(value)} and not ${JSON.stringify(wanted)}`];
}
