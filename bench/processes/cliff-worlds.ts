/**
 * Worlds of one kind: a number of resources in groups of one size, with their dependencies. The files are JSON, which
 * is also YAML.
 */

import type { Catalog, KindFile } from "../../src/catalog/schema/kind.ts";
import { isArray, isObject, type Json } from "../../src/model/json.ts";
import { type EntrySource, growingWorld, isAlone, type Tree, treeIn } from "./cliff-entries.ts";

/** The inputs of a world. */
export interface CliffWorld extends EntrySource {
  readonly kind: string;
  readonly resources: number;
}

/** The number of resources per file: a file may contain 250,000 values. */
const eachFile = 50_000;
const eachFileAlone = 500;

/** The desired-state files for `target: it`: the requested number of resources of the kind, and their dependencies. */
export function cliffFiles(world: CliffWorld): readonly string[] {
  return isAlone(world.catalog, world.kind) ? alone(world) : together(world);
}

/** Puts each resource into an organization and a document of its own. */
function alone({ kind, resources, ...source }: CliffWorld): readonly string[] {
  const documents = Array.from({ length: resources }, (_, n) => {
    const world = growingWorld(source);
    world.add(kind, 0);
    return JSON.stringify({ ...headOf(source.catalog, `Company ${n}`), ...world.tree });
  });
  const files = Array.from({ length: Math.ceil(resources / eachFileAlone) }, (_, n) => n * eachFileAlone);
  return files.map((from) => documents.slice(from, from + eachFileAlone).join("\n---\n"));
}

function together({ kind, resources, ...source }: CliffWorld): readonly string[] {
  const world = growingWorld(source);
  for (let n = 0; n < resources; n++) world.add(kind, n);
  const head = headOf(source.catalog, "Company");
  const texts: string[] = [];
  let tree: Tree = {};
  let held = 0;
  const flush = () => {
    if (held > 0) texts.push(JSON.stringify({ ...head, ...tree }));
    tree = {};
    held = 0;
  };
  for (const { path, entry } of outermost(source.catalog, world.tree)) {
    const size = sizeOf(entry);
    if (held + size > eachFile) flush();
    put(tree, path, entry);
    held += size;
  }
  flush();
  return texts;
}

function headOf({ product: { fileField } }: Catalog, company: string): Tree {
  return { target: "it", ...(fileField && { [fileField.name]: company }) };
}

interface Placed {
  readonly path: readonly string[];
  readonly entry: Json;
}

/** The entries of a file at its top level. */
function outermost({ product, kinds }: Catalog, tree: Tree): readonly Placed[] {
  const isOutermost = (file: KindFile) => file.in === undefined || file.in === product.fileField?.kind;
  return kinds.filter(isOutermost).flatMap((file): readonly Placed[] => {
    const path = file.section.split(".");
    const section = path.reduce<Json | undefined>(
      (at, word) => (at !== undefined && isObject(at) ? at[word] : undefined),
      tree,
    );
    if (section === undefined) return [];
    if (file.form === "singleton" || !isObject(section)) return [{ path, entry: section }];
    return Object.entries(section).map(([key, entry]) => ({ path: [...path, key], entry }));
  });
}

function put(tree: Tree, [word = "", ...rest]: readonly string[], entry: Json): void {
  if (rest.length === 0) tree[word] = entry;
  else put(treeIn(tree, word), rest, entry);
}

/** The number of values in a value: the value itself, and everything inside it. */
function sizeOf(value: Json): number {
  const inside = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return inside.reduce<number>((sum, each) => sum + sizeOf(each), 1);
}
