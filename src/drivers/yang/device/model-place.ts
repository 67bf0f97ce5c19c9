/** The place of a device configuration in the trees of its modules. Pure. */

import type { Resource } from "../../../model/desired.ts";
import type { SchemaNode } from "../../../yang/schema/node.ts";
import { type DataPathResult, nodeAt, type Schema } from "../../../yang/schema/schema.ts";
import { dataPath, members, namesModule } from "./kinds/data-path.ts";
import type { DeviceModel } from "./model.ts";

/** A node, and its schema. */
export interface ModelledPlace {
  readonly schema: Schema;
  readonly node: SchemaNode;
}

/** Returns the node of a configuration path. Undefined: the target has no modules, or the path is invalid. */
export function pathIn(
  { schema }: DeviceModel,
  { kind, identity }: Pick<Resource, "kind" | "identity">,
): { readonly schema: Schema; readonly result: DataPathResult } | undefined {
  if (kind !== "deviceConfiguration") return undefined;
  // An invalid path is reported as a separate problem.
  if (!namesModule(dataPath(identity))) return undefined;
  const made = schema?.();
  return made && { schema: made, result: nodeAt(made, members(dataPath(identity))) };
}

/** Returns the node of a device configuration, if its modules define it. */
export function placeIn(
  device: DeviceModel,
  of: Pick<Resource, "kind" | "identity">,
): ModelledPlace | undefined {
  const found = pathIn(device, of);
  return found && "node" in found.result ? { schema: found.schema, node: found.result.node } : undefined;
}
