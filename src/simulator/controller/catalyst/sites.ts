/**
 * Sites, pools, tags, credentials and settings of a simulated Catalyst Center: lists and items, and writes that become
 * tasks.
 */

import type { z } from "zod";
import { isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { isList, type SimReply } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { ControllerState } from "../state.ts";
import { catalystError, inResponse } from "./answers.ts";
import {
  type CatalystCollection,
  collections,
  credentialKinds,
  neverShown,
  siteSettings,
} from "./collections.ts";
import { listed } from "./lists.ts";
import type { CatalystState, CatalystThing } from "./state.ts";
import { begin, catalystIn } from "./tasks.ts";

const intent = "/dna/intent/api";
const credentials = `${intent}/v2/global-credential`;

type CatalystRoute = Route<ControllerState>;

/** The routes of sites, pools, tags, credentials and settings. */
export const siteRoutes: readonly CatalystRoute[] = [
  { method: "GET", path: `${intent}/v1/sites`, answer: listSites },
  { method: "GET", path: `${intent}/v1/sites/count`, answer: countSites },
  ...Object.entries(siteSettings).flatMap(([name, schema]) => settingRoutes(name, schema)),
  ...collections.flatMap(collectionRoutes),
  { method: "GET", path: credentials, answer: listCredentials },
  { method: "POST", path: credentials, answer: writeCredential },
  { method: "PUT", path: credentials, answer: writeCredential },
  {
    method: "DELETE",
    path: `${credentials}/{id}`,
    answer: (state, call) => remove(state, call, "credential"),
  },
];

/** Returns a record as it is shown: with its id, and without hidden fields. */
function shown(value: Json): Json {
  if (isList(value)) return value.map(shown);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !neverShown.has(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, shown(each)]));
}

function record(state: CatalystState, id: string, { collection, value }: CatalystThing): JsonObject {
  const visible = shown(value);
  const own = { id, ...(isObject(visible) ? visible : {}) };
  const isSite =
    collection === "global" || collections.some(({ name, in: parents }) => name === collection && parents);
  if (!isSite) return own;
  return { ...own, type: collection.replace(/s$/, ""), nameHierarchy: hierarchy(state, value) };
}

function hierarchy(state: CatalystState, { name, parentId }: JsonObject): string {
  const parent = state.things.get(String(parentId));
  return parent ? `${hierarchy(state, parent.value)}/${String(name)}` : String(name);
}

function recordsOf(
  state: ControllerState,
  isWanted: (thing: CatalystThing) => boolean,
): readonly JsonObject[] {
  const catalyst = catalystIn(state);
  return [...catalyst.things].flatMap(([id, thing]) =>
    isWanted(thing) ? [record(catalyst, id, thing)] : [],
  );
}

function sitesIn(state: ControllerState, { query }: Call): readonly JsonObject[] {
  const [type, name] = [query.get("type"), query.get("nameHierarchy")];
  return recordsOf(
    state,
    ({ collection }) => collection === "global" || siteCollections.has(collection),
  ).filter((site) => (type === null || site.type === type) && (name === null || site.nameHierarchy === name));
}

const siteCollections = new Set(collections.flatMap(({ name, in: parents }) => (parents ? [name] : [])));

function listSites(state: ControllerState, call: Call): Answer<ControllerState> {
  return { state, reply: listed(sitesIn(state, call), call) };
}

function countSites(state: ControllerState, call: Call): Answer<ControllerState> {
  return { state, reply: inResponse({ count: sitesIn(state, call).length }) };
}

function collectionRoutes(of: CatalystCollection): readonly CatalystRoute[] {
  const path = `${intent}${of.path}`;
  const isOwn = ({ collection }: CatalystThing) => collection === of.name;
  const lists: readonly CatalystRoute[] = [
    {
      method: "GET",
      path,
      answer: (state, call) => ({ state, reply: listed(recordsOf(state, isOwn), call) }),
    },
    {
      method: "GET",
      path: `${path}/count`,
      answer: (state) => ({ state, reply: inResponse({ count: recordsOf(state, isOwn).length }) }),
    },
  ];
  return [
    ...(of.isListed ? lists : []),
    { method: "POST", path, answer: (state, call) => put(state, call, { of }) },
    { method: "GET", path: `${path}/{id}`, answer: (state, call) => read(state, call, of.name) },
    {
      method: "PUT",
      path: of.idInBody ? path : `${path}/{id}`,
      answer: (state, call) => put(state, call, { of, isUpdate: true }),
    },
    { method: "DELETE", path: `${path}/{id}`, answer: (state, call) => remove(state, call, of.name) },
  ];
}

