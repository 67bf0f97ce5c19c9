/**
 * Builds the bodies of writes from templates: declared fields, accompanying fields, and the product's envelope. Pure.
 */

import { withKept } from "../../catalog/fields/kept.ts";
import {
  asWireList,
  isWireObject,
  laidOver,
  type OpenSecret,
  sendable,
  sendableObject,
  toWire,
  type WireObject,
  wireName,
  withoutClosed,
} from "../../catalog/fields/wire.ts";
import type { Field } from "../../catalog/schema/field.ts";
import type { KindFile } from "../../catalog/schema/kind.ts";
import type { WriteTemplate } from "../../catalog/schema/request.ts";
import { fieldPrefix, filledFields, saysWhich, type WordValue, wordsIn } from "../../catalog/templates.ts";
import { address, addressParts } from "../../model/address.ts";
import {
  asObject,
  definedMembers,
  filterMembers,
  isObject,
  type Json,
  type JsonObject,
} from "../../model/json.ts";
import { ownIdIn } from "../../model/live/snapshot.ts";
import { segments } from "../../model/pointer.ts";
import { kindsNamed, mapReferences } from "../../model/references.ts";
import { isSecretReference } from "../../model/secret.ts";
import type { WireJson } from "../../model/wire.ts";
import type { Write } from "../contract/contract.ts";
import type { RestKind } from "./catalogs/catalog-dialect.ts";
import { withNames } from "./sent-names.ts";

/** The input for a body. */
export interface BodyContext {
  readonly template: WriteTemplate;
  readonly words: WordValue;
  readonly open: OpenSecret;
  /**
   * The reply to the preceding request, see `CodecWrite.asked`. Absent: no request precedes the write, or the write is
   * only previewed.
   */
  readonly asked?: Json | undefined;
}

/** Returns the body of a write. Undefined: the write has no body. */
export function bodyOf(
  of: RestKind,
  write: Write,
  { template, words, open, asked }: BodyContext,
): WireJson | undefined {
  const declared = fieldsSent(of, withElements(of, withIds(of, write)), template);
  const own = declared && toWire(of.file.fields, withNames(of.file.fields, write, declared), open);
  if (own === undefined && template.with === undefined) return undefined;
  const along = { ...keyAlong(of, write, template), ...filledFields(template.with, words) };
  const sent = { ...along, ...inLists(own, along), ...inObjects(own, along) };
  const { codec, file } = of;
  if (codec) {
    const live = toWire(file.fields, sendable(file.fields, asObject(write.live?.value)), open);
    return enveloped(template, codec.body(file, { object: sent, live, asked }));
  }
  return enveloped(template, template.send === "merged" ? laidOver(sent, kept(of, write)) : sent);
}

/**
 * Merges accompanying fields into the same single-element list: `targets.0.name` is added to `targets: [{ id: ... }]`.
 */
function inLists(own: WireObject | undefined, along: WireObject): WireObject {
  const joined = Object.entries(own ?? {}).map(([name, value]): [string, WireJson] => {
    const [[one, ...more], [other]] = [asWireList(value), asWireList(along[name])];
    const isOne = one !== undefined && isWireObject(one) && more.length === 0;
    return [name, isOne && other !== undefined ? [laidOver(one, other)] : value];
  });
  return Object.fromEntries(joined);
}

/** Merges accompanying fields into the same object: `overrides.parent` and `overrides.target`. */
function inObjects(own: WireObject = {}, along: WireObject): WireObject {
  const both = Object.entries(own).filter(
    ([name, value]) => isWireObject(value) && isWireObject(along[name] ?? null),
  );
  return Object.fromEntries(both.map(([name, value]) => [name, laidOver(value, along[name])]));
}

