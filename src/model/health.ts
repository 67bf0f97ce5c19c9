/** Health: what a controller reports about sites and devices, and the project's settings for it. */

import type { Problem } from "./problem.ts";

/** The settings that decide when bad health holds changes back. */
export interface HealthSettings {
  /** The target that reports health: one with the controller interface. */
  readonly controller: string;
  /** The changes of a site are held back if its health is below this value on `scale`. */
  readonly bound: number;
  /** The worst and the best possible health. Values off the scale are ignored. */
  readonly scale: readonly [number, number];
  /** How long to wait after writes before health is read again. */
  readonly settleSeconds: number;
  /** The site of each target, for resources that name no site. */
  readonly sites: Readonly<Record<string, string>>;
  /** Targets whose changes health does not hold back. */
  readonly exempt: readonly string[];
}

/**
 * Changes that are carried out before those of the next wave. A change is part of the wave if it matches any of the
 * three lists.
 */
export interface WaveSettings {
  readonly name: string;
  /** Names of the controller's sites. */
  readonly sites?: readonly string[] | undefined;
  /** Tags of networks. Everything in a network counts as having the network's tags. */
  readonly tags?: readonly string[];
  /** Globs over keys of resources and their ancestors: `berlin`, `rtr-berlin-*`. */
  readonly keys?: readonly string[];
}

/** The health of a site, from its record. */
export interface SiteHealth {
  readonly site: string;
  /** The score; undefined if the record contains no number for it. */
  readonly score?: number;
}

/** The status of a device, from its record; missing fields are undefined. */
export interface DeviceStatus {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly status?: string;
}

/** A complete list, or the reason why it is unknown. */
export type HealthList<T> =
  | { readonly state: "whole"; readonly records: readonly T[] }
  | { readonly state: "unknown"; readonly problem: Problem };

/** A controller's report at one moment. Lists that were not requested are absent. */
export interface HealthReading {
  readonly sites?: HealthList<SiteHealth> | undefined;
  readonly devices?: HealthList<DeviceStatus> | undefined;
}

/** The lists that are needed to judge certain locations. */
export interface HealthNeed {
  readonly sites: boolean;
  readonly devices: boolean;
}

/** The health problem of a location: unhealthy, or unknown. */
export interface HealthIssue {
  readonly site?: string | undefined;
  /** The host, if the location is a device. */
  readonly device?: string | undefined;
  /** The complete reason: `site Berlin has health 10, below 50`. */
  readonly reason: string;
}

/** The consent to the changes that health holds back, in the plan with this fingerprint. */
export function healthConsent({ fingerprint }: { readonly fingerprint: string }): string {
  return `health@${fingerprint}`;
}
