/** Finds what a page says of the next one, in all places where that is usual: a table of names, and no product. */

import link from "http-link-header";
import { fieldOf, textFrom } from "../../../catalog/fields/field-of.ts";
import { asObject, isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";

/**
 * What a page says of the next one. nothing: not a word. end: that there is none. after: with what it is asked for.
 * unreadable: that there is one, and it cannot be told where.
 */
export type NextPage =
  | { readonly says: "nothing" }
  | { readonly says: "end" }
  | { readonly says: "at"; readonly url: string }
  | { readonly says: "after"; readonly cursor: string }
  | { readonly says: "unreadable"; readonly where: string };

/** Fields of a body in which a page says of itself and of the others, as `plainName` has them. */
export const containers: ReadonlySet<string> = new Set([
  ...["links", "link", "paging", "pagination", "page", "pageinfo", "meta", "metadata", "responsemetadata"],
]);
/** Those of them in which others may stand once more: `meta.links.next`, `links.pages.next`. */
const inner = new Set(["links", "pages"]);
/** Names of fields that hold a URL, or an object or a list with one. */
const links = new Set([
  ...["next", "nextpage", "nextlink", "nexturl", "nexturi", "nexthref"],
  ...["nextpagelink", "nextpageurl", "nextpageuri", "nextpagehref"],
]);
/** Fields that hold what the next page is asked with, in a way that only this server knows. */
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
/** Headers that hold the number of the next page, and nothing on the last one. */
const headerNames = ["x-next-page", "x-next-cursor"];
/** Where an object that stands for a link has its URL. */
const targets = ["href", "uri", "url", "link"];
/** Relations of a `Link` header by which a server shows that it links its pages. */
const pageRelations = ["first", "last", "prev", "previous"];

const nothing: NextPage = { says: "nothing" };
const end: NextPage = { says: "end" };

/**
 * What an answer says of the next page. Of several words one that can be followed counts first, then one that cannot
 * be read, then that there is none. `own` is the field of the interface: its word is taken before the others.
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

/** What a page says in the field of an interface with what the next one is asked with. */
export function cursorIn(body: Json, field: string): NextPage {
  const cursor = fieldOf(body, field);
  if (isNone(cursor ?? null)) return end;
  const text = textFrom(cursor);
  return text === undefined ? unreadable(field) : { says: "after", cursor: text };
}

/** The entry of a `Link` header whose relation is `next` (RFC 8288). */
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

/** In an object, by the names of its fields; in a list, by the relation that its entries name. */
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

/** A URL, an object that has one, or a list that begins with either. */
function linkIn(value: Json, at: string): NextPage {
  const one = isArray(value) ? (value[0] ?? null) : value;
  const url = isObject(one)
    ? fieldOf(
        one,
        targets.find((each) => Object.hasOwn(one, each)),
      )
    : one;
  if (url !== undefined && isNone(url)) return end;
  // A word by itself, such as a cursor or a page's number, is no URL: it would lead to another resource.
  return typeof url === "string" && /[/?:]/.test(url) ? { says: "at", url } : unreadable(at);
}

/** Its place, as far as it is made of letters that a name has. */
function unreadable(at: string): NextPage {
  return { says: "unreadable", where: /^[\w.@-]{1,60}$/.test(at) ? `\`${at}\`` : "its body" };
}

function isNone(value: Json): boolean {
  return value === null || value === false || value === "" || (isArray(value) && value.length === 0);
}

/** `@odata.nextLink` and `next_page_uri` are the same name as `nextLink` and `nextPageUri`. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^@?odata\./, "")
    .replaceAll(/[^a-z]/g, "");
}
