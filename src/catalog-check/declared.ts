/**
 * The declarations of a test: one resource of each kind under its parent, first with the values for its create, then
 * with other values. Pure.
 */

import type { Field } from "../catalog/schema/field.ts";
import type { Catalog, KindFile } from "../catalog/schema/kind.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../model/json.ts";
import { kindsNamed } from "../model/references.ts";
import { holdsSecret, type KeyOfKind, otherSample, sampleFields, sampleValue } from "./samples.ts";

/** One resource to test. */
interface TriedEntry {
  readonly kind: KindFile;
  /** The key as written in the file. Undefined: the kind is a singleton. */
  readonly key: string | undefined;
  /** The key as references contain it: with the keys of the resource's parents. */
  readonly fullKey: string;
  readonly value: JsonObject;
  readonly changed: JsonObject;
}

/** What a test declares. */
export interface TrialDeclaration {
  /** The resources to test. */
  readonly entries: readonly TriedEntry[];
  /** The kinds that are not tested, each with the reason. */
  readonly untried: ReadonlyMap<string, string>;
}

/** Facts from outside the catalog. */
export interface TrialFacts {
  /** Returns the keys of resources that always exist, by path. The simulated server has a few of each. */
  readonly fixedKeys: (path: string) => readonly string[];
  /** Kinds that are left out, each with the reason. */
  readonly without: ReadonlyMap<string, string>;
}

/** Chooses values for all kinds that can be tested. Parents and referenced kinds come first. */
export function declaredFor({ kinds }: Catalog, facts: TrialFacts): TrialDeclaration {
  const entries = new Map<string, TriedEntry>();
  const untried = new Map<string, string>();
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const settle = (kind: KindFile, way: readonly string[]): void => {
    if (entries.has(kind.kind) || untried.has(kind.kind)) return;
    if (way.includes(kind.kind)) return;
    for (const name of neededBy(kind)) {
      const other = byName.get(name);
      if (other) settle(other, [...way, kind.kind]);
    }
    if (entries.has(kind.kind) || untried.has(kind.kind)) return;
    const made = entryOf(kind, entries, facts);
    if ("reason" in made) untried.set(kind.kind, made.reason);
    else entries.set(kind.kind, made);
  };
  for (const kind of kinds) if (!kind.observed) settle(kind, []);
  return { entries: [...entries.values()], untried };
}

/** Returns the parent kind, and the kinds that fields reference at any depth. All of them must be created first. */
function neededBy({ in: parent, fields }: KindFile): readonly string[] {
  return [...(parent === undefined ? [] : [parent]), ...namedIn(Object.values(fields))];
}

function namedIn(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(({ refersTo, properties = {}, items, additionalProperties }) => {
    const inside = [...Object.values(properties), items, additionalProperties];
    return [...kindsNamed(refersTo ?? []), ...namedIn(inside.flatMap((each) => each ?? []))];
  });
}

function entryOf(
  kind: KindFile,
  known: ReadonlyMap<string, TriedEntry>,
  facts: TrialFacts,
): TriedEntry | { readonly reason: string } {
  const reason = facts.without.get(kind.kind) ?? reasonAgainst(kind, known);
  if (reason !== undefined) return { reason };
  const keyOf: KeyOfKind = (name) => (name === kind.kind ? undefined : known.get(name)?.fullKey);
  const key = keyFor(kind, facts);
  if (key === undefined && kind.form !== "singleton")
    return { reason: "the server shows no resource whose key could be used" };
  const value = valuesOf(kind, keyOf);
  const lacking = (kind.required ?? []).find((name) => value[name] === undefined);
  if (lacking !== undefined) return { reason: `trueup could not create a sample value for \`${lacking}\`` };
  const above = known.get(kind.in ?? "")?.fullKey ?? "";
  const fullKey = [above, key ?? ""].filter((part) => part !== "").join(".");
  return { kind, key, fullKey, value, changed: changedValues(kind, value, keyOf) };
}

