/** Arranges live items into top-level entries, each with all its contents. Pure. */

import type { Container, Driver } from "../drivers/contract/contract.ts";
import { type Address, address, slug } from "../model/address.ts";
import { byText, byTextOf } from "../model/compare.ts";
import type { Desired, Scope } from "../model/desired.ts";
import { isObject, type Json } from "../model/json.ts";
import type { Undeclarable } from "../model/live/undeclarable.ts";
import { shortSection } from "../model/place.ts";
import { at, type Pointer, segments } from "../model/pointer.ts";
import type { DiscoveredItem } from "../observe/discover.ts";
import { accepted, closedOf, secretInside, topFieldOf } from "./accepted-fields.ts";
import { whyWhole } from "./edit/why-whole.ts";
import type { ImportEntry, ImportUnit, NotImported, OmittedField } from "./entry.ts";
import { ShortNames } from "./hierarchy.ts";
import { type NamedUnits, withNames } from "./named-fields.ts";
import { apart, nameOf, UniqueNames, withNamedIdentities } from "./names.ts";
import { declaredAddresses, declaredPaths, pathOf } from "./paths.ts";
import { secretPlaces } from "./secret-places.ts";
import { takesSecret } from "./takes-secret.ts";
import { undeclarableIn } from "./undeclarable.ts";

/** The input for entries. */
export interface UnitsInput {
  readonly target: string;
  readonly driver: Driver;
  readonly found: readonly DiscoveredItem[];
  /** Existing declarations. They are not repeated, and their keys are not assigned again. */
  readonly desired: Desired;
  /** Returns true if a value must not be written because it contains a secret. */
  readonly repeatsSecret: (value: Json) => boolean;
  /** True: required secrets that no reply shows are declared by reference. */
  readonly references?: boolean | undefined;
}

/** The entries, ordered by parent and name, and the items that were left out. */
export interface ArrangedUnits {
  readonly units: readonly ImportUnit[];
  readonly leftOut: readonly NotImported[];
  readonly omitted: readonly OmittedField[];
  readonly undeclarable: readonly Undeclarable[];
  /** The live resources that are already declared. */
  readonly declared: readonly Address[];
  /** Returns the kept units, with keys or ids in their reference fields. */
  readonly named: (kept: readonly ImportUnit[]) => NamedUnits;
}

/** A top-level entry of a file: an item, or the container of an item. */
interface Top {
  readonly header: Readonly<Record<string, string>>;
  readonly label: string;
  readonly found: readonly DiscoveredItem[];
  readonly holder?: Container;
}

interface Arranging extends UnitsInput {
  readonly names: UniqueNames;
  readonly childrenOf: ReadonlyMap<DiscoveredItem | undefined, readonly DiscoveredItem[]>;
  /** Short names of items in hierarchies. */
  readonly short: ShortNames;
}

