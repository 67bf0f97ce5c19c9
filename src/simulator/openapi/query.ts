/**
 * The query of a request. It is checked against the operation's parameters, and is used to filter and paginate lists.
 */

import type { Json, JsonObject } from "../../model/json.ts";
import { nextEntry } from "../wire/next-link.ts";
import { type Call, splitQuery } from "../wire/route.ts";
import { faultsIn } from "./check.ts";
import type { ApiOperation } from "./document.ts";
import { elementOf, partsOf, typesIn } from "./reference.ts";

/** Returns the faults of a query: unknown or missing parameters, and values that violate their schemas. */
export function queryFaults(root: Json, operation: ApiOperation, query: URLSearchParams): readonly string[] {
  const known = operation.parameters.filter(({ place }) => place === "query");
  const names = new Set(known.flatMap(({ name }) => [name, `${name}[]`]));
  const unknown = [...new Set(query.keys())].filter((name) => !names.has(name.replace(/\[[^\]]*\]$/, "[]")));
  return [
    ...unknown.map((name) => `the query parameter ${name} is unknown`),
    ...known.flatMap(({ name, required, schema }) => {
      const sent = valuesOf(query, name);
      if (sent.length === 0) return required ? [`the query parameter ${name} is required`] : [];
      const element = elementOf(root, schema);
      const each = element === undefined ? sent.slice(0, 1) : sent;
      const typed = each.map((text) => typedValue(root, element ?? schema, text));
      const faults = faultsIn(element === undefined ? (typed[0] ?? "") : typed, schema, {
        root,
        direction: "request",
      });
      return faults.map((fault) => `the query parameter ${name}: ${fault}`);
    }),
  ];
}

function valuesOf(query: URLSearchParams, name: string): readonly string[] {
  return [...query.getAll(name), ...query.getAll(`${name}[]`)];
}

function typedValue(root: Json, schema: Json | undefined, text: string): Json {
  const types = partsOf(root, schema).flatMap(({ type }) => typesIn(type));
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  if (types.includes("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}

/**
 * Returns the items of a list that match the query. A parameter filters by the member with its name. A plural parameter
 * filters by the member with the singular name.
 */
export function chosen(items: readonly JsonObject[], { parameters }: ApiOperation, call: Call): JsonObject[] {
  const wanted = parameters.flatMap(({ name, place }) => {
    const values = place === "query" && !cutting.has(name) ? valuesOf(call.query, name) : [];
    return values.length === 0 ? [] : [{ names: [name, name.replace(/s$/, "")], values }];
  });
  return items.filter((item) =>
    wanted.every(({ names, values }) => {
      const own = names.map((name) => item[name]).find((value) => typeof value === "string");
      return own === undefined || values.includes(own);
    }),
  );
}

const cutting = new Set(["perPage", "startingAfter", "endingBefore", "offset", "limit"]);

/** A page of a list, and the header with links to other pages. */
export interface ListPage {
  readonly items: readonly JsonObject[];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns a page of a list according to the operation's parameters. Without such parameters, returns the whole list.
 */
export function listPage(
  items: readonly JsonObject[],
  { operation, call, idMember }: { operation: ApiOperation; call: Call; idMember: string },
): ListPage | { readonly fault: string } {
  const has = (name: string) => operation.parameters.some((each) => each.name === name);
  if (has("perPage")) return afterCursor(items, call, idMember);
  if (has("limit") && has("offset")) return fromOffset(items, call);
  return { items, headers: {} };
}

function sizeOf(call: Call, name: string): number | undefined {
  const sent = call.query.get(name);
  if (sent === null) return call.settings.openapiPageSize;
  const size = Number(sent);
  return Number.isInteger(size) && size > 0 ? size : undefined;
}

function afterCursor(
  items: readonly JsonObject[],
  call: Call,
  idMember: string,
): ListPage | { readonly fault: string } {
  const size = sizeOf(call, "perPage");
  if (size === undefined) return { fault: "the query parameter perPage must be a positive integer" };
  const place = (item: JsonObject) => String(item[idMember]);
  const sorted = [...items].sort((a, b) => (place(a) < place(b) ? -1 : 1));
  const after = call.query.get("startingAfter");
  const before = call.query.get("endingBefore");
  const left = sorted.filter((item) => after === null || place(item) > after);
  const kept = left.filter((item) => before === null || place(item) < before);
  const page = before === null ? kept.slice(0, size) : kept.slice(-size);
  const last = page.at(-1);
  const links = [linkTo(call, { startingAfter: null }, "first")];
  if (last !== undefined && sorted.some((item) => place(item) > place(last))) {
    links.push(linkTo(call, { startingAfter: place(last) }, "next"));
  }
  return { items: page, headers: { link: links.join(", ") } };
}

function fromOffset(items: readonly JsonObject[], call: Call): ListPage | { readonly fault: string } {
  const size = sizeOf(call, "limit");
  const from = Number(call.query.get("offset") ?? 0);
  if (size === undefined || !Number.isInteger(from) || from < 0) {
    return { fault: "the query parameters offset and limit must be whole numbers" };
  }
  const page = items.slice(from, from + size);
  const more = from + size < items.length;
  return {
    items: page,
    headers: more ? { link: linkTo(call, { offset: String(from + size) }, "next") } : {},
  };
}

function linkTo(call: Call, change: Readonly<Record<string, string | null>>, relation: string): string {
  const { path, query } = splitQuery(call.request.path);
  query.delete("endingBefore");
  for (const [name, value] of Object.entries(change)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.size === 0 ? "" : `?${query}`;
  const url = `${call.request.origin}${path}${text}`;
  return relation === "next" ? nextEntry(url, call.settings.variants) : `<${url}>; rel="${relation}"`;
}
