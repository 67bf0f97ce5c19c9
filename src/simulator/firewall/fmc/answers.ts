/** Answers of a Firewall Management Center. Pages have `items` and `paging`, and errors have `messages`. */

import type { Json, JsonObject } from "../../../model/json.ts";
import { json, type SimReply } from "../../wire/message.ts";
import type { Call } from "../../wire/route.ts";

/** Returns a refusal. */
export function fmcError(status: number, description: string): SimReply {
  const category = status === 401 ? "FRAMEWORK" : "OTHER";
  return json(status, { error: { category, messages: [{ description }], severity: "ERROR" } });
}

const texts: ReadonlyMap<number, string> = new Map([
  [401, "Access token invalid."],
  [403, "You do not have the required authorization to do this operation"],
  [404, "The requested resource was not found."],
  [405, "Unsupported operation for the object."],
  [429, "Too many requests. Rate limit exceeded."],
]);

/** Returns the refusal in the form of a Firewall Management Center. The refusal was made before routing. */
export function inMessages({ status, headers }: SimReply): SimReply {
  const { "content-type": _, ...kept } = headers;
  const reply = fmcError(status, texts.get(status) ?? `status ${status}`);
  return { ...reply, headers: { ...reply.headers, ...kept } };
}

/**
 * Returns a page, which has 25 items by default and at most 1,000. Without `expanded=true`, an item has only its id,
 * name and type.
 */
export function page(records: readonly JsonObject[], { query, request }: Call): SimReply {
  const [offset, limit] = [numberOf(query.get("offset"), 0), numberOf(query.get("limit"), 25)];
  if (offset === undefined || limit === undefined || limit < 1 || limit > 1000)
    return fmcError(400, "Invalid offset or limit: limit is 1 to 1000");
  const expanded = query.get("expanded") === "true";
  const shown = records.slice(offset, offset + limit).map((each) => (expanded ? each : brief(each)));
  const paging = { offset, limit, count: records.length, pages: Math.ceil(records.length / limit) };
  const links = { self: `${request.origin}${request.path}` };
  const items: Json = shown;
  return json(200, shown.length === 0 ? { links, paging } : { links, items, paging });
}

function numberOf(text: string | null, otherwise: number): number | undefined {
  if (text === null) return otherwise;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function brief({ id = null, name, type }: JsonObject): JsonObject {
  return { id, ...(name !== undefined && { name }), ...(type !== undefined && { type }) };
}
