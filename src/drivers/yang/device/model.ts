/** The model of a device's tree, which says where its hostname and interfaces are. All device drivers share it. */

import type { SchemaSource } from "../../contract/target-model.ts";
import type { DeviceMapping } from "./mapping/mapping.ts";

/** The kinds of a device. */
export type DeviceKind = "deviceHostname" | "deviceInterface" | "deviceConfiguration";

/** The parts of a device's YANG model that device kinds need. */
export interface DeviceModel {
  /** The module that contains hostname and interfaces. */
  readonly module: string;
  /** The top-level container of the module that contains hostname and interfaces. */
  readonly container: string;
  /**
   * The path from the container to the list of interfaces of one type, such as `GigabitEthernet`. The list's key is
   * `name`.
   */
  readonly interfaces: readonly string[];
  readonly interfaceType: string;
  readonly hostname: string;
  /** Data paths that the device shows but does not accept. They are never compared and never sent. */
  readonly readOnly: readonly string[];
  /**
   * Data paths without keys. A value at or below such a path is not a secret, whatever its name. Absent: there are no
   * such paths.
   */
  readonly notSecret?: readonly string[] | undefined;
  /** The schema of the target's YANG modules, parsed on first use. Absent: the target has no modules. */
  readonly schema?: SchemaSource | undefined;
  /** The target's mapping, with its kinds. Absent: the target has no mapping. */
  readonly mapping?: DeviceMapping | undefined;
}

/** Returns the member that contains hostname and interfaces: `Vendor-native:native`. */
export function rootOf(device: DeviceModel): string {
  return `${device.module}:${device.container}`;
}
