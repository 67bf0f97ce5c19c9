/** Write-only secrets: when a reference must be written, and when nobody can tell. */

import type { Resource } from "../model/desired.ts";
import { sameJson } from "../model/json.ts";
import { at, type Pointer } from "../model/pointer.ts";
import type { FieldDifference } from "./fields.ts";

/** What is known of the secrets of one resource that exists live. */
export interface SecretFindings {
  /** Those whose reference changed since base: they are written. */
  readonly changed: readonly FieldDifference[];
  /** Those that stay as they are; whether live holds the same value can't be told. */
  readonly unverifiable: readonly Pointer[];
}

/**
 * Compares references, never values: a live secret can't be read. With base, a secret that base does not declare is
 * written: nobody has written it yet. Two-way, nothing is known of it.
 */
export function compareSecrets(
  desired: Resource,
  base: Resource | undefined,
  threeWay: boolean,
): SecretFindings {
  const changed: FieldDifference[] = [];
  const unverifiable: Pointer[] = [];
  for (const path of desired.secrets) {
    const wanted = at(desired.value, path);
    if (wanted === undefined) continue;
    const was = base && at(base.value, path);
    if (sameJson(wanted, was) || !threeWay) unverifiable.push(path);
    else
      changed.push({
        path,
        written: path,
        desired: wanted,
        ...(was !== undefined && { base: was }),
        cause: "pending",
      });
  }
  return { changed, unverifiable };
}
