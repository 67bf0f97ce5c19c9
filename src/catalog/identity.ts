/** Identities, keys and ids of a kind's resources, declared and live. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../model/json.ts";
import { isWithin, type Pointer, pointer } from "../model/pointer.ts";
import type { KindProblem } from "../model/problem.ts";
import { canonicalField } from "./fields/canonical.ts";
import { fieldOf, idText, textFrom } from "./fields/field-of.ts";
import { referencesIn } from "./fields/pointers.ts";
import { placeIn, toWire } from "./fields/wire.ts";
import { pathSegments } from "./path-segments.ts";
import type { Field, Fields } from "./schema/field.ts";
import type { KindFile } from "./schema/kind.ts";
import type { WordValue } from "./templates.ts";

export { pathSegments } from "./path-segments.ts";

type Identity = NonNullable<KindFile["identity"]>;
type Choice = Extract<Identity, { readonly first: readonly string[] }>;

function isChoice(identity: Identity): identity is Choice {
  return typeof identity === "object" && "first" in identity;
}

/**
 * Returns all possible identities of a value, such as `S1` and `name edge-1`, in the order of the fields. The kind is
 * matched by the first field that is set.
 */
function choices({ first: names }: Choice, value: JsonObject): readonly string[] {
  return names.flatMap((name, index) => {
    const found = idText(value[name]);
    if (found === undefined) return [];
    return [index === 0 ? found : `${name} ${found}`];
  });
}

/** Returns further match values of a live record, if the kind is matched by the first of several fields. */
export function otherIdentities({ identity = "name" }: KindFile, value: Json): readonly string[] {
  return isChoice(identity) && isObject(value) ? choices(identity, value).slice(1) : [];
}

/** Returns the problem of a value that has none of the fields by which it is matched. `value` is canonical. */
export function lackOfIdentity({ identity = "name", title }: KindFile, value: Json): readonly KindProblem[] {
  if (!isChoice(identity) || (isObject(value) && choices(identity, value).length > 0)) return [];
  const names = identity.first.map((name) => `\`${name}\``).join(" or ");
  const hint =
    "Declare at least one of these fields. The first of them that has a value identifies the resource.";
  return [{ path: "", code: "missing-field", message: `a ${title} needs ${names}`, hint }];
}

/** True if the key is the value of a field. Either this field is the id in paths, or the id is found by this field. */
export function hasOwnKey({ key = "free", form }: KindFile): boolean {
  return key !== "free" && form !== "singleton";
}

/** False for a kind that is only matched: its records show no id, and no path contains an id. */
export function hasLiveId({ id, identity = "name" }: KindFile): boolean {
  return id === undefined ? !isChoice(identity) : id !== false;
}

/** Returns the reference fields in a kind's identity. */
export function namesInIdentity(file: KindFile): readonly Pointer[] {
  const { identity = "name", fields } = file;
  if (file.form === "singleton" || hasOwnKey(file)) return [];
  const named = isChoice(identity) ? identity.first : identity;
  const names = typeof named === "string" ? [named] : isArray(named) ? named : [];
  const all = Object.keys(referencesIn(fields) ?? {});
  return names.flatMap((name) => all.filter((each) => isWithin(each, pointer(name.split(".")))));
}

/** Returns the identity of a declaration. `value` is canonical. */
export function declaredIdentity(file: KindFile, key: string, value: Json): string {
  if (file.form === "singleton") return singleIdentity(file);
  if (hasOwnKey(file)) return canonicalKey(file, key);
  return (isObject(value) ? fieldsIdentity(file, value) : undefined) ?? key;
}

/** Returns the match value of a singleton: the last word of its section. */
function singleIdentity({ section }: Pick<KindFile, "section">): string {
  return section.slice(section.lastIndexOf(".") + 1);
}

/** True if a live value has all fields that `liveIdentity` reads. */
export function showsNames({ identity = "name" }: KindFile, value: JsonObject): boolean {
  if (typeof identity === "string") return Object.hasOwn(value, identity);
  return isArray(identity) && identity.every((name) => Object.hasOwn(value, name));
}

/** Returns the identity of a live record. Undefined: it shows none. `value` is canonical, `record` is raw. */
export function liveIdentity(file: KindFile, value: JsonObject, record: JsonObject): string | undefined {
  if (file.form === "singleton") return singleIdentity(file);
  if (!hasOwnKey(file)) return fieldsIdentity(file, value);
  const key = textFrom(record[file.key ?? ""]);
  if (key === undefined) return undefined;
  // If the key field contains the whole path, the key is a part of that path.
  return canonicalKey(file, pathIdentity(file)?.at === file.key ? keyInIdentity(file, key) : key);
}

