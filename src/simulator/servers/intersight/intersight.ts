/**
 * The server manager in the style of an Intersight. It has objects of many types, filters in lists, and conditional
 * writes.
 */

import { isObject, type JsonObject } from "../../../model/json.ts";
import { clientCredentialsRoute, grantOf } from "../../oauth/tokens.ts";
import { json, type SimReply } from "../../wire/message.ts";
import type { Answer, Call, SimulatedInterface } from "../../wire/route.ts";
import type { ServersState } from "../state.ts";
import { IntersightRefusal, inErrorBody, listOf } from "./answers.ts";
import { judgedBody, standardsOf } from "./body.ts";
import { withConfigState } from "./profile.ts";
import { listQuery } from "./query.ts";
import { signerOf } from "./signatures.ts";
import { freshIntersight, type IntersightState, withChanged, withMade } from "./state.ts";
import { type TypeFacts, typesByPath } from "./types.ts";

/** The token endpoint. A POST to this path writes nothing. */
export const intersightTokenPath = "/iam/token";

const list = "/api/v1/{family}/{collection}";
const item = `${list}/{moid}`;

/** The mode `intersight`. */
export const intersight: SimulatedInterface<ServersState> = {
  authenticate: (state, request, at) => signerOf(request, at) ?? grantOf(state, request, at.now)?.client,
  dressed: inErrorBody,
  routes: [
    clientCredentialsRoute("servers", intersightTokenPath),
    { method: "GET", path: list, answer: refusable(listed) },
    { method: "POST", path: list, answer: refusable(made) },
    { method: "GET", path: item, answer: refusable(read) },
    { method: "PATCH", path: item, answer: refusable(changed) },
    { method: "DELETE", path: item, answer: refusable(removed) },
  ],
};

/** Returns the state of the mode. Before the first write, it is the initial state. */
function intersightIn({ intersight: held = freshIntersight }: ServersState): IntersightState {
  return held;
}

interface Done {
  readonly reply: SimReply;
  /** The stored objects after the request. If absent, they are unchanged. */
  readonly held?: IntersightState;
}

/**
 * Returns a function that answers a request. It turns a thrown refusal into a reply, and then leaves the state
 * unchanged.
 */
function refusable(answer: (held: IntersightState, of: TypeFacts, call: Call) => Done) {
  return (state: ServersState, call: Call): Answer<ServersState> => {
    const before = intersightIn(state);
    const { family = "", collection = "" } = call.parameters;
    const of = typesByPath.get(`${family}/${collection}`);
    if (of === undefined) return { state, reply: inErrorBody(json(404, null)) };
    try {
      const { reply, held } = answer(before, of, call);
      return { state: held ? { ...state, intersight: held } : state, reply };
    } catch (error) {
      if (error instanceof IntersightRefusal) return { state, reply: error.reply };
      throw error;
    }
  };
}

function listed({ objects }: IntersightState, { type }: TypeFacts, { query }: Call): Done {
  const { isMeant, compare, skip, top, isCount, isCounted } = listQuery(query);
  const all = [...objects.values()].filter(
    (each) => each.ObjectType === type && isMeant(withPermissions(objects, each)),
  );
  if (isCount) return { reply: json(200, { ObjectType: "mo.DocumentCount", Count: all.length }) };
  const page = all.toSorted(compare).slice(skip, skip + top);
  return { reply: listOf(type, page.map(shown), isCounted ? all.length : undefined) };
}

/**
 * Returns a record with the organization that decides about its permissions: the record's own organization, or its
 * parent's organization.
 */
function withPermissions(objects: IntersightState["objects"], record: JsonObject): JsonObject {
  const owner = objects.get(ownerOf(record) ?? "");
  const [Moid] = [...moidOf(record, "Organization"), ...(owner ? moidOf(owner, "Organization") : [])];
  return Moid === undefined ? record : { ...record, PermissionResources: [{ Moid }] };
}

function read(held: IntersightState, of: TypeFacts, call: Call): Done {
  return { reply: json(200, shown(found(held, of, call))) };
}

/**
 * Creates an object. If an object with the same type, name and organization exists, that object is changed instead,
 * unless `If-None-Match: *` forbids it.
 */
function made(held: IntersightState, of: TypeFacts, { body, now, request }: Call): Done {
  const said = judgedBody(held, of, body);
  if (said.Name === undefined && of.properties.has("Action")) throw needs("Name");
  const twin = [...held.objects.values()].find((each) => each.ObjectType === of.type && isSame(each, said));
  if (twin) {
    if (request.headers["if-none-match"] === "*") throw precondition("It exists already");
    return written(held, { ...twin, ...said }, { before: twin, now, status: 200 });
  }
  const fields = withConfigState(undefined, { ...standardsOf(of), ...said });
  const { state, record } = withMade(held, { type: of.type, fields }, now);
  return { held: withPending(state, record), reply: json(201, shown(record)) };
}

function changed(held: IntersightState, of: TypeFacts, call: Call): Done {
  const before = found(held, of, call);
  const wanted = call.request.headers["if-match"];
  if (wanted !== undefined && wanted !== before.ModTime) throw precondition("It was changed");
  const said = judgedBody(held, of, call.body);
  return written(held, { ...before, ...said }, { before, now: call.now, status: 200 });
}

