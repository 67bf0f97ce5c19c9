/** The possible histories of a field and of a resource since the last apply, and the expected report: data. */

import type { Cause } from "../../../src/model/change.ts";

/** Letters are different values; `-`: missing. */
type Letter = "a" | "b" | "c" | "-";

/** One row: the three sides, and what they mean. */
export interface FieldCase {
  readonly desired: Letter;
  readonly base: Letter;
  readonly live: Letter;
  /** The cause in the plan; undefined: there is no difference. */
  readonly says?: Cause;
  /** The cause in a plan that has no base. */
  readonly alone?: Cause;
  /** The cause in the plan for an undeclared field in an exclusive tree; it is removed with the next write. */
  readonly exclusive?: Cause;
  /** True: base declared the field, and Git no longer does; the live value stays as it is. */
  readonly released?: true;
}

/** Every way in which a field can differ. */
export const fieldCases: Readonly<Record<string, FieldCase>> = {
  same: { desired: "a", base: "a", live: "a" },
  changedInGit: { desired: "b", base: "a", live: "a", says: "pending", alone: "pending" },
  changedLive: { desired: "a", base: "a", live: "c", says: "drift", alone: "pending" },
  changedAlike: { desired: "b", base: "a", live: "b" },
  changedDifferently: { desired: "b", base: "a", live: "c", says: "conflict", alone: "pending" },
  unsetLive: { desired: "a", base: "a", live: "-", says: "drift", alone: "pending" },
  changedAndUnset: { desired: "b", base: "a", live: "-", says: "conflict", alone: "pending" },
  newInGit: { desired: "b", base: "-", live: "c", says: "pending", alone: "pending" },
  newInGitAlike: { desired: "b", base: "-", live: "b" },
  newInGitUnset: { desired: "b", base: "-", live: "-", says: "pending", alone: "pending" },
  droppedInGit: { desired: "-", base: "a", live: "a", exclusive: "pending", released: true },
  droppedAndChanged: { desired: "-", base: "a", live: "c", exclusive: "conflict", released: true },
  droppedAndUnset: { desired: "-", base: "a", live: "-", released: true },
  nobodys: { desired: "-", base: "-", live: "c", exclusive: "drift" },
  nowhere: { desired: "-", base: "-", live: "-" },
};

/** The history of a resource as a whole: the sides where it exists. */
export interface Fate {
  readonly desired: boolean;
  readonly base: boolean;
  readonly live: boolean;
  /** The plan's action; `fields`: depends on its fields. */
  readonly does: "fields" | "create" | "remove" | "nothing";
  readonly cause?: Cause;
}

/** Every fate. */
export const fates: Readonly<Record<FateName, Fate>> = {
  kept: { desired: true, base: true, live: true, does: "fields" },
  newInGit: { desired: true, base: false, live: false, does: "create", cause: "pending" },
  takenOver: { desired: true, base: false, live: true, does: "fields" },
  removedLive: { desired: true, base: true, live: false, does: "create", cause: "drift" },
  removedInGit: { desired: false, base: true, live: true, does: "remove", cause: "pending" },
  removedInBoth: { desired: false, base: true, live: false, does: "nothing" },
  foreign: { desired: false, base: false, live: true, does: "nothing" },
};

/** The name of a fate. */
export type FateName =
  | "kept"
  | "newInGit"
  | "takenOver"
  | "removedLive"
  | "removedInGit"
  | "removedInBoth"
  | "foreign";

/** The possible fates of a child, given its parent's; repeated by likelihood. */
export const fatesWithin: Readonly<Record<FateName, readonly [FateName, ...FateName[]]>> = {
  kept: [
    "kept",
    "kept",
    "kept",
    "newInGit",
    "takenOver",
    "removedLive",
    "removedInGit",
    "removedInBoth",
    "foreign",
  ],
  newInGit: ["newInGit"],
  takenOver: ["takenOver", "newInGit", "foreign"],
  removedLive: ["removedLive", "newInGit", "removedInBoth"],
  removedInGit: ["removedInGit", "removedInGit", "removedInBoth"],
  removedInBoth: ["removedInBoth"],
  foreign: ["foreign"],
};

/**
 * The secret of an existing resource. Letters are references. Live has either the secret, or a value that nobody knows.
 */
export interface SecretCase {
  readonly desired: "a" | "b" | "-";
  readonly base: "a" | "b" | "-";
  /** The recorded fingerprint: of the secret's current value, of another value, or none. */
  readonly recorded: "same" | "other" | "nothing";
  /** What the plan says about the secret, with and without a fingerprint key. */
  readonly withKey: SecretSays;
  readonly withoutKey: SecretSays;
}

/**
 * written: a difference. unverifiable: reported as uncheckable. left: not reported. released: reported as no longer
 * managed.
 */
type SecretSays = "written" | "unverifiable" | "left" | "released";

/** Every way in which a secret can differ. */
export const secretCases: Readonly<Record<string, SecretCase>> = {
  none: { desired: "-", base: "-", recorded: "nothing", withKey: "left", withoutKey: "left" },
  same: { desired: "a", base: "a", recorded: "same", withKey: "left", withoutKey: "unverifiable" },
  rotated: { desired: "a", base: "a", recorded: "other", withKey: "written", withoutKey: "unverifiable" },
  unrecorded: {
    desired: "a",
    base: "a",
    recorded: "nothing",
    withKey: "unverifiable",
    withoutKey: "unverifiable",
  },
  otherReference: { desired: "b", base: "a", recorded: "same", withKey: "written", withoutKey: "written" },
  newInGit: { desired: "b", base: "-", recorded: "nothing", withKey: "written", withoutKey: "written" },
  droppedInGit: { desired: "-", base: "a", recorded: "same", withKey: "released", withoutKey: "released" },
};
