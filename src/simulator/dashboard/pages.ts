/** Lists of the dashboard. A list is returned whole, or in pages linked by the header `Link` (RFC 8288). */

import type { Json } from "../../model/json.ts";
import { bare, json, type SimReply } from "../wire/message.ts";
import { nextEntry } from "../wire/next-link.ts";
import { type Call, splitQuery } from "../wire/route.ts";

/** Returns the reply with a list, or with the list's page after `startingAt`. */
export function listReply(items: readonly Json[], call: Call): SimReply {
  const size = call.settings.dashboardPageSize;
  if (size === 0) return json(200, items);
  const sent = call.query.get("startingAt") ?? "0";
  if (!/^\d+$/.test(sent)) return bare(400);
  const from = Number(sent);
  const next = from + size;
  if (next >= items.length) return json(200, items.slice(from));
  const { path, query } = splitQuery(call.request.path);
  query.set("startingAt", String(next));
  const link = nextEntry(`${call.request.origin}${path}?${query}`, call.settings.variants);
  return json(200, items.slice(from, next), { link });
}