function read(state: ControllerState, { parameters }: Call, collection: string): Answer<ControllerState> {
  const { id = "" } = parameters;
  const thing = catalystIn(state).things.get(id);
  if (thing?.collection !== collection) return { state, reply: missing(id) };
  return { state, reply: inResponse(record(catalystIn(state), id, thing)) };
}

function put(
  state: ControllerState,
  call: Call,
  { of, isUpdate = false }: { readonly of: CatalystCollection; readonly isUpdate?: boolean },
): Answer<ControllerState> {
  const { id: given, ...rest } = isObject(call.body) ? call.body : {};
  const body = of.idInBody && isUpdate ? rest : call.body;
  const known = isUpdate ? (call.parameters.id ?? String(given)) : undefined;
  if (known !== undefined && catalystIn(state).things.get(known)?.collection !== of.name)
    return { state, reply: missing(known) };
  const judged = judgedBody(of.schema, body);
  if ("refusal" in judged) return { state, reply: judged.refusal };
  const thing = { collection: of.name, value: judged.value };
  return begin(state, call, (newId) => ({ do: "put", id: known ?? newId, thing }));
}

function remove(state: ControllerState, call: Call, collection: string): Answer<ControllerState> {
  const { id = "" } = call.parameters;
  if (!catalystIn(state).things.get(id)?.collection.startsWith(collection))
    return { state, reply: missing(id) };
  return begin(state, call, () => ({ do: "remove", id }));
}

function settingRoutes(setting: string, schema: z.ZodType): readonly CatalystRoute[] {
  const path = `${intent}/v1/sites/{id}/${setting}`;
  return [
    { method: "GET", path, answer: (state, call) => readSetting(state, call, setting) },
    {
      method: "PUT",
      path,
      answer: (state, call) => {
        const { id = "" } = call.parameters;
        if (!catalystIn(state).things.has(id)) return { state, reply: missing(id) };
        const judged = judgedBody(schema, call.body);
        if ("refusal" in judged) return { state, reply: judged.refusal };
        return begin(state, call, () => ({ do: "set", id, setting, value: judged.value }));
      },
    },
  ];
}

/**
 * Reads a setting of a site. With `_inherited=true`, a site without a setting of its own shows its parent's setting.
 */
function readSetting(
  state: ControllerState,
  { parameters, query }: Call,
  setting: string,
): Answer<ControllerState> {
  const { things, settings } = catalystIn(state);
  const { id = "" } = parameters;
  if (!things.has(id)) return { state, reply: missing(id) };
  const isInherited = query.get("_inherited") === "true";
  for (let at = id; ; ) {
    const own = settings.get(`${at}/${setting}`);
    const parent = things.get(at)?.value.parentId;
    if (own !== undefined) return { state, reply: inResponse(shown(own)) };
    if (!isInherited || typeof parent !== "string") return { state, reply: inResponse({}) };
    at = parent;
  }
}

function listCredentials(state: ControllerState): Answer<ControllerState> {
  const of = (kind: string) => recordsOf(state, ({ collection }) => collection === `credential ${kind}`);
  return {
    state,
    reply: inResponse(Object.fromEntries(Object.keys(credentialKinds).map((kind) => [kind, of(kind)]))),
  };
}

/**
 * Writes the only credential in a body. `{"cliCredential": [{...}]}` creates a credential, and `{"cliCredential":
 * {"id": ...}}` changes it.
 */
function writeCredential(state: ControllerState, call: Call): Answer<ControllerState> {
  const [[kind = "", inner = null] = [], ...more] = Object.entries(isObject(call.body) ? call.body : {});
  const isNew = call.request.method === "POST";
  const value = isNew && isList(inner) && inner.length === 1 ? (inner[0] ?? null) : inner;
  const { id, ...rest } = isObject(value) ? value : {};
  const schema = credentialKinds[kind];
  if (schema === undefined || more.length > 0)
    return { state, reply: catalystError(400, "one credential is required") };
  if (!isNew && !catalystIn(state).things.has(String(id))) return { state, reply: missing(String(id)) };
  const judged = judgedBody(schema, isNew ? value : rest);
  if ("refusal" in judged) return { state, reply: judged.refusal };
  const thing = { collection: `credential ${kind}`, value: judged.value };
  return begin(state, call, (newId) => ({ do: "put", id: isNew ? newId : String(id), thing }));
}

function missing(id: string): SimReply {
  return catalystError(404, `${id} does not exist`);
}

/** Returns a valid body, or the refusal of an invalid body. */
function judgedBody(
  schema: z.ZodType,
  body: Json,
): { readonly value: JsonObject } | { readonly refusal: SimReply } {
  const judged = schema.safeParse(body);
  const [first] = judged.error?.issues ?? [];
  if (judged.success && isObject(body)) return { value: body };
  return { refusal: catalystError(400, `${first?.path.join(".") ?? ""}: ${first?.message ?? "is wrong"}`) };
}
