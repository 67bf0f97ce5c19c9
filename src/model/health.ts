/** Health: what a controller says of sites and devices, and what the project file makes of it. */

import type { Problem } from "./problem.ts";

/** When health holds changes back. */
export interface HealthSettings {
  /** The target that is asked: one with the controller interface. */
  readonly controller: string;
  /** A site whose health is lower holds its changes back. On the scale. */
  readonly bound: number;
  /** The worst and the best health there is. A health off the scale says nothing. */
  readonly scale: readonly [number, number];
  /** How long to wait after writes before health is read again. */
  readonly settleSeconds: number;
  /** Target → the site at which it stands, for its resources that name none. */
  readonly sites: Readonly<Record<string, string>>;
  /** Targets whose changes health does not hold back. */
  readonly exempt: readonly string[];
}

/** Changes that are carried out together, before those of the next wave. Any of the three makes a change one of it. */
export interface WaveSettings {
  readonly name: string;
  /** The controller's sites. */
  readonly sites?: readonly string[] | undefined;
  /** Tags of networks; what is in a network has its tags. */
  readonly tags?: readonly string[];
  /** Globs over keys, of resources and of their parents: `berlin`, `rtr-berlin-*`. */
  readonly keys?: readonly string[];
}

/** The health of one site as a record has it. */
export interface SiteHealth {
  readonly site: string;
  /** Undefined: the record has no number there. */
  readonly score?: number;
}

/** The status of one device as a record has it. What the record does not have is undefined. */
export interface DeviceStatus {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly status?: string;
}

/** A whole list, or why nothing is known of it. */
export type HealthList<T> =
  | { readonly state: "whole"; readonly records: readonly T[] }
  | { readonly state: "unknown"; readonly problem: Problem };

/** What the controller said at one moment. A list that was not asked for is not there. */
export interface HealthReading {
  readonly sites?: HealthList<SiteHealth> | undefined;
  readonly devices?: HealthList<DeviceStatus> | undefined;
}

/** Which lists must be read to judge some places. */
export interface HealthNeed {
  readonly sites: boolean;
  readonly devices: boolean;
}

/** What is wrong with the health of a place: not well, or not known. */
export interface HealthIssue {
  readonly site?: string | undefined;
  /** The host of a device. */
  readonly device?: string | undefined;
  /** The whole of it in words: `site Berlin has health 10, below 50`. */
  readonly reason: string;
}

/** The consent by which what health holds back in the plan with this fingerprint goes all the same. */
export function healthConsent({ fingerprint }: { readonly fingerprint: string }): string {
  return `health@${fingerprint}`;
}
