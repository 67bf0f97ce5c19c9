/** Generates the entries of a world with one kind, with their parents and the resources that they reference. */

import type { Field } from "../../src/catalog/schema/field.ts";
import type { Catalog, KindFile } from "../../src/catalog/schema/kind.ts";
import { isArray, isObject, type Json } from "../../src/model/json.ts";
import { kindsNamed } from "../../src/model/references.ts";
import { madeField } from "../../test/catalog/round-trip/made-value.ts";

/** The schema of a key. */
interface KeySchema {
  safeParse(text: string): { readonly success: boolean };
}

/** The inputs of the entries. */
export interface EntrySource {
  readonly catalog: Catalog;
  /**
   * How many resources of a kind share a parent, if the parent allows that many. This is also how many resources share
   * a reference.
   */
  readonly together: number;
  /** The key schema of a kind; undefined if a key may be any text. */
  readonly keys: (kind: string) => KeySchema | undefined;
}

/** A part of desired state. */
export type Tree = Record<string, Json>;

/** Desired state that grows one entry at a time. */
interface GrowingWorld {
  readonly tree: Tree;
  /** Adds the entry with this number to the world. */
  add(kind: string, number: number): void;
}

/** True for a singleton kind: there is one per target, or one per parent that a field of the file implies. */
export function isAlone({ product, kinds }: Catalog, kind: string): boolean {
  const byName = new Map(kinds.map((file) => [file.kind, file]));
  return chainOf({ product, kinds: byName }, kind).every(({ form }) => form === "singleton");
}

interface Growth extends EntrySource {
  readonly tree: Tree;
  readonly kinds: ReadonlyMap<string, KindFile>;
}

/** A world without entries. */
export function growingWorld(source: EntrySource): GrowingWorld {
  const kinds = new Map(source.catalog.kinds.map((file) => [file.kind, file]));
  const growth: Growth = { ...source, kinds, tree: {} };
  return { tree: growth.tree, add: (kind, number) => void keyOf(growth, kind, number) };
}

/**
 * The ancestors of a kind, outermost first, and the kind itself. Ancestors that a field of the file implies are
 * left out.
 */
function chainOf(
  { product, kinds }: { readonly product: Catalog["product"]; readonly kinds: ReadonlyMap<string, KindFile> },
  name: string,
): readonly KindFile[] {
  const file = kinds.get(name);
  if (!file) throw new Error(`there is no kind ${name}`);
  if (product.fileField?.kind === name) return [];
  return file.in === undefined ? [file] : [...chainOf({ product, kinds }, file.in), file];
}

/** The full key of the entry with this number. The entry is created if it is missing. */
function keyOf(growth: Growth, kind: string, number: number): string {
  const { catalog, kinds, keys, together, tree } = growth;
  const chain = chainOf({ product: catalog.product, kinds }, kind);
  const outermost = chain.findIndex(({ form }) => form !== "singleton");
  const isInner = outermost !== chain.length - 1;
  const own = chain.at(-1);
  const each = isInner && own ? takes(own, keys(kind), together) : 1;
  const numberAt = (index: number) => {
    if (!isInner) return number;
    if (index === chain.length - 1) return number % each;
    return index === outermost ? Math.floor(number / each) : 0;
  };
  let at = tree;
  const words: string[] = [];
  for (const [index, file] of chain.entries()) {
    const key = keyAt(file, keys(file.kind), numberAt(index));
    const isOwn = index === chain.length - 1;
    at = entryIn(growth, at, { file, key, number: isOwn ? number : numberAt(index) });
    if (file.form !== "singleton") words.push(key);
  }
  return words.join(".");
}

/** How many entries of a kind one parent allows. */
function takes(file: KindFile, schema: KeySchema | undefined, most: number): number {
  if (file.form === "singleton") return 1;
  const all = Array.from({ length: most }, (_, n) => keyAt(file, schema, n));
  const fit = all.filter((key) => schema === undefined || schema.safeParse(key).success);
  // If an entry is identified by a number, there can be only as many entries as there are numbers.
  const bounds = identitiesOf(file).map((name) => file.fields[name]);
  const numbers = bounds.map(({ type, minimum = 1, maximum } = {}) =>
    type === "integer" && maximum !== undefined ? maximum - minimum + 1 : most,
  );
  return Math.max(1, Math.min(new Set(fit).size, ...numbers));
}

interface OwnEntry {
  readonly file: KindFile;
  readonly key: string;
  readonly number: number;
}

