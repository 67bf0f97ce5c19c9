/** The devices of a simulated vManage, with the names that a vManage gives to their fields. */

import type { Json } from "../../../model/json.ts";
import type { SdwanState } from "../sdwan.ts";
import { inData } from "./answers.ts";

/** Returns the answer to `GET /dataservice/device`. */
export function inventoryOfVmanage({ devices }: SdwanState, now: number): Json {
  const records = [...devices].map(([uuid, device]) => ({
    uuid,
    deviceId: device.managementIpAddress ?? null,
    "system-ip": device.managementIpAddress ?? null,
    "host-name": device.name ?? null,
    reachability: device.status ?? null,
    status: "normal",
    "board-serial": device.serial ?? null,
    "device-model": device.model ?? null,
    version: device.softwareVersion ?? null,
    "site-id": device.site ?? null,
    "device-type": "vedge",
  }));
  return inData(records, now);
}
