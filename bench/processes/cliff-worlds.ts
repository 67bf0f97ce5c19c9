/** Worlds of one kind: so many resources of it, in groups of one size, with what they are in. As JSON, which is YAML. */

import type { Catalog } from "../../src/catalog/vocabulary/catalog.ts";
import type { Field } from "../../src/catalog/vocabulary/field.ts";
import type { KindFile } from "../../src/catalog/vocabulary/kind.ts";
import type { Json } from "../../src/model/json.ts";
import { madeField } from "../../test/catalogs/made-value.ts";

/** What a world is made of. */
export interface CliffWorld {
  readonly kind: string;
  readonly resources: number;
  /** How many of the kind are in one parent, where it takes so many. */
  readonly together: number;
  /** What the keys of a kind may be; undefined: anything. */
  readonly keys: (kind: string) => KeySchema | undefined;
}

interface KeySchema {
  safeParse(text: string): { readonly success: boolean };
}

type Tree = Record<string, Json>;

/** A file may hold 250,000 values. */
const eachFile = 2000;

/** Files of desired state for `target: it`: as many resources of the kind as were asked for, and their parents. */
export function cliffFiles(
  catalog: Catalog,
  { kind: name, resources, together, keys }: CliffWorld,
): readonly string[] {
  const kinds = new Map(catalog.kinds.map((file) => [file.kind, file]));
  const own = kinds.get(name);
  if (!own) throw new Error(`there is no kind ${name}`);
  const head = { ...headOf(catalog, own, kinds) };
  const chain = chainOf(own, kinds).filter((file) => !file.observed);
  const takes = (file: KindFile) => keysOf(keys(file.kind), together).length;
  const each = own.form === "singleton" ? 1 : Math.max(1, Math.min(together, takes(own)));
  const texts: string[] = [];
  let tree: Tree = {};
  const flush = () => {
    texts.push(JSON.stringify({ target: "it", ...head, ...tree }));
    tree = {};
  };
  const parents = chain.slice(0, -1);
  const groups = parents.length === 0 ? 1 : Math.ceil(resources / each);
  const outermost = parents.findIndex(({ form }) => form !== "singleton");
  let left = resources;
  for (let group = 0; group < groups; group++) {
    let place = parents.reduce<Tree>((at, parent, index) => {
      const key = index === outermost ? group : 0;
      return entryIn(at, parent, keyAt(keys(parent.kind), key), () => madeEntry(parent, key));
    }, tree);
    const count = parents.length === 0 ? resources : Math.min(each, left);
    for (let n = 0; n < count; n++) {
      const number = resources - left;
      const at = parents.length === 0 ? number : n;
      if (parents.length === 0) place = tree;
      entryIn(place, own, keyAt(keys(name), at), () => madeEntry(own, number));
      left -= 1;
      if (parents.length === 0 && left % eachFile === 0) flush();
    }
    if (parents.length > 0 && (group % Math.ceil(eachFile / each) === 0 || left === 0)) flush();
  }
  return texts;
}

function headOf(catalog: Catalog, own: KindFile, kinds: ReadonlyMap<string, KindFile>): Tree {
  const { fileField } = catalog.product;
  const isIn = fileField && chainOf(own, kinds).some(({ kind }) => kind === fileField.kind);
  return fileField && isIn ? { [fileField.name]: "Company" } : {};
}

function chainOf(own: KindFile, kinds: ReadonlyMap<string, KindFile>): readonly KindFile[] {
  const parent = own.in === undefined ? undefined : kinds.get(own.in);
  return parent ? [...chainOf(parent, kinds), own] : [own];
}

/** The entry of that key, made where it is not there. */
function entryIn(tree: Tree, file: KindFile, key: string, made: () => Tree): Tree {
  const keys = [...file.section.split("."), ...(file.form === "singleton" ? [] : [key])];
  return keys.reduce((at, word, index) => {
    at[word] ??= index === keys.length - 1 ? made() : {};
    return at[word] as Tree;
  }, tree);
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

function keyAt(schema: KeySchema | undefined, n: number): string {
  const fits = candidates.find((make) => schema === undefined || schema.safeParse(make(n)).success);
  return fits?.(n) ?? `key-${n}`;
}

/** The keys that a kind takes, so many at most. */
function keysOf(schema: KeySchema | undefined, most: number): readonly string[] {
  const all = Array.from({ length: most }, (_, n) => keyAt(schema, n));
  return [...new Set(all)].filter((key) => schema === undefined || schema.safeParse(key).success);
}

/** What must be declared, and what it is matched by: each resource has its own. */
function madeEntry(file: KindFile, n: number): Tree {
  const { fields, required = [], identity = "name" } = file;
  const names = namesOf(identity);
  const needed = Object.entries(fields).filter(
    ([name, field]) => required.includes(name) || (names.includes(name) && isWritten(field)),
  );
  const plain = Object.entries(fields)
    .filter(([, field]) => isWritten(field) && isPlain(field))
    .slice(0, 2);
  return Object.fromEntries(
    [...plain, ...needed].map(([name, field]) => [name, unlike(field, n, names.includes(name))]),
  );
}

function namesOf(identity: NonNullable<KindFile["identity"]>): readonly string[] {
  if (typeof identity === "string") return [identity];
  if (Array.isArray(identity)) return identity;
  return "first" in identity ? identity.first : [];
}

function isWritten({ access = "readWrite", refersTo }: Field): boolean {
  return (access === "readWrite" || access === "createOnly") && refersTo === undefined;
}

function isPlain({ type, pattern, format, secret, enum: words }: Field): boolean {
  return type === "string" && pattern === undefined && format === undefined && secret === undefined && !words;
}

function unlike(field: Field, n: number, isIdentity: boolean): Json {
  return isIdentity && isPlain(field) ? `name-${n}` : madeField(field, n);
}
