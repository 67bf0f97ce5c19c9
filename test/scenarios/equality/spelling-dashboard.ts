/** A Meraki dashboard with one organization and one network. It stores values in its own spelling. */

import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { Wire, WireReply, WireRequest } from "../../../src/model/wire.ts";
import { json, revealed } from "../../servers/scripted-wire.ts";

/**
 * Returns the stored form of a record. The sent values are already merged into the earlier record, which is `before`.
 * `before` is undefined for a new record.
 */
export type Spelling = (record: JsonObject, before?: JsonObject) => JsonObject;

/** Data at a path below `/api/v1`: a list of records if `key` is given, otherwise one record. */
export interface Place {
  readonly path: string;
  /** The name of the field that contains a record's id. A new record without an id gets the next number. */
  readonly key?: string;
  /** The initial data. */
  readonly first?: Json;
  readonly spell: Spelling;
}

/** Answers requests for the data at its places, and records writes. */
export class SpellingDashboard {
  /** The bodies of writes, in order. */
  readonly written: JsonObject[] = [];
  readonly #kept: { readonly place: Place; value: Json }[];
  #ids = 100;

  readonly wire: Wire = { send: async (request) => this.#answer(request) };

  /** In addition to the given places, the dashboard has one organization, its network, and the devices. */
  constructor(places: readonly Place[]) {
    const productTypes = ["appliance", "sensor", "switch", "wireless"];
    const network = {
      id: "N_1",
      organizationId: "1",
      name: "Berlin",
      productTypes,
      timeZone: "Europe/Berlin",
    };
    const own: readonly Place[] = [
      { path: "/organizations", first: [{ id: "1", name: "Acme" }], spell: (record) => record },
      { path: "/organizations/1/networks", first: [network], spell: (record) => record },
      { path: "/devices", key: "serial", spell: (record) => record },
    ];
    // The given places take precedence over the dashboard's own places.
    this.#kept = [...places, ...own].map((place) => ({ place, value: firstOf(place) }));
  }

  /** Returns the data at a path. */
  at(path: string): Json {
    return this.#kept.find(({ place }) => place.path === path)?.value ?? null;
  }

  /** Changes data directly, as somebody else would. */
  change(path: string, by: (value: Json) => Json): void {
    for (const each of this.#kept) if (each.place.path === path) each.value = by(each.value);
  }

  #answer({ method, url, body }: WireRequest): WireReply {
    const path = decodeURIComponent(new URL(url).pathname)
      .replace("/api/v1", "")
      .replace(/^\/organizations\/1\/devices$/, "/devices");
    const sent = sentIn(body);
    if (method !== "GET") this.written.push(sent);
    for (const kept of this.#kept) {
      const answer = this.#answerOf(kept, { method, path, sent });
      if (answer) return answer;
    }
    return json(404, { errors: ["not found"] });
  }

  #answerOf(
    kept: { readonly place: Place; value: Json },
    { method, path, sent }: { readonly method: string; readonly path: string; readonly sent: JsonObject },
  ): WireReply | undefined {
    const { place, value } = kept;
    if (path === place.path) {
      if (method === "GET") return json(200, value);
      if (isArray(value) && method === "POST") {
        const made = place.spell(this.#withId(place, sent));
        kept.value = [...value, made];
        return json(201, made);
      }
      if (!isObject(value)) return undefined;
      kept.value = place.spell({ ...value, ...sent }, value);
      return json(200, kept.value);
    }
    if (!isArray(value) || place.key === undefined || !path.startsWith(`${place.path}/`)) return undefined;
    const id = path.slice(place.path.length + 1);
    const at = value.findIndex((each) => isObject(each) && String(each[place.key ?? ""]) === id);
    const record = value[at];
    if (record === undefined || !isObject(record)) return undefined;
    if (method === "GET") return json(200, record);
    const next = place.spell({ ...record, ...sent }, record);
    kept.value = value.toSpliced(at, 1, next);
    return json(200, next);
  }

  #withId({ key = "id" }: Place, sent: JsonObject): JsonObject {
    this.#ids += 1;
    return { [key]: String(this.#ids), ...sent };
  }
}

function firstOf({ key, first, spell }: Place): Json {
  if (first === undefined) return key === undefined ? spell({}) : [];
  return isArray(first) || !isObject(first) ? first : spell(first);
}

function sentIn(body: WireRequest["body"]): JsonObject {
  const sent: Json = JSON.parse(JSON.stringify(revealed(body) ?? {}));
  return isObject(sent) ? sent : {};
}