/** Arranges items into units. Items with the same name as another live item are left out as ambiguous. */
export function unitsOf(input: UnitsInput): ArrangedUnits {
  const { driver, target, desired } = input;
  const namesSecret = ({ item, parent }: DiscoveredItem): boolean =>
    input.repeatsSecret(item.identity) || (parent !== undefined && namesSecret(parent));
  const keys = declaredPaths(desired, target);
  const addresses = declaredAddresses(desired, target);
  const [secretive, shown] = split(withNamedIdentities(input.found, keys), namesSecret);
  const { alike, rest } = apart(shown);
  const childrenOf = Map.groupBy(rest, ({ parent }) => parent);
  const isDeclared = (item: DiscoveredItem) => keys.has(pathOf(item));
  const tops = topsOf(driver, rest);
  const [declaredTops, newTops] = split(tops, (top) => top.found.some(isDeclared));
  const inDeclared = declaredTops.flatMap((top) => top.found).flatMap((item) => withAll(item, childrenOf));
  const arranging = {
    ...input,
    childrenOf,
    short: new ShortNames(rest),
    names: new UniqueNames(takenKeys(input)),
  };
  const arranged = newTops.map((top) => unit(arranging, top));
  const units = arranged.flatMap(({ units: [made] }) => made ?? []);
  return {
    units,
    named: (kept) =>
      withNames({ units: kept, found: shown, declared: keys, repeatsSecret: input.repeatsSecret }),
    leftOut: [
      ...secretive.map((item) => ({ what: nameOf(item), reason: `its name ${secretInside}` })),
      ...alike.flatMap(ambiguous),
      ...inDeclared.filter((item) => !isDeclared(item)).map(besideDeclared),
      ...arranged.flatMap(({ leftOut }) => leftOut),
    ],
    omitted: arranged.flatMap(({ omitted }) => omitted),
    undeclarable: arranged.flatMap(({ undeclarable }) => undeclarable),
    declared: rest.flatMap((item) => (item.kind.observed ? [] : (addresses.get(pathOf(item)) ?? []))),
  };
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

function ambiguous([first, ...others]: readonly DiscoveredItem[]): readonly NotImported[] {
  if (!first) return [];
  return [
    { what: nameOf(first), reason: `${others.length + 1} resources have this name: rename all but one` },
  ];
}

function besideDeclared(item: DiscoveredItem): NotImported {
  return { what: nameOf(item), reason: "its parent is already declared: add this resource there" };
}

function withAll(item: DiscoveredItem, within: Arranging["childrenOf"]): readonly DiscoveredItem[] {
  return [item, ...(within.get(item) ?? []).flatMap((child) => withAll(child, within))];
}

/** Returns the keys that are taken in the target, including the keys of containers. */
function takenKeys({ driver, target, desired }: UnitsInput): readonly string[] {
  const own = [...desired.resources.values()].filter((one) => one.target === target);
  return own.flatMap(({ key, scope }) => [key, ...driver.holders.flatMap(({ name }) => scope[name] ?? [])]);
}

function topsOf(driver: Driver, found: readonly DiscoveredItem[]): readonly Top[] {
  const implied = new Set(driver.fileFields.map(({ implies }) => implies));
  const alone = found
    .filter(({ kind }) => kind.place.within === "file" && !implied.has(kind.name))
    .map((one): Top => ({ header: headerOf(driver, one), label: labelOf(one), found: [one] }));
  const held = driver.holders.flatMap((holder) => {
    const own = found.filter(({ kind }) => kind.place.within === holder.name);
    const each = Map.groupBy(own, ({ scope }) => JSON.stringify(scope));
    return [...each.values()].map(
      (items): Top => ({ header: {}, label: heldBy(holder, items), found: items, holder }),
    );
  });
  return [...alone, ...held].toSorted(byTextOf(orderOf));
}

function orderOf({ header, label, found }: Top): string {
  return [...Object.values(header), label, found[0]?.item.identity].join("\0");
}

/** Returns the file fields for an item's parent, such as its organization. */
function headerOf({ fileFields }: Driver, { parent }: DiscoveredItem): Readonly<Record<string, string>> {
  const fields = fileFields.flatMap(({ name, implies }) =>
    parent && implies === parent.kind.name ? [[name, parent.item.identity] as const] : [],
  );
  return Object.fromEntries(fields);
}

function labelOf({ kind, item, scope }: DiscoveredItem): string {
  return kind.keyOf ? kind.keyOf({ identity: item.identity, scope }) : item.identity;
}

/** Returns the key of a device: its hostname if this is a valid key, otherwise its address. */
function heldBy({ keys }: Container, items: readonly DiscoveredItem[]): string {
  const named = items.find(({ kind }) => kind.place.single)?.item.value;
  const own = typeof named === "string" ? slug(named) : "";
  const isKey = own !== "" && (!keys || keys.safeParse(own).success);
  return isKey ? own : Object.values(items[0]?.scope ?? {}).join(" ");
}

/** Entries that were built from items, and the items that were left out. */
interface ArrangedEntries {
  readonly entries: readonly ImportEntry[];
  readonly leftOut: readonly NotImported[];
  readonly omitted: readonly OmittedField[];
  readonly undeclarable: readonly Undeclarable[];
}

function joined(parts: readonly ArrangedEntries[]): ArrangedEntries {
  return {
    entries: parts.flatMap(({ entries }) => entries),
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
    omitted: parts.flatMap(({ omitted }) => omitted),
    undeclarable: parts.flatMap(({ undeclarable }) => undeclarable),
  };
}

type ArrangedUnit = Omit<ArrangedUnits, "declared" | "named">;

function unit(on: Arranging, { header, label, found, holder }: Top): ArrangedUnit {
  const [first] = found;
  if (!first) return { units: [], leftOut: [], omitted: [], undeclarable: [] };
  if (!holder) {
    const above = first.kind.place.single ? (first.parent?.item.identity ?? "") : "";
    const { entries, ...rest } = entryOf(on, first, { above, scope: first.scope });
    return { units: entries.map((entry) => ({ header, entry })), ...rest };
  }
  const key = on.names.take(slug(label), `${holder.title}-${slug(label)}`);
  const scope = { ...first.scope, [holder.name]: key };
  const held = inOrder(on.driver, found).map((item) => entryOf(on, item, { above: key, scope }));
  const { entries: inner, ...rest } = joined(held);
  if (inner.length === 0) return { units: [], ...rest };
  const entry: ImportEntry = {
    address: address(on.target, holder.name, key),
    section: holder.section,
    single: false,
    key,
    value: { ...first.scope },
    secrets: [],
    closed: closedOf(on.driver, holder.name),
    inner,
  };
  return { units: [{ header, entry }], ...rest };
}

/** `above`: the joined key of the parent; empty at the top of a file. */
type Above = { readonly above: string; readonly scope: Scope };

/**
 * Returns the entry of an item with its contents; none if its kind accepts none of its fields. An item that is only
 * observed becomes the place of its contents, under its own name.
 */
function entryOf(on: Arranging, found: DiscoveredItem, { above, scope: outer }: Above): ArrangedEntries {
  const { kind, item } = found;
  const { single = false } = kind.place;
  const last = single
    ? above
    : kind.observed
      ? item.identity
      : (kind.keyOf?.({ identity: item.identity, scope: outer }) ?? freeKey(on, found));
  const key = single || above === "" ? last : `${above}.${last}`;
  const scope = { ...outer, [kind.name]: last };
  const whole = kind.observed ? undefined : whyWhole(item.undeclarable, on.repeatsSecret);
  if (whole !== undefined) return notImported(found, whole);
  const { repeatsSecret, references } = on;
  const taken = accepted(kind, { key: last, value: item.value, scope, repeatsSecret, references });
  if ("refused" in taken) return notImported(found, taken.refused);
  const entryAddress = address(on.target, kind.name, key);
  const omitted = taken.dropped.map((field) => ({ ...field, kind: kind.name, address: entryAddress }));
  const children = inOrder(on.driver, on.childrenOf.get(found) ?? []);
  const inside = joined(children.map((child) => entryOf(on, child, { above: key, scope })));
  const isTaken = (path: Pointer) => takesSecret(kind, { key: last, value: item.value, scope }, path);
  const secrets = secretPlaces(kind, taken.value, item.setSecrets).filter(
    (path) => at(item.value, path) === undefined && isTaken(path),
  );
  const without = kind.secrets.filter((path) => segments(path).length === 1 && !secrets.includes(path));
  const entry: ImportEntry = {
    address: entryAddress,
    section: shortSection(kind.place),
    single,
    key: last,
    value: saidAsMeant(taken),
    id: item.id,
    kind,
    secrets: [...new Set([...secrets, ...(taken.needed ?? [])])],
    needed: taken.needed,
    closed: [...closedOf(on.driver, kind.name, kind), ...without.map(topFieldOf)],
    inner: inside.entries,
    raw: item.raw,
  };
  const lacking = { shown: item.undeclarable, dropped: taken.dropped, live: item.value };
  const undeclarable = kind.observed ? [] : undeclarableIn(entryAddress, lacking, on.repeatsSecret);
  const isOnlyRead = kind.observed === true && entry.inner.length === 0;
  return {
    entries: isOnlyRead ? [] : [entry],
    leftOut: inside.leftOut,
    omitted: [...omitted, ...inside.omitted],
    undeclarable: [...undeclarable, ...inside.undeclarable],
  };
}

/** Returns the entry's value. Words that would otherwise be reported as typos are listed in `allowUnknown`. */
function saidAsMeant({
  value,
  unknownWords = [],
}: Extract<ReturnType<typeof accepted>, { value: Json }>): Json {
  return unknownWords.length > 0 && isObject(value) ? { ...value, allowUnknown: [...unknownWords] } : value;
}

function notImported(found: DiscoveredItem, reason: string | undefined): ArrangedEntries {
  const leftOut = reason === undefined ? [] : [{ what: nameOf(found), reason }];
  return { entries: [], leftOut, omitted: [], undeclarable: [] };
}

function freeKey({ names, short }: Arranging, found: DiscoveredItem): string {
  const { kind, item, parent } = found;
  if (kind.below !== undefined) {
    const made = short.of(found).map(slug);
    return names.take(...(made.some((one) => one !== "") ? made : [kind.name]));
  }
  const preferred = slug(item.identity) || kind.name;
  const outer = slug(parent?.item.identity ?? "") || "other";
  return names.take(preferred, `${outer}-${preferred}`);
}

/** Sorts by kind, in the driver's order, then by number if there is one. */
function inOrder({ kinds }: Driver, found: readonly DiscoveredItem[]): readonly DiscoveredItem[] {
  const rank = new Map(kinds.map(({ name }, at) => [name, at]));
  return found.toSorted((a, b) => {
    const byKind = (rank.get(a.kind.name) ?? 0) - (rank.get(b.kind.name) ?? 0);
    const byNumber = a.item.identity.localeCompare(b.item.identity, "en", { numeric: true });
    return byKind || byNumber || byText(a.item.identity, b.item.identity);
  });
}
