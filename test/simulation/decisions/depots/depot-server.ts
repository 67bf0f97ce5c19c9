/** The server of a depot. It accepts only some parts of requests, and notes fields that should not have been sent. */

import { isArray, isObject, type Json, type JsonObject } from "../../../../src/model/json.ts";
import type { Wire, WireReply, WireRequest } from "../../../../src/model/wire.ts";
import { json, revealed, text } from "../../../servers/scripted-wire.ts";
import { portKinds } from "./depot-kinds.ts";

/** Fields of a port that no request may contain, by method. */
const closed = { POST: ["id", "serial", "later"], PUT: ["serial"] } as const;

/** Variations of the depot's server. */
export interface DepotHabits {
  /** True if the server stores the names of created objects in capitals. */
  readonly isLoud: boolean;
  /** The server refuses writes of objects with this name. If undefined, it refuses no writes. */
  readonly refused?: string | undefined;
}

/** The kinds of ports whose objects an update replaces. For any other kind, an update is merged into the object. */
const replacing: ReadonlySet<string> = new Set(["knownPorts", "mergedPorts"]);

/** The server of a depot. */
export class DepotServer {
  /** The stored objects, by their path. */
  readonly records = new Map<string, JsonObject>();
  readonly faults: string[] = [];
  /** Writes that were carried out, by method and path. */
  readonly deeds: string[] = [];
  readonly isLoud: boolean;
  readonly #habits: DepotHabits;
  #made = 100;

  constructor(habits: DepotHabits) {
    this.#habits = habits;
    this.isLoud = habits.isLoud;
  }

  readonly wire: Wire = { send: async (request) => this.answer(request) };

  /** Returns the reply to a request. */
  answer({ method, url, body }: WireRequest): WireReply {
    const path = new URL(url).pathname;
    if (method === "GET") return json(200, this.records.get(path) ?? this.#in(path));
    const sent = sentIn(body);
    const section = path.split("/").at(method === "POST" ? -1 : -2) ?? "";
    const before = this.records.get(path);
    if (method !== "POST" && !before) return text(404, "");
    if (this.#habits.refused !== undefined && [sent.name, before?.name].includes(this.#habits.refused))
      return json(400, { error: "it is not allowed" });
    if (method === "DELETE") {
      const users = this.#usersOf(path);
      if (users.length === 0) return this.#removed(path);
      this.faults.push(`DELETE of ${path}, to which ${users.join()} refers`);
      return json(400, { error: "it is in use" });
    }
    const wrong = [...this.#strangers(section, sent), ...this.#closed(method, section, { sent, before })];
    if (wrong.length > 0) {
      this.faults.push(...wrong.map((line) => `${method} of ${section}: ${line}`));
      return json(400, { error: wrong.join("; ") });
    }
    if (method === "POST") return this.#create(path, sent);
    this.deeds.push(`PUT ${path}`);
    const isSame = String(sent.name).toUpperCase() === before?.name;
    const said = isSame ? { ...sent, name: before?.name ?? "" } : sent;
    this.records.set(path, changed(section, { sent: said, before: before ?? {} }));
    return json(200, this.records.get(path) ?? {});
  }

  /** Returns the paths of the objects that refer to an object, except those inside it. */
  #usersOf(path: string): readonly string[] {
    const id = lastOf(path);
    return [...this.records].flatMap(([each, record]) =>
      !each.startsWith(`${path}/`) && Object.keys(named).some((field) => record[field] === id) ? [each] : [],
    );
  }

  /** Returns the references that are not ids of existing objects of a suitable kind. */
  #strangers(section: string, sent: JsonObject): readonly string[] {
    const ids = (kinds: readonly string[]) =>
      [...this.records.keys()].filter((path) => kinds.includes(path.split("/").at(-2) ?? "")).map(lastOf);
    return Object.entries(sent).flatMap(([field, value]) => {
      const kinds = named[field];
      if (!kinds || value === null || ids(kinds).includes(String(value))) return [];
      return [`${field} of a ${section} is ${JSON.stringify(value)}, and nothing has that id`];
    });
  }

  #closed(
    method: string,
    section: string,
    { sent, before }: { readonly sent: JsonObject; readonly before: JsonObject | undefined },
  ): readonly string[] {
    const known = new Set([...fieldsOf(section), "id", ...Object.keys(before ?? {})]);
    const strange = Object.keys(sent).filter((name) => !known.has(name));
    if (!isPort(section)) return strange.map((name) => `it has no ${name}`);
    const never = closed[method === "POST" ? "POST" : "PUT"].filter((name) => Object.hasOwn(sent, name));
    const inside = [sent.limits, ...(isArray(sent.members ?? null) ? (sent.members as readonly Json[]) : [])];
    const counted = inside.filter(
      (one) => isObject(one ?? null) && ("used" in (one as object) || "counter" in (one as object)),
    );
    const isOther = sent.born !== undefined && before !== undefined && before.born !== sent.born;
    const isHalf = Object.hasOwn(sent, "mode") !== Object.hasOwn(sent, "channel");
    return [
      ...strange.map((name) => `it has no ${name}`),
      ...never.map((name) => `${name} is sent`),
      ...counted.map((one) => `what it counts is sent: ${JSON.stringify(one)}`),
      ...(isOther ? ["born is changed"] : []),
      ...(section === "changedPorts" && sent.name === undefined ? ["its name is not sent along"] : []),
      ...(isHalf && method === "PUT" ? ["mode goes without channel"] : []),
      ...(sent.state === "learning" ? ["it is told that it is learning"] : []),
      ...(typeof sent.speedMode === "string" ? ["speed is a word"] : []),
    ];
  }

