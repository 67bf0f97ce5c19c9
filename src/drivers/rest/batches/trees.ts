/** Tree batches: one request contains objects below a common ancestor, and the written part of each object. Pure. */

import { asWireList, asWireObject, type WireObject } from "../../../catalog/fields/wire.ts";
import { filledIdentity, fitsIdentity, pathIdentity, pathSegments } from "../../../catalog/identity.ts";
import type { TreeWords } from "../../../catalog/schema/batch.ts";
import { addressParts } from "../../../model/address.ts";
import type { WireJson } from "../../../model/wire.ts";
import type { Write } from "../../contract/contract.ts";
import type { RestDialect, RestKind } from "../catalogs/catalog-dialect.ts";
import { type RequestContext, requestTo, writeRequest } from "../requests.ts";
import type { BatchForm } from "./together.ts";

/** An object of a tree, with its children by identity. */
interface TreeObject {
  name: string;
  attributes: WireObject;
  children: readonly WireJson[];
  readonly below: Map<string, TreeObject>;
}

/**
 * Returns the form in which a batch is one tree of objects. All writes of objects below the top of the tree can be
 * batched.
 */
export function treeForm(on: RequestContext, words: TreeWords): BatchForm {
  const { dialect } = on;
  return {
    scopeOf: (write) => {
      const of = dialect.byName.get(write.kind);
      const isTaken =
        of?.file.batch?.includes(write.operation) && of.writes[write.operation]?.method === "POST";
      if (!of || !isTaken || write.once) return undefined;
      const path = likelyPath(of, write);
      const above = path === undefined ? undefined : pathsAbove(words, path);
      return above?.every((each) => classAt(dialect, words, each) !== undefined) ? words.top : undefined;
    },
    request: (writes) => {
      const body = enveloped(treeOf(on, words, writes));
      const sent = { words: () => undefined, scope: {}, body };
      return requestTo(on, { method: "POST", path: words.path }, sent);
    },
    nameOf: ({ identity }) => identity,
  };
}

/**
 * Returns the path of a write's object, which is used to find its ancestors. Undefined: the object's kind is not
 * identified by a path. For a kind with a parent, `any` stands for the object's own key.
 */
function likelyPath(
  { file }: RestKind,
  { address, scope }: Pick<Write, "address" | "scope">,
): string | undefined {
  const own = pathIdentity(file);
  const key = file.in === undefined ? addressParts(address).key : "any";
  return own && filledIdentity(own, (word) => (word === "id" ? key : scope[word]));
}

/** Returns the paths of an object's ancestors, from the top. Undefined: the object is not below the top. */
function pathsAbove({ top }: TreeWords, path: string): readonly string[] | undefined {
  const parts = pathSegments(path);
  const above = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
  const from = above.indexOf(top);
  return from === -1 ? undefined : above.slice(from);
}

/** Returns the class of the object at a path, if the catalog defines it. */
function classAt(dialect: RestDialect, { classes }: TreeWords, path: string): string | undefined {
  if (Object.hasOwn(classes, path)) return classes[path];
  const [, fitting] =
    Object.entries(classes).find(([each]) => fitsIdentity({ path: each, at: "" }, path)) ?? [];
  if (fitting !== undefined) return fitting;
  for (const { file, writes } of dialect.byName.values()) {
    const own = pathIdentity(file);
    const name = writes.create?.wrap?.split(".")[0];
    if (own && name !== undefined && fitsIdentity(own, path)) return name;
  }
  return undefined;
}

function treeOf(on: RequestContext, words: TreeWords, writes: readonly Write[]): TreeObject {
  const objectOf = (path: string): TreeObject => ({
    name: classAt(on.dialect, words, path) ?? "",
    attributes: { [words.at]: path, ...words.standing },
    children: [],
    below: new Map(),
  });
  const top = { ...objectOf(words.top), attributes: {} };
  const known = new Map([[words.top, top]]);
  const at = (path: string, above: TreeObject): TreeObject => {
    const found = known.get(path) ?? objectOf(path);
    known.set(path, found);
    above.below.set(path, found);
    return found;
  };
  for (const write of writes) {
    const paths = pathsAbove(words, write.identity)?.slice(1) ?? [];
    const own = at(
      write.identity,
      paths.reduce((above, path) => at(path, above), top),
    );
    const { name, attributes, children } = written(on, write);
    Object.assign(own, { name, attributes: { [words.at]: write.identity, ...attributes }, children });
  }
  return top;
}

/** Returns the object that the write would send if it were not in a batch. */
function written(on: RequestContext, write: Write): Pick<TreeObject, "name" | "attributes" | "children"> {
  const [entry] = Object.entries(asWireObject(writeRequest(on, write).body));
  if (entry === undefined) throw new Error(`${write.address}: its body is not an object of a tree`);
  const [name, inner] = entry;
  const { attributes, children } = asWireObject(inner);
  return { name, attributes: asWireObject(attributes), children: asWireList(children) };
}

function enveloped({ name, attributes, children, below }: TreeObject): WireObject {
  const inside = [...children, ...[...below.values()].map(enveloped)];
  return { [name]: { attributes, ...(inside.length > 0 && { children: inside }) } };
}
