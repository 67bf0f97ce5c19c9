/** Pages of the controller. Each has an envelope with `totalRecords`, and `nextPageUri` unless it is the last page. */

import type { JsonObject } from "../../model/json.ts";
import { bare, json, type SimReply } from "../wire/message.ts";
import { type BesideItems, besideItems } from "../wire/next-link.ts";
import { type Call, splitQuery } from "../wire/route.ts";
import type { VariantSettings } from "../wire/variants.ts";

/** The version of the response format. */
const formatVersion = "1.0";

/**
 * Returns the reply with the page at `offset`. `envelope` is the name of the field with the items. If it is `array`,
 * the body is the list.
 */
export function pageReply(
  items: readonly JsonObject[],
  call: Call,
  envelope: VariantSettings["devicesEnvelope"] = "response",
): SimReply {
  const { pageSize, nextPageUri, variants } = call.settings;
  const sent = call.query.get("offset") ?? "0";
  if (!/^\d+$/.test(sent)) return bare(400);
  const from = Number(sent);
  const shown = items.slice(from, from + pageSize);
  const isPaged = items.length > pageSize;
  const { path, query } = splitQuery(call.request.path);
  query.set("offset", String(from + pageSize));
  const base = nextPageUri === "absolute" ? call.request.origin : "";
  const isLast = from + pageSize >= items.length;
  const link = isLast ? nothing : besideItems(`${base}${path}?${query}`, "nextPageUri", variants);
  const counts = { items: items.length, pages: Math.ceil(items.length / pageSize), page: shown.length };
  const { totalCount, totalRecords } = variants;
  const headers = {
    ...(isPaged && totalCount !== "none" && { "x-page-total-count": String(counts[totalCount]) }),
    ...link.headers,
  };
  if (envelope === "array") return json(200, shown, headers);
  const total = isPaged && totalRecords ? { totalRecords: items.length } : {};
  return json(200, { [envelope]: shown, version: formatVersion, ...total, ...link.fields }, headers);
}

const nothing: BesideItems = { fields: {}, headers: {} };
