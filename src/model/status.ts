/** Status: what a target shows of sites and devices at one moment, and what waits there to be finished. */

import type { Json } from "./json.ts";
import type { Problem } from "./problem.ts";
import type { InterfaceName } from "./project.ts";

/** What one device reports of itself. */
export interface DeviceStatusReport {
  /** What it is known by: a serial number, an id. */
  readonly device: string;
  readonly name?: string | undefined;
  /** `uplink`, `wirelessStatus` or `device`. */
  readonly report: string;
  readonly records: readonly Json[];
}

/** What waits at a target that has something to be done once after an apply: changes that are not deployed. */
export interface PendingFinish {
  readonly target: string;
  /** `deploy`, and `deployed`. */
  readonly verb: string;
  readonly done: string;
  /** The target's settings ask for it: apply does it, after its last success. */
  readonly isOn: boolean;
  /** By name, in order. */
  readonly names: readonly string[];
  /** Why it is unknown what is pending. */
  readonly problem?: Problem | undefined;
}

/** What an earlier run has written at a target and not finished there, where no product lists that. */
export interface UnfinishedWork {
  readonly target: string;
  /** By name, in order. */
  readonly names: readonly string[];
}

/** Whether an apply has something to finish though it may have no step: something is pending, or that is unknown. */
export function isFinishDue({ isOn, names, problem }: PendingFinish): boolean {
  return isOn && (names.length > 0 || problem !== undefined);
}

/** Whether a plan has something to send: steps, or what is finished without any, or that an earlier run has begun. */
export function hasWork(
  plan: { readonly steps: readonly unknown[]; readonly pending?: readonly PendingFinish[] | undefined },
  begun: readonly { readonly task?: unknown }[] = [],
): boolean {
  const isDue = (plan.pending ?? []).some(isFinishDue) || begun.some(({ task }) => task !== undefined);
  return plan.steps.length > 0 || isDue;
}

/** What one target says. A list that could not be read whole is missing, and its problem is there. */
export interface TargetStatus {
  readonly target: string;
  readonly interface: InterfaceName;
  readonly sites?: readonly Json[] | undefined;
  readonly devices?: readonly Json[] | undefined;
  /** Only what was asked for. */
  readonly reports?: readonly DeviceStatusReport[] | undefined;
  /** Where it has such. */
  readonly pending?: PendingFinish | undefined;
  readonly problems: readonly Problem[];
}
