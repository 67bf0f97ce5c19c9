/** Leafrefs to what nothing declares: the device may have it, or it was forgotten. Pure. */

import type { Resource } from "../../model/desired.ts";
import { pointer } from "../../model/pointer.ts";
import type { DriverProblem } from "../../model/problem.ts";
import { type LeafValue, leafValuesIn, requiredLeaf } from "../../yang/data/leaf-values.ts";
import { nodeAt } from "../../yang/schema/data-node.ts";
import type { SchemaNode } from "../../yang/schema/node.ts";
import type { Schema } from "../../yang/schema/schema.ts";
import { declaredPart } from "./declared-part.ts";
import { entryKeyIn } from "./kinds/data-path.ts";
import type { DeviceModel } from "./model.ts";

interface DeclaredLeaf extends LeafValue {
  readonly resource: Resource;
}

/** A warning for each leafref of a device that leads to no value that is declared for the same device. */
export function danglingLeafrefs(
  resources: readonly Resource[],
  device: DeviceModel,
): readonly DriverProblem[] {
  const schema = device.schema?.();
  if (schema === undefined) return [];
  const byHost = Map.groupBy(resources, ({ scope }) => scope.host ?? "");
  return [...byHost.values()].flatMap((own) => danglingIn(schema, own.flatMap(leavesBy(schema, device))));
}

function danglingIn(schema: Schema, leaves: readonly DeclaredLeaf[]): readonly DriverProblem[] {
  const declared = new Map<SchemaNode, Set<string>>();
  for (const { node, canonical } of leaves)
    declared.set(node, (declared.get(node) ?? new Set<string>()).add(canonical));
  return leaves.flatMap(({ resource, node, canonical, path }) => {
    if (resource.kind !== "deviceConfiguration") return [];
    const target = requiredLeaf(schema, node);
    if (target === undefined || declared.get(target)?.has(canonical)) return [];
    const message = `\`${node.name}\` refers to the ${nameOf(target)} \`${canonical}\`, which is not declared`;
    const hint = "Declare that too, unless the device has it already.";
    const { address } = resource;
    return { address, path: pointer(path), code: "dangling-leafref", severity: "warning", message, hint };
  });
}

function nameOf(target: SchemaNode): string {
  const around = target.dataParent;
  return around === undefined ? target.name : `${around.name}/${target.name}`;
}

function leavesBy(schema: Schema, device: DeviceModel): (resource: Resource) => readonly DeclaredLeaf[] {
  return (resource) => {
    const { path, value } = declaredPart(device, resource);
    const found = nodeAt(schema, path);
    if (!("node" in found)) return [];
    // The list of one that an entry stands in is none of its value.
    const depth = entryKeyIn(resource.identity) ? 1 : 0;
    return leafValuesIn(schema, found.node, value).map((leaf) => ({
      ...leaf,
      path: leaf.path.slice(depth),
      resource,
    }));
  };
}
