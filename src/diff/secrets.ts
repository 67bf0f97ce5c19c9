/** Write-only secrets: when a reference must be written, and when its live value cannot be verified. */

import type { Resource } from "../model/desired.ts";
import { sameJson } from "../model/json.ts";
import { at, type Pointer } from "../model/pointer.ts";
import type { SecretCheck, SecretFingerprints } from "../model/secret.ts";
import type { FieldDifference } from "./fields.ts";

/** Compares fingerprints of now with the recorded ones; those of another key say nothing. */
export function secretCheckOf(
  now: SecretFingerprints,
  recorded: SecretFingerprints | undefined,
): SecretCheck {
  const place = (address: string, path: string) => `${address} ${path}`;
  const byPlace = ({ of }: SecretFingerprints) =>
    new Map(of.map(({ address, path, fingerprint }) => [place(address, path), fingerprint]));
  const is = byPlace(now);
  const was = byPlace(recorded?.key === now.key ? recorded : { key: now.key, of: [] });
  return (address, path) => {
    const [before, after] = [was.get(place(address, path)), is.get(place(address, path))];
    if (before === undefined || after === undefined) return undefined;
    return before === after ? "same" : "rotated";
  };
}

/** What is known of the secrets of one resource that exists live. */
export interface SecretFindings {
  /** Those whose reference changed since base, or whose value did: they are written. */
  readonly changed: readonly FieldDifference[];
  /** Those that stay as they are; whether live holds the same value can't be told. */
  readonly unverifiable: readonly Pointer[];
}

/** What secrets are compared with besides desired. */
export interface SecretSides {
  readonly base: Resource | undefined;
  /** False: there is no base at all, and nothing is known of what was applied. */
  readonly threeWay: boolean;
  readonly check?: SecretCheck | undefined;
}

/**
 * Compares references, never values: a live secret can't be read. With base, a secret that base does not declare is
 * written: nobody has written it yet. Two-way, nothing is known of it.
 *
 * | base                | the record says | result                                   |
 * |---------------------|-----------------|------------------------------------------|
 * | two-way             | any             | unverifiable                             |
 * | another, or none    | any             | pending                                  |
 * | the same reference  | same            | nothing: it is the value that was applied |
 * | the same reference  | rotated         | pending                                  |
 * | the same reference  | nothing         | unverifiable                             |
 */
export function compareSecrets(desired: Resource, { base, threeWay, check }: SecretSides): SecretFindings {
  const changed: FieldDifference[] = [];
  const unverifiable: Pointer[] = [];
  for (const path of desired.secrets) {
    const wanted = at(desired.value, path);
    if (wanted === undefined) continue;
    const was = base && at(base.value, path);
    const pending = { path, written: path, desired: wanted, cause: "pending" } as const;
    const found = sameJson(wanted, was) ? check?.(desired.address, path) : undefined;
    if (threeWay && found === "rotated") changed.push({ ...pending, base: wanted, rotated: true });
    else if (threeWay && found === "same") continue;
    else if (sameJson(wanted, was) || !threeWay) unverifiable.push(path);
    else changed.push({ ...pending, base: was });
  }
  return { changed, unverifiable };
}
