/** What a device's answers mean that say its configuration would contradict itself, by whichever interface. */

import { anyText } from "../../../catalog/patterns/pattern.ts";
import type { ReplyRule } from "../../../model/reply-rule.ts";

/** `must-violation`: a condition of the device's modules over several parts of its configuration. */
export const conditionUnmet: Omit<ReplyRule, "status"> = {
  tag: "operation-failed",
  appTag: "must-violation",
  means: "refused",
  missing: "condition",
  code: "condition-unmet",
  hint: "The device's modules have a condition there: change desired state so that it is met.",
};

const dataMissing: Omit<ReplyRule, "status" | "missing"> = {
  tag: "data-missing",
  means: "conflict",
  hint: "What it refers to, or its parent, is not on the device: declare that too.",
};

/** What devices say of a lock under other tags: IOS-XE, Junos, Clixon (docs/dialects.md). */
const lockWords = anyText(
  [
    "failed to acquire datastore lock",
    "sync in progress",
    "sync is in progress",
    "configuration database locked by",
    "configuration database modified",
    "db is locked by",
  ],
  "i",
);

/** A lock that somebody holds, by whichever tag or in whichever words: it is waited for under any status. */
export function locks(status: ReplyRule["status"]): readonly ReplyRule[] {
  const means = { busy: "locked" } as const;
  return [
    { status, body: lockWords, means },
    { status, tag: "in-use", means },
    { status, tag: "lock-denied", means },
  ];
}

/**
 * The error tags by which a configuration does not fit what a device has (RFC 8040, 7), under the status that the
 * interface answers with: the first two wait for someone else, the third for the device.
 */
export function contradictions(status: ReplyRule["status"]): readonly ReplyRule[] {
  return [
    ...locks(status),
    { status, tag: "resource-denied", means: { busy: "notReady" } },
    {
      status,
      tag: "data-exists",
      means: "conflict",
      hint: "The device has that already, in another place: remove it there, or declare that place.",
    },
    { status, ...dataMissing, appTag: "instance-required", missing: "reference" },
    { status, ...dataMissing, missing: "data" },
  ];
}
