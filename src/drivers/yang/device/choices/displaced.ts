/** Live nodes that disappear because the declared node belongs to another choice case (RFC 7950, 7.9). Pure. */

import type { Resource } from "../../../../model/desired.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../../model/json.ts";
import { elementIdentity } from "../../../../model/list-identity.ts";
import type { LiveResource } from "../../../../model/live/snapshot.ts";
import { pointer } from "../../../../model/pointer.ts";
import type { Displacement } from "../../../../model/sameness/displaced.ts";
import { type DisplacedNode, displacing } from "../../../../yang/data/choices.ts";
import type { SchemaNode } from "../../../../yang/schema/node.ts";
import { childOf } from "../../../../yang/schema/schema.ts";
import { interfaceOnWire, interfaceValue } from "../items.ts";
import { entryKeyIn, members } from "../kinds/data-path.ts";
import { originOf } from "../mapping/origins.ts";
import { type DeviceModel, rootOf } from "../model.ts";
import { placeIn } from "../model-place.ts";
import { nodeOf } from "../places/nodes.ts";

type ConfigurationName = Pick<Resource, "kind" | "identity">;

/**
 * Returns the live tree below a write, without the nodes that the declared nodes displace. Without modules, the tree is
 * unchanged.
 */
export function withoutDisplaced(
  device: DeviceModel,
  of: ConfigurationName,
  { live, declared }: { readonly live: Json; readonly declared: Json },
): Json {
  const node = nodeOfResource(device, of);
  return node === undefined ? live : standingApart(node, of, { live, declared }).left;
}

/**
 * Returns the nodes that a write of a resource displaces, as fields of that resource. Undefined: the write displaces no
 * nodes, or the modules do not show them.
 */
export function displacedBy(
  resource: Resource,
  live: LiveResource,
  device: DeviceModel,
): Displacement | undefined {
  const node = nodeOfResource(device, resource);
  if (node === undefined) return undefined;
  if (resource.kind === "deviceConfiguration") {
    const sides = { live: live.value, declared: resource.value };
    const { left, displaced } = standingApart(node, resource, sides);
    const nodes = displaced.map(({ path, value, by }) => ({
      path: pointer(path),
      live: value,
      by: pointer(by),
    }));
    return nodes.length === 0 ? undefined : { left, nodes };
  }
  const form = formOf(device, resource);
  const raw = live.raw ?? live.value;
  if (form === undefined || !isObject(raw)) return undefined;
  const { left, displaced } = standingApart(node, resource, { live: raw, declared: form.tree });
  if (displaced.length === 0 || !isObject(left)) return undefined;
  const nodes = displaced.flatMap((each) => inFields(each, { node, raw, form }));
  return { left: form.fields(left), nodes };
}

/**
 * Returns the tree node of a resource. For a list entry, it is the node of its list. Undefined: the modules are
 * missing, or do not define the node.
 */
function nodeOfResource(device: DeviceModel, of: ConfigurationName): SchemaNode | undefined {
  if (device.schema === undefined) return undefined;
  if (of.kind === "deviceConfiguration") return placeIn(device, of)?.node;
  if (of.kind === "deviceInterface") return nodeOf(device, [rootOf(device), ...device.interfaces])?.node;
  const entry = mappedEntry(device, of);
  return entry && nodeOf(device, members(entry.entry.path))?.node;
}

function mappedEntry({ mapping }: DeviceModel, { kind, identity }: ConfigurationName) {
  const mapped = mapping?.kinds.get(kind);
  const entry = mapped?.entryOf(identity.slice(identity.indexOf(" ") + 1));
  return mapped && entry && { mapped, entry };
}

/** How a kind's fields map to the tree. */
interface FieldForm {
  /** The declared value in the tree. */
  readonly tree: Json;
  /** Returns the fields of a tree. */
  fields(tree: JsonObject): Json;
  /** Returns the field from which the value at a place in `tree` comes. */
  origin(path: readonly string[]): string;
}

function formOf(device: DeviceModel, resource: Resource): FieldForm | undefined {
  const { kind, identity, value } = resource;
  if (kind === "deviceInterface")
    return { tree: interfaceOnWire(value), fields: interfaceValue, origin: () => "" };
  const own = mappedEntry(device, resource);
  if (own === undefined) return undefined;
  const { mapped, entry } = own;
  const edit = mapped.toTree(value, entry);
  const key = identity.slice(identity.indexOf(" ") + 1);
  return {
    tree: edit.tree,
    fields: (tree) => mapped.fromTree(tree, key),
    origin: (path) => originOf(edit, pointer(path)),
  };
}

/** Like `displacing`, but for the value of one resource: an entry is compared as the only entry of its list. */
function standingApart(
  node: SchemaNode,
  of: ConfigurationName,
  { live, declared }: { readonly live: Json; readonly declared: Json },
): ReturnType<typeof displacing> {
  const isEntry = node.kind === "list" && (of.kind !== "deviceConfiguration" || entryKeyIn(of.identity));
  if (!isEntry) return displacing(node, { live, declared });
  // Both values are the same entry, so both get its key.
  const named = (entry: Json): Json =>
    isObject(entry) ? { ...keyIn(node, live, declared), ...entry } : entry;
  const { left, displaced } = displacing(node, { live: [live], declared: [named(declared)] });
  return {
    left: isArray(left) ? (left[0] ?? null) : left,
    displaced: displaced.map(({ path, value, by }) => ({ path: path.slice(1), value, by: by.slice(1) })),
  };
}

function keyIn({ keys }: SchemaNode, live: Json, declared: Json): JsonObject {
  const known = [declared, live].filter(isObject);
  return Object.fromEntries(
    keys.flatMap((leaf): [string, Json][] => {
      const value = known.map((each) => each[leaf]).find((each) => each !== undefined);
      return value === undefined ? [] : [[leaf, value]];
    }),
  );
}

/** Returns the fields that show a tree node, with live values. If no field shows the node, returns the node itself. */
function inFields(
  { path, value, by }: DisplacedNode,
  { node, raw, form }: { readonly node: SchemaNode; readonly raw: JsonObject; readonly form: FieldForm },
): Displacement["nodes"] {
  const without = withoutNode(node, raw, path);
  const found = isObject(without) ? lost(form.fields(raw), form.fields(without), []) : [];
  const fields = found.length > 0 ? found : [{ path: pointer(path), live: value }];
  return fields.map((each) => ({ ...each, by: form.origin(by) }));
}

function withoutNode(node: SchemaNode, tree: Json, path: readonly string[]): Json {
  const [step = "", ...rest] = path;
  if (isArray(tree))
    return tree.map((each) =>
      elementIdentity(each, node.keys) === step ? withoutNode(node, each, rest) : each,
    );
  if (!isObject(tree)) return tree;
  const { [step]: own, ...others } = tree;
  if (own === undefined || rest.length === 0) return others;
  const child = childOf(node, step);
  return child ? { ...tree, [step]: withoutNode(child, own, rest) } : tree;
}

/** Returns the topmost members of `before` that `after` lacks, with their values. */
function lost(
  before: Json,
  after: Json | undefined,
  path: readonly string[],
): readonly { readonly path: string; readonly live: Json }[] {
  if (after === undefined) return [{ path: pointer(path), live: before }];
  if (!isObject(before) || !isObject(after)) return [];
  return Object.entries(before).flatMap(([name, each]) =>
    lost(each, Object.hasOwn(after, name) ? after[name] : undefined, [...path, name]),
  );
}
