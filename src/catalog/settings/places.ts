/** Reads and replaces the values at places in a catalog. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";

/** A catalog as plain data: the product under `product`, and each kind under its name. */
export type CatalogTree = JsonObject;

/** Returns the new value at a place. Undefined: the value is removed. */
type Edit = (found: Json | undefined) => Json | undefined;

/** Returns the tree with the place edited. If the place does not exist, returns the same tree. */
export function edited(tree: CatalogTree, place: string, edit: Edit): CatalogTree {
  const [first = "", ...rest] = place.split(".");
  if (first !== "*") return inside(tree, [first, ...rest], { tree, edit, isFirst: true });
  const kinds = Object.keys(tree).filter(
    (name) => name !== "product" && rest[0] !== undefined && has(tree[name], rest[0]),
  );
  return kinds.reduce((before, kind) => edited(before, [kind, ...rest].join("."), edit), tree);
}

/** True if the place exists. */
export function isPlace(tree: CatalogTree, place: string): boolean {
  let isThere = false;
  edited(tree, place, (found) => {
    isThere = true;
    return found;
  });
  return isThere;
}

function has(node: Json | undefined, word: string): boolean {
  return isObject(node) && Object.hasOwn(node, word);
}

interface EditContext {
  readonly tree: CatalogTree;
  readonly edit: Edit;
  /** True directly inside a kind, a product or a map of fields. There, a missing key cannot be created. */
  readonly isFirst: boolean;
}

function inside(node: JsonObject, [first = "", ...rest]: readonly string[], on: EditContext): JsonObject {
  const found = whole(first, Object.hasOwn(node, first) ? node[first] : undefined, on.tree);
  const value = rest.length === 0 ? on.edit(found) : within(found, first, { rest, on });
  if (value === found) return node;
  if (value !== undefined) return { ...node, [first]: value };
  const { [first]: _, ...others } = node;
  return others;
}

/** Keys that must exist before anything in them can be set. */
const requests = ["list", "item", "discover", "create", "update", "remove"];

function within(
  found: Json | undefined,
  word: string,
  { rest, on }: { readonly rest: readonly string[]; readonly on: EditContext },
): Json | undefined {
  if (found === undefined && (on.isFirst || requests.includes(word))) return undefined;
  const next = { ...on, isFirst: word === "fields" || word === "properties" };
  const [name = "", ...more] = rest;
  if (isArray(found)) {
    const all = found.map((each) => (isCalled(each, name) ? inside(each, more, next) : each));
    return all.some((each, index) => each !== found[index]) ? all : found;
  }
  const object = isObject(found) ? found : {};
  if ("none" in object) return found;
  const changed = isCalled(object, name) ? inside(object, more, next) : inside(object, rest, next);
  return changed === object ? found : changed;
}

/** True if a list element has this name as its `by`, `means` or `code`. */
function isCalled(each: Json, name: string): each is JsonObject {
  return isObject(each) && !Object.hasOwn(each, name) && [each.by, each.means, each.code].includes(name);
}

/** Expands the short forms of reads and writes. Missing paging is replaced by the product's paging. */
function whole(word: string, found: Json | undefined, { product = null }: CatalogTree): Json | undefined {
  if (word === "pages" && found === undefined)
    return (isObject(product) && product.pages) || { by: "answer" };
  if (typeof found !== "string") return found;
  if (word === "list" || word === "item" || word === "discover") return { path: found };
  const [, method, path] = /^([A-Z]+) (\/.*)$/.exec(found) ?? [];
  return method !== undefined && path !== undefined ? { method, path } : found;
}
