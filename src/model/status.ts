/** Status: what a target shows of sites and devices at one moment, as it is. */

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

/** What one target says. A list that could not be read whole is missing, and its problem is there. */
export interface TargetStatus {
  readonly target: string;
  readonly interface: InterfaceName;
  readonly sites?: readonly Json[] | undefined;
  readonly devices?: readonly Json[] | undefined;
  /** Only what was asked for. */
  readonly reports?: readonly DeviceStatusReport[] | undefined;
  readonly problems: readonly Problem[];
}
