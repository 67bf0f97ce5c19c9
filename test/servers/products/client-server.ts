/** A server that follows another client's facts about a product: the paths, bodies and ids of each resource. */

import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { changedForGood, faultOf, idPlace, recordOf } from "./client-bodies.ts";
import { placeOf, type Resource, textOf, valueAt, withValueAt } from "./client-facts.ts";

/** An answer. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** How a product answers, for any resource. */
export interface Habits {
  /** The path of the id in the body of an update. Absent if such bodies have no id. */
  readonly idInBody?: string;
  /**
   * Returns the answer to a list. The list contains the records of all resources that share it, each at the place that
   * its facts name.
   */
  readonly list: (records: readonly Listed[], query: URLSearchParams) => Json;
  readonly item: (record: JsonObject, resource: Resource) => Json;
  readonly written: (id: string, record: JsonObject) => Answer;
  /**
   * Returns the answer to a request that is not about a resource, for example about a task or a count. It is called
   * first. If it returns undefined, the request is about a resource.
   */
  readonly other: (path: string, of: (path: string) => readonly Listed[]) => Answer | undefined;
}

/** The records of one resource in a list. */
export interface Listed {
  readonly resource: Resource;
  readonly records: readonly JsonObject[];
}

/** The target of a write: its collection, its id in the collection, and its id in answers. */
interface Place {
  readonly records: Map<string, JsonObject>;
  readonly id: string;
  readonly shown?: string;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Json;
}

/** Serves resources from memory. */
export class ClientServer {
  readonly #resources: readonly Resource[];
  readonly #habits: Habits;
  /** The records by id, for each pair of a resource and a path. */
  readonly #held = new Map<string, Map<string, JsonObject>>();
  #made = 0;

  constructor(resources: readonly Resource[], habits: Habits) {
    this.#resources = resources;
    this.#habits = habits;
  }

  answer(request: Request): Answer {
    const { method } = request;
    if (method === "GET") return this.#get(request);
    if (method === "POST") return this.#post(request);
    return method === "PUT" ? this.#put(request) : this.#delete(request);
  }

  /** From now on, gives every record this additional member. */
  tellMore(member: string): void {
    for (const records of this.#held.values())
      for (const [id, record] of records) records.set(id, { ...record, [member]: 1 });
  }

  #get({ path, query }: Request): Answer {
    const lists = this.#listed(path);
    if (lists.length > 0) return { status: 200, body: this.#habits.list(lists, query) };
    const other = this.#habits.other(path, (each) => this.#listed(each));
    if (other) return other;
    for (const resource of this.#resources) {
      const single = isSingle(resource) && filled(resource, "getPath", path);
      if (single) {
        const record = this.#single(resource, single);
        const isListed = resource.words.idIsLookedUp === true;
        const body = isListed
          ? this.#habits.list([{ resource, records: [record] }], query)
          : this.#habits.item(record, resource);
        return { status: 200, body };
      }
      const [above, id] = split(path);
      const at = resource.words.readFromList !== true && filled(resource, "getPath", above);
      const found = at && this.#at(resource, at).get(id);
      if (found) return { status: 200, body: this.#habits.item(found, resource) };
    }
    return notFound(path);
  }

  /** Returns the singleton of a parent. At first it is empty, except for its id if it has one. */
  #single(resource: Resource, path: string): JsonObject {
    const own = this.#at(resource, path).get(path);
    if (own !== undefined) return own;
    return resource.words.idIsLookedUp === true ? { id: `of-${resource.name}` } : {};
  }

  /** Returns everything that is listed at a path. */
  #listed(path: string): readonly Listed[] {
    return this.#resources.flatMap((resource): readonly Listed[] => {
      const [cached = "", query = ""] = textOf(resource.words, "cachePath").split("?");
      if (cached !== "" && cached === path) {
        const marks = Object.fromEntries(new URLSearchParams(query));
        const all = this.#everywhere(resource);
        return [{ resource, records: all.map((record) => ({ ...record, ...marks })) }];
      }
      const at = !isSingle(resource) && cached === "" && filled(resource, "getPath", path);
      const isNamed = resource.fields.some(({ name, required }) => name === "name" && required === true);
      const isThere = isNamed || resource.words.atFirst !== undefined;
      if (at && isThere && resource.words.createdByPut === true) this.#begin(resource, at);
      return at ? [{ resource, records: [...this.#at(resource, at).values()] }] : [];
    });
  }

  /** Creates the object of a resource that always exists, unless the list already has objects. */
  #begin(resource: Resource, path: string): void {
    const records = this.#at(resource, path);
    const { atFirst = { name: "fixed-1" } } = resource.words;
    if (records.size === 0 && isObject(atFirst)) records.set("made-0", { id: "made-0", ...atFirst });
  }

  #post(request: Request): Answer {
    const { path, body } = request;
    const isUpdate = ({ words }: Resource) => words.updatedByPost === true && words.putPath !== undefined;
    if (this.#resources.some((each) => isUpdate(each) && filled(each, "putPath", path)))
      return this.#put(request);
    const faults: string[] = [];
    for (const resource of this.#resources) {
      const at =
        !isSingle(resource) && resource.words.createdByPut !== true && filled(resource, "postPath", path);
      if (!at || resource.words.bulk === true || resource.words.readOnly === true) continue;
      const fault = faultOf(resource, "create", body);
      if (fault !== undefined) {
        faults.push(fault);
        continue;
      }
      this.#made += 1;
      const id = `made-${this.#made}`;
      const record = this.#withId(resource, id, recordOf(resource, "create", body));
      this.#at(resource, at).set(id, record);
      return this.#habits.written(id, record);
    }
    return faults.length > 0 ? refused(faults) : notFound(path);
  }

