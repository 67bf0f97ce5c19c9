/** One filtered read: the filter, the items in its reply, and the items that stay unknown. Pure. */

import type { Item, ReadRequest } from "../../contract/contract.ts";
import { pathsAround } from "../device/choices/around.ts";
import { type DeviceTree, deviceItems, withoutReadOnly } from "../device/items.ts";
import { isEntryStep, names } from "../device/kinds/data-path.ts";
import { declaredDefaults } from "../device/model-values.ts";
import { madeAround } from "../device/places/nodes.ts";
import { typedTree } from "../device/typed-tree.ts";
import { nothingDeclared } from "./declared-shape.ts";
import type { NetconfDialect } from "./dialects/dialect.ts";
import { membersOf } from "./from-xml.ts";
import type { DefaultsMode } from "./hello.ts";
import { type Modules, modulesIn } from "./modules.ts";
import type { Filter } from "./rpcs.ts";
import { coverage, filterFor, needed, partText, seenIn, type TreePart, xpathFor } from "./subtree-filter.ts";
import { declaredShape, partOf, wholeOf } from "./tree-parts.ts";
import type { XmlElement } from "./xml.ts";

/** One read of one device. */
export interface DeviceRead {
  readonly dialect: NetconfDialect;
  readonly modules: Modules;
  readonly host: string;
  readonly wanted: ReadRequest["wanted"];
  /**
   * The operation of the read. If the device supports `get-config`, which excludes state, it is used for exclusive
   * trees and for reads of everything. For all other reads, the dialect decides.
   */
  readonly operation: "get-config" | "get";
  /** How the device treats leaves that have their default value. */
  readonly defaults: DefaultsMode | undefined;
  /** True if the device supports XPath, and the target's settings enable it. */
  readonly xpath: boolean;
  /** True: complete lists are requested, not only the wanted elements. */
  readonly wide?: true;
}

/** Returns the requested parts: the wanted parts, or if there are none, the container that every device has. */
function askedBy(reading: DeviceRead): readonly TreePart[] {
  const { dialect, wanted, wide } = reading;
  if (wanted.length === 0) return [wholeOf(dialect)];
  const parts = wanted.map((one) => askedPart(reading, one));
  return wide ? parts.map(({ path }) => ({ path })) : parts;
}

/**
 * Returns the part to request so that the reply shows `one`. For a leaf that may be omitted at its default, the
 * surrounding list entry or presence container is requested, because the default applies only if this node exists. A
 * reply to a subtree filter shows the key of a list entry anyway.
 */
function askedPart({ dialect, xpath }: DeviceRead, one: DeviceRead["wanted"][number]): TreePart {
  const part = partOf(dialect, one);
  const usual = { ...declaredDefaults(dialect, [one]), ...dialect.defaults };
  if (dialect.schema === undefined || part.key !== undefined || Object.keys(usual).length === 0) return part;
  const around = madeAround(dialect, part.path, xpath ? undefined : "presence");
  const last = around?.at(-1);
  if (around === undefined || last === undefined) return part;
  return isEntryStep(last) ? { path: around.slice(0, -1), key: last } : { path: around };
}

/**
 * Returns further reads that prove an absence. Each place at which something is missing is requested separately and
 * completely, because some devices answer only the first of several keys or paths. The result is empty if these places
 * were already requested that way.
 */
export function widerThan(reading: DeviceRead, missing: DeviceRead["wanted"]): readonly DeviceRead[] {
  const asked = needed(askedBy(reading));
  if (asked.length === 1 && asked[0]?.key === undefined) return [];
  const places = Map.groupBy(missing, (one) => partText({ path: partOf(reading.dialect, one).path }));
  return [...places.values()].map((wanted) => ({ ...reading, wanted, wide: true }));
}

/**
 * True if a wider read lacks something that the previous read showed at the same place. One of the two reads is then
 * wrong, and neither proves an absence.
 */
export function contradicts(
  { reading, missing }: { readonly reading: DeviceRead } & Pick<ItemsRead, "missing">,
  wider: DeviceRead,
  data: XmlElement,
): boolean {
  const placeOf = (one: DeviceRead["wanted"][number]) =>
    partText({ path: partOf(reading.dialect, one).path });
  const places = new Set(wider.wanted.map(placeOf));
  const absent = new Set(missing.map(nameOf));
  const wanted = reading.wanted.filter((one) => !absent.has(nameOf(one)) && places.has(placeOf(one)));
  if (wanted.length === 0) return false;
  const again = { ...wider, wanted };
  const read = itemsIn(again, treeIn(again, data));
  return "doubt" in read || read.missing.length > 0;
}

/**
 * Returns the nodes that a requested node would displace, if the device knows their modules: they are requested too.
 * For a wider read, which covers only missing parts, the result is empty.
 */
function partsAround({ dialect, modules, wanted, wide }: DeviceRead): readonly TreePart[] {
  const paths = wide ? [] : pathsAround(dialect, wanted);
  const isNamed = (module: string) => modules.namespaceOf(module) !== undefined;
  return paths.flatMap((path) => (modulesIn(names(path)).every(isNamed) ? [{ path }] : []));
}