/** Removes an object together with its children. */
function removed(held: IntersightState, of: TypeFacts, call: Call): Done {
  const { Moid } = found(held, of, call);
  const isInside = (each: JsonObject) => ownerOf(each) === Moid;
  const kept = [...held.objects].filter(([moid, each]) => moid !== Moid && !isInside(each));
  return { held: { ...held, objects: new Map(kept) }, reply: json(200, {}) };
}

function written(
  held: IntersightState,
  after: JsonObject,
  { before, now, status }: { readonly before: JsonObject; readonly now: number; readonly status: number },
): Done {
  const state = withPending(withChanged(held, withConfigState(before, after), now), after);
  return { held: state, reply: json(status, shown(state.objects.get(String(after.Moid)) ?? {})) };
}

/** Marks deployed objects as pending if one of their policies has changed, or a part of such a policy. */
function withPending(state: IntersightState, changed: JsonObject): IntersightState {
  const meant = [String(changed.Moid), ownerOf(changed)];
  const objects = [...state.objects].map(([moid, each]): [string, JsonObject] => {
    const { PolicyBucket, ConfigContext } = each;
    const isDeployed =
      isObject(ConfigContext ?? null) &&
      isObject(ConfigContext) &&
      ConfigContext.ConfigState === "Associated";
    const policies = Array.isArray(PolicyBucket) ? PolicyBucket : [];
    const isHit = policies.some((one) => isObject(one) && meant.includes(String(one.Moid)));
    if (!isDeployed || !isHit || !isObject(ConfigContext)) return [moid, each];
    return [moid, { ...each, ConfigContext: { ...ConfigContext, ConfigState: "Pending-changes" } }];
  });
  return { ...state, objects: new Map(objects) };
}

function found({ objects }: IntersightState, { type }: TypeFacts, { parameters }: Call): JsonObject {
  const record = objects.get(parameters.moid ?? "");
  if (record?.ObjectType === type) return record;
  throw new IntersightRefusal(404, "NotFound", `The ${type} resource was not found.`);
}

function precondition(why: string): IntersightRefusal {
  return new IntersightRefusal(
    412,
    "ValidationConflict",
    `${why}: a precondition of the request is not met.`,
  );
}

function needs(name: string): IntersightRefusal {
  return new IntersightRefusal(400, "InvalidRequest", `The request body needs the property '${name}'.`);
}

/**
 * The members that may refer to an object's parent. Objects of the types in `owned` belong to no organization of their
 * own.
 */
const owners = [
  "EthNetworkPolicy",
  "LanConnectivityPolicy",
  "SanConnectivityPolicy",
  "LdapPolicy",
  "EndPointUserPolicy",
  "SwitchClusterProfile",
  "SwitchClusterProfileTemplate",
  "PortPolicy",
  "FcNetworkPolicy",
  "StoragePolicy",
];

const owned = [
  "fabric.Vlan",
  "vnic.EthIf",
  "vnic.FcIf",
  "iam.LdapGroup",
  "iam.LdapProvider",
  "iam.EndPointUserRole",
  "fabric.SwitchProfile",
  "fabric.SwitchProfileTemplate",
  "fabric.PortMode",
  "fabric.ServerRole",
  "fabric.UplinkRole",
  "fabric.UplinkPcRole",
  "fabric.FcUplinkRole",
  "fabric.FcUplinkPcRole",
  "fabric.FcoeUplinkRole",
  "fabric.FcoeUplinkPcRole",
  "fabric.ApplianceRole",
  "fabric.AppliancePcRole",
  "fabric.FcStorageRole",
  "fabric.LanPinGroup",
  "fabric.SanPinGroup",
  "fabric.Vsan",
  "storage.DriveGroup",
];

function ownerOf(record: JsonObject): string | undefined {
  const names = owned.includes(String(record.ObjectType)) ? owners : [];
  return names.flatMap((name) => moidOf(record, name))[0];
}

function moidOf(record: JsonObject, name: string): readonly string[] {
  const reference = record[name] ?? null;
  return isObject(reference) && typeof reference.Moid === "string" ? [reference.Moid] : [];
}

/** True if an object has the name and organization of a body. Names are unique per type and organization. */
function isSame(one: JsonObject, said: JsonObject): boolean {
  const [organization] = moidOf(said, "Organization");
  return (
    organization !== undefined && one.Name === said.Name && moidOf(one, "Organization")[0] === organization
  );
}

const neverShown = /(?:Password|Passphrase|(?:Encryption|Existing|New|Primary)Key|Privatekey)$/;

/** Returns a record as it is shown. Instead of a secret, it shows only whether the secret is set. */
function shown(record: JsonObject): JsonObject {
  const members = Object.entries(record).map(([name, value]): [string, JsonObject[string]] => {
    if (typeof value === "string" && neverShown.test(name)) return [`Is${name}Set`, value !== ""];
    if (Array.isArray(value)) return [name, value.map((each) => (isObject(each) ? shown(each) : each))];
    return [name, isObject(value) ? shown(value) : value];
  });
  return Object.fromEntries(members);
}
