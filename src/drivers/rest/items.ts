/** Converts a product's records into items: their kind, identity and value. Pure. */

import { fieldOf, textFrom } from "../../catalog/fields/field-of.ts";
import { type SetSecret, setSecretsIn } from "../../catalog/fields/set-secrets.ts";
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
  showsNames,
} from "../../catalog/identity.ts";
import { isPositioned, isSegment } from "../../catalog/templates.ts";
import {
  asObject,
  filterMembers,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  sameJson,
} from "../../model/json.ts";
import { withAt } from "../../model/list-identity.ts";
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

/** Where the records of a list are, and which fields show that a record is of the kind. */
interface Recognition {
  readonly wrap?: string | undefined;
  readonly only?: JsonObject | undefined;
}

interface ListContext extends Pick<ReadRequest, "wanted"> {
  readonly read: Recognition;
  readonly parentId: string | undefined;
  readonly shown?: ShownSecrets | undefined;
  /** True: items include the parts of their records that no field can declare. */
  readonly undeclarable?: boolean | undefined;
}

/** Returns the items of a list. Undefined: one of its records violates the catalog. */
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

/** Returns the record without its wrapper, converted to the kind's fields. Undefined: there is no record. */
export function recordOf(
  { file, codec }: RestKind,
  read: Pick<Recognition, "wrap">,
  each: Json,
): JsonObject | undefined {
  const record = recordShown(read, each);
  if (!isObject(record)) return undefined;
  return codec ? codec.record(file, record) : record;
}

/** Returns the content of the record's wrapper, in the product's form. Undefined: the wrapper is missing. */
export function recordShown({ wrap }: Pick<Recognition, "wrap">, each: Json): Json | undefined {
  return wrap === undefined ? each : fieldOf(each, wrap);
}

/** Returns the item of a raw record, including the parts that no field can declare. */
export function withUndeclared(of: RestKind, item: Item, record: Json | undefined): Item {
  return { ...item, undeclarable: isObject(record) ? undeclaredOf(of, record) : [] };
}

function isOfKind({ file }: RestKind, { only = {} }: Recognition, record: JsonObject): boolean {
  return hasAll(only, record) && !(file.empty !== undefined && isEmpty(file.empty, record));
}

/** True if a record has one of the given values in each of these fields. Null also matches a missing field. */
function hasAll(fields: JsonObject, record: JsonObject): boolean {
  return Object.entries(fields).every(([field, value]) => {
    const found = fieldOf(record, field);
    const allowed = isArray(value) ? value : [value];
    return allowed.some((each) => sameJson(each, found ?? null));
  });
}

/** True for the record of an empty slot. */
function isEmpty(empty: JsonObject, record: JsonObject): boolean {
  return Object.entries(empty).every(([field, wanted]) => {
    const found = record[field];
    if (typeof wanted !== "string") return sameJson(found, wanted);
    return typeof found === "string" && isPositioned(wanted, found);
  });
}

interface RecordContext extends Partial<Pick<ListContext, "parentId" | "shown">> {
  /** The requested identity, for records that do not show their key. Absent: the record must show it. */
  readonly asked?: string | undefined;
  /**
   * The path of the record's parent in a hierarchy. Absent: the record is outermost, or its kind is not hierarchical.
   */
  readonly above?: string | undefined;
}

/** Returns the item of a record. Undefined: the record does not identify itself. */
export function itemOf(
  of: RestKind,
  found: JsonObject,
  { parentId, shown: secrets, asked, above }: RecordContext,
): Item | undefined {
  const { file, kind } = of;
  const isNamed = asked === undefined || !hasOwnKey(file);
  const record = isNamed ? found : { [file.key ?? ""]: keyInIdentity(file, asked), ...found };
  const areReplaced = of.codec?.replacesSecrets === true && kind.secrets.length > 0;
  const setSecrets = areReplaced ? setSecretsIn(file.fields, record) : [];
  const shown = withVariables(of, fromWire(file.fields, record), setSecrets);
  const isKnown = (name: string) => Object.hasOwn(file.fields, name);
  const value = canonicalOf(file, withoutIds(of, file.closed ? filterMembers(shown, isKnown) : shown));
  // The kind may be matched by a field that is not declared.
  const isShown = isObject(value) && (file.closed || showsNames(file, value));
  const names = isShown || !isObject(value) ? value : { ...record, ...value };
  const own = isObject(names) ? liveIdentity(file, names, record) : undefined;
  if (own === undefined || own === "" || !isKey(of, own, record)) return undefined;
  const identity =
    file.below === undefined ? pathOf(of, own, { record, parentId }) : pathBelow(above, inPath(own));
  if (identity === undefined) return undefined;
  const holds = kind.secrets.length > 0 ? holding(file.fields, record, secrets) : nothing;
  const seen = areReplaced && { setSecrets: setSecrets.map(({ path }) => path) };
  const item = { kind: kind.name, identity, value, ...neededOf(of, record), ...holds, ...seen };
  const isUnnamed = file.form === "singleton" && file.id === undefined;
  if (isUnnamed || !hasLiveId(file) || (hasOwnKey(file) && isIdKnown(file) && !of.isParent)) return item;
  const ownId = ownIdOf(of, record);
  return ownId === undefined ? undefined : { ...item, id: liveId(of, parentId, ownId) };
}

