/** Dangling leafrefs. A device refuses an edit that leaves one (RFC 7950 sections 8.3.3 and 15.5). Pure. */

import type { Json, JsonObject } from "../../model/json.ts";
import type { RpcError } from "../netconf/rpc-error.ts";
import { isList, isRecord } from "../wire/message.ts";
import type { RouterSeed } from "./state.ts";
import { keyLeaves, type ListKeys } from "./tree.ts";

/** A value, and the instance identifier of its leaf. */
export interface Instance {
  readonly node: Json;
  readonly value: string;
  readonly path: string;
}

/** Returns the error of the first dangling leafref. Returns undefined if there is none. */
export function danglingIn(
  data: JsonObject,
  { references = {}, keys }: Pick<RouterSeed, "references" | "keys">,
): RpcError | undefined {
  for (const [from, to] of Object.entries(references)) {
    const known = new Set(instancesAt(data, to, keys).map(({ value }) => value));
    const dangling = instancesAt(data, from, keys).find(({ value }) => !known.has(value));
    if (dangling === undefined) continue;
    const message = `no ${to} is ${dangling.value}`;
    return { tag: "data-missing", appTag: "instance-required", path: dangling.path, message };
  }
  return undefined;
}

/**
 * Returns the leaves at a data path without keys, each with its instance identifier. If the path is that of a list,
 * returns the entries.
 */
export function instancesAt(data: JsonObject, path: string, keys: ListKeys): readonly Instance[] {
  const walk = (node: Json | undefined, names: readonly string[], here: string): readonly Instance[] => {
    const [name, ...rest] = names;
    if (node === undefined) return [];
    if (name === undefined)
      return isList(node)
        ? node.map((each) => ({ node: each, value: String(each), path: here }))
        : [{ node, value: String(node), path: here }];
    if (!isRecord(node) || !Object.hasOwn(node, name)) return [];
    const below = node[name];
    const own = `${here}/${name}`;
    if (below === undefined || !isList(below) || rest.length === 0) return walk(below, rest, own);
    const leaves = keyLeaves(name.replace(/^.*:/, ""), keys);
    return below.flatMap((entry) => {
      const told = leaves.map((leaf) => `[${leaf}='${isRecord(entry) ? String(entry[leaf]) : ""}']`);
      return walk(entry, rest, own + told.join(""));
    });
  };
  return walk(data, path.split("/").slice(1), "");
}
