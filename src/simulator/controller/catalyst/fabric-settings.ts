/**
 * Fabric settings of a simulated Catalyst Center: authentication profiles, and wireless controllers embedded in
 * switches.
 */

import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";
import { isList } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { ControllerState } from "../state.ts";
import { catalystError, inResponse } from "./answers.ts";
import { judged } from "./records.ts";
import { begin, catalystIn } from "./tasks.ts";

const sda = "/dna/intent/api/v1/sda";
const flag = z.boolean().exactOptional();

const profile = z.strictObject({
  id: z.string(),
  fabricId: z.string().exactOptional(),
  authenticationProfileName: z.enum(["Open Authentication", "Closed Authentication", "Low Impact"]),
  authenticationOrder: z.enum(["dot1x", "mac"]).exactOptional(),
  dot1xToMabFallbackTimeout: z.int().min(3).max(120).exactOptional(),
  wakeOnLan: flag,
  numberOfHosts: z.enum(["Single", "Unlimited"]).exactOptional(),
  isBpduGuardEnabled: flag,
  preAuthAcl: z.record(z.string(), z.json()).exactOptional(),
});

const wireless = z.strictObject({
  id: z.string(),
  enableWireless: z.boolean(),
  rollingApUpgrade: z
    .strictObject({
      enableRollingApUpgrade: flag,
      apRebootPercentage: z.literal([5, 15, 25]).exactOptional(),
    })
    .exactOptional(),
});

const names = ["Open Authentication", "Closed Authentication", "Low Impact"];

/** The routes of fabric settings. */
export const fabricSettingRoutes: readonly Route<ControllerState>[] = [
  { method: "GET", path: `${sda}/authenticationProfiles`, answer: listProfiles },
  { method: "PUT", path: `${sda}/authenticationProfiles`, answer: setProfile },
  { method: "GET", path: `${sda}/fabrics/{fabric}/switchWirelessSetting`, answer: readWireless },
  { method: "PUT", path: `${sda}/fabrics/{fabric}/switchWirelessSetting`, answer: setWireless },
];

/** Answers with the profiles of a fabric if the query names the fabric, otherwise with the global profiles. */
function listProfiles(state: ControllerState, { query }: Call): Answer<ControllerState> {
  const fabricId = query.get("fabricId") ?? "";
  const found = names.map((authenticationProfileName): JsonObject => {
    const id = `${fabricId === "" ? "all" : fabricId}-${authenticationProfileName.replace(" ", "-")}`;
    const own = catalystIn(state).settings.get(`${id}/profile`) ?? {};
    return { ...own, id, authenticationProfileName, ...(fabricId !== "" && { fabricId }) };
  });
  return { state, reply: inResponse(found) };
}

function setProfile(state: ControllerState, call: Call): Answer<ControllerState> {
  const [one = null, ...more] = isList(call.body) ? call.body : [];
  if (more.length > 0) return { state, reply: catalystError(400, "one profile is required") };
  const body = judged(profile, one);
  if ("refusal" in body) return { state, reply: body.refusal };
  const { id = "", ...value } = body.value;
  return begin(state, call, () => ({ do: "set", isFree: true, id: String(id), setting: "profile", value }));
}

function readWireless(state: ControllerState, { parameters, query }: Call): Answer<ControllerState> {
  const id = query.get("networkDeviceId") ?? "";
  const own = catalystIn(state).settings.get(`${parameters.fabric}/${id}/wireless`);
  return { state, reply: inResponse(own === undefined ? [] : [{ ...own, id }]) };
}

function setWireless(state: ControllerState, call: Call): Answer<ControllerState> {
  const body = judged(wireless, call.body);
  if ("refusal" in body) return { state, reply: body.refusal };
  const { id = "", ...value } = body.value;
  const fabric = call.parameters.fabric ?? "";
  return begin(state, call, () => ({
    do: "set",
    isFree: true,
    id: `${fabric}/${String(id)}`,
    setting: "wireless",
    value,
  }));
}
