/** The firewalls of a simulated Firewall Management Center, with their interfaces, as its API shows them. */

import type { JsonObject } from "../../../model/json.ts";
import type { Inventory } from "../../inventory.ts";
import { type FmcState, idOf } from "./state.ts";

/** The path of firewalls, below the domain. */
export const deviceRecords = "devices/devicerecords";

const interfaces = ["GigabitEthernet0/0", "GigabitEthernet0/1", "GigabitEthernet0/2", "Management0/0"];

/** Returns the id of a firewall. */
export function deviceId(serial: string): string {
  return idOf(`device ${serial}`);
}

/** Returns the state with exactly the firewalls of an inventory. */
export function withDevices(fmc: FmcState, devices: Inventory): FmcState {
  const ids = new Set([...devices.keys()].map(deviceId));
  const gone = [...fmc.objects.keys()].filter((at) => {
    const id = at.startsWith(`${deviceRecords}/`) ? at.split("/")[2] : undefined;
    return id !== undefined && !ids.has(id);
  });
  const objects = new Map(fmc.objects);
  for (const at of gone) objects.delete(at);
  for (const [serial, device] of devices) {
    const id = deviceId(serial);
    const path = `${deviceRecords}/${id}`;
    const isNew = !objects.has(path);
    objects.set(path, recordOf(id, serial, device));
    if (isNew)
      for (const name of interfaces) {
        const own = idOf(`${id} ${name}`);
        const record = { id: own, type: "PhysicalInterface", name, mode: "NONE", enabled: false, MTU: 1500 };
        objects.set(`${path}/physicalinterfaces/${own}`, record);
      }
  }
  return { ...fmc, objects };
}

function recordOf(id: string, serial: string, device: JsonObject): JsonObject {
  return {
    id,
    type: "Device",
    name: device.name ?? null,
    hostName: device.managementIpAddress ?? null,
    model: device.model ?? null,
    sw_version: device.softwareVersion ?? null,
    healthStatus: device.status ?? null,
    metadata: { deviceSerialNumber: serial },
  };
}
