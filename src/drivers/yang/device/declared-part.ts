/** A device's declaration at its place in the device's tree. Pure. */

import type { Resource } from "../../../model/desired.ts";
import type { Json } from "../../../model/json.ts";
import { type Pointer, pointer } from "../../../model/pointer.ts";
import { ofKind } from "../../contract/kind-table.ts";
import { interfaceOnWire } from "./items.ts";
import { dataPath, entryKeyIn, members } from "./kinds/data-path.ts";
import { originOf } from "./mapping/origins.ts";
import { type DeviceKind, type DeviceModel, rootOf } from "./model.ts";

/** A part of a tree: its path, and its value. */
export interface DeclaredPart {
  readonly path: readonly string[];
  readonly value: Json;
  /** Returns where a value below this part was written in the declaration. Absent: the place is unknown. */
  readonly writtenAt?: (below: readonly string[]) => Pointer;
}

/** Returns the part for a resource. A list entry, including an interface, becomes a list with one entry. */
export function declaredPart(device: DeviceModel, resource: Resource): DeclaredPart {
  return mappedPart(device, resource) ?? ofKind(parts, resource.kind)(device, resource);
}

const parts: Readonly<Record<DeviceKind, (device: DeviceModel, of: Resource) => DeclaredPart>> = {
  deviceHostname: (device, { value }) => ({ path: [rootOf(device), device.hostname], value }),
  deviceConfiguration: (_, { identity, value }) => ({
    path: members(dataPath(identity)),
    value: entryKeyIn(identity) ? [value] : value,
    // The list around a single entry is not part of its value.
    writtenAt: (below) => pointer(below.slice(entryKeyIn(identity) ? 1 : 0)),
  }),
  deviceInterface: (device, { identity, scope, value }) => {
    const name = identity.slice(`${scope.host ?? ""} ${device.interfaceType} `.length);
    return { path: [rootOf(device), ...device.interfaces], value: [{ name, ...interfaceOnWire(value) }] };
  },
};

/** Returns the part for a kind of the target's mapping. Undefined: the kind is not in the mapping. */
function mappedPart(
  { mapping }: DeviceModel,
  { kind, identity, scope, value }: Resource,
): DeclaredPart | undefined {
  const mapped = mapping?.kinds.get(kind);
  const entry = mapped?.entryOf(identity.slice(`${scope.host ?? ""} `.length));
  if (mapped === undefined) return undefined;
  // An invalid key has no place. It is reported as a separate problem.
  if (entry === undefined) return { path: [], value: null };
  const edit = mapped.toTree(value, entry);
  const { single } = mapped.file;
  return {
    path: members(entry.path),
    value: single ? edit.tree : [edit.tree],
    writtenAt: (below) => originOf(edit, pointer(below.slice(single ? 0 : 1))),
  };
}
