/**
 * The leaves in a device's declaration that reference other leaves, and the leaves that are referenced (RFC 7950 9.9).
 * Pure.
 */

import type { Resource } from "../../../../model/desired.ts";
import type { Pointer } from "../../../../model/pointer.ts";
import type { DriverProblem } from "../../../../model/problem.ts";
import { type LeafValue, leafValuesIn, requiredLeaf } from "../../../../yang/data/leaf-values.ts";
import type { SchemaNode } from "../../../../yang/schema/node.ts";
import { nodeAt, type Schema } from "../../../../yang/schema/schema.ts";
import { declaredPart } from "../declared-part.ts";
import { dataPath, isEntryStep, names, steps } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { nodeOf, typedKey } from "../places/nodes.ts";

interface DeclaredLeaf extends Omit<LeafValue, "path"> {
  readonly resource: Resource;
  /**
   * The place of the value in the file: in `config:`, or as a field or the key of a section. Undefined: the place is
   * unknown.
   */
  readonly path: Pointer | undefined;
}

/** A leaf and its value. For a leafref, this is the leaf to which the leafref refers. */
export type HeldLeaf = Pick<LeafValue, "node" | "canonical">;

/** Returns a warning for each leafref of a device for which no matching value is declared on the same device. */
export function danglingLeafrefs(
  resources: readonly Resource[],
  device: DeviceModel,
): readonly DriverProblem[] {
  const schema = device.schema?.();
  if (schema === undefined) return [];
  const byHost = Map.groupBy(resources, ({ scope }) => scope.host ?? "");
  return [...byHost.values()].flatMap((own) => {
    const onWay = own.flatMap((resource) => leavesOnWay(device, resource));
    return danglingIn(schema, own.flatMap(leavesBy(schema, device)), onWay);
  });
}

function danglingIn(
  schema: Schema,
  leaves: readonly DeclaredLeaf[],
  onWay: readonly HeldLeaf[],
): readonly DriverProblem[] {
  const declared = new Map<SchemaNode, Set<string>>();
  for (const { node, canonical } of [...leaves, ...onWay])
    declared.set(node, (declared.get(node) ?? new Set<string>()).add(canonical));
  return leaves.flatMap(({ resource, node, canonical, path }) => {
    if (path === undefined) return [];
    const target = requiredLeaf(schema, node);
    if (target === undefined || declared.get(target)?.has(canonical)) return [];
    const message = `\`${node.name}\` refers to the ${nameOf(target)} \`${canonical}\`, which is not declared`;
    const hint = "Declare this entry, unless the device already has it.";
    const { address } = resource;
    return { address, path, code: "dangling-leafref", severity: "warning", message, hint };
  });
}

function nameOf(target: SchemaNode): string {
  const around = target.dataParent;
  return around === undefined ? target.name : `${around.name}/${target.name}`;
}

/** Returns all leaves in a resource's declaration. */
export function leavesBy(
  schema: Schema,
  device: DeviceModel,
): (resource: Resource) => readonly DeclaredLeaf[] {
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

/**
 * Returns the keys of entries on the path of a configuration. The write of the configuration creates these entries if
 * they are missing.
 */
export function leavesOnWay(
  device: DeviceModel,
  { kind, identity }: Pick<Resource, "kind" | "identity">,
): readonly HeldLeaf[] {
  if (kind !== "deviceConfiguration") return [];
  const path = steps(dataPath(identity));
  return path.flatMap((step, at) => {
    if (!isEntryStep(step)) return [];
    const members = names(path.slice(0, at));
    const list = nodeOf(device, members);
    if (list === undefined) return [];
    return leafValuesIn(list.schema, list.node, [typedKey(device, members, step)]);
  });
}
