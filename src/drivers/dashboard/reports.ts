/** What devices report of themselves, told by their model. */

import { isObject, type Json } from "../../model/json.ts";
import type { DeviceReport } from "./dialects/dialect.ts";

/** Words, or the beginnings of product numbers, by which a model says what a device is. */
const models: Readonly<Record<DeviceReport, RegExp>> = {
  uplink: /appliance|gateway|^(?:MX|Z)\d/i,
  wirelessStatus: /access point|wireless|^(?:MR|CW)\d/i,
};

const others = /switch|camera|sensor|^(?:MS|MV|MT)\d/i;

/** Appliances have uplinks, access points a wireless status; what a record does not tell may have both. */
export function reportsOf(device: Json): readonly DeviceReport[] {
  const model = isObject(device) && typeof device.model === "string" ? device.model : "";
  const told = (["uplink", "wirelessStatus"] as const).filter((report) => models[report].test(model));
  if (told.length > 0 || others.test(model)) return told;
  return ["uplink", "wirelessStatus"];
}
