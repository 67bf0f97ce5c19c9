/** The tree part of a device resource, for filters. Pure. */

import { isArray, isObject, type Json } from "../../../model/json.ts";
import type { ReadRequest } from "../../contract/contract.ts";
import { ofKind } from "../../contract/kind-table.ts";
import { interfaceOnWire } from "../device/items.ts";
import { dataPath, entryKeyIn, names, steps } from "../device/kinds/data-path.ts";
import { type DeviceKind, type DeviceModel, rootOf } from "../device/model.ts";
import { wrapped } from "../device/overlay.ts";
import { placedTree } from "../device/places/placed-tree.ts";
import { DeclaredShape } from "./declared-shape.ts";
import { modulesIn } from "./modules.ts";
import type { TreePart } from "./subtree-filter.ts";

type Wanted = ReadRequest["wanted"][number];

/** Returns the complete container that every device has. */
export function wholeOf(device: DeviceModel): TreePart {
  return { path: [rootOf(device)] };
}

/** Returns the part for a resource. Throws for a kind that is not a device kind. */
export function partOf(device: DeviceModel, of: PartQuery): TreePart {
  return ofKind(parts, of.kind)(device, of);
}

type PartQuery = Pick<Wanted, "kind" | "identity" | "scope">;

const parts: Readonly<Record<DeviceKind, (device: DeviceModel, of: PartQuery) => TreePart>> = {
  deviceHostname: (device) => ({ path: [rootOf(device), device.hostname] }),
  deviceConfiguration: (_, { identity }) => ({
    path: steps(dataPath(identity)),
    key: entryKeyIn(identity),
  }),
  deviceInterface: (device, { identity, scope }) => {
    const number = identity.slice(`${scope.host ?? ""} ${device.interfaceType} `.length);
    return { path: [rootOf(device), ...device.interfaces], key: [{ leaf: "name", value: number }] };
  },
};

/** Returns a resource's declaration in the form of the device's tree. */
export function onWire(kind: string, declared: Json): Json {
  return ofKind(wireForms, kind)(declared);
}

const wireForms: Readonly<Record<DeviceKind, (declared: Json) => Json>> = {
  deviceHostname: (declared) => declared,
  deviceInterface: interfaceOnWire,
  deviceConfiguration: (declared) => declared,
};

/** Returns the modules that a resource uses, on its path and in its desired value. */
export function modulesNamed(
  device: DeviceModel,
  of: PartQuery & { readonly desired?: Json | undefined },
): readonly string[] {
  return modulesIn([...names(partOf(device, of).path), ...memberNames(onWire(of.kind, of.desired ?? null))]);
}

function memberNames(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap(memberNames);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([member, inner]) => [member, ...memberNames(inner)]);
}

/** Returns the declarations at their places in the tree. Interfaces are always a list, even if none is declared. */
export function declaredShape(device: DeviceModel, wanted: ReadRequest["wanted"]): DeclaredShape {
  const list = wrapped([rootOf(device), ...device.interfaces], [{}]);
  const declared = wanted.flatMap((one) => {
    const { path, key } = partOf(device, one);
    const placed = (value: Json) => placedTree(device, [{ path, value: key ? [value] : value }]);
    const shape = one.shape === undefined ? [] : [placed(one.shape)];
    const values = (one.declared ?? []).map((value) => placed(key ? onWire(one.kind, value) : value));
    return [...values, ...shape];
  });
  return new DeclaredShape([list, ...declared]);
}