/** The entry with this key. It is created if it is missing. */
function entryIn(growth: Growth, tree: Tree, { file, key, number }: OwnEntry): Tree {
  const words = [...file.section.split("."), ...(file.form === "singleton" ? [] : [key])];
  const last = words.pop() ?? "";
  const section = words.reduce((at, word) => treeIn(at, word), tree);
  if (isTree(section[last])) return section[last];
  const entry = treeIn(section, last);
  Object.assign(entry, madeEntry(growth, file, number));
  return entry;
}

/** The member of a tree. It is created if it is missing. */
export function treeIn(tree: Tree, word: string): Tree {
  const there = tree[word];
  if (isTree(there)) return there;
  const made: Tree = {};
  tree[word] = made;
  return made;
}

function isTree(value: Json | undefined): value is Tree {
  return value !== undefined && isObject(value);
}

const candidates: readonly ((n: number) => string)[] = [
  (n) => `key-${n}`,
  (n) => `${n}`,
  (n) => `${n + 1}`,
  (n) => `Q2AA-${String(Math.floor(n / 9999)).padStart(4, "0")}-${String(n % 9999).padStart(4, "0")}`,
  (n) => `KEY_${n}`,
  (n) => `user${n}@example.net`,
  (n) => `uni/tn-T/ap-${n}`,
  (n) => `00:11:22:33:${hex(n >> 8)}:${hex(n & 255)}`,
  (n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
];

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

/**
 * The n-th key, in the first format whose keys for 0 and 1 are valid. Both are tried, because 0 may be invalid although
 * 1 is valid.
 */
function keyAt({ keySchema }: KindFile, schema: KeySchema | undefined, n: number): string {
  const words = keySchema?.enum;
  if (words !== undefined) return String(words[n % words.length]);
  const fits = (key: string) => schema === undefined || schema.safeParse(key).success;
  const make = candidates.find((each) => fits(each(0)) && fits(each(1)));
  return make?.(n) ?? `key-${n}`;
}

/** The entry's required and identifying fields, which differ for each resource. */
function madeEntry(growth: Growth, file: KindFile, n: number): Tree {
  const { fields, required = [] } = file;
  const names = identitiesOf(file);
  const needed = Object.entries(fields).filter(
    ([name, field]) => required.includes(name) || (names.includes(name) && isWritten(field)),
  );
  const plain = Object.entries(fields)
    .filter(([, field]) => isWritten(field) && isPlain(field))
    .slice(0, 2);
  const isTold = names.some((name) => fields[name] !== undefined && isPlain(fields[name]));
  return Object.fromEntries(
    [...plain, ...needed].map(([name, field]) => {
      // If only references identify an entry, each entry refers to a different resource. Otherwise several entries
      // refer to the same resource.
      const number = names.includes(name) && !isTold ? n : Math.floor(n / Math.max(1, growth.together));
      const referred = (kind: string) => keyOf(growth, kind, number);
      return [name, withKeys(field, unlike(field, n, names.includes(name)), referred)];
    }),
  );
}

/** The value with generated keys replaced by keys of existing resources. */
function withKeys(field: Field, value: Json, referred: (kind: string) => string): Json {
  const { refersTo, properties = {}, items, additionalProperties } = field;
  const [kind] = kindsNamed(refersTo ?? []);
  if (kind !== undefined) return field.type === "array" ? [referred(kind)] : referred(kind);
  if (isArray(value)) return items ? value.map((each) => withKeys(items, each, referred)) : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const of = properties[name] ?? additionalProperties;
      return [name, of === undefined ? each : withKeys(of, each, referred)];
    }),
  );
}

/** The fields that identify a resource of a kind, or that contain an identifying field. */
function identitiesOf({ identity = "name" }: KindFile): readonly string[] {
  const of =
    typeof identity === "string" ? [identity] : Array.isArray(identity) ? identity : firstOf(identity);
  return of.map((path) => path.split(".")[0] ?? path);
}

function firstOf(identity: Exclude<NonNullable<KindFile["identity"]>, string | readonly string[]>) {
  return "first" in identity ? identity.first : [];
}

function isWritten({ access = "readWrite", refersTo }: Field): boolean {
  return (access === "readWrite" || access === "createOnly") && refersTo === undefined;
}

function isPlain({ type, pattern, format, secret, refersTo, enum: words }: Field): boolean {
  const isText = type === "string" && pattern === undefined && format === undefined;
  return isText && secret === undefined && refersTo === undefined && !words;
}

function unlike(field: Field, n: number, isIdentity: boolean): Json {
  return isIdentity && isPlain(field) ? `name-${n}` : madeField(field, n);
}
