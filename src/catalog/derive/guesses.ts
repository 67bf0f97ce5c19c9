/** Guesses, in catalog terms, for facts that a description does not contain. A person must check them. */

import { asObject, isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Description } from "./document.ts";
import { noFields, replyIsList } from "./draft.ts";
import { formatsByName } from "./guessed-formats.ts";
import { layered } from "./overlay.ts";

/** Guessed keys. */
export interface Guess {
  /** The keys. A person's own keys override them. */
  readonly words: JsonObject;
  /** A line for people about each guess. */
  readonly says: Readonly<Record<string, string>>;
}

/** Guesses about a derived kind. */
export function guessedOfKind(file: JsonObject): Guess {
  const identity = isUnlisted(file) ? unlisted(file) : identityOf(file);
  const all = [identity, updateOf(file), secretsOf(file), formatsOf(file)];
  return {
    words: all.reduce<JsonObject>((before, { words }) => asObject(layered(before, words)), {}),
    says: Object.assign({}, ...all.map(({ says }) => says)),
  };
}

const nothing: Guess = { words: {}, says: {} };

function isUnlisted({ form, key, list, item }: JsonObject): boolean {
  return form === "collection" && key === "free" && list === undefined && item !== undefined;
}

/**
 * Guesses how a resource without a list is identified. Such a resource can be named only by its id, and must exist
 * already.
 */
function unlisted({ id }: JsonObject): Guess {
  const says =
    "no list shows these objects: each is named by its live id, and can be neither created nor removed";
  return { words: { form: "fixed", key: id ?? "id", create: null, remove: null }, says: { form: says } };
}

/**
 * Returns the reason why resources of a derived kind could never be read or distinguished. Undefined: there is no such
 * reason.
 */
export function reasonUnread(file: JsonObject, unknown: readonly string[]): string | undefined {
  const { kind, form, list, item } = file;
  if (form === "collection" && list === undefined && item === undefined)
    return "the objects can be written, but not read";
  if (unknown.includes(`${String(kind)}: ${replyIsList}`)) return replyIsList;
  const { words, says } = isUnlisted(file) ? nothing : identityOf(file);
  if (words.identity !== undefined || says.identity === undefined) return undefined;
  const [lack, word] = isBare(file) ? [noFields, "fields"] : [says.identity, "identity"];
  return `${lack}: set \`kinds: { ${String(kind)}: { ${word}: ... } }\``;
}

function isBare({ fields }: JsonObject): boolean {
  return isObject(fields) && Object.keys(fields).length === 0;
}

/**
 * Guesses by which field a resource is matched: the name, or else a plain field. Required fields are preferred, and
 * among these a field with a format, such as an address.
 */
function identityOf({ form, key, fields, required }: JsonObject): Guess {
  if (form !== "collection" || key !== "free" || !isObject(fields) || fields.name !== undefined)
    return nothing;
  const needed = isArray(required) ? required : [];
  const plain = Object.entries(fields).filter(([, field]) => isPlain(field));
  const rank = ([name, field]: readonly [string, Json]) =>
    (needed.includes(name) ? 0 : 4) + (isObject(field) && field.format !== undefined ? 0 : 2);
  const [best] = plain.toSorted((a, b) => rank(a) - rank(b));
  if (!best) return { words: {}, says: { identity: "no field can identify live objects" } };
  const [name] = best;
  return {
    words: { identity: name },
    says: { identity: `live objects are assumed to be identified by \`${name}\`` },
  };
}

function isPlain(field: Json): boolean {
  return (
    isObject(field) &&
    (field.type === "string" || field.type === "integer") &&
    field.enum === undefined &&
    field.secret === undefined &&
    field.access === undefined
  );
}

/**
 * Guesses what an update sends. According to RFC 9110, a PUT replaces the whole object, so undeclared fields must be
 * sent too.
 */
function updateOf({ update }: JsonObject): Guess {
  const { method, path } = isObject(update) ? update : shortForm(update);
  if (method !== "PUT" || path === undefined) return nothing;
  return {
    words: { update: { method, path, send: "known", always: null } },
    says: { update: "a PUT is assumed to replace the whole object, so all fields are sent" },
  };
}

/** Names of texts that nobody should read: `radius_secret`, `privateKey`. */
const secretName =
  /(?:password|passwd|passphrase|passcode|secret|psk|token|(?:private|shared|api|auth|priv|encryption)[_-]?key)$/i;
const mostNamed = 10;

