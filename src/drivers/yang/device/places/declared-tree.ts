/** Converts between a device resource's declaration and the tree. Pure. */

import type { Resource } from "../../../../model/desired.ts";
import { isArray, isObject, type Json } from "../../../../model/json.ts";
import { pointer, segments } from "../../../../model/pointer.ts";
import { ofKind } from "../../../contract/kind-table.ts";
import { interfaceOnWire, interfaceValue } from "../items.ts";
import type { MappedEntry, MappedKind } from "../mapping/mapping.ts";
import type { DeviceKind, DeviceModel } from "../model.ts";
import { modelled } from "../model-values.ts";
import { withoutPath } from "../overlay.ts";

/**
 * Returns the declaration in tree form. An entry includes its key. If `absent` is given, members that must be absent
 * are null.
 */
export function declaredTree(device: DeviceModel, resource: Resource, absent?: "marked"): Json {
  const { kind, value } = resource;
  const own = mappedIn(device, resource);
  if (own === undefined) return kind === "deviceInterface" ? interfaceOnWire(value) : value;
  const { tree, absent: paths } = own.mapped.toTree(value, own.entry);
  return absent === undefined ? tree : paths.reduce<Json>(withMark, tree);
}

function withMark(tree: Json, [member, ...rest]: readonly string[]): Json {
  if (member === undefined) return tree;
  if (isArray(tree)) {
    const at = Number(member);
    return tree.map((each, index) => (index === at ? withMark(each, rest) : each));
  }
  if (!isObject(tree)) return tree;
  const inside = Object.hasOwn(tree, member) ? tree[member] : undefined;
  if (rest.length === 0 && inside !== undefined) return tree;
  return { ...tree, [member]: rest.length === 0 ? null : withMark(inside ?? {}, rest) };
}

/** Returns the tree at the place of a resource, in the form in which the resource would declare it. */
export function inTermsOf(device: DeviceModel, resource: Resource, tree: Json): Json {
  const own = mappedIn(device, resource);
  if (own !== undefined) return isObject(tree) ? fieldsIn(own, tree) : tree;
  return modelled({ ...resource, value: ofKind(terms, resource.kind)(tree) }, device).value;
}

const terms: Readonly<Record<DeviceKind, (tree: Json) => Json>> = {
  deviceHostname: (tree) => tree,
  deviceInterface: (tree) => (isObject(tree) ? interfaceValue(tree) : tree),
  deviceConfiguration: (tree) => tree,
};

interface MappedPlace {
  readonly key: string;
  readonly mapped: MappedKind;
  readonly entry: MappedEntry;
}

function mappedIn(
  device: DeviceModel,
  { kind, identity, scope }: Pick<Resource, "kind" | "identity" | "scope">,
): MappedPlace | undefined {
  const key = identity.slice((scope.host ?? "").length + 1);
  const mapped = device.mapping?.kinds.get(kind);
  const entry = mapped?.entryOf(key);
  return mapped && entry && { key, mapped, entry };
}

/**
 * Returns the fields of a tree. Flags whose value only means that a node is absent are left out, because nobody has
 * declared them.
 */
function fieldsIn({ key, mapped, entry }: MappedPlace, tree: Json): Json {
  const shown = isObject(tree) ? mapped.fromTree(tree, key) : tree;
  const { absent, origins } = mapped.toTree(shown, entry);
  return absent.reduce<Json>((value, path) => {
    const field = origins.get(pointer(path));
    return field === undefined ? value : withoutPath(value, segments(field));
  }, shown);
}
