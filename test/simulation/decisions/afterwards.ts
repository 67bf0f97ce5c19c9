/** What must be recorded after an apply whose steps were all carried out, and what the next plan must say. */

import { byKey } from "../../../src/model/compare.ts";
import type { Desired } from "../../../src/model/desired.ts";
import type { IncompleteEntry, IncompleteReason } from "../../../src/model/record.ts";
import type { SecretFingerprints } from "../../../src/model/secret.ts";
import { type Expected, isHeld } from "./expected.ts";
import { namedBy } from "./naming/named.ts";
import { dropped } from "./scene.ts";
import { addressOn, differsInGit, fateOf, type Manner } from "./truth.ts";

/** Stands for the commit of everything that was recorded before the run. */
export const before = "before";

/** Returns why the step of a resource was not carried out; undefined if it was carried out. */
export type UndoneReason = (one: Expected) => IncompleteReason | undefined;

/** Returns the recorded entries of the resources that are left behind, each as `ADDRESS REASON COMMIT`. */
export function leftAfter(
  expected: readonly Expected[],
  undone: UndoneReason = () => undefined,
): readonly string[] {
  const lines = expected.flatMap((one) => {
    const { address, was, isKept, thing } = one;
    if (one.isExcluded) return excludedLeft(one);
    if (isKept) return [`${address} kept ${before}`];
    const isHeldUp = isHeld(one) || one.waitsForHealth === true;
    const because = one.isUnknown ? "unknown" : isHeldUp ? "held" : one.action && undone(one);
    if (because === undefined || !(differsInGit(thing) || was !== undefined)) return [];
    // Nothing was applied under the new key, so the new key is recorded without a commit, and the former key with its
    // commit.
    if (was !== undefined) return [`${address} ${because} null`, `${was} ${because} ${before}`];
    return [`${address} ${because} ${fateOf(thing).base ? before : "null"}`];
  });
  const left = new Set(
    lines.filter((line) => line.endsWith(` ${before}`)).map((line) => line.replace(/ \S+ \S+$/, "")),
  );
  const stays = ({ thing }: Expected) => left.has(addressOn(thing, "base"));
  return [...new Set([...lines, ...neededLeft(expected, stays, undone)])];
}

/** Excluded resources stay as recorded. If the key of one changed, its former key is recorded too. */
function excludedLeft({ thing, address }: Expected): readonly string[] {
  const { desired, base } = fateOf(thing);
  const former = addressOn(thing, "base");
  if (desired && base && former !== address)
    return [`${address} excluded null`, `${former} excluded ${before}`];
  return (desired || base) && differsInGit(thing) ? [`${address} excluded ${base ? before : "null"}`] : [];
}

/**
 * Returns the parents and referenced resources that only base declares. They stay in base because left-behind resources
 * need them.
 */
function neededLeft(
  expected: readonly Expected[],
  stays: (one: Expected) => boolean,
  undone: UndoneReason,
): readonly string[] {
  const isGone = (one: Expected) =>
    !fateOf(one.thing).live ||
    (one.action === "remove" && (one.stepped || one.carried) && undone(one) === undefined);
  return expected.flatMap((one) => {
    const named = namedBy(one.thing, "base");
    const needed = expected.filter(({ thing }) => thing === one.thing.parent || named.includes(thing));
    return !stays(one) ? [] : needed.filter((each) => !isGone(each)).flatMap((each) => leftFor(each, stays));
  });
}

function leftFor(needed: Expected, stays: (one: Expected) => boolean): readonly string[] {
  const { thing } = needed;
  if (stays(needed) || thing.species.target === "fabric") return [];
  const former = addressOn(thing, "base");
  const isDeclared = fateOf(thing).desired && former === addressOn(thing, "desired");
  return isDeclared ? [] : [`${former} kept ${before}`];
}

/** Returns the expected results of the next plan if nothing has happened since the apply. */
export function expectedNext(expected: readonly Expected[], manner: Manner): readonly Expected[] {
  return expected.map((one): Expected => {
    if (one.isKept || one.isExcluded) return one;
    if (isHeld(one))
      return manner.fingerprints && one.secret === "unverifiable" ? { ...one, secret: undefined } : one;
    const { thing, address } = one;
    const none = { causes: new Map(), stepped: false, carried: false, isKept: false, takenOver: false };
    const isTold = !manner.fingerprints && fateOf(thing).desired && (thing.secret?.desired ?? "-") !== "-";
    return { thing, address, ...none, released: [], ...(isTold && { secret: "unverifiable" }) };
  });
}

/** Returns the base that a record gives: what was applied, and the former declarations of what was left behind. */
export function composed(applied: Desired, was: Desired, left: readonly IncompleteEntry[]): Desired {
  const resources = new Map(applied.resources);
  for (const { address, commit } of left) {
    const resource = commit === null ? undefined : was.resources.get(address);
    if (resource) resources.set(address, resource);
    else resources.delete(address);
  }
  return { resources: new Map([...resources].sort(byKey)), locate: () => undefined };
}

/**
 * Returns the recorded fingerprint of each declared secret. For a secret that was not written yet, this is the
 * fingerprint of its former value.
 */
export function secretsAfter(
  expected: readonly Expected[],
  { now, recorded }: Readonly<Record<"now" | "recorded", SecretFingerprints>>,
  undone: UndoneReason = () => undefined,
): readonly string[] {
  const removed = expected.filter(({ thing }) => fateOf(thing).base && !fateOf(thing).desired);
  const isGone = (one: Expected) =>
    one.action === "remove" && (one.stepped || one.carried) && undone(one) === undefined;
  const known = recorded.key === now.key ? recorded.of : [];
  const staying = removed.flatMap((one) => {
    const was = known.find(({ address, fingerprint }) => address === one.address && fingerprint !== dropped);
    return was && !isGone(one) ? [`${was.address} ${was.path} ${was.fingerprint}`] : [];
  });
  const declared = now.of.flatMap(({ address, path, fingerprint }) => {
    const one = expected.find((each) => each.address === address);
    const former = one && addressOn(one.thing, "base");
    const was = known.find((each) => each.address === former)?.fingerprint;
    const isWritten = one?.secret === "written" || one?.action === "create";
    const isDone = one?.stepped === true && undone(one) === undefined;
    const asItIs = one?.isUnknown ? undefined : fingerprint;
    const is = !isWritten ? (was ?? asItIs) : isDone ? fingerprint : was;
    return is === undefined ? [] : [`${address} ${path} ${is}`];
  });
  return [...declared, ...staying];
}
