/** Devices of device templates: their input values, how they are attached and detached, and the results. */

import type { Json, JsonObject } from "../../../model/json.ts";
import { isList, isRecord, json } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { SdwanState } from "../sdwan.ts";
import { inData, vmanageError } from "./answers.ts";
import { beginPush, isUnderWay, nameOf, resultAt, statusOf, syncOf } from "./pushes.ts";
import { forged } from "./sessions.ts";
import { freshVmanage, type VmanageState } from "./state.ts";
import { type TemplateVariable, variablesIn } from "./template-values.ts";

const below = "/dataservice/template";

/** The routes that list the devices of a template, and attach devices to it. */
export const attachmentRoutes: readonly Route<SdwanState>[] = [
  { method: "GET", path: `${below}/device/config/attached/{id}`, answer: attachedTo },
  { method: "GET", path: "/dataservice/system/device/vedges", answer: edges },
  { method: "POST", path: `${below}/device/config/input`, answer: input },
  { method: "POST", path: `${below}/device/config/attachfeature`, answer: attach },
  { method: "POST", path: `${below}/device/config/attachcli`, answer: attach },
  { method: "POST", path: `${below}/device/config/attachment`, answer: attach },
  { method: "POST", path: `${below}/config/device/mode/cli`, answer: detach },
  { method: "POST", path: `${below}/policy/vsmart/activate/{id}`, answer: activate },
  { method: "POST", path: `${below}/policy/vsmart/deactivate/{id}`, answer: deactivate },
  { method: "GET", path: "/dataservice/device/action/status/{id}", answer: statusOf },
];

function attachedTo(state: SdwanState, { parameters: { id = "" }, now }: Call): Answer<SdwanState> {
  const { vmanage = freshVmanage } = state;
  if (templateOf(vmanage, id) === undefined) return { state, reply: noTemplate(id) };
  const own = [...vmanage.attached].filter(([, { templateId }]) => templateId === id);
  const records = own.map(([uuid]) => ({
    uuid,
    deviceIP: addressOf(state, uuid),
    "host-name": nameOf(state, uuid),
    personality: "vedge",
    configOperationMode: "vmanage",
    configStatusMessage: syncOf(state, uuid),
  }));
  return { state, reply: json(200, inData(records, now)) };
}

/** Answers with all routers, each with its template if it has one. */
function edges(state: SdwanState, { now }: Call): Answer<SdwanState> {
  const records = [...state.devices].map(([uuid]) => {
    const templateId = state.vmanage?.attached.get(uuid)?.templateId;
    return {
      uuid,
      chasisNumber: uuid,
      "host-name": nameOf(state, uuid),
      deviceIP: addressOf(state, uuid),
      configOperationMode: templateId === undefined ? "cli" : "vmanage",
      ...(templateId !== undefined && { templateId, configStatusMessage: syncOf(state, uuid) }),
    };
  });
  return { state, reply: json(200, inData(records, now)) };
}

/** Answers with the input row of each device that is attached to a template, or is going to be attached. */
function input(state: SdwanState, call: Call): Answer<SdwanState> {
  const refused = forged(state, call);
  if (refused) return refused;
  const { vmanage = freshVmanage } = state;
  const { templateId, deviceIds } = isRecord(call.body) ? call.body : {};
  const id = String(templateId);
  if (templateOf(vmanage, id) === undefined) return { state, reply: noTemplate(id) };
  const known = list(deviceIds);
  const missing = known.find((uuid) => !state.devices.has(String(uuid)));
  if (missing !== undefined)
    return { state, reply: vmanageError(400, "Failed to get device", `there is no ${String(missing)}`) };
  const variables = variablesOf(vmanage, id);
  const columns = [
    ...fixed.map((property) => ({ property, title: property, editable: false })),
    ...variables.map(({ property, name }) => ({
      property,
      title: `${property.split("/").at(-1)}(${name})`,
      editable: true,
      templateType: "feature",
    })),
  ];
  const data = known.map((uuid) => rowOf(state, { id, uuid: String(uuid), variables }));
  return { state, reply: json(200, { header: { columns }, data }) };
}

