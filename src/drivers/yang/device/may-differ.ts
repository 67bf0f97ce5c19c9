/**
 * Places in a tree that a device may store in another form: texts and numbers that do not decide about access. Pure.
 */

import { decidesByName, isRemark } from "../../../catalog/access-words.ts";
import type { Resource } from "../../../model/desired.ts";
import type { SchemaNode } from "../../../yang/schema/node.ts";
import { childOf } from "../../../yang/schema/schema.ts";
import type { BuiltInType, YangType } from "../../../yang/types/type.ts";
import { dataPath, entryKeyIn, members } from "./kinds/data-path.ts";
import type { DeviceModel } from "./model.ts";
import { placeIn } from "./model-place.ts";

/** Names of management paths, at any depth. The lock-out guard checks the same names. */
const reaching: ReadonlySet<string> = new Set([
  ...[
    "ip",
    "ipv4",
    "ipv6",
    "address",
    "addresses",
    "subinterfaces",
    "unit",
    "family",
    "vrf",
    "encapsulation",
  ],
  ...["network-instance", "switchport", "channel-group", "route", "static-routes", "default-gateway"],
  ...["username", "line", "vty", "http", "restconf", "netconf-yang", "shutdown", "enabled", "admin-status"],
]);

/**
 * Returns whether a device may store a value in another form. Undefined: the kind decides.
 *
 * | the place is                                                | the value may differ            |
 * |-------------------------------------------------------------|---------------------------------|
 * | in a filter, access rule or management path, except remarks | no                              |
 * | in a mapped section                                         | the section's kind decides      |
 * | in the target's modules                                     | if it is a plain text or number |
 * |                                                             | and not a list key              |
 * | unknown to the target's modules                             | no                              |
 * | a hostname or interface, or the target has no modules       | yes                             |
 */
export function mayDiffer(
  resource: Resource,
  place: readonly string[],
  device: DeviceModel,
): boolean | undefined {
  const { kind, identity } = resource;
  const isPath = kind === "deviceConfiguration";
  const around = isPath ? members(dataPath(identity)) : [];
  const names = [...around, ...place].map((member) => member.slice(member.indexOf(":") + 1));
  const isDeciding = names.some((name) => reaching.has(name) || decidesByName(name));
  if (isDeciding && !isRemark(names.at(-1) ?? "")) return false;
  if (device.mapping?.kinds.has(kind)) return undefined;
  const modelled = isPath ? placeIn(device, resource) : undefined;
  if (!modelled) return !isPath || device.schema === undefined;
  const { node } = modelled;
  return isPlain(node.kind === "list" && entryKeyIn(identity) ? { node, entered: true } : { node }, place);
}

interface Way {
  readonly node: SchemaNode;
  /** True: the place is an entry of the list, not the list itself. */
  readonly entered?: true;
}

function isPlain({ node, entered }: Way, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return isValue(node) && isPlainType(node.type);
  if (node.kind === "leaf-list") return rest.length === 0 && isPlainType(node.type);
  if (node.kind === "list" && !entered) return isPlain({ node, entered: true }, rest);
  const child = childOf(node, step);
  if (child === undefined || (node.kind === "list" && node.keys.includes(child.name))) return false;
  return isPlain({ node: child }, rest);
}

function isValue({ kind }: SchemaNode): boolean {
  return kind === "leaf" || kind === "leaf-list";
}

const plainTypes: ReadonlySet<BuiltInType> = new Set([
  ...([
    "string",
    "decimal64",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
  ] as const),
]);

function isPlainType({ base, members: all }: YangType): boolean {
  return base === "union" ? all.every(isPlainType) : plainTypes.has(base);
}
