/** Pages of the controller: an envelope with `totalRecords`, and `nextPageUri` until the last page. */

import type { JsonObject } from "../../model/json.ts";
import { bare, json, type SimReply } from "../wire/message.ts";
import { type Call, splitQuery } from "../wire/route.ts";

/** The version of the response format. */
const formatVersion = "1.0";

/** The reply with the page of a list that `offset` names. */
export function pageReply(items: readonly JsonObject[], call: Call): SimReply {
  const { pageSize, nextPageUri } = call.settings;
  const sent = call.query.get("offset") ?? "0";
  if (!/^\d+$/.test(sent)) return bare(400);
  const from = Number(sent);
  const response = items.slice(from, from + pageSize);
  if (items.length <= pageSize) return json(200, { response, version: formatVersion });
  const page = { response, version: formatVersion, totalRecords: items.length };
  const headers = { "x-page-total-count": String(items.length) };
  if (from + pageSize >= items.length) return json(200, page, headers);
  const { path, query } = splitQuery(call.request.path);
  query.set("offset", String(from + pageSize));
  const base = nextPageUri === "absolute" ? call.request.origin : "";
  return json(200, { ...page, nextPageUri: `${base}${path}?${query}` }, headers);
}