function canonicalKey({ keySchema }: KindFile, key: string): string {
  const canonical = keySchema === undefined ? key : canonicalField(keySchema, key);
  return typeof canonical === "string" ? canonical : key;
}

/**
 * Returns the text of the identifying fields. The text of a single field stays as it is; several texts are combined as
 * for list elements. Undefined: one of the fields is missing.
 */
function fieldsIdentity({ identity = "name", fields }: KindFile, value: JsonObject): string | undefined {
  if (isChoice(identity)) return choices(identity, value)[0];
  const names = typeof identity === "string" ? [identity] : isArray(identity) ? identity : [identity.at];
  const parts = names.map((name) => {
    const field = fieldNamed(fields, name);
    const found = fieldOf(value, name);
    if (field?.type === "array") return listText(field, found ?? []);
    return field?.type === "object" && isObject(found) ? objectText(field, found) : textFrom(found);
  });
  if (parts.some((part) => part === undefined)) return undefined;
  if (parts.length === 1) return parts[0];
  return parts.map((part = "") => part.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
}

/**
 * Returns the field with this exact name; for `a.b`, the field `b` among the properties of `a`. Undefined: there is no
 * such field.
 */
function fieldNamed(fields: Fields, name: string): Field | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  const [first = "", ...rest] = name.split(".");
  const { properties } = (Object.hasOwn(fields, first) ? fields[first] : undefined) ?? {};
  return properties && rest.length > 0 ? fieldNamed(properties, rest.join(".")) : undefined;
}

/**
 * Returns the text of a list, which does not depend on the order of the list. Undefined: an element lacks its identity.
 */
function listText({ identity, items = {} }: Field, list: Json): string | undefined {
  if (!isArray(list)) return undefined;
  const texts = list.map((each) => (isObject(each) ? objectText(items, each, identity) : joined([each])));
  if (texts.includes(undefined)) return undefined;
  return texts.length === 0 ? "none" : texts.toSorted().join("+");
}

/**
 * Returns the text of an object. If the object has alternative reference fields, the text contains the name of the
 * field that is set: `host:web`. Otherwise it consists of the values of the object's fields.
 */
function objectText({ properties = {} }: Field, value: JsonObject, identity?: Field["identity"]) {
  const isAlternative = (name: string) => properties[name]?.refersTo && properties[name].shownIf;
  if (!Object.keys(properties).some(isAlternative))
    return joined((identity ?? Object.keys(value).sort()).map((name) => value[name]));
  const named = Object.keys(value).filter(isAlternative).sort();
  const texts = named.map((name) => [name, joined([value[name]])].join(":"));
  // If none of the alternatives is set, all values together identify the object.
  if (named.length === 0) return joined(Object.values(value).filter((each) => textFrom(each) !== undefined));
  return texts.join("/");
}

function joined(values: readonly (Json | undefined)[]): string | undefined {
  const parts = values.map(textFrom);
  return parts.includes(undefined) ? undefined : parts.map((part = "") => encodeURIComponent(part)).join("/");
}

/** Returns the wire field with the live id. It is not used for kinds without an id, see `hasLiveId`. */
export function idField({ id = false, key = "free", identity = "name" }: KindFile): string {
  if (id !== false) return id;
  if (key !== "free") return key;
  return typeof identity === "string" ? identity : "id";
}

/** True if the id is the match value, so that it is known in advance. */
export function isIdKnown(file: KindFile): boolean {
  const { key = "free", identity = "name", form, fields } = file;
  if (form === "singleton") return file.id === undefined;
  if (pathIdentity(file)?.at === idField(file)) return true;
  if (key !== "free") return idField(file) === key;
  if (namesInIdentity(file).length > 0) return false;
  return typeof identity === "string" && idField(file) === (fields[identity]?.wire ?? identity);
}

type PathIdentity = Extract<KindFile["identity"], { readonly path: string }>;

/** Returns the path of a kind. Undefined: the kind is matched by fields. */
export function pathIdentity({ identity }: Pick<KindFile, "identity">): PathIdentity | undefined {
  return typeof identity === "object" && "path" in identity ? identity : undefined;
}

