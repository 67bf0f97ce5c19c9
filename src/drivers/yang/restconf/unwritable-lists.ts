/** Finds lists with a path of their own that RFC 8040 has no way to write. Pure. */

import type { Resource } from "../../../model/desired.ts";
import { isArray, isObject } from "../../../model/json.ts";
import type { DriverProblem } from "../../../model/problem.ts";
import { dataPath, entryKeyIn, withoutKeys, writtenPath } from "../device/kinds/data-path.ts";
import { placeIn } from "../device/model-place.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";

/**
 * The problems of declared lists that are one resource. Their entries are written one by one, which takes a key; and
 * one by one they cannot be put in order.
 */
export function unwritableLists(
  resources: readonly Resource[],
  dialect: RestconfDialect,
): readonly DriverProblem[] {
  if (dialect.body !== "target") return [];
  return resources.flatMap((resource) => {
    const { kind, identity, value, lists, address } = resource;
    if (kind !== "deviceConfiguration" || entryKeyIn(identity) || !isArray(value)) return [];
    const path = writtenPath(dataPath(identity));
    const { node } = placeIn(dialect, resource) ?? {};
    if (node?.kind === "list" && node.isUserOrdered)
      return [{ address, path: "", ...inOrder(path), hint: around(path) }];
    const isUnkeyed = lists[""] === undefined && value.some(isObject);
    return isUnkeyed && node === undefined ? [{ address, path: "", ...noKeys(path) }] : [];
  });
}

function inOrder(path: string): Pick<DriverProblem, "code" | "message"> {
  const message = `the order of ${path} means something, and RESTCONF (RFC 8040) cannot replace a list`;
  return { code: "unwritable-list", message };
}

function noKeys(path: string): Pick<DriverProblem, "code" | "message" | "hint"> {
  const message = `nothing says which leaves are the key of ${path}, and RESTCONF (RFC 8040) cannot replace a list`;
  const hint = `Write keys: { ${withoutKeys(path)}: LEAF } at the device, or name its modules in settings.yang.`;
  return { code: "unwritable-list", message, hint };
}

/** What is around the list can be replaced, where there is something. */
function around(path: string): string {
  const steps = path.split("/").slice(1, -1);
  if (steps.length === 0) return "Declare it for a target with interface: netconf.";
  return `Declare the container around it, /${steps.join("/")}, with the list in it, or use interface: netconf.`;
}
