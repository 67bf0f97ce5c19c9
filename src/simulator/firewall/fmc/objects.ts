/** How a simulated Firewall Management Center reads, creates, changes and removes objects in its collections. */

import type { Json, JsonObject } from "../../../model/json.ts";
import { isList, isRecord, json, type SimReply } from "../../wire/message.ts";
import type { Answer, Call } from "../../wire/route.ts";
import type { FirewallState } from "../state.ts";
import { fmcError, page } from "./answers.ts";
import { type FmcCollection, fmcCollection } from "./collections.ts";
import { deviceRecords, withDevices } from "./devices.ts";
import { placed, renumbered } from "./rules.ts";
import { type FmcState, freshFmc, globalDomain, idOf } from "./state.ts";

/** Answers the `GET` of a list or of an item. */
export function readFmc(before: FirewallState, call: Call): Answer<FirewallState> {
  const { fmc, state } = opened(before);
  const path = pathInDomain(call);
  const collection = fmcCollection(path);
  if (collection) {
    const fault = missingParent(fmc, collection);
    return { state, reply: fault ?? page(inCollection(fmc, collection), call) };
  }
  const found = itemAt(fmc, path);
  return { state, reply: found ? json(200, found.record) : absent(path) };
}

/**
 * Answers a `POST` to a collection. With `bulk=true`, the body is a list of objects, of which all are created or none.
 */
export function makeInFmc(before: FirewallState, call: Call): Answer<FirewallState> {
  const { fmc, state } = opened(before);
  const path = pathInDomain(call);
  const collection = fmcCollection(path);
  if (collection === undefined) return { state, reply: absent(path) };
  if (collection.form !== "many" || path === deviceRecords)
    return { state, reply: fmcError(405, "Unsupported operation for the object.") };
  const parent = missingParent(fmc, collection);
  if (parent) return { state, reply: parent };
  const isBulk = call.query.get("bulk") === "true" && isList(call.body);
  const bodies = isBulk && isList(call.body) ? call.body : [call.body];
  if (bodies.length > maxTogether)
    return { state, reply: fmcError(422, `Unprocessable Entity: over ${maxTogether} objects`) };
  let made: FmcState = fmc;
  const paths: string[] = [];
  for (const body of bodies) {
    const result = withMade(made, collection, { ...call, body });
    if ("refused" in result) return { state, reply: result.refused };
    made = result.fmc;
    paths.push(result.path);
  }
  const next = touched(made, state, call.now);
  const records = paths.map((each) => next.objects.get(each) ?? {});
  const [only = {}] = records;
  const { defaultAction: _, ...shown } = only;
  return { state: { ...state, fmc: next }, reply: json(201, isBulk ? { items: records } : shown) };
}

/** The maximum number of objects in one request. No known client sends more. */
const maxTogether = 1000;

function withMade(
  fmc: FmcState,
  collection: FmcCollection,
  call: Call,
): { readonly fmc: FmcState; readonly path: string } | { readonly refused: SimReply } {
  const fault = refusal(fmc, collection, call.body);
  if (fault) return { refused: fault };
  const counted = fmc.counted + 1;
  const id = idOf(`${collection.path} ${counted}`);
  const path = `${collection.path}/${id}`;
  const entry = [path, recordOf(collection, id, call)] as const;
  const objects = placed(fmc.objects, { collection, entry, query: call.query });
  if ("refused" in objects) return { refused: fmcError(400, objects.refused) };
  return { fmc: { ...fmc, objects: objects.placed, counted }, path };
}

/** Answers the `PUT` of an item, which replaces the item. The body must also contain the id. */
export function changeInFmc(before: FirewallState, call: Call): Answer<FirewallState> {
  const { fmc, state } = opened(before);
  const path = pathInDomain(call);
  const found = itemAt(fmc, path);
  if (found === undefined) return { state, reply: absent(path) };
  const { collection, record: old } = found;
  const { id = null } = old;
  const sent = isRecord(call.body) ? call.body.id : undefined;
  if (sent !== id)
    return { state, reply: fmcError(400, "Invalid id in the payload: it is not that of the URL") };
  const fault = refusal(fmc, collection, call.body);
  if (fault) return { state, reply: fault };
  const { metadata = {} } = old;
  const changed = { ...recordOf(collection, String(id), call), metadata };
  const objects = new Map(fmc.objects).set(`${collection.path}/${String(id)}`, changed);
  return {
    state: { ...state, fmc: touched({ ...fmc, objects }, state, call.now) },
    reply: json(200, changed),
  };
}

/**
 * Answers the `DELETE` of an item. It also removes everything inside the item. It is refused while another object
 * refers to the item.
 */