/** Returns the filter, or the first module whose namespace is unknown. XPath is used if it is supported and enabled. */
export function filterOf(reading: DeviceRead): { readonly filter: Filter } | { readonly module: string } {
  const asked = [...askedBy(reading), ...partsAround(reading)];
  const module = modulesIn(asked.flatMap(({ path }) => names(path))).find(
    (each) => reading.modules.namespaceOf(each) === undefined,
  );
  if (module !== undefined) return { module };
  const { modules, xpath: mayUse } = reading;
  const xpath = mayUse ? xpathFor(needed(asked), modules) : undefined;
  return { filter: xpath ?? { subtree: filterFor(asked, modules, typedTree(reading.dialect)) } };
}

/**
 * True if the device itself announces the modules of all requested parts, and of the container that every device should
 * have. That container is left out if the namespace of its module is unknown, because a device of another model lacks
 * it.
 */
export function isKnown(reading: DeviceRead): boolean {
  const { dialect, modules } = reading;
  const isOther = modules.namespaceOf(dialect.module) === undefined;
  const parts = [...(isOther ? [] : [wholeOf(dialect)]), ...askedBy(reading)];
  return modulesIn(parts.flatMap(({ path }) => names(path))).every(reading.modules.isAnnounced);
}

/** True if the reply's data contains at least a part of a requested container. */
export function answersTo(reading: DeviceRead, data: XmlElement): boolean {
  const { modules } = reading;
  const members = new Set(Object.keys(membersOf(data, { modules, shape: nothingDeclared, around: "" })));
  return askedBy(reading).some(({ path }) => members.has(names(path)[0] ?? ""));
}

/** Returns the tree in a reply's data. */
export function treeIn({ dialect, modules, wanted }: DeviceRead, data: XmlElement): DeviceTree {
  const shape = declaredShape(dialect, wanted);
  const type = typedTree(dialect);
  return withoutReadOnly(dialect, membersOf(data, { modules, shape, around: "", type }));
}

/** The content of a reply's data: the items, and the wanted items that are missing. */
interface ItemsRead {
  readonly items: readonly Item[];
  readonly missing: DeviceRead["wanted"];
}

/**
 * Returns the items in a tree, or half a sentence on why nothing is known. Nodes that the filter did not request are
 * never items, not even in part.
 */
export function itemsIn(reading: DeviceRead, tree: DeviceTree): ItemsRead | { readonly doubt: string } {
  const { dialect, host, wanted, wide } = reading;
  const items = deviceItems(dialect, tree, { host, wanted });
  if (items === undefined) return { doubt: "has an interface without a name" };
  const asked = askedBy(reading);
  const isAsked = coverage(wide ? wanted.map((one) => partOf(dialect, one)) : asked);
  const covered = items.filter((item) => isAsked(partOf(dialect, { ...item, scope: { host } })));
  const see = seenIn(asked, tree);
  // A leaf at its default and an empty list are items although the reply does not show them. Both count as missing
  // here, because they need the same proof as an absence.
  const isShown = (item: Item) => {
    const part = partOf(dialect, { ...item, scope: { host } });
    return part.key !== undefined || see(part).state !== "absent";
  };
  const found = new Set(covered.filter(isShown).map(nameOf));
  const missing = wanted.filter((one) => !found.has(nameOf(one)));
  const parts = missing.map((one) => partOf(dialect, one));
  const unseen = parts.find((part) => see(part).state !== "absent");
  return unseen
    ? { doubt: `cannot be read at /${names(unseen.path).join("/")}` }
    : { items: covered, missing };
}

/**
 * Returns half a sentence on why something that the reply lacks may still exist: if a module's namespace comes from the
 * settings, the device may have a different module. Undefined: there is no such doubt.
 */
export function doubtIn(
  { dialect, modules }: DeviceRead,
  { missing, data }: MissingRead,
): string | undefined {
  const namespaces = namespacesIn(data);
  const isUnproven = (module: string) =>
    !modules.isAnnounced(module) && !namespaces.has(modules.namespaceOf(module) ?? "");
  const unproven = missing.flatMap((one) => modulesIn(names(partOf(dialect, one).path))).find(isUnproven);
  return unproven === undefined ? undefined : doubtOf(unproven);
}

interface MissingRead extends Pick<ItemsRead, "missing"> {
  readonly data: XmlElement;
}

function nameOf({ kind, identity }: Pick<Item, "kind" | "identity">): string {
  return `${kind} ${identity}`;
}

function doubtOf(module: string): string {
  return (
    `has no data of the module ${module}, which the device does not announce: its namespace in ` +
    "settings.namespaces may be wrong"
  );
}

function namespacesIn(element: XmlElement): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (each: XmlElement) => {
    found.add(each.namespace);
    each.children.forEach(walk);
  };
  element.children.forEach(walk);
  return found;
}
