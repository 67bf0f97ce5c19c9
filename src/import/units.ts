/** Arranges live items into entries: top-level ones, with everything inside them. Pure. */

import { z } from "zod";
import type { Container, Driver, Kind } from "../drivers/contract.ts";
import { address } from "../model/address.ts";
import { byText, byTextOf } from "../model/compare.ts";
import type { Desired, Scope } from "../model/desired.ts";
import { segments } from "../model/pointer.ts";
import type { DiscoveredItem } from "../observe/discover.ts";
import { accepted } from "./accepted-fields.ts";
import { apart, declaredPaths, nameOf, pathOf } from "./disambiguate.ts";
import type { ImportEntry, ImportUnit, NotImported, OmittedField } from "./entry.ts";
import { slug, UniqueNames } from "./key-names.ts";
import { withNames } from "./resource-names.ts";

/** What entries are made from. */
export interface UnitsInput {
  readonly target: string;
  readonly driver: Driver;
  readonly found: readonly DiscoveredItem[];
  /** What is declared already: it is not declared again, and its keys are taken. */
  readonly desired: Desired;
}

/** The entries in the order of what they are in and of their names, and what is not among them. */
export interface ArrangedUnits {
  readonly units: readonly ImportUnit[];
  readonly leftOut: readonly NotImported[];
  readonly omitted: readonly OmittedField[];
  /** How many live things are declared already. */
  readonly declared: number;
}

/** What stands at the top of a file: something found, or a holder of what was found. */
interface Top {
  readonly header: Readonly<Record<string, string>>;
  readonly label: string;
  readonly found: readonly DiscoveredItem[];
  readonly holder?: Container;
}

interface Arranging extends UnitsInput {
  readonly names: UniqueNames;
  readonly inside: ReadonlyMap<DiscoveredItem | undefined, readonly DiscoveredItem[]>;
  readonly leftOut: NotImported[];
  readonly omitted: OmittedField[];
}

/** Arranges. What shares its name with another live thing is left out: nobody can say which one is meant. */
export function unitsOf(input: UnitsInput): ArrangedUnits {
  const { driver, target, desired, found } = input;
  const { alike, rest } = apart(found);
  const leftOut = alike.flatMap(([one, ...others]) =>
    one ? [{ what: nameOf(one), reason: `${others.length + 1} are called so: rename all but one` }] : [],
  );
  const inside = Map.groupBy(rest, ({ parent }) => parent);
  const known = declaredPaths(desired, target);
  const arranging = { ...input, inside, leftOut, omitted: [], names: new UniqueNames(takenKeys(input)) };
  const tops = topsOf(driver, rest);
  const isDeclared = (one: DiscoveredItem) => known.has(pathOf(one));
  const open = tops.filter((top) => !top.found.some(isDeclared));
  for (const top of tops) {
    const isOpen = open.includes(top);
    const within = isOpen ? [] : top.found.flatMap((one) => withAll(one, inside));
    for (const one of within.filter((each) => !isDeclared(each)))
      leftOut.push({ what: nameOf(one), reason: "what it is in is declared already: add it there" });
  }
  const { units, omitted } = withNames({
    units: open.flatMap((top) => unit(arranging, top)),
    found: rest,
    declared: known,
  });
  const declared = rest.filter((one) => !one.kind.observed && isDeclared(one)).length;
  return { units, leftOut, omitted: [...arranging.omitted, ...omitted], declared };
}

function withAll(one: DiscoveredItem, inside: Arranging["inside"]): readonly DiscoveredItem[] {
  return [one, ...(inside.get(one) ?? []).flatMap((each) => withAll(each, inside))];
}

/** Keys of the target that are taken, holders' too. */
function takenKeys({ driver, target, desired }: UnitsInput): readonly string[] {
  const own = [...desired.resources.values()].filter((one) => one.target === target);
  return own.flatMap(({ key, scope }) => [key, ...driver.holders.flatMap(({ name }) => scope[name] ?? [])]);
}

