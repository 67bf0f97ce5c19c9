/** The place of a device resource in the tree, whichever section or path declares it. Pure. */

import { byTextOf } from "../../../../model/compare.ts";
import type { Resource } from "../../../../model/desired.ts";
import { ofKind } from "../../../contract/kind-table.ts";
import {
  dataPath,
  type EntryKey,
  entryKeyIn,
  isEntryStep,
  names,
  namesModule,
  steps,
  type TreeStep,
} from "../kinds/data-path.ts";
import { type DeviceKind, type DeviceModel, rootOf } from "../model.ts";
import { typedKey } from "./nodes.ts";

/**
 * Returns the steps to the place of a resource, including its entry. Undefined: the key is invalid, which is reported
 * separately.
 */
export function stepsOf(
  resource: Pick<Resource, "kind" | "identity" | "scope">,
  device: DeviceModel,
): readonly TreeStep[] | undefined {
  const { kind, identity, scope } = resource;
  const key = identity.slice((scope.host ?? "").length + 1);
  const mapped = device.mapping?.kinds.get(kind);
  if (mapped === undefined) return ofKind(ways, kind)(device, key)?.map(inOneOrder);
  const entry = mapped.entryOf(key);
  if (entry === undefined) return undefined;
  const leaves = Object.entries(entry.key).map(([leaf, value]) => ({ leaf, value: String(value) }));
  const list = steps(entry.path);
  return leaves.length === 0 ? list : [...list, inOneOrder(spelledKey(device, names(list), leaves))];
}

type FindWay = (device: DeviceModel, key: string) => readonly TreeStep[] | undefined;

const ways: Readonly<Record<DeviceKind, FindWay>> = {
  deviceHostname: (device) => [rootOf(device), device.hostname],
  deviceInterface: (device, key) => [
    ...[rootOf(device), ...device.interfaces],
    [{ leaf: "name", value: key.slice(device.interfaceType.length + 1) }],
  ],
  deviceConfiguration: (_, key) => {
    if (!namesModule(key)) return undefined;
    const entry = entryKeyIn(key);
    return [...steps(dataPath(key)), ...(entry ? [entry] : [])];
  },
};

/** Returns a step with sorted key leaves, because mappings and modules list key leaves in different orders. */
function inOneOrder(step: TreeStep): TreeStep {
  return isEntryStep(step) ? step.toSorted(byTextOf(({ leaf }) => leaf)) : step;
}

/** Returns a section's key in the form that paths use. */
function spelledKey(device: DeviceModel, list: readonly string[], key: EntryKey): EntryKey {
  const typed = typedKey(device, list, key);
  return key.map(({ leaf }) => ({ leaf, value: String(typed[leaf]) }));
}
