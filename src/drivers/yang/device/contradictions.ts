/**
 * Reply rules for errors which mean that a device's configuration would be inconsistent. They apply to all device
 * interfaces.
 */

import { anyText } from "../../../catalog/patterns/pattern.ts";
import type { ReplyRule } from "../../../model/reply-rule.ts";

/**
 * `must-violation`: the configuration violates a condition in the device's modules that involves several of its parts.
 */
export const conditionUnmet: Omit<ReplyRule, "status"> = {
  tag: "operation-failed",
  appTag: "must-violation",
  means: "refused",
  missing: "condition",
  code: "condition-unmet",
  hint:
    "Change desired state so that it meets the condition, which is a `must` statement in the device's " +
    "modules.",
};

const dataMissing: Omit<ReplyRule, "status" | "missing"> = {
  tag: "data-missing",
  means: "conflict",
  hint:
    "Declare the parent of this resource, or the resource to which it refers: one of them is missing " +
    "on the device.",
};

/**
 * Error messages that mean that the datastore is locked, from devices that do not use the error tag `lock-denied`:
 * IOS-XE, Junos, Clixon (docs/dialects.md).
 */
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

/**
 * Returns the reply rules for errors about a held lock, whatever their tags and wordings. For such a reply, trueup
 * waits until the lock is released.
 */
export function locks(status: ReplyRule["status"]): readonly ReplyRule[] {
  const means = { busy: "locked" } as const;
  return [
    { status, body: lockWords, means },
    { status, tag: "in-use", means },
    { status, tag: "lock-denied", means },
  ];
}

/**
 * Returns the reply rules for error tags which say that a change does not fit the current state of the device (RFC
 * 8040, 7). `status`: the interface's status for such errors. trueup waits if another user holds a lock, or if the
 * device is out of resources.
 */
export function contradictions(status: ReplyRule["status"]): readonly ReplyRule[] {
  return [
    ...locks(status),
    { status, tag: "resource-denied", means: { busy: "notReady" } },
    {
      status,
      tag: "data-exists",
      means: "conflict",
      hint: "Remove the data from its other place on the device, or declare that place instead.",
    },
    { status, ...dataMissing, appTag: "instance-required", missing: "reference" },
    { status, ...dataMissing, missing: "data" },
  ];
}
