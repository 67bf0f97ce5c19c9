/** Finds the link to the next page in all conventional places: a table of names, independent of products. */

import link from "http-link-header";
import { fieldOf, textFrom } from "../../../catalog/fields/field-of.ts";
import { asObject, isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";

/**
 * What a page says about the next page. `nothing`: it does not mention a next page. `end`: there is no next page. `at`:
 * the URL of the next page. `after`: the value of the parameter that requests the next page. `unreadable`: there is a
 * next page, but the place of its link is unclear.
 */
export type NextPage =
  | { readonly says: "nothing" }
  | { readonly says: "end" }
  | { readonly says: "at"; readonly url: string }
  | { readonly says: "after"; readonly cursor: string }
  | { readonly says: "unreadable"; readonly where: string };

/** Fields of a body with page metadata, normalized by `plainName`. */
export const containers: ReadonlySet<string> = new Set([
  ...["links", "link", "paging", "pagination", "page", "pageinfo", "meta", "metadata", "responsemetadata"],
]);
/** Fields of `containers` that may be nested: `meta.links.next`, `links.pages.next`. */
const inner = new Set(["links", "pages"]);
/** Names of fields that contain a URL, or an object or a list with one. */
const links = new Set([
  ...["next", "nextpage", "nextlink", "nexturl", "nexturi", "nexthref"],
  ...["nextpagelink", "nextpageurl", "nextpageuri", "nextpagehref"],
]);
/** Fields with an opaque value by which the next page is requested. */
const cursors = new Set([
  ...["nextcursor", "nextpagecursor", "nexttoken", "nextpagetoken", "continuationtoken"],
  ...["nextmarker", "nextpagestart", "nextoffset", "nextstart"],
]);
/** Fields that are true while there are more pages. */
const flags = new Set([
  ...["hasmore", "hasnext", "hasnextpage", "hasmorepages", "moreentries", "more", "truncated", "istruncated"],
]);
/** Fields that are true on the last page. */
const lastFlags = new Set(["islast", "islastpage", "lastpage", "last"]);
/** Headers with the number of the next page or its cursor, empty on the last page. */
const headerNames = ["x-next-page", "x-next-cursor"];
/** The members of a link object that may contain its URL. */
const targets = ["href", "uri", "url", "link"];
/** Relations of a `Link` header which show that the server links its pages. */
const pageRelations = ["first", "last", "prev", "previous"];

const nothing: NextPage = { says: "nothing" };
const end: NextPage = { says: "end" };

/**
 * Returns what a reply says about the next page. A usable link comes first, then an unreadable link, then the statement
 * that there is no next page. `own` is the interface's own field, which has priority.
 */
export function nextPageOf(
  { body, headers }: { readonly body: Json; readonly headers: Readonly<Record<string, string>> },
  own: string | undefined,
): NextPage {
  const ownValue = fieldOf(body, own);
  const said = [
    ...(own === undefined || ownValue === undefined ? [] : [linkIn(ownValue, own)]),
    ofLinkHeader(headers.link),
    ...headerNames.map((name) => ofHeader(headers[name], name)),
    ...inBody(asObject(body)),
  ];
  const first = (says: NextPage["says"]) => said.find((each) => each.says === says);
  return first("at") ?? first("unreadable") ?? first("end") ?? nothing;
}

/** Returns the value of the parameter for the next page, from an interface's own field. */
export function cursorIn(body: Json, field: string): NextPage {
  const cursor = fieldOf(body, field);
  if (isNone(cursor ?? null)) return end;
  const text = textFrom(cursor);
  return text === undefined ? unreadable(field) : { says: "after", cursor: text };
}

/** Returns the entry of a `Link` header whose relation is `next` (RFC 8288). */
function ofLinkHeader(text: string | undefined): NextPage {
  if (text === undefined) return nothing;
  try {
    const entries = link.parse(text);
    const [next] = entries.rel("next");
    if (next) return { says: "at", url: next.uri };
    return pageRelations.some((each) => entries.rel(each).length > 0) ? end : nothing;
  } catch {
    return { says: "unreadable", where: "the header Link" };
  }
}

function ofHeader(text: string | undefined, name: string): NextPage {
  if (text === undefined) return nothing;
  return text.trim() === "" ? end : { says: "unreadable", where: `the header ${name}` };
}

function inBody(body: JsonObject): readonly NextPage[] {
  return Object.entries(body).flatMap(([name, value]) => [
    ...ofField(value, name, name),
    ...(containers.has(plainName(name)) ? [...inContainer(value, name), ...insideOf(value, name)] : []),
  ]);
}

/**
 * Returns the next pages that a container of links names. In an object, a link is recognized by its field name; in a
 * list, by the relation in the entry.
 */
function inContainer(value: Json, at: string): readonly NextPage[] {
  if (isArray(value)) return value.filter(isNext).map((entry) => linkIn(entry, at));
  return Object.entries(asObject(value)).flatMap(([name, each]) => ofField(each, name, `${at}.${name}`));
}

function insideOf(container: Json, at: string): readonly NextPage[] {
  return Object.entries(asObject(container)).flatMap(([name, value]) =>
    inner.has(plainName(name)) ? inContainer(value, `${at}.${name}`) : [],
  );
}

function ofField(value: Json, name: string, at: string): readonly NextPage[] {
  const known = plainName(name);
  if (links.has(known)) return [linkIn(value, at)];
  if (cursors.has(known)) return [isNone(value) ? end : unreadable(at)];
  if (flags.has(known) && typeof value === "boolean") return [value ? unreadable(at) : end];
  if (lastFlags.has(known) && typeof value === "boolean") return [value ? end : unreadable(at)];
  return [];
}

function isNext(entry: Json): boolean {
  if (!isObject(entry)) return false;
  const { rel = null } = entry;
  const relations = isArray(rel) ? rel : [rel];
  return relations.some((each) => typeof each === "string" && /(?:^|\s)next(?:\s|$)/i.test(each));
}

/** Returns the next page in a value: a URL, an object with a URL, or a list that begins with either. */
function linkIn(value: Json, at: string): NextPage {
  const one = isArray(value) ? (value[0] ?? null) : value;
  const url = isObject(one)
    ? fieldOf(
        one,
        targets.find((each) => Object.hasOwn(one, each)),
      )
    : one;
  if (url !== undefined && isNone(url)) return end;
  // A plain word, such as a cursor or a page number, is not a URL: it would resolve to another resource.
  return typeof url === "string" && /[/?:]/.test(url) ? { says: "at", url } : unreadable(at);
}

/** Names the place of the link in a message, if the place looks like an ordinary field name. */
function unreadable(at: string): NextPage {
  return { says: "unreadable", where: /^[\w.@-]{1,60}$/.test(at) ? `\`${at}\`` : "its body" };
}

function isNone(value: Json): boolean {
  return value === null || value === false || value === "" || (isArray(value) && value.length === 0);
}

/** Normalizes field names, so that `@odata.nextLink` and `next_page_uri` equal `nextLink` and `nextPageUri`. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^@?odata\./, "")
    .replaceAll(/[^a-z]/g, "");
}
