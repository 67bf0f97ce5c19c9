/** The model of a device's tree: where its hostname and interfaces are, whichever interface reaches it. */

import type { SchemaSource } from "../../contract/target-model.ts";
import type { DeviceMapping } from "./mapping/mapping.ts";

/** The kinds of a device. */
export type DeviceKind = "deviceHostname" | "deviceInterface" | "deviceConfiguration";

/** A device's YANG model, as far as the kinds need it. */
export interface DeviceModel {
  /** The module and its top-level container that hold hostname and interfaces. */
  readonly module: string;
  readonly container: string;
  /** Where, inside the container, the interfaces of that type are listed; their key is `name`. */
  readonly interfaces: readonly string[];
  readonly interfaceType: string;
  readonly hostname: string;
  /** Data paths that the device shows and does not take: never compared, never sent. */
  readonly readOnly: readonly string[];
  /** Data paths without keys: nothing there and below is a secret, whatever it is called. Absent: none. */
  readonly notSecret?: readonly string[] | undefined;
  /** The schema of the target's YANG modules, made when it is first asked for. Absent: the target has no modules. */
  readonly schema?: SchemaSource | undefined;
  /** The kinds of the target's mapping. Absent: it names none. */
  readonly mapping?: DeviceMapping | undefined;
}

/** The member that holds hostname and interfaces: `Vendor-native:native`. */
export function rootOf(device: DeviceModel): string {
  return `${device.module}:${device.container}`;
}
