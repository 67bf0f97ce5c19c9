/** Write-only secrets: decides when a reference must be written, and when its live value cannot be verified. */

import type { Resource } from "../model/desired.ts";
import { type Json, sameJson } from "../model/json.ts";
import { counterpart } from "../model/list-identity.ts";
import type { LiveResource } from "../model/live/snapshot.ts";
import { at, type Pointer, segments } from "../model/pointer.ts";
import { isSecretReference, type SecretCheck, type SecretFingerprints } from "../model/secret.ts";
import type { FieldDifference } from "./fields.ts";

/**
 * Returns a check that compares current fingerprints with the recorded ones. Fingerprints that were made with another
 * fingerprint key are inconclusive.
 */
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

/** The findings about the secrets of one live resource. */
export interface SecretFindings {
  /**
   * Secrets to write, because the reference or the value has changed since base, or because the live resource has no
   * secret.
   */
  readonly changed: readonly FieldDifference[];
  /** Secrets that are not written, and for which it is unknown whether their live values are the declared ones. */
  readonly unverifiable: readonly Pointer[];
  /** Secrets of an adopted resource: the live resource has a value that was never applied, and keeps it. */
  readonly takenOver: readonly Pointer[];
}

/** What a declared secret is compared with. */
export interface SecretSides {
  readonly base: Resource | undefined;
  /** The live value. It is null for a secret that is certainly not set. */
  readonly live: Json;
  /** False: there is no base at all, so earlier applies are unknown. */
  readonly threeWay: boolean;
  readonly check?: SecretCheck | undefined;
  /** See `LiveResource.holds`. */
  readonly holds?: LiveResource["holds"];
  /** See `LiveResource.showsSecrets`. */
  readonly showsSecrets?: LiveResource["showsSecrets"];
}

/**
 * Compares references, since most live secrets can't be read. If the live state shows a secret and this run may resolve
 * the reference, the values are compared. A live secret that base does not declare was imported, or belongs to a
 * resource that existed before it was declared. Such a secret is not overwritten without consent.
 *
 * | live has a secret | base                    | the record says | result                                    |
 * |-------------------|-------------------------|-----------------|-------------------------------------------|
 * | certainly not     | any                     | any             | pending, or drift from the same reference |
 * | the same          | any                     | any             | nothing                                   |
 * | possibly          | any                     | allowed         | pending                                   |
 * | another           | two-way                 | any             | pending                                   |
 * | possibly          | two-way                 | any             | unverifiable                              |
 * | possibly          | not this resource       | any other       | adopted: left as it is                    |
 * | possibly          | another reference, none | any             | pending                                   |
 * | possibly          | the same reference      | same            | nothing: it is the value that was applied |
 * | possibly          | the same reference      | rotated         | pending                                   |
 * | another           | the same reference      | same, nothing   | drift                                     |
 * | possibly          | the same reference      | nothing         | unverifiable                              |
 */
export function compareSecrets(desired: Resource, sides: SecretSides): SecretFindings {
  const changed: FieldDifference[] = [];
  const unverifiable: Pointer[] = [];
  const takenOver: Pointer[] = [];
  for (const path of desired.secrets) {
    const wanted = at(desired.value, path);
    if (wanted === undefined) continue;
    const found = seen(desired, path, sides);
    // The list element that contains the secret is missing. This is a single difference, which includes the secret.
    if (found.isInMissing) continue;
    const finding = findingOf({ ...sides, ...found, desired, path, wanted });
    if (finding === "unverifiable") unverifiable.push(path);
    else if (finding === "takenOver") takenOver.push(path);
    else if (finding !== "same") changed.push(finding);
  }
  return { changed, unverifiable, takenOver };
}

interface SeenSecret {
  /** The value in base; undefined if base has none. */
  readonly was: Json | undefined;
  /** True: the live resource certainly has no such secret. */
  readonly isNone: boolean;
  /** True: the live value shows which secrets are set, and lacks the list element that contains this secret. */
  readonly isInMissing: boolean;
  /**
   * True: the live secret has the declared value. False: it has another value. Undefined: the server does not return
   * the value, or this run may not resolve the secret.
   */
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

/** Returns the finding according to the table above. */
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
