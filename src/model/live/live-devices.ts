/** Live devices that changes may reach, although Git does not declare them. */

import type { Address } from "../address.ts";
import type { Problem } from "../problem.ts";

/** The live devices of one target. */
export interface LiveDevices {
  /** Devices that take their configuration from declared resources. */
  readonly users: readonly LiveDevice[];
  /** For each kind: the names of all its live resources. */
  readonly every: ReadonlyMap<string, readonly string[]>;
  /** Why a list could not be read: there may be more devices. */
  readonly problem?: Problem | undefined;
}

/** A live device, and the declared resources to which it refers. */
export interface LiveDevice {
  readonly name: string;
  readonly uses: readonly Address[];
}