/** Guesses by their names which texts are secrets. Imports must not write secrets, and plans must not show them. */
function secretsOf({ fields }: JsonObject): Guess {
  const found: string[] = [];
  const patch = patchOfFields(fields, "", found);
  if (patch === undefined) return nothing;
  return {
    words: { fields: patch },
    says: { secret: `by their names, ${someOf(found)} are assumed to be secrets` },
  };
}

function someOf(found: readonly string[]): string {
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} others` : "";
  return found.slice(0, mostNamed).join(", ") + more;
}

/**
 * Guesses by their names which texts are addresses or similar values. The texts are compared as such values, but sent
 * as written.
 */
function formatsOf({ fields }: JsonObject): Guess {
  const found: string[] = [];
  const patch = formatsByName(fields, "", found);
  if (patch === undefined) return nothing;
  const says = `by their names, ${someOf(found)} are compared as addresses, prefixes, URIs or sets of numbers`;
  return { words: { fields: patch }, says: { format: says } };
}

function patchOfFields(fields: Json | undefined, trail: string, found: string[]): JsonObject | undefined {
  const patches = Object.entries(isObject(fields) ? fields : {}).flatMap(([name, field]) => {
    const patch = isObject(field) ? patchOfField(field, trail + name, found) : undefined;
    return patch ? [[name, patch] as const] : [];
  });
  return patches.length === 0 ? undefined : Object.fromEntries(patches);
}

function patchOfField(field: JsonObject, trail: string, found: string[]): JsonObject | undefined {
  const { type, enum: values, secret, access, support, properties, items, additionalProperties } = field;
  if (type === "string" && values === undefined && secret === undefined && secretName.test(trail)) {
    found.push(trail);
    const isHidden = access === "writeOnly" || support === "assumed";
    return { ...(isHidden ? { secret: "hidden", access: "writeOnly" } : { secret: "shown" }), default: null };
  }
  const inside = {
    properties: patchOfFields(properties, `${trail}.`, found),
    items: isObject(items) ? patchOfField(items, `${trail}[]`, found) : undefined,
    additionalProperties: isObject(additionalProperties)
      ? patchOfField(additionalProperties, `${trail}.*`, found)
      : undefined,
  };
  const known = Object.entries(inside).flatMap(([word, patch]) => (patch ? [[word, patch] as const] : []));
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function shortForm(update: Json | undefined): JsonObject {
  const [method = "", path = ""] = typeof update === "string" ? update.split(" ") : [];
  return method === "" ? {} : { method, path };
}

/** Conventional pairs of query parameters for paging. */
const pairs = [
  { by: "offset", from: "offset", size: "limit" },
  { by: "offset", from: "start", size: "limit" },
  { by: "offset", from: "skip", size: "limit" },
  { by: "offset", from: "skip", size: "top" },
  { by: "page", from: "page", size: "per_page" },
  { by: "page", from: "page", size: "perPage" },
  { by: "page", from: "page", size: "page_size" },
  { by: "page", from: "page", size: "pageSize" },
  { by: "page", from: "page", size: "size" },
  { by: "page", from: "page", size: "limit" },
] as const;

/** The page size, unless a description states a smaller maximum. */
const usualSize = 100;

/** True if a list has both parameters. A `start` beside an `end` is a moment in time, not a position. */
function isPagedBy(query: readonly string[], { from, size }: (typeof pairs)[number]): boolean {
  return query.includes(from) && query.includes(size) && !(from === "start" && query.includes("end"));
}

/**
 * Guesses how these lists are paged, by their parameters. `parameters`: the parameters of paged lists. Undefined: no
 * list has a conventional pair of parameters.
 */
export function guessedPages(
  { paths }: Description,
  lists: readonly string[],
): (Guess & { readonly parameters: readonly string[] }) | undefined {
  const queries = lists.flatMap((list) => paths.get(list)?.get ?? []);
  const counts = pairs.map((each) => queries.filter(({ query }) => isPagedBy(query, each)).length);
  const most = Math.max(...counts);
  const pair = pairs[counts.indexOf(most)];
  if (most === 0 || pair === undefined) return undefined;
  const bounds = queries.flatMap((query) => query.most[pair.size] ?? []);
  const size = Math.min(...bounds, usualSize);
  const pages =
    pair.by === "offset"
      ? { by: pair.by, offset: pair.from, limit: pair.size, size }
      : { by: pair.by, page: pair.from, limit: pair.size, size, first: 1 };
  const which = `\`${pair.from}\` and \`${pair.size}\``;
  return {
    words: { pages },
    says: { pages: `lists are assumed to be paged by ${which}, ${size} at a time` },
    parameters: [pair.from, pair.size],
  };
}
