/** Places in a catalog: what stands at one, and the catalog with something else there. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";

/** A catalog as plain data: `product`, and each kind by its name. */
export type CatalogTree = JsonObject;

/** Changes what stands at a place; undefined takes it away. */
type Edit = (found: Json | undefined) => Json | undefined;

/** The tree with the place edited; the same tree where there is no such place. */
export function edited(tree: CatalogTree, place: string, edit: Edit): CatalogTree {
  const [first = "", ...rest] = place.split(".");
  if (first !== "*") return inside(tree, [first, ...rest], { tree, edit, isFirst: true });
  const kinds = Object.keys(tree).filter(
    (name) => name !== "product" && rest[0] !== undefined && has(tree[name], rest[0]),
  );
  return kinds.reduce((before, kind) => edited(before, [kind, ...rest].join("."), edit), tree);
}

/** Whether there is such a place. */
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
  /** True where the words of a kind, of a product or of a map of fields stand: what is not there, is nowhere. */
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

/** What must be there to have something in it. */
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

/** Whether an element of a list says so of itself. */
function isCalled(each: Json, name: string): each is JsonObject {
  return isObject(each) && !Object.hasOwn(each, name) && [each.by, each.means, each.code].includes(name);
}

/** What was written in short, in full: reads and writes; pages are the product's where a list says nothing. */
function whole(word: string, found: Json | undefined, { product = null }: CatalogTree): Json | undefined {
  if (word === "pages" && found === undefined)
    return (isObject(product) && product.pages) || { by: "answer" };
  if (typeof found !== "string") return found;
  if (word === "list" || word === "item" || word === "discover") return { path: found };
  const [, method, path] = /^([A-Z]+) (\/.*)$/.exec(found) ?? [];
  return method !== undefined && path !== undefined ? { method, path } : found;
}
