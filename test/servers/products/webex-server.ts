/** A server with Webex's rooms, teams, memberships and webhooks. It follows the vendor's reference. */

import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { Answer } from "./client-server.ts";

/** A request, or an answer with headers. */
interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Json;
}
type Linked = Answer & { readonly headers?: Record<string, string> };

/** A collection, with the allowed and required members of creates and updates. */
interface Collection {
  readonly create: Readonly<Record<string, "string" | "boolean">>;
  readonly update: Readonly<Record<string, "string" | "boolean">>;
  readonly needed: readonly string[];
  readonly neededLater: readonly string[];
  /** Query parameters of the list. Each selects records by the field with its name. */
  readonly selects: readonly string[];
  /** The members that must be unique. */
  readonly once: readonly string[];
}

const text = "string" as const;
const flag = "boolean" as const;
const roomFlags = { isLocked: flag, isPublic: flag, isAnnouncementOnly: flag };
const hook = { name: text, targetUrl: text, secret: text, ownedBy: text };
const membership = { personEmail: text, personId: text, isModerator: flag };

const collections: Readonly<Record<string, Collection>> = {
  "/v1/rooms": {
    create: { title: text, teamId: text, classificationId: text, description: text, ...roomFlags },
    update: {
      title: text,
      teamId: text,
      classificationId: text,
      description: text,
      ...roomFlags,
      isReadOnly: flag,
    },
    ...{ needed: ["title"], neededLater: ["title"], selects: ["teamId", "type"], once: [] },
  },
  "/v1/memberships": {
    create: { roomId: text, ...membership },
    update: { isModerator: flag, isRoomHidden: flag },
    ...{ needed: ["roomId", "personEmail"], neededLater: [] },
    ...{ selects: ["roomId"], once: ["roomId", "personEmail"] },
  },
  "/v1/teams": {
    ...{ create: { name: text, description: text }, update: { name: text, description: text } },
    ...{ needed: ["name"], neededLater: ["name"], selects: [], once: [] },
  },
  "/v1/team/memberships": {
    create: { teamId: text, ...membership },
    update: { isModerator: flag },
    ...{ needed: ["teamId", "personEmail"], neededLater: [] },
    ...{ selects: ["teamId"], once: ["teamId", "personEmail"] },
  },
  "/v1/webhooks": {
    create: { ...hook, resource: text, event: text, filter: text },
    update: { ...hook, status: text },
    ...{ needed: ["name", "targetUrl", "resource", "event"], neededLater: ["name", "targetUrl"] },
    ...{ selects: [], once: [] },
  },
};

/** Serves the collections from memory, with `pageSize` records per page. */
export class WebexServer {
  readonly #held = new Map<string, Map<string, JsonObject>>();
  readonly #pageSize: number;
  #made = 0;

  constructor(pageSize = 100) {
    this.#pageSize = pageSize;
  }

  answer(request: Request): Linked {
    const { method, path } = request;
    const own = collections[path];
    if (own && method === "GET") return this.#list(request, own);
    if (own && method === "POST") return this.#create(request, own);
    const at = path.lastIndexOf("/");
    const [list, id] = [path.slice(0, at), path.slice(at + 1)];
    const of = collections[list];
    const record = this.#at(list).get(id);
    if (of === undefined || record === undefined)
      return refusal(404, "The requested resource could not be found.");
    if (method === "GET") return { status: 200, body: record };
    if (method === "PUT") return this.#update({ ...request, path: list }, id, { of, record });
    this.#at(list).delete(id);
    return { status: 204, body: "" };
  }

  /** From now on, gives every record this additional member. */
  tellMore(member: string): void {
    for (const records of this.#held.values())
      for (const [id, record] of records) records.set(id, { ...record, [member]: 1 });
  }

  #list({ path, query }: Request, { selects }: Collection): Linked {
    const wanted = selects.flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const all = [...this.#at(path).values()].filter((record) =>
      wanted.every(([name, value]) => record[name] === value),
    );
    // Without a room, the request lists the caller's own memberships, and here there are none. A request without a team
    // is refused.
    if (path === "/v1/memberships" && !query.has("roomId")) return { status: 200, body: { items: [] } };
    if (path === "/v1/team/memberships" && !query.has("teamId")) return refusal(400, "teamId is missing");
    const from = Number(query.get("cursor") ?? "0");
    const size = Math.min(this.#pageSize, Number(query.get("max") ?? "100"));
    const next = new URLSearchParams(query);
    next.set("cursor", String(from + size));
    const isMore = from + size < all.length;
    const link = `<https://product.example.net${path}?${next}>; rel="next"`;
    return {
      ...{ status: 200, body: { items: all.slice(from, from + size) } },
      ...(isMore && { headers: { link } }),
    };
  }

  #create({ path, body }: Request, { create, needed, once }: Collection): Linked {
    const fault = faultOf(body, create, needed);
    if (fault !== undefined || !isObject(body)) return refusal(400, fault ?? "no object");
    const isSame = (each: JsonObject) => once.length > 0 && once.every((name) => each[name] === body[name]);
    if ([...this.#at(path).values()].some(isSame)) return refusal(409, "User is already a participant");
    this.#made += 1;
    const id = `Y2lzY29${this.#made}`;
    const own =
      path === "/v1/rooms" ? { type: "group" } : path === "/v1/webhooks" ? { status: "active" } : {};
    const record = { id, ...own, ...body };
    this.#at(path).set(id, record);
    return { status: 200, body: record };
  }

  #update(
    { path, body }: Request,
    id: string,
    { of, record }: { readonly of: Collection; readonly record: JsonObject },
  ): Linked {
    const fault = faultOf(body, of.update, of.neededLater);
    if (fault !== undefined || !isObject(body)) return refusal(400, fault ?? "no object");
    const changed = { ...record, ...body };
    this.#at(path).set(id, changed);
    return { status: 200, body: changed };
  }

  #at(path: string): Map<string, JsonObject> {
    const records = this.#held.get(path) ?? new Map<string, JsonObject>();
    this.#held.set(path, records);
    return records;
  }
}

function faultOf(
  body: Json,
  allowed: Readonly<Record<string, "string" | "boolean">>,
  needed: readonly string[],
): string | undefined {
  if (!isObject(body)) return "no object";
  const stranger = Object.keys(body).find((name) => allowed[name] === undefined);
  if (stranger !== undefined) return `${stranger} is not known`;
  const wrong = Object.entries(body).find(([name, value]) => typeof value !== allowed[name]);
  if (wrong) return `${wrong[0]} is no ${allowed[wrong[0]]}`;
  const lacking = needed.find((name) => body[name] === undefined || body[name] === "");
  return lacking === undefined ? undefined : `${lacking} is missing`;
}

function refusal(status: number, message: string): Linked {
  return { status, body: { message, errors: [{ description: message }], trackingId: "ROUTER_1" } };
}
