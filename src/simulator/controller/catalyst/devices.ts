/** The inventory of a simulated Catalyst Center, and the settings of each device: role, site, provisioning. */

import { z } from "zod";
import { isObject, type JsonObject } from "../../../model/json.ts";
import { isList, isRecord } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { ControllerState } from "../state.ts";
import { catalystError, inResponse } from "./answers.ts";
import { listed } from "./lists.ts";
import { judged, missing } from "./records.ts";
import { begin, catalystIn } from "./tasks.ts";

const intent = "/dna/intent/api/v1";
const path = `${intent}/network-device`;

type DeviceRoute = Route<ControllerState>;

/** The routes of the inventory. */
export const inventoryRoutes: readonly DeviceRoute[] = [
  {
    method: "GET",
    path,
    answer: (state, call) => ({ state, reply: listed(devicesIn(state), call) }),
  },
  {
    method: "GET",
    path: `${path}/count`,
    answer: (state) => ({ state, reply: inResponse(devicesIn(state).length) }),
  },
  { method: "POST", path, answer: addDevice },
  { method: "PUT", path, answer: changeDevice },
  { method: "PUT", path: `${path}/brief`, answer: setRole },
  { method: "PUT", path: `${path}/{id}/management-address`, answer: setAddress },
  { method: "GET", path: `${path}/{id}`, answer: readDevice },
  { method: "DELETE", path: `${path}/{id}`, answer: removeDevice },
  { method: "GET", path: `${intent}/networkDevices/{id}/assignedToSite`, answer: readSite },
  { method: "POST", path: `${intent}/networkDevices/assignToSite/apply`, answer: assignSite },
  { method: "POST", path: `${intent}/networkDevices/unassignFromSite/apply`, answer: unassignSite },
  {
    method: "POST",
    path: `${intent}/wirelessControllers/{id}/assignManagedApLocations`,
    answer: (state, call) => said(state, call, { name: "managedApLocations", schema: apLocations }),
  },
  {
    method: "POST",
    path: `${intent}/wirelessControllers/{id}/provision`,
    answer: (state, call) =>
      said(state, call, { name: "wirelessProvisioning", schema: wirelessProvisioning }),
  },
  { method: "POST", path: `${intent}/wirelessAccessPoints/provision`, answer: provisionAccessPoints },
];

/** Returns all devices with the fields of the seed and the fields that the product adds. */
function devicesIn(state: ControllerState): readonly JsonObject[] {
  const seeded = [...state.devices].map(([id, device]) => {
    const { name = "", status, softwareVersion = "", managementIpAddress = "" } = device;
    const isGone = status === "unreachable";
    const series = device.type ?? "";
    const place = { id, hostname: name, managementIpAddress, softwareVersion, series };
    const serialNumber = `SIM${id.slice(-8)}`;
    return { ...place, serialNumber, reachabilityStatus: isGone ? "Unreachable" : "Reachable" };
  });
  const added = [...catalystIn(state).things].flatMap(([id, { collection, value }]) => {
    const [address] = isList(value.ipAddress ?? null) && isList(value.ipAddress) ? value.ipAddress : [];
    const place = { id, hostname: null, managementIpAddress: String(address), reachabilityStatus: "Unknown" };
    const { serialNumber = `ADD${id.slice(-6)}` } = value;
    return collection === "device" ? [{ ...place, serialNumber, type: value.type ?? null }] : [];
  });
  return [...seeded, ...added].map((device) => ({ ...device, ...settingOf(state, device.id, "device") }));
}

/** Returns a device's setting by name. */
function settingOf(state: ControllerState, id: string, name: string): JsonObject {
  return catalystIn(state).settings.get(`${id}/${name}`) ?? {};
}

/**
 * Returns why nothing can be assigned to a device now. Returns undefined if the controller knows no reason.
 */
export function deviceFault(state: ControllerState, id: string): string | undefined {
  const device = devicesIn(state).find((each) => each.id === id);
  if (device === undefined) return `there is no device ${id}`;
  if (device.reachabilityStatus !== "Unreachable") return undefined;
  return `NCDP10000: Operation failed on '1' devices: ${String(device.managementIpAddress)} is unreachable`;
}

function readDevice(state: ControllerState, { parameters }: Call): Answer<ControllerState> {
  const found = devicesIn(state).find(({ id }) => id === parameters.id);
  return { state, reply: found ? inResponse(found) : catalystError(404, "No resource found with id") };
}

const text = z.string().min(1);

const newDevice = z.looseObject({
  ipAddress: z.array(z.ipv4()).length(1),
  description: z.string().exactOptional(),
});

function addDevice(state: ControllerState, call: Call): Answer<ControllerState> {
  const found = newDevice.safeParse(call.body);
  if (!found.success || !isRecord(call.body))
    return { state, reply: catalystError(400, "ipAddress with one address is required") };
  const [address = ""] = found.data.ipAddress;
  // Devices are unique by address. The address is stored as the description, because all other objects are unique by
  // description.
  const value = { ...call.body, description: address };
  return begin(state, call, (id) => ({ do: "put", id, thing: { collection: "device", value } }));
}

