/** Device inventories of the SD-WAN manager and of the firewall manager: devices by serial, and their list. */

import type { JsonObject } from "../model/json.ts";
import { withEntry } from "./wire/entries.ts";
import { linkedReply } from "./wire/linked-pages.ts";
import type { SimReply } from "./wire/message.ts";
import type { Call } from "./wire/route.ts";

/** The fields that a device has in the SD-WAN manager and in the firewall manager. */
export interface ManagedDeviceSeed {
  readonly serial: string;
  readonly name: string;
  readonly model: string;
  readonly softwareVersion: string;
  readonly managementIpAddress: string;
  readonly status: string;
}

/** Devices by serial. The map is never modified. */
export type Inventory = ReadonlyMap<string, JsonObject>;

/** Returns the inventory of these seeds. */
export function inventoryOf(devices: readonly ManagedDeviceSeed[]): Inventory {
  return new Map(devices.map((device) => [device.serial, { ...device }]));
}

/** Returns the reply with the list of devices, whole or in linked pages. */
export function inventoryReply(devices: Inventory, call: Call, size: number): SimReply {
  return linkedReply([...devices.values()], call, { by: "serial", size });
}

/**
 * Returns the inventory after another user has changed a device. The device is named by serial or name. If it does not
 * exist, it is created.
 */
export function changeInventory(
  devices: Inventory,
  change: {
    readonly device: string;
    readonly set?: JsonObject | undefined;
    readonly remove?: boolean | undefined;
  },
): Inventory {
  const found = [...devices].find(([serial, { name }]) => serial === change.device || name === change.device);
  const [serial, before] = found ?? [change.device, { serial: change.device, name: change.device }];
  return withEntry(devices, serial, change.remove ? undefined : { ...before, ...change.set });
}