/** Adds undeclared elements of live lists, and undeclared members of their elements, if there are any. */
function withElements({ file, kind: { isVariable } }: RestKind, write: Write): Write {
  const { operation, desired, live, ownership } = write;
  if (operation !== "update" || !isObject(desired) || live === undefined) return write;
  const exclusive = ownership === "exclusive";
  const differing = write.differences.map(({ path }) => path);
  const on = { live: asObject(live.value), exclusive, differing, isVariable };
  return { ...write, desired: withKept(file.fields, desired, on) };
}

/**
 * Returns the declared fields to send in the body: all fields except those that a create sends in its query. Undefined:
 * no field is sent.
 */
function fieldsSent(of: RestKind, write: Write, template: WriteTemplate): JsonObject | undefined {
  const all = allSent(of, write, template);
  const { query = {} } = of.writes.create ?? {};
  const inQuery = new Set(Object.values(query).flatMap(wordsIn));
  return all && filterMembers(all, (name) => !inQuery.has(`${fieldPrefix}${name}`));
}

function allSent(of: RestKind, write: Write, template: WriteTemplate): JsonObject | undefined {
  const { send, always = [] } = template;
  if (send === "nothing") return undefined;
  const desired = asObject(write.desired);
  if (send === "changed" && write.operation === "update")
    return { ...standing(of, always, { ...write, desired }), ...changed(of, write, desired) };
  if (send === "known" && write.operation === "update")
    return { ...shownAlone(of, always, write), ...known(of, write, desired) };
  const closed = write.operation === "create" ? "updateOnly" : "createOnly";
  return filterMembers(desired, (field) => of.file.fields[field]?.access !== closed);
}

/**
 * Returns all known fields of an object that a write replaces. Undeclared fields keep their live values, and fields
 * that are no longer declared are left out. Secrets are included if they are required, or if the update would otherwise
 * remove them.
 */
function known({ file, codec }: RestKind, write: Write, desired: JsonObject): JsonObject {
  const live = sendable(file.fields, asObject(write.live?.value));
  const differs = changedFields(write);
  const stays = filterMembers(live, (name) => desired[name] !== undefined || !differs.includes(name));
  const sent = filterMembers(desired, (name, value) => {
    const isFixed = file.fields[name]?.access === "createOnly" && live[name] !== undefined;
    const isAlong = codec?.replacesSecrets === true || file.required?.includes(name) === true;
    return !isFixed && (isSent(value) || differs.includes(name) || isAlong);
  });
  return { ...stays, ...wholeObjects(file, sent, live) };
}

/** Returns the read-only fields that the product nevertheless requires in writes. */
function shownAlone({ file }: RestKind, always: readonly string[], { live }: Write): JsonObject {
  const shown = always.filter((name) => file.fields[name]?.access === "readOnly");
  return filterMembers(asObject(live?.value), (name) => shown.includes(name));
}

/**
 * Returns the fields that every update contains, with their declared values. A field without a declared value gets its
 * live value, except a reference, which is left out.
 */
function standing({ file }: RestKind, always: readonly string[], write: Write): JsonObject {
  const live = asObject(write.live?.value);
  const desired = asObject(write.desired);
  const known = always.map((name) => {
    const isKey = file.fields[name]?.refersTo !== undefined;
    return [name, desired[name] ?? (isKey ? undefined : live[name])] as const;
  });
  const sent = filterMembers(definedMembers(known), (_, value) => isSent(value));
  return sendable(file.fields, wholeObjects(file, sent, live));
}

/** Returns the differing fields, and the fields that must be sent together with them. */
function changed({ file }: RestKind, write: Write, desired: JsonObject): JsonObject {
  const live = asObject(write.live?.value);
  const fields = changedFields(write);
  const groups = (file.together ?? []).filter((group) => group.some((field) => fields.includes(field)));
  const along = groups.flat().filter((field) => isSent(desired[field]));
  const all = [...new Set([...fields, ...along])].map((name) => {
    const gone = file.fields[name]?.sendsNull === false ? undefined : null;
    return [name, desired[name] === undefined ? gone : desired[name]] as const;
  });
  return wholeObjects(file, definedMembers(all), live);
}