  #put({ path, body: sent }: Request): Answer {
    const faults: string[] = [];
    const { idInBody } = this.#habits;
    const said = idInBody === undefined ? undefined : valueAt(sent, [idInBody]);
    for (const resource of this.#resources) {
      const body = idInBody === undefined ? sent : withoutMember(sent, idInBody);
      const place = resource.words.bulk === true ? undefined : this.#changed(resource, path, body);
      if (place === undefined) continue;
      const { records, id, shown = id } = place;
      if (idInBody !== undefined && said !== shown && resource.words.idOfParent !== true) {
        faults.push(`${idInBody} is not ${shown}`);
        continue;
      }
      const fault = isBodyOfRemoval(resource, body) ? undefined : faultOf(resource, "update", body);
      const before = records.get(id) ?? {};
      const own = this.#withId(resource, shown, recordOf(resource, "update", body));
      const after = resource.words.updatesPart === true ? { ...before, ...own } : own;
      const good = changedForGood(resource, before, after);
      if (fault !== undefined || good !== undefined) {
        faults.push(fault ?? `${good} can't be changed`);
        continue;
      }
      const extra = Object.entries(before).filter(([name]) => name.startsWith("memberThat"));
      const record = { ...after, ...Object.fromEntries(extra) };
      records.set(id, record);
      return this.#habits.written(id, record);
    }
    return faults.length > 0 ? refused(faults) : notFound(path);
  }

  /** Returns the target of an update, which is found by the path or by the id in the body. */
  #changed(resource: Resource, path: string, body: Json): Place | undefined {
    if (isSingle(resource) && resource.words.idIsLookedUp === true) {
      const [above, shown] = split(path);
      const at = filled(resource, "putPath", above);
      return at && shown === `of-${resource.name}`
        ? { records: this.#at(resource, at), id: at, shown }
        : undefined;
    }
    if (isSingle(resource)) {
      const at = filled(resource, "putPath", path);
      return at ? { records: this.#at(resource, at), id: at } : undefined;
    }
    const inBody = idPlace(resource);
    const [above, last] = split(path);
    const at = filled(resource, "putPath", inBody === undefined ? above : path);
    const id = inBody === undefined ? last : String(valueAt(body, inBody));
    if (!at) return undefined;
    const records = this.#holding(resource, id);
    return records && { records, id };
  }

  #delete({ path }: Request): Answer {
    const [above, id] = split(path);
    for (const resource of this.#resources) {
      const at = resource.words.noRemove !== true && filled(resource, "deletePath", above);
      const records = at ? this.#holding(resource, id) : undefined;
      const record = records?.get(id);
      if (records && record && records.delete(id)) return this.#habits.written(id, record);
    }
    return notFound(path);
  }

  #withId({ words }: Resource, id: string, record: JsonObject): JsonObject {
    if (words.putWithoutId === true && words.readWithoutId === true) return record;
    return withValueAt(
      record,
      placeOf(textOf(words, "idFromQueryAttribute", textOf(words, "idAttribute", "id"))),
      id,
    );
  }

  #at(resource: Resource, path: string): Map<string, JsonObject> {
    // A bulk write is about the list at the path before `/bulk`.
    const key = `${resource.name} ${path.replace(/\/bulk(?:Change)?$/, "")}`;
    const records = this.#held.get(key) ?? new Map<string, JsonObject>();
    this.#held.set(key, records);
    return records;
  }

  #everywhere({ name }: Resource): readonly JsonObject[] {
    return [...this.#held].flatMap(([key, records]) =>
      key.startsWith(`${name} `) ? [...records.values()] : [],
    );
  }

  #holding({ name }: Resource, id: string): Map<string, JsonObject> | undefined {
    return [...this.#held].find(([key, records]) => key.startsWith(`${name} `) && records.has(id))?.[1];
  }
}

/** True for a singleton, which exists in each parent from the beginning. */
function isSingle({ words }: Resource): boolean {
  return words.createdByPut === true && (words.readWithoutId === true || words.idIsLookedUp === true);
}

/** Returns the path if it is a path of this resource, otherwise undefined. */
function filled({ words }: Resource, word: string, path: string): string | undefined {
  const [own = ""] = textOf(words, word, textOf(words, "path")).split("?");
  const pattern = own
    .replace(/\/$/, "")
    .replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replaceAll(/%[vs]/g, "[^/]+");
  if (!new RegExp(`^${pattern}$`).test(path)) return undefined;
  const [shared = ""] = textOf(words, "path").split("?");
  return shared.includes("%") ? path : shared;
}

function isBodyOfRemoval({ words }: Resource, body: Json): boolean {
  const whole = textOf(words, "deleteBody");
  return whole !== "" && JSON.stringify(JSON.parse(whole)) === JSON.stringify(body);
}

function withoutMember(body: Json, name: string): Json {
  if (!isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([each]) => each !== name));
}

function split(path: string): readonly [string, string] {
  const at = path.lastIndexOf("/");
  return [path.slice(0, at), decodeURIComponent(path.slice(at + 1))];
}

function notFound(path: string): Answer {
  return { status: 404, body: { error: `there is no ${path}` } };
}

function refused(faults: readonly string[]): Answer {
  return { status: 400, body: { error: faults.join("; ") } };
}

/** Returns the body of a list, with the records of each resource at the place that its facts name. */
export function atTheirPlaces(lists: readonly Listed[], otherwise: string): JsonObject {
  return lists.reduce<JsonObject>((body, { resource, records }) => {
    const place = placeOf(textOf(resource.words, "idFromQueryPath", otherwise)).filter(
      (each) => each !== "0",
    );
    const there = valueAt(body, place);
    const before = Array.isArray(there) ? there : [];
    return withValueAt(body, place, [...before, ...records]);
  }, {});
}
