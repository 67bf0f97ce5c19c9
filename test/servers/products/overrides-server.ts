/** Overrides of an object for single devices or domains, and the addresses of dynamic objects. */

import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { valueAt } from "./client-facts.ts";
import type { Answer } from "./client-server.ts";
import type { Answering } from "./rules-server.ts";

type Asked = Parameters<Answering["answer"]>[0];

/** A server whose objects have overrides. An override is written at the path of its object. */
export class OverridesServer implements Answering {
  readonly #server: Answering;
  /** The overrides, by the object's path and by target. */
  readonly #overrides = new Map<string, Map<string, JsonObject>>();
  /** The mappings, by dynamic object. */
  readonly #mappings = new Map<string, Set<string>>();
  #more: JsonObject = {};

  constructor(server: Answering) {
    this.#server = server;
  }

  answer(request: Asked): Answer {
    return this.#ofMappings(request) ?? this.#ofOverrides(request) ?? this.#server.answer(request);
  }

  tellMore(member: string): void {
    this.#more = { [member]: 1 };
    this.#server.tellMore(member);
  }

  #ofOverrides({ method, path, query, body }: Asked): Answer | undefined {
    if (method === "GET" && path.endsWith("/overrides"))
      return this.#listed([...this.#of(path.replace(/\/overrides$/, "")).values()]);
    const target = query.get("overrideTargetId");
    if (method === "DELETE" && target !== null) {
      const found = this.#of(path).get(target);
      this.#of(path).delete(target);
      return found ? { status: 200, body: found } : { status: 404, body: {} };
    }
    const isBulk = method === "POST" && query.get("bulk") === "true";
    const sent = isBulk && Array.isArray(body) ? body[0] : body;
    const [parent, of] = [
      valueAt(sent, ["overrides", "parent", "id"]),
      valueAt(sent, ["overrides", "target"]),
    ];
    if (typeof parent !== "string" || of === undefined || !isObject(of) || !isObject(sent)) return undefined;
    // An override has the name of its object, and an update also has the id of the object.
    if (typeof sent.name !== "string" || (!isBulk && sent.id !== parent)) return refused("name or id");
    if (of.type !== "Device" && of.type !== "Domain") return refused("overrides.target.type");
    const record = { ...sent, id: parent };
    this.#of(isBulk ? `${path}/${parent}` : path).set(String(of.id), record);
    return { status: isBulk ? 201 : 200, body: isBulk ? { items: [record] } : record };
  }

  #ofMappings({ method, path, body }: Asked): Answer | undefined {
    if (method === "GET" && path.endsWith("/mappings"))
      return this.#listed([...this.#in(path.split("/").at(-2) ?? "")].map((mapping) => ({ mapping })));
    if (!path.endsWith("/object/dynamicobjectmappings")) return undefined;
    for (const word of ["add", "remove"]) {
      const mapping = valueAt(body, [word, "0", "mappings", "0"]);
      const of = valueAt(body, [word, "0", "dynamicObject", "id"]);
      if (typeof mapping !== "string" || typeof of !== "string") continue;
      if (word === "add") this.#in(of).add(mapping);
      else this.#in(of).delete(mapping);
      return { status: 200, body: {} };
    }
    return refused("add and remove");
  }

  #listed(records: readonly JsonObject[]): Answer {
    const items = records.map((each) => ({ ...each, ...this.#more }));
    const paging = { offset: 0, limit: 1000, count: items.length, pages: 1 };
    return { status: 200, body: items.length === 0 ? { paging } : { items, paging } };
  }

  #of(path: string): Map<string, JsonObject> {
    const held = this.#overrides.get(path) ?? new Map<string, JsonObject>();
    this.#overrides.set(path, held);
    return held;
  }

  #in(object: string): Set<string> {
    const held = this.#mappings.get(object) ?? new Set<string>();
    this.#mappings.set(object, held);
    return held;
  }
}

function refused(what: string): Answer {
  const body: Json = { error: `${what} is wrong` };
  return { status: 400, body };
}