function reasonAgainst(kind: KindFile, known: ReadonlyMap<string, TriedEntry>): string | undefined {
  const { in: parent, atTop, codec, form, create } = kind;
  if (parent !== undefined && !known.has(parent)) return `its parent \`${parent}\` is not tested`;
  if (atTop) return "its section is at the top of a file";
  if (codec !== undefined) return "the input of its codec is unknown";
  if (form === "collection" && (create === undefined || isNone(create))) return "the catalog has no create";
  return undefined;
}

function isNone(operation: KindFile["create"]): boolean {
  return typeof operation === "object" && "none" in operation;
}

function keyFor(
  { form, key = "free", keySchema, item, list }: KindFile,
  facts: TrialFacts,
): string | undefined {
  if (form === "singleton") return undefined;
  if (form === "fixed") {
    const path = [item, list].map((read) => (typeof read === "object" ? read.path : read));
    return path.flatMap((each) => (each === undefined ? [] : facts.fixedKeys(each)))[0];
  }
  if (key === "free") return "trial";
  const value = sampleValue(keySchema ?? { type: "string" }, 1, () => undefined);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/**
 * Returns sample values for a kind. Fields that apply only if other fields have certain values are left out, and so are
 * alternative fields of the kind's identity.
 */
function valuesOf({ fields, required, needs = [], identity }: KindFile, keyOf: KeyOfKind): JsonObject {
  const conditional = new Set(needs.map(({ field }) => field));
  const choice = typeof identity === "object" && "first" in identity ? identity.first.slice(1) : [];
  const all = Object.entries(sampleFields({ fields, required }, 1, keyOf));
  return Object.fromEntries(all.filter(([name]) => !conditional.has(name) && !choice.includes(name)));
}

/**
 * Gives another value to every field that can be changed. Identifying fields, secrets, and fields that only a create
 * accepts keep their values.
 */
function changedValues(kind: KindFile, value: JsonObject, keyOf: KeyOfKind): JsonObject {
  const fixed = new Set(identifying(kind));
  return Object.fromEntries(
    Object.entries(value).map(([name, before]): readonly [string, Json] => {
      const field = kind.fields[name];
      const isFree = field && !fixed.has(name) && field.access !== "createOnly" && !holdsSecret(before);
      const other = isFree ? otherSample(field, before, keyOf) : undefined;
      return [name, other ?? before];
    }),
  );
}

function identifying({ identity = "name", key = "free" }: KindFile): readonly string[] {
  const first = (path: string) => path.split(".")[0] ?? "";
  if (typeof identity === "string") return [first(identity), key];
  if ("path" in identity) return [identity.at, key];
  return [...("first" in identity ? identity.first : identity).map(first), key];
}

/** True if an update has something to change. */
export function isChanged({ value, changed }: TriedEntry): boolean {
  return !sameJson(value, changed);
}

/** Returns the text of a desired-state file with these entries. The text is JSON, which is also YAML. */
export function declaredText(
  { entries }: TrialDeclaration,
  target: string,
  which: "value" | "changed" | "none",
): string {
  if (which === "none") return JSON.stringify({ target });
  const inside = (parent: string | undefined): JsonObject =>
    entries
      .filter(({ kind }) => kind.in === parent)
      .reduce<JsonObject>((around, entry) => {
        const body = { ...entry[which], ...inside(entry.kind.kind) };
        const steps = [...entry.kind.section.split("."), ...(entry.key === undefined ? [] : [entry.key])];
        return placed(around, steps, body);
      }, {});
  return JSON.stringify({ target, ...inside(undefined) });
}

function placed(around: JsonObject, [first, ...rest]: readonly string[], body: JsonObject): JsonObject {
  if (first === undefined) return { ...around, ...body };
  const inner = around[first];
  return { ...around, [first]: placed(isObject(inner) ? inner : {}, rest, body) };
}