export function removeFromFmc(before: FirewallState, call: Call): Answer<FirewallState> {
  const { fmc, state } = opened(before);
  const path = pathInDomain(call);
  const found = itemAt(fmc, path);
  if (found === undefined) return { state, reply: absent(path) };
  const { collection, record } = found;
  if (collection.form !== "many" || collection.path === deviceRecords)
    return { state, reply: fmcError(405, "Unsupported operation for the object.") };
  const isNamed = [...fmc.objects].some(
    ([at, each]) => !at.startsWith(path) && JSON.stringify(each).includes(`"${String(record.id)}"`),
  );
  if (isNamed)
    return { state, reply: fmcError(400, "Object deletion restricted. Remove object from usages.") };
  const kept = new Map([...fmc.objects].filter(([at]) => at !== path && !at.startsWith(`${path}/`)));
  const objects = collection.order === undefined ? kept : renumbered(kept, collection);
  return {
    state: { ...state, fmc: touched({ ...fmc, objects }, state, call.now) },
    reply: json(200, record),
  };
}

/** Returns the state with the fixed objects of its devices added. */
export function opened(state: FirewallState): { readonly fmc: FmcState; readonly state: FirewallState } {
  const fmc = withDevices(state.fmc ?? freshFmc, state.devices);
  return { fmc, state: { ...state, fmc } };
}

/** Returns the path below the domain. */
export function pathInDomain({ parameters }: Call): string {
  return decodeURIComponent(parameters.path ?? "").replace(/\/$/, "");
}

function absent(path: string): SimReply {
  return fmcError(404, `The requested resource was not found: ${path}`);
}

function missingParent({ objects }: FmcState, { parents }: FmcCollection): SimReply | undefined {
  const missing = parents.find((path) => !objects.has(path) && isMade(path));
  return missing === undefined ? undefined : absent(missing);
}

/** True if the item is created by a request. A singleton is not, because it exists together with its parent. */
function isMade(path: string): boolean {
  return fmcCollection(path.slice(0, path.lastIndexOf("/")))?.form !== "one";
}

function inCollection({ objects }: FmcState, { path, form, type }: FmcCollection): readonly JsonObject[] {
  const held = [...objects].flatMap(([at, record]) =>
    at.slice(0, at.lastIndexOf("/")) === path ? [record] : [],
  );
  return held.length === 0 && form === "one" ? [{ id: idOf(path), type }] : held;
}

function itemAt(
  fmc: FmcState,
  path: string,
): { readonly collection: FmcCollection; readonly record: JsonObject } | undefined {
  const cut = path.lastIndexOf("/");
  const collection = fmcCollection(path.slice(0, cut));
  if (collection === undefined || missingParent(fmc, collection)) return undefined;
  const record = inCollection(fmc, collection).find(({ id }) => id === path.slice(cut + 1));
  return record && { collection, record };
}

/** Returns why a body is refused. Returns undefined if it is accepted. */
function refusal(fmc: FmcState, collection: FmcCollection, body: Json): SimReply | undefined {
  if (!isRecord(body)) return fmcError(422, "Unprocessable Entity: an object is required");
  const { name, id: own = null } = body;
  const needsName = /^(?:object|policy)\/[a-z0-9]+$/.test(collection.path) || collection.order === "access";
  if (needsName && (typeof name !== "string" || name === "")) return fmcError(400, "Invalid object name");
  // Subinterfaces have the name of their interface, so several subinterfaces may have the same name.
  if (name === undefined || collection.type === "SubInterface") return undefined;
  const isTaken = inCollection(fmc, collection).some((each) => each.id !== own && each.name === name);
  return isTaken ? fmcError(400, takenName(collection, String(name))) : portFault(collection, body);
}

/** Returns the message about a name that is already used in its collection, in the wording of FMC 6.5. */
function takenName({ path }: FmcCollection, name: string): string {
  if (!path.startsWith("policy/")) return `The object name ${name} already exists. Enter a new name.`;
  const elsewhere = "In a multidomain deployment, the policy may exist in a different domain";
  return `Duplicate Name Policy with the name ${name} already exists. ${elsewhere}. Enter a new name.`;
}

/**
 * Returns the refusal of a port that is neither a number nor a range of numbers. Returns undefined if there is no such
 * error.
 */
function portFault({ path }: FmcCollection, { port }: JsonObject): SimReply | undefined {
  const isWrong = typeof port === "string" && !/^\d{1,5}(?:-\d{1,5})?$/.test(port);
  return path === "object/protocolportobjects" && isWrong ? fmcError(400, 'For input string: ""') : undefined;
}

function recordOf(collection: FmcCollection, id: string, { body, request, credential }: Call): JsonObject {
  const { links: _, metadata: __, ...sent } = isRecord(body) ? body : {};
  const domain = { name: "Global", id: globalDomain };
  const isPolicy = collection.path.startsWith("policy/") && !collection.path.slice(7).includes("/");
  return {
    type: collection.type,
    ...sent,
    id,
    links: { self: `${request.origin}/api/fmc_config/v1/domain/${globalDomain}/${collection.path}/${id}` },
    metadata: isPolicy
      ? { inherit: false, domain: { ...domain, type: "Domain" } }
      : { timestamp: 0, lastUser: { name: credential }, domain },
  };
}

/** Returns the state with every device marked as having undeployed changes. */
export function touched(fmc: FmcState, { devices }: FirewallState, now: number): FmcState {
  return { ...fmc, pending: new Map([...devices.keys()].map((serial) => [serial, now])) };
}
