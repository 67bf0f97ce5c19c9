/** Write-only secrets: when a reference must be written, and when its live value cannot be verified. */

import type { Resource } from "../model/desired.ts";
import { type Json, sameJson } from "../model/json.ts";
import { counterpart } from "../model/list-identity.ts";
import type { LiveResource } from "../model/live/snapshot.ts";
import { at, type Pointer, segments } from "../model/pointer.ts";
import { isSecretReference, type SecretCheck, type SecretFingerprints } from "../model/secret.ts";
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
  return (address, path, former = address) => {
    const before = was.get(place(address, path)) ?? was.get(place(former, path));
    const after = is.get(place(address, path));
    if (before === undefined || after === undefined) return undefined;
    return before === after ? "same" : "rotated";
  };
}

/** What is known of the secrets of one resource that exists live. */
export interface SecretFindings {
  /** Those whose reference changed since base, or whose value did, or that live does not have: they are written. */
  readonly changed: readonly FieldDifference[];
  /** Those that stay as they are; whether live holds the same value is unknown. */
  readonly unverifiable: readonly Pointer[];
  /** Those of a resource that is taken over: live has a value that was never applied, and it stays. */
  readonly takenOver: readonly Pointer[];
}

/** What secrets are compared with besides desired. */
export interface SecretSides {
  readonly base: Resource | undefined;
  /** What live shows: null instead of a secret where it certainly has none. */
  readonly live: Json;
  /** False: there is no base at all, and nothing is known of what was applied. */
  readonly threeWay: boolean;
  readonly check?: SecretCheck | undefined;
  /** See `LiveResource.holds`. */
  readonly holds?: LiveResource["holds"];
  /** See `LiveResource.showsSecrets`. */
  readonly showsSecrets?: LiveResource["showsSecrets"];
}

/**
 * Compares references: most live secrets can't be read. Where live shows one and this run may tell, it tells whether it
 * is the same. What base does not know and live has was imported,
 * or is declared for what exists already: its secret is another's, and is not overwritten unasked.
 *
 * | live has one   | base                   | the record says | result                                    |
 * |----------------|------------------------|-----------------|-------------------------------------------|
 * | certainly not  | any                    | any             | pending, or drift from the same reference |
 * | the same       | any                    | any             | nothing                                   |
 * | perhaps        | any                    | allowed         | pending                                   |
 * | another        | two-way                | any             | pending                                   |
 * | perhaps        | two-way                | any             | unverifiable                              |
 * | perhaps        | not this resource      | any other       | taken over: left as it is                 |
 * | perhaps        | another reference, none | any            | pending                                   |
 * | perhaps        | the same reference     | same            | nothing: it is the value that was applied |
 * | perhaps        | the same reference     | rotated         | pending                                   |
 * | another        | the same reference     | same, nothing   | drift                                     |
 * | perhaps        | the same reference     | nothing         | unverifiable                              |
 */
export function compareSecrets(desired: Resource, sides: SecretSides): SecretFindings {
  const changed: FieldDifference[] = [];
  const unverifiable: Pointer[] = [];
  const takenOver: Pointer[] = [];
  for (const path of desired.secrets) {
    const wanted = at(desired.value, path);
    if (wanted === undefined) continue;
    const found = seen(desired, path, sides);
    // The element that it is in is not there: that is one difference, with all that is in it.
    if (found.isInMissing) continue;
    const finding = findingOf({ ...sides, ...found, desired, path, wanted });
    if (finding === "unverifiable") unverifiable.push(path);
    else if (finding === "takenOver") takenOver.push(path);
    else if (finding !== "same") changed.push(finding);
  }
  return { changed, unverifiable, takenOver };
}

interface SeenSecret {
  /** What base has there. */
  readonly was: Json | undefined;
  /** True: live certainly has none. */
  readonly isNone: boolean;
  /** True: live shows where secrets are, and does not have the element of a list that this one is in. */
  readonly isInMissing: boolean;
  /** Whether live has the same, where it shows it and this run may tell. */
  readonly isHeld: boolean | undefined;
}

function seen(desired: Resource, path: Pointer, of: SecretSides): SeenSecret {
  const { base, live, holds, showsSecrets } = of;
  const before = counterpart(desired, path, base?.value);
  const there = counterpart(desired, path, live);
  const wanted = at(desired.value, path);
  const shown = there === undefined ? undefined : at(live, there);
  return {
    was: before === undefined ? undefined : at(base?.value, before),
    isNone: shown === null || (shown === undefined && showsSecrets === true),
    isInMissing: showsSecrets === true && there !== undefined && segments(there).includes("-1"),
    isHeld: there !== undefined && isSecretReference(wanted) ? holds?.(there, wanted) : undefined,
  };
}

interface ComparedSecret extends SecretSides, SeenSecret {
  readonly desired: Resource;
  readonly path: Pointer;
  readonly wanted: Json;
}

/** One row of the table. */
function findingOf(on: ComparedSecret): FieldDifference | "same" | "unverifiable" | "takenOver" {
  const { desired, base, isNone, isHeld, path, wanted, was, threeWay, check } = on;
  const pending = { path, written: path, desired: wanted, base: was, cause: "pending" } as const;
  const isSame = sameJson(wanted, was);
  if (isHeld) return "same";
  if (isNone) return isSame ? { ...pending, cause: "drift" } : pending;
  const recorded = check?.(desired.address, path);
  if (recorded === "allowed") return threeWay && !base ? { ...pending, takenOver: true } : pending;
  if (!threeWay) return isHeld === false ? pending : "unverifiable";
  if (!base) return "takenOver";
  if (!isSame) return pending;
  if (recorded === "rotated") return { ...pending, rotated: true };
  if (isHeld === false) return { ...pending, cause: "drift" };
  return recorded === "same" ? "same" : "unverifiable";
}
