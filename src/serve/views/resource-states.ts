/** The states of a resource and of a difference: their meaning and their order. */

/** The state of a resource: the worst that applies. */
export type ResourceState =
  | "conflict"
  | "drift"
  | "unknown"
  | "unwritable"
  | "held"
  | "notDue"
  | "pending"
  | "inSync";

/** The states, the worst first. `notDue` precedes `pending`: a change that waits for its time is more than pending. */
export const resourceStates = [
  "conflict",
  "drift",
  "unknown",
  "unwritable",
  "held",
  "notDue",
  "pending",
  "inSync",
] as const satisfies readonly ResourceState[];

/** The name of each state, for people. */
export const resourceStateNames: Readonly<Record<ResourceState, string>> = {
  conflict: "conflict",
  drift: "drift",
  unknown: "unknown",
  unwritable: "cannot be written",
  held: "held for health",
  notDue: "not due yet",
  pending: "pending",
  inSync: "in sync",
};

/** The meaning of each state, as a sentence. */
export const resourceStateMeanings: Readonly<Record<ResourceState, string>> = {
  conflict: "Git and the live state have both changed, in different ways.",
  drift: "The live state has changed since the last apply.",
  unknown: "The resource could not be read.",
  unwritable: "The resource differs from its declaration, and no write can correct that.",
  held: "The change is held back because of the health of the site or device.",
  notDue: "The resource is declared, but its start time has not come.",
  pending: "Git has changed, and the change is not applied yet.",
  inSync: "The live state is as Git declares.",
};

/** Whether a text is the name of a state. */
export function isResourceState(text: string): text is ResourceState {
  return Object.hasOwn(resourceStateNames, text);
}