function topsOf(driver: Driver, found: readonly DiscoveredItem[]): readonly Top[] {
  const alone = found
    .filter(({ kind }) => kind.place.within === "file" && !kind.observed)
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

/** The file's fields that stand for what it is in: its organization. */
function headerOf({ fileFields }: Driver, { parent }: DiscoveredItem): Readonly<Record<string, string>> {
  const fields = fileFields.flatMap(({ name, implies }) =>
    parent && implies === parent.kind.name ? [[name, parent.item.identity] as const] : [],
  );
  return Object.fromEntries(fields);
}

function labelOf({ kind, item, scope }: DiscoveredItem): string {
  return kind.keyOf ? kind.keyOf({ identity: item.identity, scope }) : item.identity;
}

/** A device is called what it calls itself, else what it is reached by. */
function heldBy({ keys }: Container, items: readonly DiscoveredItem[]): string {
  const named = items.find(({ kind }) => kind.place.single)?.item.value;
  const own = typeof named === "string" ? slug(named) : "";
  const isKey = own !== "" && (!keys || keys.safeParse(own).success);
  return isKey ? own : Object.values(items[0]?.scope ?? {}).join(" ");
}

function unit(on: Arranging, top: Top): readonly ImportUnit[] {
  const { header, holder, found } = top;
  const [first] = found;
  if (!first) return [];
  if (!holder) {
    const entry = entryOf(on, first, { above: "", scope: first.scope });
    return entry ? [{ header, entry }] : [];
  }
  const key = on.names.take(slug(top.label), `${holder.title}-${slug(top.label)}`);
  const scope = { ...first.scope, [holder.name]: key };
  const inner = inOrder(on.driver, found).flatMap((one) => entryOf(on, one, { above: key, scope }) ?? []);
  if (inner.length === 0) return [];
  const entry: ImportEntry = {
    address: address(on.target, holder.name, key),
    section: holder.section,
    single: false,
    key,
    value: { ...first.scope },
    closed: closedOf(on.driver, holder.name),
    inner,
  };
  return [{ header, entry }];
}

interface Above {
  /** The joined key of what it is in; empty at the top of a file. */
  readonly above: string;
  readonly scope: Scope;
}

function entryOf(
  on: Arranging,
  found: DiscoveredItem,
  { above, scope: around }: Above,
): ImportEntry | undefined {
  const { kind, item } = found;
  const { single = false, section } = kind.place;
  const own = single
    ? above
    : (kind.keyOf?.({ identity: item.identity, scope: around }) ?? freeKey(on, found));
  const key = single || above === "" ? own : `${above}.${own}`;
  const scope = { ...around, [kind.name]: own };
  const taken = accepted(kind, { key: own, value: item.value, scope });
  if ("refused" in taken) {
    on.leftOut.push({ what: nameOf(found), reason: taken.refused });
    return undefined;
  }
  const of = address(on.target, kind.name, key);
  on.omitted.push(...taken.dropped.map((one) => ({ ...one, kind: kind.name, address: of })));
  const inner = inOrder(on.driver, on.inside.get(found) ?? []).flatMap(
    (one) => entryOf(on, one, { above: key, scope }) ?? [],
  );
  const closed = closedOf(on.driver, kind.name, kind);
  const { id } = item;
  return { address: of, section, single, key: own, value: taken.value, id, kind, closed, inner };
}

function freeKey({ names }: Arranging, found: DiscoveredItem): string {
  const { kind, item, parent } = found;
  const own = slug(item.identity) || kind.name;
  const around = slug(parent?.item.identity ?? "") || "other";
  return names.take(own, `${around}-${own}`);
}

/** Fields of its schema that can be taken away, and the sections that can stand in it. */
function closedOf({ kinds }: Driver, name: string, kind?: Kind): readonly string[] {
  const fields = kind?.schema instanceof z.ZodObject ? Object.keys(kind.schema.shape) : [];
  const secret = kind?.secrets.map((path) => segments(path)[0]) ?? [];
  const sections = kinds.filter(({ place }) => place.within === name).map(({ place }) => place.section);
  return [...fields.filter((field) => !secret.includes(field)), ...sections];
}

/** By kind, in the driver's order; then by number where there is one. */
function inOrder({ kinds }: Driver, found: readonly DiscoveredItem[]): readonly DiscoveredItem[] {
  const rank = new Map(kinds.map(({ name }, at) => [name, at]));
  return found.toSorted((a, b) => {
    const byKind = (rank.get(a.kind.name) ?? 0) - (rank.get(b.kind.name) ?? 0);
    const byNumber = a.item.identity.localeCompare(b.item.identity, "en", { numeric: true });
    return byKind || byNumber || byText(a.item.identity, b.item.identity);
  });
}
