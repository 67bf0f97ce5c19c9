/** One read through a filter: the filter, the items in its answer, and what must stay unknown. Pure. */

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
  /** Configuration alone where state must not be among it: in what is exclusive, and where nothing is declared. */
  readonly operation: "get-config" | "get";
  /** How the device treats leaves at their default. */
  readonly defaults: DefaultsMode | undefined;
  /** True where the device offers XPath, and the target is set to use it. */
  readonly xpath: boolean;
  /** True: of a list, all of it is asked for, not the elements that are wanted. */
  readonly wide?: true;
}

/** What a filter asks for: the parts that are wanted; where nothing is, the container that every device has. */
function askedBy(reading: DeviceRead): readonly TreePart[] {
  const { dialect, wanted, wide } = reading;
  if (wanted.length === 0) return [wholeOf(dialect)];
  const parts = wanted.map((one) => askedPart(reading, one));
  return wide ? parts.map(({ path }) => ({ path })) : parts;
}

/**
 * What is asked for to see a part. One that may be hidden at its default is in use only where its parent is there,
 * and no answer shows that without something in it: so that is asked for. Of an entry a subtree filter shows the key.
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
 * The reads that prove an absence: each place in which something is missing, asked for alone and whole. There are
 * devices that answer only the first of several keys, or of several paths. None where that has been asked already.
 */
export function widerThan(reading: DeviceRead, missing: DeviceRead["wanted"]): readonly DeviceRead[] {
  const asked = needed(askedBy(reading));
  if (asked.length === 1 && asked[0]?.key === undefined) return [];
  const places = Map.groupBy(missing, (one) => partText({ path: partOf(reading.dialect, one).path }));
  return [...places.values()].map((wanted) => ({ ...reading, wanted, wide: true }));
}

/**
 * True when a wider read does not show what the read before it has shown in the same place: then one of both is wrong,
 * and neither proves an absence.
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
 * What goes as something comes that is asked for is asked for too, as far as the device knows its module. A wider read
 * is of what is missing alone.
 */
function partsAround({ dialect, modules, wanted, wide }: DeviceRead): readonly TreePart[] {
  const paths = wide ? [] : pathsAround(dialect, wanted);
  const isNamed = (module: string) => modules.namespaceOf(module) !== undefined;
  return paths.flatMap((path) => (modulesIn(names(path)).every(isNamed) ? [{ path }] : []));
}

/** The filter, or the first module whose namespace is unknown. Where XPath is offered and set, that is used. */
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
 * Whether the device itself announces the modules of all that it is asked for, and of the container that all have where
 * it knows that: of a device of another model the settings name none.
 */
export function isKnown(reading: DeviceRead): boolean {
  const { dialect, modules } = reading;
  const isOther = modules.namespaceOf(dialect.module) === undefined;
  const parts = [...(isOther ? [] : [wholeOf(dialect)]), ...askedBy(reading)];
  return modulesIn(parts.flatMap(({ path }) => names(path))).every(reading.modules.isAnnounced);
}

/** True when the answer's data holds a container that was asked for, or a part of it. */
export function answersTo(reading: DeviceRead, data: XmlElement): boolean {
  const { modules } = reading;
  const members = new Set(Object.keys(membersOf(data, { modules, shape: nothingDeclared, around: "" })));
  return askedBy(reading).some(({ path }) => members.has(names(path)[0] ?? ""));
}

/** The tree in an answer's data. */
export function treeIn({ dialect, modules, wanted }: DeviceRead, data: XmlElement): DeviceTree {
  const shape = declaredShape(dialect, wanted);
  const type = typedTree(dialect);
  return withoutReadOnly(dialect, membersOf(data, { modules, shape, around: "", type }));
}

/** What an answer's data tells: the items, and what is wanted and not among them. */
interface ItemsRead {
  readonly items: readonly Item[];
  readonly missing: DeviceRead["wanted"];
}

/**
 * The items in a tree, or half a sentence on why nothing is known. What the filter did not ask for is
 * no item, in whole or in part.
 */
export function itemsIn(reading: DeviceRead, tree: DeviceTree): ItemsRead | { readonly doubt: string } {
  const { dialect, host, wanted, wide } = reading;
  const items = deviceItems(dialect, tree, { host, wanted });
  if (items === undefined) return { doubt: "has an interface without a name" };
  const asked = askedBy(reading);
  const isAsked = coverage(wide ? wanted.map((one) => partOf(dialect, one)) : asked);
  const covered = items.filter((item) => isAsked(partOf(dialect, { ...item, scope: { host } })));
  const see = seenIn(asked, tree);
  // A leaf at its default, or a list without entries, counts as there although nothing is: that takes a proof too.
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
 * Why what is missing in the answer's data may be there all the same: a module whose namespace was set here may be
 * another one. Undefined: it is absent.
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

/** What is missing in an answer's data. */
interface MissingRead extends Pick<ItemsRead, "missing"> {
  readonly data: XmlElement;
}

function nameOf({ kind, identity }: Pick<Item, "kind" | "identity">): string {
  return `${kind} ${identity}`;
}

function doubtOf(module: string): string {
  return `has nothing of ${module}, which the device does not announce: settings.namespaces may be wrong`;
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
