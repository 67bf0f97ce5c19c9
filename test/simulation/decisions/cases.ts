/** What can have become of a field and of a whole resource since the last apply, and what must be said of it: data. */

import type { Cause } from "../../../src/model/change.ts";

/** Different values by letters; `-`: not there. */
type Letter = "a" | "b" | "c" | "-";

/** One row: the three sides, and what they mean. */
export interface FieldCase {
  readonly desired: Letter;
  readonly base: Letter;
  readonly live: Letter;
  /** What the plan says of it; undefined: it is no difference. */
  readonly says?: Cause;
  /** The same where nothing is known of what was applied. */
  readonly alone?: Cause;
  /** What the plan says of it in an exclusive tree, where Git does not declare it; it goes with the next write. */
  readonly exclusive?: Cause;
  /** True: base declared it, and Git no longer does; it stays as it is. */
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

/** What became of a resource as a whole: on which sides it is. */
export interface Fate {
  readonly desired: boolean;
  readonly base: boolean;
  readonly live: boolean;
  /** What the plan does about it; `fields`: that depends on its fields. */
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

/** What can become of something in a parent of a fate; each as often as it is likely. */
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

/** The secret of a resource that is kept. Letters are references; what live holds is a value of nobody's or the secret. */
export interface SecretCase {
  readonly desired: "a" | "b" | "-";
  readonly base: "a" | "b" | "-";
  /** What the record holds of it: its value of now, another one, or nothing. */
  readonly recorded: "same" | "other" | "nothing";
  /** What follows, with a key for fingerprints and without. */
  readonly withKey: SecretSays;
  readonly withoutKey: SecretSays;
}

/** written: a difference. unverifiable: it is said that nobody can tell. left: nothing is said. */
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