function changeDevice(state: ControllerState, call: Call): Answer<ControllerState> {
  const found = newDevice.safeParse(call.body);
  if (!found.success || !isRecord(call.body))
    return { state, reply: catalystError(400, "ipAddress with one address is required") };
  const [address = ""] = found.data.ipAddress;
  const { body } = call;
  const known = devicesIn(state).find(({ managementIpAddress }) => managementIpAddress === address);
  if (known === undefined) return { state, reply: missing(address) };
  const id = String(known.id);
  return begin(state, call, () => ({ do: "set", isFree: true, id, setting: "credentials", value: body }));
}

const role = z.strictObject({
  id: text,
  role: z.enum(["ACCESS", "CORE", "DISTRIBUTION", "BORDER ROUTER", "UNKNOWN"]),
  roleSource: z.enum(["MANUAL", "AUTO"]),
});

function setRole(state: ControllerState, call: Call): Answer<ControllerState> {
  const body = judged(role, call.body);
  if ("refusal" in body) return { state, reply: body.refusal };
  const { id, ...value } = body.value;
  return ofDevice(state, call, { id: String(id), setting: "device", value });
}

function setAddress(state: ControllerState, call: Call): Answer<ControllerState> {
  const body = judged(z.strictObject({ newIP: z.ipv4() }), call.body);
  if ("refusal" in body) return { state, reply: body.refusal };
  const value = { managementIpAddress: body.value.newIP ?? null };
  return ofDevice(state, call, { id: call.parameters.id ?? "", setting: "device", value });
}

interface Said {
  readonly id: string;
  readonly setting: string;
  readonly value: JsonObject;
}

/** Stores a setting of a device, merged over the previous setting. */
function ofDevice(state: ControllerState, call: Call, { id, setting, value }: Said): Answer<ControllerState> {
  if (!devicesIn(state).some((each) => each.id === id)) return { state, reply: missing(id) };
  const whole = { ...settingOf(state, id, setting), ...value };
  return begin(state, call, () => ({ do: "set", isFree: true, id, setting, value: whole }));
}

const assigned = z.strictObject({ deviceIds: z.array(text).min(1), siteId: text });

function readSite(state: ControllerState, { parameters }: Call): Answer<ControllerState> {
  const { id = "" } = parameters;
  return { state, reply: inResponse(settingOf(state, id, "site")) };
}

function assignSite(state: ControllerState, call: Call): Answer<ControllerState> {
  const body = judged(assigned, call.body);
  if ("refusal" in body) return { state, reply: body.refusal };
  const [first, ...more] =
    isList(body.value.deviceIds ?? null) && isList(body.value.deviceIds) ? body.value.deviceIds : [];
  if (more.length > 0) return { state, reply: catalystError(400, "one device at a time here") };
  const { siteId = "" } = body.value;
  const value = { deviceId: String(first), siteId };
  return ofDevice(state, call, { id: String(first), setting: "site", value });
}

function unassignSite(state: ControllerState, call: Call): Answer<ControllerState> {
  const body = judged(z.strictObject({ deviceIds: z.array(text).length(1) }), call.body);
  if ("refusal" in body) return { state, reply: body.refusal };
  const [id] =
    isList(body.value.deviceIds ?? null) && isList(body.value.deviceIds) ? body.value.deviceIds : [];
  return begin(state, call, () => ({ do: "set", isFree: true, id: String(id), setting: "site", value: {} }));
}

const flag = z.boolean().exactOptional();
const apLocations = z.strictObject({
  primaryManagedAPLocationsSiteIds: z.array(text).exactOptional(),
  secondaryManagedAPLocationsSiteIds: z.array(text).exactOptional(),
});
const wirelessProvisioning = z.strictObject({
  interfaces: z.array(z.looseObject({ interfaceName: text, vlanId: z.int() })).exactOptional(),
  rollingApUpgrade: z
    .strictObject({ enableRollingApUpgrade: flag, apRebootPercentage: z.int().exactOptional() })
    .exactOptional(),
  skipApProvision: flag,
  apAuthorizationListName: text.exactOptional(),
  authorizeMeshAndNonMeshAccessPoints: flag,
});

/** Stores a device setting that no read shows. */
function said(
  state: ControllerState,
  call: Call,
  { name, schema }: { readonly name: string; readonly schema: z.ZodType },
): Answer<ControllerState> {
  const body = judged(schema, call.body);
  if ("refusal" in body) return { state, reply: body.refusal };
  return ofDevice(state, call, { id: call.parameters.id ?? "", setting: name, value: body.value });
}

const accessPoints = z.strictObject({
  networkDevices: z.array(z.strictObject({ deviceId: text, meshRole: text.exactOptional() })).length(1),
  rfProfileName: text,
  apZoneName: text.exactOptional(),
  siteId: text,
});

function provisionAccessPoints(state: ControllerState, call: Call): Answer<ControllerState> {
  const body = accessPoints.safeParse(call.body);
  if (!body.success || !isObject(call.body))
    return { state, reply: catalystError(400, "siteId is required") };
  const [device] = body.data.networkDevices;
  const { body: value } = call;
  return ofDevice(state, call, { id: device?.deviceId ?? "", setting: "accessPoint", value });
}

function removeDevice(state: ControllerState, call: Call): Answer<ControllerState> {
  const { id = "" } = call.parameters;
  if (catalystIn(state).things.get(id)?.collection !== "device")
    return { state, reply: catalystError(404, "No resource found with id") };
  return begin(state, call, () => ({ do: "remove", id }));
}
