/** Finds the data that a device refuses at the end of an edit: missing permanent nodes, and dangling leafrefs. Pure. */

import type { Json, JsonObject } from "../../model/json.ts";
import type { RpcError } from "../netconf/rpc-error.ts";
import { isRecord } from "../wire/message.ts";
import { danglingIn, type Instance, instancesAt } from "./dangling.ts";
import type { RouterSeed } from "./state.ts";

/**
 * Returns the first error in new data for a router. Nodes in the router's previous data may be permanent. Returns
 * undefined if the router accepts the data.
 */
export function refusedIn(
  data: JsonObject,
  router: Pick<RouterSeed, "data" | "keys" | "permanent" | "references">,
): RpcError | undefined {
  for (const [path, until] of Object.entries(router.permanent ?? {})) {
    const left = new Set(instancesAt(data, path, router.keys).map((one) => one.path));
    const gone = instancesAt(router.data, path, router.keys).filter((one) => !left.has(one.path));
    const around = until === "always" ? undefined : leftAround(until, { data, path, router });
    const refused = gone.find((one) => around === undefined || around.has(aroundOf(until, one.path)));
    if (refused)
      return { tag: "operation-failed", path: refused.path, message: `${refused.path} cannot be removed` };
  }
  return danglingIn(data, router);
}

type Until = NonNullable<RouterSeed["permanent"]>[string];

interface Permanent {
  readonly data: JsonObject;
  readonly path: string;
  readonly router: Pick<RouterSeed, "keys">;
}

/**
 * Returns the instance identifiers of parents or list entries. As long as they exist, their nodes at this path must not
 * be removed. `withinEntry`: the entries that still exist. `withParent`: the parents that still have contents.
 * `lastOfParent`: the parents that would be left without contents.
 */
function leftAround(until: Until, { data, path, router }: Permanent): ReadonlySet<string> {
  if (until === "withinEntry") return entriesIn(data, path, router);
  const parents = instancesAt(data, path.slice(0, path.lastIndexOf("/")), router.keys);
  const isLeft = (one: Instance) => isEmpty(one.node) === (until === "lastOfParent");
  return new Set(parents.filter(isLeft).map((one) => one.path));
}

function aroundOf(until: Until, path: string): string {
  return until === "withinEntry" ? entryOf(path) : path.slice(0, path.lastIndexOf("/"));
}

function isEmpty(node: Json): boolean {
  return isRecord(node) && Object.keys(node).length === 0;
}

/** Returns the instance identifiers of the list entries that can contain nodes at this path. */
function entriesIn(
  data: JsonObject,
  path: string,
  { keys = {} }: Pick<RouterSeed, "keys">,
): ReadonlySet<string> {
  const steps = path.split("/");
  const lists = steps.flatMap((_, end) => {
    const leaves = keys[(steps[end] ?? "").replace(/^.*:/, "")];
    return leaves ? [[...steps.slice(0, end + 1), leaves[0] ?? ""].join("/")] : [];
  });
  return new Set(instancesAt(data, lists.at(-1) ?? path, keys).map((one) => entryOf(one.path)));
}

/** Returns the list entry that contains a node. */
function entryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("]") + 1);
}
