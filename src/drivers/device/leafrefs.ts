/** Leafrefs to what nothing declares: the device may have it, or it was forgotten. Pure. */

import type { Resource } from "../../model/desired.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { DriverProblem } from "../../model/problem.ts";
import { type LeafValue, leafValuesIn, requiredLeaf } from "../../yang/data/leaf-values.ts";
import { nodeAt } from "../../yang/schema/data-node.ts";
import type { SchemaNode } from "../../yang/schema/node.ts";
import type { Schema } from "../../yang/schema/schema.ts";
import { declaredPart } from "./declared-part.ts";
import type { DeviceModel } from "./model.ts";

interface DeclaredLeaf extends Omit<LeafValue, "path"> {
  readonly resource: Resource;
  /** Where it was written: in `config:`, or as a field or the key of a section. Absent: that is not known. */
  readonly path: Pointer | undefined;
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
    if (path === undefined) return [];
    const target = requiredLeaf(schema, node);
    if (target === undefined || declared.get(target)?.has(canonical)) return [];
    const message = `\`${node.name}\` refers to the ${nameOf(target)} \`${canonical}\`, which is not declared`;
    const hint = "Declare that too, unless the device has it already.";
    const { address } = resource;
    return { address, path, code: "dangling-leafref", severity: "warning", message, hint };
  });
}

function nameOf(target: SchemaNode): string {
  const around = target.dataParent;
  return around === undefined ? target.name : `${around.name}/${target.name}`;
}

function leavesBy(schema: Schema, device: DeviceModel): (resource: Resource) => readonly DeclaredLeaf[] {
  return (resource) => {
    const { path, value, writtenAt } = declaredPart(device, resource);
    const found = nodeAt(schema, path);
    if (!("node" in found)) return [];
    return leafValuesIn(schema, found.node, value).map((leaf) => ({
      ...leaf,
      path: writtenAt?.(leaf.path),
      resource,
    }));
  };
}