  #create(path: string, sent: JsonObject): WireReply {
    this.#made += 1;
    const id = path.endsWith("/slots") ? String(sent.number) : `x${this.#made}`;
    const isSpelled = this.#habits.isLoud && typeof sent.name === "string";
    const made = { ...sent, id, ...(isSpelled && { name: String(sent.name).toUpperCase() }) };
    this.records.set(`${path}/${id}`, made);
    this.deeds.push(`POST ${path}/${id}`);
    return json(201, made);
  }

  #removed(path: string): WireReply {
    for (const each of [...this.records.keys()])
      if (each === path || each.startsWith(`${path}/`)) this.records.delete(each);
    this.deeds.push(`DELETE ${path}`);
    return text(204, "");
  }

  #in(path: string): readonly Json[] {
    return [...this.records].flatMap(([each, record]) =>
      each.slice(0, each.lastIndexOf("/")) === path ? [record] : [],
    );
  }
}

const named: Readonly<Record<string, readonly string[]>> = {
  zoneId: ["zones"],
  fromId: ["zones"],
  toId: ["zones"],
  atId: ["spots", "zones"],
  nearId: ["zones", "crowds"],
};

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function isPort(section: string): boolean {
  return portKinds.some((kind) => `${kind}s` === section);
}

function fieldsOf(section: string): readonly string[] {
  if (isPort(section))
    return [
      "name",
      "speedMode",
      "born",
      "later",
      "zoneId",
      "label",
      "mode",
      "channel",
      "state",
      "limits",
      "extras",
    ].concat("members");
  if (section === "rules") return ["fromId", "toId", "level"];
  if (section === "slots") return ["number", "zoneId", "level"];
  return section === "gates" ? ["name", "atId", "nearId"] : ["name"];
}

/** Returns the object after an update, which is merged into the object or replaces it. The server's own fields stay. */
function changed(
  section: string,
  { sent, before }: { readonly sent: JsonObject; readonly before: JsonObject },
): JsonObject {
  const { id = null, serial, born } = before;
  // Only the server ends the state `learning`; an update does not end it.
  const own = before.state === "learning" && { state: "learning" };
  const fixed = { id, ...own, ...(serial !== undefined && { serial }), ...(born !== undefined && { born }) };
  const raw = section === "mergedPorts" ? {} : before.note === undefined ? {} : { note: before.note };
  const whole = replacing.has(section) ? { ...fixed, ...raw, ...sent } : { ...before, ...sent };
  const counts = (name: string, now: Json | undefined, was: Json | undefined): Json | undefined => {
    if (
      name === "limits" &&
      isObject(now ?? null) &&
      isObject(was ?? null) &&
      (was as JsonObject).used !== undefined
    )
      return { ...(now as JsonObject), used: (was as JsonObject).used ?? null };
    if (name !== "members" || !isArray(now ?? null)) return now;
    const known = (isArray(was ?? null) ? (was as readonly Json[]) : []).filter(isObject);
    return (now as readonly Json[]).map((each) => {
      const found = isObject(each) ? known.find(({ number }) => number === each.number) : undefined;
      return found?.counter === undefined || !isObject(each) ? each : { ...each, counter: found.counter };
    });
  };
  return Object.fromEntries(
    Object.entries(whole).flatMap(([name, value]) => {
      const now = counts(name, value, before[name]);
      return now === undefined || now === null ? [] : [[name, now]];
    }),
  );
}

function sentIn(body: WireRequest["body"]): JsonObject {
  const sent: Json = JSON.parse(JSON.stringify(revealed(body) ?? {}));
  return isObject(sent) ? sent : {};
}
