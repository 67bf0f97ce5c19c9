/** The states of one resource, and of what differs: what each means, and which is worse. */

/** The state of a resource, the worst that holds. */
export type ResourceState =
  | "conflict"
  | "drift"
  | "unknown"
  | "unwritable"
  | "held"
  | "notDue"
  | "pending"
  | "inSync";

/** The worst first. `notDue` stands before `pending`: what waits for its time is no longer only pending. */
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

/** How each is called for people. */
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

/** What each means, as a sentence. */
export const resourceStateMeanings: Readonly<Record<ResourceState, string>> = {
  conflict: "Git and live both changed, differently.",
  drift: "Live changed since the last apply.",
  unknown: "It could not be read.",
  unwritable: "It is otherwise than declared, and no write can make it so.",
  held: "Its change is held back for the health of its site or device.",
  notDue: "It is declared, and its time has not come.",
  pending: "Git changed, and it is not applied yet.",
  inSync: "Live is as Git declares.",
};

/** True for a text that names one. */
export function isResourceState(text: string): text is ResourceState {
  return Object.hasOwn(resourceStateNames, text);
}