const fixed = ["csv-status", "csv-deviceId", "csv-deviceIP", "csv-host-name"];

interface RowSubject {
  readonly id: string;
  readonly uuid: string;
  readonly variables: readonly TemplateVariable[];
}

function rowOf(state: SdwanState, { id, uuid, variables }: RowSubject): JsonObject {
  const attached = state.vmanage?.attached.get(uuid);
  const values = attached?.templateId === id ? attached.row : {};
  const own = variables.map(({ property }) => [property, values[property] ?? ""] as const);
  const isWhole = own.every(([, value]) => value !== "");
  return {
    "csv-status": isWhole ? "complete" : "in_complete",
    "csv-deviceId": uuid,
    "csv-deviceIP": addressOf(state, uuid),
    "csv-host-name": nameOf(state, uuid),
    "csv-templateId": id,
    ...Object.fromEntries(own),
  };
}

function attach(state: SdwanState, call: Call): Answer<SdwanState> {
  const refused = forged(state, call);
  if (refused) return refused;
  const { vmanage = freshVmanage } = state;
  const body = isRecord(call.body) ? call.body : {};
  const [wanted] = list(body.deviceTemplateList);
  const { templateId, device } = isRecord(wanted) ? wanted : {};
  const id = String(templateId);
  if (templateOf(vmanage, id) === undefined) return { state, reply: noTemplate(id) };
  const rows = list(device).filter(isRecord);
  const variables = variablesOf(vmanage, id);
  for (const row of rows) {
    const uuid = String(row["csv-deviceId"]);
    if (!state.devices.has(uuid))
      return { state, reply: vmanageError(400, "Failed to attach", `there is no ${uuid}`) };
    const lacks = variables.find(({ property }) => (row[property] ?? "") === "");
    if (lacks !== undefined)
      return { state, reply: vmanageError(400, "Failed to attach", `${uuid}: no value for ${lacks.name}`) };
  }
  if (isUnderWay(vmanage, id, call.now))
    return {
      state,
      reply: vmanageError(400, "Failed to update configuration", "Template locked in edit mode."),
    };
  const devices = rows.map((row) => {
    const uuid = String(row["csv-deviceId"]);
    return { uuid, row, result: resultAt(state, uuid) };
  });
  const attached = new Map(vmanage.attached);
  for (const { uuid, row, result: push } of devices) {
    const before = attached.get(uuid);
    if (push !== "failure") attached.set(uuid, { templateId: id, row, push });
    else if (before !== undefined) attached.set(uuid, { ...before, push });
  }
  const task = { action: "push_feature_template_configuration", templateId: id, devices };
  return beginPush({ ...state, vmanage: { ...vmanage, attached } }, task, call.now);
}

function detach(state: SdwanState, call: Call): Answer<SdwanState> {
  const refused = forged(state, call);
  if (refused) return refused;
  const { vmanage = freshVmanage } = state;
  const body = isRecord(call.body) ? call.body : {};
  const uuids = list(body.devices).flatMap((each) => (isRecord(each) ? [String(each.deviceId)] : []));
  if (uuids.length === 0) return { state, reply: vmanageError(400, "Invalid payload", "no devices") };
  const attached = new Map([...vmanage.attached].filter(([uuid]) => !uuids.includes(uuid)));
  const devices = uuids.map((uuid) => ({ uuid, result: "success" as const }));
  const task = { action: "device_config_mode_cli", templateId: "", devices };
  return beginPush({ ...state, vmanage: { ...vmanage, attached } }, task, call.now);
}

/** Activates a policy. The previously active policy is deactivated, because only one policy is active at a time. */
function activate(state: SdwanState, call: Call): Answer<SdwanState> {
  return forged(state, call) ?? activating(state, call, true);
}

function deactivate(state: SdwanState, call: Call): Answer<SdwanState> {
  return forged(state, call) ?? activating(state, call, false);
}