/**
 * Returns the fields of a record. Variables that stand for secrets are included, because a variable's name is not a
 * secret.
 */
function withVariables({ kind }: RestKind, shown: JsonObject, secrets: readonly SetSecret[]): JsonObject {
  const variables = secrets.filter(({ value }) => kind.isVariable?.(value));
  return variables.reduce<JsonObject>(
    (rest, { position, value }) => asObject(withAt({ value: rest, lists: {} }, position, value)),
    shown,
  );
}

/**
 * Returns the full path of the record's resource among all resources of a target. Undefined: the record shows a path
 * that does not belong to the place where the record was read.
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

/**
 * Returns the live id of a record from its own id. The live id is a chain of ids if the kind's paths include the ids of
 * ancestors.
 */
export function liveId({ isChained }: RestKind, parentId: string | undefined, own: string): string {
  return idWithin(isChained ? parentId : undefined, own);
}

/** Returns the id in a record. Undefined: the id is missing, or cannot be a segment of a path. */
export function ownIdOf({ file }: RestKind, record: JsonObject, field = idField(file)): string | undefined {
  const id = fieldOf(record, field);
  const text = typeof id === "number" && !Number.isSafeInteger(id) ? undefined : textFrom(id);
  return text !== undefined && isSegment(text) ? text : undefined;
}

/**
 * True if a record can have this key. If keys have a format, every text can be a key, because the product may format
 * keys differently. If the kind has no list, the result is always true, because the resource was requested by its key
 * or found by an import.
 */
function isKey({ kind, file }: RestKind, identity: string, record: JsonObject): boolean {
  const { key = "free", keySchema: { format } = {} } = file;
  if (key === "free" || file.list === undefined) return true;
  return format === undefined
    ? kind.keys?.safeParse(identity).success !== false
    : typeof record[key] === "string";
}

/**
 * Returns the record without the values that paths and keys contain (including ancestors' keys). Values that people
 * declare as fields stay.
 */
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

/** The parts of a record that writes need. */
interface RecordNeeds {
  /** The field with the version on which a write is based. Undefined: no field states a version. */
  readonly version: string | undefined;
  /** True: a write needs the raw record. */
  readonly isWhole: boolean;
}

const needsOfKinds = new WeakMap<RestKind, RecordNeeds>();

function needsOf(of: RestKind): RecordNeeds {
  const known = needsOfKinds.get(of);
  if (known) return known;
  const { file } = of;
  const writes = Object.values(of.writes);
  const isMerged = writes.some(({ send }) => send === "merged");
  const needs = {
    version: writes.find(({ ifMatch }) => ifMatch !== undefined)?.ifMatch,
    isWhole: file.elements !== undefined || sendsNames(file.fields) || isMerged,
  };
  needsOfKinds.set(of, needs);
  return needs;
}

/** Returns the version of a record and the raw record, as far as writes need them. */
function neededOf(of: RestKind, record: JsonObject): Pick<Item, "version" | "raw"> {
  const { version: field, isWhole } = needsOf(of);
  const version = field === undefined ? undefined : fieldOf(record, field);
  const isVersion = typeof version === "string" && version !== "";
  if (!isWhole && !isVersion) return nothing;
  return { ...(isWhole && { raw: record }), ...(isVersion && { version }) };
}

const nothing = Object.freeze({});
