/** Status: what a target reports about sites and devices at one moment, and pending activations. */

import type { Json } from "./json.ts";
import type { Problem } from "./problem.ts";
import type { InterfaceName } from "./project.ts";

/** A report of a device about its own status. */
export interface DeviceStatusReport {
  /** The device's identifier: a serial number, an id. */
  readonly device: string;
  readonly name?: string | undefined;
  /** The report: `uplink`, `wirelessStatus` or `device`. */
  readonly report: string;
  readonly records: readonly Json[];
}

/** The changes at a target that are pending until an activation, such as a deployment. */
export interface PendingFinish {
  readonly target: string;
  /** The activation as a verb, such as `deploy`. `done` is the participle, such as `deployed`. */
  readonly verb: string;
  readonly done: string;
  /**
   * True: the target's settings enable the activation. Apply then activates the changes after the target's last
   * successful step.
   */
  readonly isOn: boolean;
  /** The names of the items, sorted. */
  readonly names: readonly string[];
  /** Why the pending changes are unknown. */
  readonly problem?: Problem | undefined;
}

/** Writes of an earlier run that are not activated yet, at a product without a pending list. */
export interface UnfinishedWork {
  readonly target: string;
  /** The names of the items, sorted. */
  readonly names: readonly string[];
}

/**
 * True if apply activates changes at the target even without steps: the activation is enabled, and changes are pending,
 * or it is unknown whether they are.
 */
export function isFinishDue({ isOn, names, problem }: PendingFinish): boolean {
  return isOn && (names.length > 0 || problem !== undefined);
}

/** True if a plan has something to do: steps, due activations, or activations that an earlier run began. */
export function hasWork(
  plan: { readonly steps: readonly unknown[]; readonly pending?: readonly PendingFinish[] | undefined },
  begun: readonly { readonly task?: unknown }[] = [],
): boolean {
  const isDue = (plan.pending ?? []).some(isFinishDue) || begun.some(({ task }) => task !== undefined);
  return plan.steps.length > 0 || isDue;
}

/** One target's report. A list that could not be read completely is missing, and `problems` says why. */
export interface TargetStatus {
  readonly target: string;
  readonly interface: InterfaceName;
  readonly sites?: readonly Json[] | undefined;
  readonly devices?: readonly Json[] | undefined;
  /** The devices' own reports. Only requested reports are included. */
  readonly reports?: readonly DeviceStatusReport[] | undefined;
  /** Pending changes, if the target has any. */
  readonly pending?: PendingFinish | undefined;
  readonly problems: readonly Problem[];
}