function activating(
  state: SdwanState,
  { parameters: { id = "" }, now }: Call,
  isActivated: boolean,
): Answer<SdwanState> {
  const { vmanage = freshVmanage } = state;
  const own = `/template/policy/vsmart/${id}`;
  if (!vmanage.objects.has(own))
    return { state, reply: vmanageError(400, "Failed to find specified resource", `there is no ${id}`) };
  const objects = new Map(
    [...vmanage.objects].map(([at, object]) => {
      if (!at.startsWith("/template/policy/vsmart/")) return [at, object];
      const isActive = at === own && isActivated;
      return [at, { ...object, value: { ...object.value, isPolicyActivated: isActive } }];
    }),
  );
  const task = { action: "vsmart_policy_config", templateId: "", devices: [] };
  return beginPush({ ...state, vmanage: { ...vmanage, objects } }, task, now);
}

function templateOf({ objects }: VmanageState, id: string): JsonObject | undefined {
  return objects.get(`/template/device/${id}`)?.value;
}

function noTemplate(id: string) {
  return vmanageError(400, "Invalid Template Id", `there is no ${id}`);
}

/** Returns the variables of all parts of a device template. */
function variablesOf(vmanage: VmanageState, id: string): readonly TemplateVariable[] {
  const own = templateOf(vmanage, id) ?? {};
  if (own.configType !== "file") return variablesBelow(vmanage, own.generalTemplates ?? [], "");
  const text = String(own.templateConfiguration);
  const names = new Set([...text.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = ""]) => name));
  return [...names].map((name) => ({ property: name, name }));
}

function variablesBelow(vmanage: VmanageState, templates: Json, around: string): readonly TemplateVariable[] {
  return list(templates).flatMap((each) => {
    const { templateId, subTemplates = [] } = isRecord(each) ? each : {};
    const { templateDefinition = {}, templateType = "" } =
      vmanage.objects.get(`/template/feature/${String(templateId)}`)?.value ?? {};
    const place = `${around}/${String(templateId).slice(-4)}/${String(templateType)}`;
    return [...variablesIn(templateDefinition, place), ...variablesBelow(vmanage, subTemplates, place)];
  });
}

function list(value: Json | undefined): readonly Json[] {
  return value !== undefined && isList(value) ? value : [];
}

function addressOf({ devices }: SdwanState, uuid: string): string {
  return String(devices.get(uuid)?.managementIpAddress ?? "");
}

/** Returns the attached device templates that are the template with this id or contain it. */
export function templatesAffected({ objects, attached }: VmanageState, id: string): readonly string[] {
  const own = [...objects].flatMap(([at, { value }]) => {
    const isMade = at.startsWith("/template/device/") && refersTo(objects, value, id);
    return isMade || at === `/template/device/${id}` ? [at.slice(at.lastIndexOf("/") + 1)] : [];
  });
  const used = new Set([...attached.values()].map(({ templateId }) => templateId));
  return own.filter((each) => used.has(each));
}

/** Returns how many device templates and how many devices use a template. */
export function attachedCounts(vmanage: VmanageState, id: string): JsonObject {
  const affected = templatesAffected(vmanage, id);
  const devices = [...vmanage.attached.values()].filter(({ templateId }) => affected.includes(templateId));
  return { attachedMastersCount: affected.length, devicesAttached: devices.length };
}

/** True if an object refers to the object with this id, directly or through other objects. */
function refersTo(objects: VmanageState["objects"], value: JsonObject, id: string): boolean {
  const seen = new Set<string>();
  const byId = new Map([...objects].map(([at, object]) => [at.slice(at.lastIndexOf("/") + 1), object.value]));
  const leads = (from: JsonObject): boolean => {
    const named = [...JSON.stringify(from).matchAll(uuid)].map(([found]) => found);
    if (named.includes(id)) return true;
    const others = named.filter((each) => !seen.has(each));
    for (const each of others) seen.add(each);
    return others.some((each) => leads(byId.get(each) ?? {}));
  };
  return leads(value);
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
