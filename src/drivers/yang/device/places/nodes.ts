/** Nodes of a target's modules, by member path. Pure. */

import type { Json, JsonObject } from "../../../../model/json.ts";
import { canonicalData } from "../../../../yang/data/canonical.ts";
import { childOf, nodeAt } from "../../../../yang/schema/schema.ts";
import { type EntryKey, isEntryStep, names, type TreeStep } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import type { ModelledPlace } from "../model-place.ts";

/** Returns the node at these members. Undefined: the target has no modules, or the modules do not define the node. */
export function nodeOf(
  { schema }: Pick<DeviceModel, "schema">,
  members: readonly string[],
): ModelledPlace | undefined {
  const made = schema?.();
  if (made === undefined) return undefined;
  const found = nodeAt(made, members);
  return "node" in found ? { schema: made, node: found.node } : undefined;
}

/** Returns the key of an entry as leaves. The leaves are typed if modules define their types. */
export function typedKey(
  device: Pick<DeviceModel, "schema">,
  members: readonly string[],
  key: EntryKey,
): JsonObject {
  const place = nodeOf(device, members);
  return Object.fromEntries(
    key.map(({ leaf, value }): [string, Json] => {
      const node = place && childOf(place.node, leaf);
      return [leaf, place && node ? canonicalData(place.schema, node, value) : value];
    }),
  );
}

/**
 * Returns the steps to the innermost list entry or presence container above the end of a path. A default on this path
 * is in use if that node exists (RFC 7950, 7.6.1). Undefined: there is no such node.
 */
export function madeAround(
  device: Pick<DeviceModel, "schema">,
  path: readonly TreeStep[],
  sort?: "presence",
): readonly TreeStep[] | undefined {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const steps = path.slice(0, length);
    const last = steps.at(-1);
    if (last === undefined) continue;
    if (isEntryStep(last) ? sort === undefined : isPresence(device, steps)) return steps;
  }
  return undefined;
}

function isPresence(device: Pick<DeviceModel, "schema">, steps: readonly TreeStep[]): boolean {
  return nodeOf(device, names(steps))?.node.isPresence === true;
}
