/**
 * Onboarding of devices to a simulated Catalyst Center: discovery, LAN automation, Plug and Play,
 * provisioning, tags.
 */

import { z } from "zod";
import { isObject, type JsonObject } from "../../../model/json.ts";
import { isList, json } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { ControllerState } from "../state.ts";
import { catalystError, inResponse } from "./answers.ts";
import { deviceFault } from "./devices.ts";
import { judged, missing, type RecordPath, recordRoutes, recordsNamed } from "./records.ts";
import { begin, catalystIn } from "./tasks.ts";

const intent = "/dna/intent/api/v1";
const text = z.string().min(1);
const flag = z.boolean().exactOptional();
const number = z.int().exactOptional();
const texts = z.array(text).exactOptional();

const provisioned: RecordPath = {
  name: "provisioned devices",
  path: `${intent}/sda/provisionDevices`,
  schema: z.strictObject({ siteId: text, networkDeviceId: text }),
  unique: ["networkDeviceId"],
  update: "body",
  inList: true,
  filters: { networkDeviceId: "networkDeviceId", siteId: "siteId" },
  fault: (state, { networkDeviceId }) => deviceFault(state, String(networkDeviceId)),
};

const discoveries: RecordPath = {
  name: "discoveries",
  path: `${intent}/discovery`,
  listPath: `${intent}/discovery/{start}/{count}`,
  schema: z.strictObject({
    name: text,
    discoveryType: z.enum(["Single", "Range", "Multi Range", "CDP", "LLDP", "CIDR"]),
    protocolOrder: text,
    ipAddressList: text.exactOptional(),
    ipFilterList: texts,
    preferredMgmtIPMethod: z.enum(["None", "UseLoopBack"]).exactOptional(),
    cdpLevel: number,
    lldpLevel: number,
    retry: number,
    timeout: number,
    netconfPort: text.exactOptional(),
    globalCredentialIdList: texts,
    userNameList: texts,
    snmpVersion: z.enum(["v2", "v3"]).exactOptional(),
    snmpMode: text.exactOptional(),
    snmpUserName: text.exactOptional(),
    snmpAuthProtocol: text.exactOptional(),
    snmpAuthPassphrase: text.exactOptional(),
    snmpPrivProtocol: text.exactOptional(),
    snmpPrivPassphrase: text.exactOptional(),
    snmpRoCommunity: text.exactOptional(),
    snmpRoCommunityDesc: text.exactOptional(),
    snmpRwCommunity: text.exactOptional(),
    snmpRwCommunityDesc: text.exactOptional(),
  }),
  unique: ["name"],
  shown: ({ retry, timeout, name, ipAddressList, protocolOrder, preferredMgmtIPMethod, ...more }) => ({
    name: name ?? null,
    ipAddressList: ipAddressList ?? null,
    protocolOrder: protocolOrder ?? null,
    preferredMgmtIPMethod: preferredMgmtIPMethod ?? "None",
    ...(retry !== undefined && { retryCount: retry }),
    ...(timeout !== undefined && { timeOut: timeout }),
    ...levels(more),
    discoveryCondition: "Complete",
  }),
};

function levels({ cdpLevel, lldpLevel, netconfPort }: JsonObject): JsonObject {
  return {
    ...(cdpLevel !== undefined && { cdpLevel }),
    ...(lldpLevel !== undefined && { lldpLevel }),
    ...(netconfPort !== undefined && { netconfPort }),
  };
}

const lanAutomation: RecordPath = {
  name: "LAN automation",
  path: `${intent.replace("v1", "v2")}/lan-automation`,
  listPath: `${intent}/lan-automation/status`,
  itemPath: `${intent}/lan-automation`,
  schema: z.strictObject({
    discoveredDeviceSiteNameHierarchy: text,
    primaryDeviceManagmentIPAddress: z.ipv4(),
    peerDeviceManagmentIPAddress: z.ipv4().exactOptional(),
    primaryDeviceInterfaceNames: z.array(text).min(1),
    ipPools: z
      .array(z.strictObject({ ipPoolName: text, ipPoolRole: z.enum(["MAIN_POOL", "PHYSICAL_LINK_POOL"]) }))
      .min(1),
    multicastEnabled: flag,
    hostNamePrefix: text.exactOptional(),
    hostNameFileId: text.exactOptional(),
    isisDomainPwd: text.exactOptional(),
    redistributeIsisToBgp: flag,
    discoveryLevel: z.int().min(1).max(5).exactOptional(),
    discoveryTimeout: z.int().min(20).max(10_080).exactOptional(),
    discoveryDevices: z.array(z.looseObject({ deviceSerialNumber: text })).exactOptional(),
  }),
  unique: ["primaryDeviceManagmentIPAddress"],
  inList: true,
};

