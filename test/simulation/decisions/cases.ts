/**
 * A table of what can have happened to a field and to a resource since the last apply, and what the plan must then
 * report.
 */

import type { Cause } from "../../../src/model/change.ts";

/**
 * The value of a field on one side. Different letters are different values, and `-` means that the value is missing.
 */
type Letter = "a" | "b" | "c" | "-";

/** The desired, applied and live values of a field, and what the plan must say about them. */
export interface FieldCase {
  readonly desired: Letter;
  readonly base: Letter;
  readonly live: Letter;
  /** The cause that the plan must give; undefined if there is no difference. */
  readonly says?: Cause;
  /** The cause that a plan without a base must give. */
  readonly alone?: Cause;
  /** The cause in the plan if an exclusive tree does not declare the field, so that the next write removes it. */
  readonly exclusive?: Cause;
  /** True if base declared the field, and Git no longer does. The live value then stays as it is. */
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

/** Whether a resource is declared, was applied and is live, and what the plan must do with it. */
export interface Fate {
  readonly desired: boolean;
  readonly base: boolean;
  readonly live: boolean;
  /** The plan's action. `fields` means that the action depends on the resource's fields. */
  readonly does: "fields" | "create" | "remove" | "nothing";
  readonly cause?: Cause;
}

/** Each combination of the three states of a resource, by name. */
export const fates: Readonly<Record<FateName, Fate>> = {
  kept: { desired: true, base: true, live: true, does: "fields" },
  newInGit: { desired: true, base: false, live: false, does: "create", cause: "pending" },
  takenOver: { desired: true, base: false, live: true, does: "fields" },
  removedLive: { desired: true, base: true, live: false, does: "create", cause: "drift" },
  removedInGit: { desired: false, base: true, live: true, does: "remove", cause: "pending" },
  removedInBoth: { desired: false, base: true, live: false, does: "nothing" },
  foreign: { desired: false, base: false, live: true, does: "nothing" },
};

/** The name of a combination of the three states of a resource. */
export type FateName =
  | "kept"
  | "newInGit"
  | "takenOver"
  | "removedLive"
  | "removedInGit"
  | "removedInBoth"
  | "foreign";

/**
 * For each combination of a parent's states, the possible combinations of its children's. A more likely combination is
 * repeated.
 */
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
 * The state of a secret of an existing resource: the references that Git and base declare, and the recorded
 * fingerprint. Different letters are different references. The server has either the declared secret or an unknown one.
 */
export interface SecretCase {
  readonly desired: "a" | "b" | "-";
  readonly base: "a" | "b" | "-";
  /** What the recorded fingerprint was made of: the current value of the secret, another value, or nothing. */
  readonly recorded: "same" | "other" | "nothing";
  /** What the plan says about the secret if there is a fingerprint key. */
  readonly withKey: SecretSays;
  /** What the plan says about the secret if there is no fingerprint key. */
  readonly withoutKey: SecretSays;
}

/**
 * What a plan says about a secret. `written` means that the secret differs, `unverifiable` that it cannot be checked,
 * `left` that the plan says nothing, and `released` that the secret is no longer managed.
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