/** Returns the path with its variables filled in. Unknown variables stay. */
export function filledIdentity({ path }: PathIdentity, of: WordValue): string {
  return path.replaceAll(/\{(\w+)\}/g, (whole, word: string) => of(word) ?? whole);
}

/**
 * Returns the value of a path variable that names a field: the declared value, or the product's default. Undefined:
 * there is no such field, it has no value, or its value is a secret.
 */
export function declaredWord(
  { fields }: Pick<KindFile, "fields">,
  value: Json,
  word: string,
): string | undefined {
  const field = Object.hasOwn(fields, word) ? fields[word] : undefined;
  const said = (isObject(value) ? value[word] : undefined) ?? field?.default;
  if (field === undefined || said === undefined || field.secret !== undefined) return undefined;
  const sent = toWire({ [word]: { ...field, wire: word } }, { [word]: said }, noSecret)[word];
  return typeof sent === "string" || typeof sent === "number" ? String(sent) : undefined;
}

function noSecret(): never {
  throw new Error("a secret cannot be part of a path");
}

/**
 * Like `declaredWord`, but for a live record: returns the value that the record shows. Undefined: the record shows no
 * value.
 */
export function liveWord(
  { fields }: Pick<KindFile, "fields">,
  record: JsonObject,
  word: string,
): string | undefined {
  const field = Object.hasOwn(fields, word) ? fields[word] : undefined;
  return field && textFrom(fieldOf(record, placeIn(word, field)));
}

/**
 * Returns the own key in an identity. If the kind has no path, or the path does not match, returns the identity itself.
 */
export function keyInIdentity(file: Pick<KindFile, "identity">, identity: string): string {
  const own = pathIdentity(file);
  if (own === undefined) return identity;
  const parts = own.path.split(/(\{\w+\})/);
  const rests = possibleRests(parts, identity);
  if (!rests[0]?.[0]) return identity;
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const from = at;
    // Variables match as much as possible.
    if (part.startsWith("{")) at = lastEnd(part, { identity, from, after: rests[index + 1] });
    else at += part.length;
    if (part === "{id}") return identity.slice(from, at);
  }
  return identity;
}

/**
 * Returns one table for each part of a path, and one for the path's end. A table marks the text positions from which
 * this part and all following parts can match the rest of the text. With these tables, the time is proportional to the
 * lengths of the text and the path.
 */
function possibleRests(parts: readonly string[], text: string): readonly Uint8Array[] {
  const rests = parts.map(() => new Uint8Array(text.length + 1));
  let after = new Uint8Array(text.length + 1);
  after[text.length] = 1;
  const last = after;
  for (const [index, part] of [...parts.entries()].toReversed()) {
    const own = rests[index] ?? after;
    if (part.startsWith("{"))
      for (let at = text.length - 1; at >= 0; at -= 1) {
        const isPart = part === "{id}" || text[at] !== "/";
        own[at] = isPart && (after[at + 1] || own[at + 1]) ? 1 : 0;
      }
    else
      for (let at = text.indexOf(part); at >= 0 && at <= text.length; at = text.indexOf(part, at + 1)) {
        own[at] = after[at + part.length] ?? 0;
        if (at === text.length) break;
      }
    after = own;
  }
  return [...rests, last];
}

/** Returns the last position at which a variable that begins here may end. */
function lastEnd(
  word: string,
  {
    identity,
    from,
    after,
  }: { readonly identity: string; readonly from: number; readonly after?: Uint8Array | undefined },
): number {
  let end = from;
  for (let at = from; at < identity.length && (word === "{id}" || identity[at] !== "/"); at += 1)
    if (after?.[at + 1]) end = at + 1;
  return end;
}

/** True if the path belongs to this kind. Each variable stands for a part of one segment. */
export function fitsIdentity({ path }: PathIdentity, of: string): boolean {
  const wanted = pathSegments(path);
  const parts = pathSegments(of);
  return wanted.length === parts.length && wanted.every((each, at) => fitsSegment(each, parts[at] ?? ""));
}

function fitsSegment(wanted: string, part: string): boolean {
  const fixed = wanted.split(/\{\w+\}/);
  const [start = "", end] = [fixed[0], fixed.length > 1 ? fixed.at(-1) : undefined];
  if (end === undefined) return wanted === part;
  return part.length > start.length + end.length && part.startsWith(start) && part.endsWith(end);
}
