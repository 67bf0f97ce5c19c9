/**
 * Prepares a seed: its files, the first state of its servers, and the options of its plan. Also returns the servers'
 * state at any time.
 */

import { secretCheckOf } from "../../../src/diff/secrets.ts";
import type { PlanRequest } from "../../../src/engine/reconcile.ts";
import type { Desired } from "../../../src/model/desired.ts";
import type { SecretFingerprints } from "../../../src/model/secret.ts";
import type { World } from "../../../src/simulator/world.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import { type Setting, type Stage, stage } from "../../servers/virtual-time/run.ts";
import { filesOf } from "../declared.ts";
import { distanceOf } from "./habits.ts";
import { driversOfClosed } from "./plans/closed-fields.ts";
import { sited } from "./plans/rings.ts";
import { projectOf, settingsOf } from "./realms.ts";
import type { Held, Realm } from "./species.ts";
import { addressOn, fateOf, type Manner, type Side, type Thing, type Truth } from "./truth.ts";
import { laidOut } from "./written/layout.ts";

/** Prepares the servers and the engine for a seed. */
export function staged(truth: Truth, setting: Partial<Setting> = {}): Stage {
  const { realms } = truth;
  const on = stage({
    files: filesOn(truth, "desired"),
    project: projectOf(realms, truth.ignored),
    seed: {},
    distance: distanceOf(realms),
    ...(truth.manner.isClosed && { drivers: driversOfClosed }),
    ...setting,
    settings: { ...settingsOf(realms), ...setting.settings },
  });
  on.network.world = worldOf(truth, on.network.world);
  return on;
}

/** Returns the servers with the live state of the resources. */
export function worldOf(truth: Truth, world: World): World {
  const put = (now: World, realm: Realm) => realm.put(thingsOf(realm, truth, "live"), now);
  return truth.realms.reduce(put, world);
}

/** Returns the files of the desired state or of base. */
export function filesOn(truth: Truth, side: "desired" | "base") {
  const { realms, rings } = truth;
  const documents = realms.flatMap((realm) => realm.documents(thingsOf(realm, truth, side), side));
  const said = rings ? documents.map((one) => sited(one, rings)) : documents;
  if (truth.written === undefined) return filesOf(said);
  // In base, the files have other names and are in other folders than in the desired state.
  return laidOut(said, seeded(truth.written * 2 + (side === "base" ? 1 : 0)));
}

function thingsOf({ species }: Realm, { things }: Truth, side: Side): readonly Thing[] {
  return things.filter((thing) => species.includes(thing.species) && fateOf(thing)[side]);
}

/** Returns the servers' current state, for all interfaces that take part. */
export function heldBy({ network }: Stage, { realms }: Pick<Truth, "realms">): Held {
  return new Map(realms.flatMap((realm) => [...realm.held(network.world)]));
}

/** Returns the options with which a seed's plan is made. */
export function requestOf(manner: Manner, base: Desired, { now, recorded }: Fingerprints): PlanRequest {
  const { threeWay, prune, overwrite, fingerprints } = manner;
  return {
    ...(threeWay && { base }),
    prune,
    onConflict: overwrite ? "overwrite" : "hold",
    ...(fingerprints && { secretCheck: secretCheckOf(now, recorded) }),
  };
}

/**
 * Returns the selection of all resources that are not excluded, with their former addresses. If nothing is excluded,
 * everything is selected.
 */
export function onlyOf({ things, manner: { excluded } }: Truth): Pick<PlanRequest, "only"> {
  if (excluded.size === 0) return {};
  const asked = things.filter(({ number }) => !excluded.has(number));
  const addresses = new Set(
    asked.flatMap((thing) => [addressOn(thing, "desired"), addressOn(thing, "base")]),
  );
  return { only: (address) => addresses.has(address) };
}

/** The fingerprints of the current secrets, and the recorded fingerprints. */
export type Fingerprints = Readonly<Record<"now" | "recorded", SecretFingerprints>>;

/** The fingerprint of a secret that Git no longer declares. A record may still have it. */
export const dropped = "of what was dropped";

/**
 * Returns the fingerprints of the current secrets, or the recorded ones. A record has them under the former addresses.
 */
export function fingerprintsOf({ things, manner }: Truth, when: "now" | "recorded"): SecretFingerprints {
  const of = things.flatMap((thing) => {
    const { secret } = thing;
    const isNow = when === "now";
    if (!secret || !(fateOf(thing).desired || !isNow)) return [];
    if (isNow ? secret.desired === "-" : !fateOf(thing).base || secret.recorded === "nothing") return [];
    const was = secret.desired === "-" ? dropped : `of ${secret.base}`;
    const fingerprint = isNow ? `of ${secret.desired}` : secret.recorded === "same" ? was : "of another";
    return [{ address: addressOn(thing, isNow ? "desired" : "base"), path: "/password", fingerprint }];
  });
  return { key: when === "recorded" && manner.isRekeyed ? "another key" : "key", of };
}