function changedFields({ differences }: Write): readonly string[] {
  return [...new Set(differences.flatMap(({ path }) => segments(path)[0] ?? []))];
}

/**
 * False for a secret, because secrets are not sent along with other changes. Callers add the secrets that have changed
 * or that the update requires.
 */
function isSent(value: Json | undefined): boolean {
  return value !== undefined && !isSecretReference(value);
}

/** Returns the declared objects merged over their live values, because objects are sent complete. */
function wholeObjects({ fields }: KindFile, declared: JsonObject, live: JsonObject): JsonObject {
  const whole = Object.entries(declared).map(([name, value]) => [
    name,
    wholeObject(fields[name], value, live[name]),
  ]);
  return Object.fromEntries(whole);
}

function wholeObject(field: Field = {}, declared: Json, live: Json | undefined): Json {
  if (!isObject(declared) || !isObject(live) || isSecretReference(declared)) return declared;
  return laidUnder(declared, sendableObject(field, live));
}

/**
 * Returns the declared values merged over the known values, recursively. A declared list or plain value replaces the
 * known value.
 */
export function laidUnder(declared: JsonObject, known: JsonObject): JsonObject {
  const inner = Object.entries(declared).map(([name, value]): [string, Json] => {
    const under = known[name];
    const isNested = isObject(value) && isObject(under) && !isSecretReference(value);
    return [name, isNested ? laidUnder(value, under) : value];
  });
  return { ...known, ...Object.fromEntries(inner) };
}

/** Returns the write with live ids in place of the keys that its fields reference, both declared and live. */
export function withIds({ kind: { refersTo } }: RestKind, write: Write): Write {
  const { referredIds = {}, live } = write;
  if (refersTo === undefined) return write;
  const { target } = addressParts(write.address);
  const idOf = (found: Json, named: string | readonly string[]): Json => {
    if (isObject(found)) return typeof found.id === "string" ? found.id : found;
    if (typeof found !== "string") return found;
    const ids = kindsNamed(named).map((kind) => referredIds[address(target, kind, found)]);
    const id = ids.find((each) => each !== undefined);
    return id === undefined ? found : ownIdIn(id);
  };
  const inIds = (value: Json) => mapReferences(value, refersTo, idOf);
  return {
    ...write,
    ...(write.desired !== undefined && { desired: inIds(write.desired) }),
    ...(live && { live: { ...live, value: inIds(live.value) } }),
  };
}

/**
 * Returns the key field with its value, if the author chooses the key and no path contains it. Otherwise the result is
 * empty.
 */
function keyAlong(
  { file }: RestKind,
  { operation, identity, scope }: Write,
  { path, send }: WriteTemplate,
): WireObject {
  const { key = "free", keySchema, form } = file;
  // If a resource always exists and no list shows it, its key is only for people and is not sent.
  const isTold = form === "collection" || (form === "fixed" && file.list !== undefined);
  const isChosen = key !== "free" && isTold && !Object.hasOwn(file.fields, key);
  if (operation !== "create" || send === "nothing" || !isChosen || saysWhich(path)) return {};
  const isNumber = keySchema?.type === "integer" && !keySchema.asText;
  return { [key]: isNumber ? Number(identity) : (scope[file.kind] ?? identity) };
}

/**
 * Returns the live record as received, without read-only fields, secrets and other parts that cannot be written.
 * Undefined: there is no live record.
 */
function kept({ file }: RestKind, { live }: Write): WireJson | undefined {
  const raw = live?.raw;
  return isObject(raw) ? withoutClosed(file.fields, raw, wireName) : undefined;
}

function enveloped({ wrap, list }: WriteTemplate, body: WireJson): WireJson {
  const names = wrap?.split(".") ?? [];
  const wrapped = names.reduceRight<WireJson>(
    (inner, name) => (name === "0" ? [inner] : { [name]: inner }),
    body,
  );
  return list ? [wrapped] : wrapped;
}
