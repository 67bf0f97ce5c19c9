/** Compares a value with the wanted one, for judges. */

import { isDeepStrictEqual } from "node:util";

/** Returns a fault if a value is not the wanted one. */
export function differs(what: string, value: unknown, wanted: unknown): readonly string[] {
  return isDeepStrictEqual(value, wanted)
    ? []
    : [`${what}: ${JSON.stringify(value)} and not ${JSON.stringify(wanted)}`];
}
