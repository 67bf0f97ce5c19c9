/** Makes items of a product's records: which are of a kind, what they are called, what they hold. Pure. */

import { fieldOf, textFrom } from "../../catalog/fields/field-of.ts";
import { fromWire } from "../../catalog/fields/wire.ts";
import {
  filledIdentity,
  hasLiveId,
  hasOwnKey,
  idField,
  isIdKnown,
  keyInIdentity,
  liveIdentity,
  liveWord,
  otherIdentities,
  pathIdentity,
} from "../../catalog/identity.ts";
import { isPositioned, isSegment } from "../../catalog/templates.ts";
import { filterMembers, isArray, isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import { idWithin } from "../../model/live/snapshot.ts";
import { inPath, pathBelow } from "../../model/names/hierarchy.ts";
import type { ShownSecrets } from "../../model/secret.ts";
import type { Item, ReadRequest } from "../contract/contract.ts";
import type { RestKind } from "./catalogs/catalog-dialect.ts";
import { canonicalOf } from "./kind.ts";
import { pathsAbove } from "./paths.ts";
import { wordsOf } from "./requests.ts";
import { holding } from "./returned-secrets.ts";
import { sendsNames } from "./sent-names.ts";
import { undeclaredOf } from "./undeclared.ts";

/** Where records are in a list, and by which fields they are of a kind. */
interface Recognition {
  readonly wrap?: string | undefined;
  readonly only?: JsonObject | undefined;
}

/** Which list it is, and what is looked for in it. */
interface ListContext extends Pick<ReadRequest, "wanted"> {
  readonly read: Recognition;
  readonly parentId: string | undefined;
  readonly shown?: ShownSecrets | undefined;
  /** True: items say what no field can declare of them. */
  readonly undeclarable?: boolean | undefined;
}

/** The items of a list, or undefined when one of its records is not what the catalog promises. */
export function itemsOf(
  of: RestKind,
  { read, parentId, wanted, shown, undeclarable = false }: ListContext,
  records: readonly Json[],
): readonly Item[] | undefined {
  const { builtIn } = of.file;
  const found: Item[] = [];
  const sought = new Set(wanted.map(({ identity }) => identity));
  const all: JsonObject[] = [];
  for (const each of records) {
    const record = recordOf(of, read, each);
    if (record === undefined) return undefined;
    all.push(record);
  }
  const above = pathsAbove(of.file, all);
  for (const [at, record] of all.entries()) {
    if (!isOfKind(of, read, record)) continue;
    const made = itemOf(of, record, { parentId, shown, above: above(record) });
    if (made === undefined) return undefined;
    const item = undeclarable ? withUndeclared(of, made, recordShown(read, records[at] ?? null)) : made;
    const { identity, value } = item;
    if (builtIn !== undefined && hasAll(builtIn, record) && !sought.has(identity)) continue;
    const other = sought.has(identity)
      ? undefined
      : otherIdentities(of.file, value).find((each) => sought.has(each));
    found.push(other === undefined ? item : { ...item, identity: other });
  }
  return found;
}

/** The record inside its own object, as the kind's fields speak of it; undefined when there is none. */
export function recordOf(
  { file, codec }: RestKind,
  read: Pick<Recognition, "wrap">,
  each: Json,
): JsonObject | undefined {
  const record = recordShown(read, each);
  if (!isObject(record)) return undefined;
  return codec ? codec.record(file, record) : record;
}

/** What stands in its own object, as the product has it. */
export function recordShown({ wrap }: Pick<Recognition, "wrap">, each: Json): Json | undefined {
  return wrap === undefined ? each : fieldOf(each, wrap);
}

/** The item of a record as it came, with what no field can declare of it. */
export function withUndeclared(of: RestKind, item: Item, record: Json | undefined): Item {
  return { ...item, undeclarable: isObject(record) ? undeclaredOf(of, record) : [] };
}

function isOfKind({ file }: RestKind, { only = {} }: Recognition, record: JsonObject): boolean {
  return hasAll(only, record) && !(file.empty !== undefined && isEmpty(file.empty, record));
}

/** Whether a record has these fields with these values, or one of a list of them; null: or lacks it. */
function hasAll(fields: JsonObject, record: JsonObject): boolean {
  return Object.entries(fields).every(([field, value]) => {
    const found = fieldOf(record, field);
    const allowed = isArray(value) ? value : [value];
    return allowed.some((each) => sameJson(each, found ?? null));
  });
}

/** True for the record of a slot that holds nothing. */
function isEmpty(empty: JsonObject, record: JsonObject): boolean {
  return Object.entries(empty).every(([field, wanted]) => {
    const found = record[field];
    if (typeof wanted !== "string") return sameJson(found, wanted);
    return typeof found === "string" && isPositioned(wanted, found);
  });
}

/** What is known of a record besides what it shows. */
interface RecordContext extends Partial<Pick<ListContext, "parentId" | "shown">> {
  /** The identity that was asked for: of what does not show its key. */
  readonly asked?: string | undefined;
  /** The path of what it stands below, in a hierarchy. */
  readonly above?: string | undefined;
}

/** The item of a record; undefined when it does not say which it is. */
export function itemOf(
  of: RestKind,
  found: JsonObject,
  { parentId, shown: secrets, asked, above }: RecordContext,
): Item | undefined {
  const { file, kind } = of;
  const isNamed = asked === undefined || !hasOwnKey(file);
  const record = isNamed ? found : { [file.key ?? ""]: keyInIdentity(file, asked), ...found };
  const shown = fromWire(file.fields, record);
  const isKnown = (name: string) => Object.hasOwn(file.fields, name);
  const value = canonicalOf(file, withoutIds(of, file.closed ? filterMembers(shown, isKnown) : shown));
  // A field that nobody declares may still be what it is matched by.
  const names = isObject(value) ? (file.closed ? value : { ...record, ...value }) : undefined;
  const own = names && liveIdentity(file, names, record);
  if (own === undefined || own === "" || !isKey(of, own, record)) return undefined;
  const identity =
    file.below === undefined ? pathOf(of, own, { record, parentId }) : pathBelow(above, inPath(own));
  if (identity === undefined) return undefined;
  const holds = kind.secrets.length > 0 ? holding(file.fields, record, secrets) : {};
  const raw = { ...(needsRecord(of) && { raw: record }), ...holds, ...versionOf(of, record) };
  const item = { kind: kind.name, identity, value, ...raw };
  const isUnnamed = file.form === "singleton" && file.id === undefined;
  if (isUnnamed || !hasLiveId(file) || (hasOwnKey(file) && isIdKnown(file) && !of.isParent)) return item;
  const ownId = ownIdOf(of, record);
  return ownId === undefined ? undefined : { ...item, id: liveId(of, parentId, ownId) };
}

/**
 * What it is called among all of a target, by what it is called there; undefined for a record that shows another path
 * than that of its place.
 */
function pathOf(
  of: RestKind,
  own: string,
  { record, parentId }: { readonly record: JsonObject; readonly parentId: string | undefined },
): string | undefined {
  const path = pathIdentity(of.file);
  if (path === undefined) return own;
  const above = wordsOf(of, { values: {} }, { parentId });
  const wordOf = (word: string) => above(word) ?? liveWord(of.file, record, word);
  const identity = filledIdentity(path, (word) => (word === "id" ? own : wordOf(word)));
  const shown = record[path.at];
  return shown === undefined || shown === identity ? identity : undefined;
}

/** The live id of what has this id of its own: with those of its parents, where its paths take them. */
export function liveId({ isChained }: RestKind, parentId: string | undefined, own: string): string {
  return idWithin(isChained ? parentId : undefined, own);
}

/** The id that a record shows. */
export function ownIdOf({ file }: RestKind, record: JsonObject, field = idField(file)): string | undefined {
  const id = fieldOf(record, field);
  const text = typeof id === "number" && !Number.isSafeInteger(id) ? undefined : textFrom(id);
  return text !== undefined && isSegment(text) ? text : undefined;
}

/**
 * Whether a record may have this key. What people write in a format, a product may have in its own way; and what no
 * list shows was asked for by its key, or is discovered, where an import leaves out what nobody can write.
 */
function isKey({ kind, file }: RestKind, identity: string, record: JsonObject): boolean {
  const { key = "free", keySchema: { format } = {} } = file;
  if (key === "free" || file.list === undefined) return true;
  return format === undefined
    ? kind.keys?.safeParse(identity).success !== false
    : typeof record[key] === "string";
}

/** Without what stands in paths and keys, also of its parents, where people do not declare it as a field. */
function withoutIds(of: RestKind, value: JsonObject): JsonObject {
  const ids = idNames(of);
  if (!ids.some((name) => Object.hasOwn(value, name))) return value;
  return filterMembers(value, (name) => !ids.includes(name));
}

const idsOfKinds = new WeakMap<RestKind, readonly string[]>();

function idNames(of: RestKind): readonly string[] {
  const known = idsOfKinds.get(of);
  if (known) return known;
  const { file, above } = of;
  const ids = [idField(file), file.key, pathIdentity(file)?.at, ...above.map((kind) => `${kind}Id`)];
  const names = ids.flatMap((name) => (name === undefined || Object.hasOwn(file.fields, name) ? [] : [name]));
  idsOfKinds.set(of, names);
  return names;
}

/** The state that a record is in, where a write says which it was made for. */
function versionOf({ writes }: RestKind, record: JsonObject): Pick<Item, "version"> {
  const field = Object.values(writes).find(({ ifMatch }) => ifMatch !== undefined)?.ifMatch;
  const version = field === undefined ? undefined : fieldOf(record, field);
  return typeof version === "string" && version !== "" ? { version } : {};
}

/** Whether a write needs the record as it came. */
function needsRecord({ writes, file }: RestKind): boolean {
  if (file.elements !== undefined || sendsNames(file.fields)) return true;
  return Object.values(writes).some(({ send }) => send === "merged");
}