const expected: RecordPath = {
  name: "expected devices",
  path: `${intent}/onboarding/pnp-device`,
  schema: z.strictObject({
    deviceInfo: z.strictObject({ serialNumber: text, pid: text, hostname: text, stack: flag }),
  }),
  unique: ["deviceInfo"],
  update: "path",
  bare: true,
};

const claim = z.strictObject({
  deviceId: text,
  siteId: text,
  type: z.enum(["Default", "StackSwitch", "AccessPoint", "Sensor", "CatalystWLC", "MobilityExpress"]),
  imageInfo: z.strictObject({ imageId: z.string().exactOptional(), skip: flag }).exactOptional(),
  configInfo: z
    .strictObject({
      configId: z.string().exactOptional(),
      configParameters: z
        .array(z.strictObject({ key: text, value: z.string().exactOptional() }))
        .exactOptional(),
    })
    .exactOptional(),
  hostname: text.exactOptional(),
  rfProfile: text.exactOptional(),
  staticIP: text.exactOptional(),
  subnetMask: text.exactOptional(),
  gateway: text.exactOptional(),
  vlanId: text.exactOptional(),
  ipInterfaceName: text.exactOptional(),
  sensorProfile: text.exactOptional(),
  topOfStackSerialNumber: text.exactOptional(),
  cablingScheme: z.enum(["1A", "1B"]).exactOptional(),
});

const members = `${intent}/tag/{tag}/member`;

/** The routes of onboarding. */
export const onboardingRoutes: readonly Route<ControllerState>[] = [
  ...recordRoutes(provisioned),
  ...recordRoutes(discoveries),
  ...recordRoutes(lanAutomation),
  { method: "POST", path: `${intent}/onboarding/pnp-device/site-claim`, answer: claimDevice },
  ...recordRoutes(expected),
  { method: "GET", path: members, answer: listMembers },
  { method: "POST", path: members, answer: addMembers },
  { method: "DELETE", path: `${members}/{own}`, answer: removeMember },
];

function claimDevice(state: ControllerState, call: Call): Answer<ControllerState> {
  const body = judged(claim, call.body);
  if ("refusal" in body) return { state, reply: body.refusal };
  const { deviceId, ...value } = body.value;
  const id = String(deviceId);
  if (catalystIn(state).things.get(id)?.collection !== expected.name) return { state, reply: missing(id) };
  const { state: next } = begin(state, call, () => ({
    do: "set",
    isFree: true,
    id,
    setting: "claim",
    value,
  }));
  return { state: next, reply: json(200, { response: "Device Claimed", version: "1.0" }) };
}

function listMembers(state: ControllerState, { parameters, query }: Call): Answer<ControllerState> {
  const type = query.get("memberType") ?? "networkdevice";
  const found = recordsNamed(state, "tag members").flatMap(([, { tag, memberType, member }]) =>
    tag === parameters.tag && memberType === type ? [{ instanceUuid: member ?? null }] : [],
  );
  return { state, reply: inResponse(found) };
}

function addMembers(state: ControllerState, call: Call): Answer<ControllerState> {
  const [[memberType = "", ids = null] = [], ...more] = Object.entries(isObject(call.body) ? call.body : {});
  const isKnown = ["networkdevice", "template", "interface"].includes(memberType);
  if (!isKnown || more.length > 0 || !isList(ids) || ids.length !== 1)
    return { state, reply: catalystError(400, "a list with exactly one element is required") };
  const value = { tag: call.parameters.tag ?? "", memberType, member: ids[0] ?? null };
  const thing = { collection: "tag members", value, unique: ["tag", "memberType", "member"] };
  return begin(state, call, (id) => ({ do: "put", id, thing }));
}

function removeMember(state: ControllerState, call: Call): Answer<ControllerState> {
  const { tag, own = "" } = call.parameters;
  const found = recordsNamed(state, "tag members").find(
    ([, each]) => each.tag === tag && each.member === own,
  );
  if (found === undefined) return { state, reply: missing(own) };
  return begin(state, call, () => ({ do: "remove", id: found[0] }));
}
