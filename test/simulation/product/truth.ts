/**
 * The resources of the fictional product as Git declares them now (desired), as they were last applied (base), and as
 * the server has them (live). The checks know all three because they were drawn.
 */

import type { Address } from "../../../src/model/address.ts";
import { type FateName, type FieldCase, fates, fatesWithin, fieldCases } from "../decisions/cases.ts";
import { type Draw, maybe, pick, under } from "../draw.ts";
import { innerKinds, type ProductKind, plainFields, references } from "./kinds.ts";

/** One of the three states of a resource: declared now, last applied, or live. */
export type Side = "desired" | "base" | "live";

/** A resource of the product. */
export interface Part {
  readonly kind: ProductKind;
  readonly number: number;
  readonly parent?: Part;
  readonly fate: FateName;
  /** The name of the resource on each side. The real name of a rule is made from its references. */
  readonly names: Readonly<Record<Side, string>>;
  /** True if the key of the resource in base differs from its key in Git. */
  readonly isMoved: boolean;
  readonly fields: Readonly<
    Record<string, { readonly row: FieldCase; readonly values: readonly [string, string, string] }>
  >;
  readonly refs: Readonly<Record<string, Readonly<Record<Side, Part>>>>;
}

/**
 * Everything that was drawn for a seed. Parents come before their children, and zones before the resources that refer
 * to them.
 */
export interface ProductTruth {
  readonly parts: readonly Part[];
  readonly prune: boolean;
  readonly overwrite: boolean;
  /** True if two zones swap their names. Between the two writes, both have the same name. */
  readonly isExchanged: boolean;
}

/** Draws the resources of a seed, with their desired, applied and live states. */
export function productTruth(draw: Draw): ProductTruth {
  const parts: Part[] = [];
  const taken = new Set<string>();
  const most = { zone: 4, policy: 2, rule: 3, route: 2 } as const;
  const isClearing = maybe(draw, 0.25);
  for (let count = 1 + under(draw, 3); count > 0; count -= 1) {
    const site = partOf(draw, { kind: "site", number: parts.length, isClearing }, []);
    if (!site) continue;
    parts.push(site);
    for (const kind of innerKinds)
      for (let left = under(draw, most[kind] + 1); left > 0; left -= 1) {
        const one = partOf(draw, { kind, number: parts.length, parent: site, isClearing }, parts);
        const pairs =
          one?.kind === "rule"
            ? sides.map((side) => `${one.refs.from?.[side].number} ${one.refs.to?.[side].number}`)
            : [];
        if (!one || pairs.some((pair) => taken.has(pair))) continue;
        for (const pair of pairs) taken.add(pair);
        parts.push(one);
      }
  }
  const given = maybe(draw, 0.3) ? nameGiven(draw, parts) : parts;
  const now = maybe(draw, 0.2) ? exchanged(draw, given) : given;
  const isExchanged = now !== given;
  return { parts: now, prune: maybe(draw, 0.85), overwrite: maybe(draw, 0.25), isExchanged };
}

const sides = ["desired", "base", "live"] as const;

interface Asked {
  readonly kind: ProductKind;
  readonly number: number;
  readonly parent?: Part;
  readonly isClearing: boolean;
}

/**
 * Draws a resource; undefined if what was drawn is impossible, for example because a reference has no suitable target.
 */
function partOf(
  draw: Draw,
  { kind, number, parent, isClearing }: Asked,
  others: readonly Part[],
): Part | undefined {
  const drawn = pick<FateName>(draw, fatesWithin[parent?.fate ?? "kept"]);
  const isGone = isClearing && drawn === "kept" && maybe(draw, 0.5) && parent?.fate !== "takenOver";
  const fate = isGone ? "removedInGit" : drawn === "foreign" && kind !== "zone" ? "kept" : drawn;
  if (parent && !fatesWithin[parent.fate].includes(fate)) return undefined;
  const isKept = fate === "kept";
  const change = isKept ? pick(draw, ["none", "none", "moved", "inGit", "alike"] as const) : "none";
  const refs: Record<string, Record<Side, Part>> = {};
  for (const field of references[kind]) {
    const zones = others.filter((one) => one.kind === "zone" && one.parent === parent);
    const now = zones.filter((one) => sides.every((side) => !fates[fate][side] || fates[one.fate][side]));
    const to = isKept && maybe(draw, 0.4) ? zones.filter((one) => fates[one.fate].desired) : now;
    const from = isKept ? zones.filter((one) => fates[one.fate].base && fates[one.fate].live) : now;
    const isChanged = isKept && maybe(draw, 0.4);
    const [before, after] = [from[under(draw, from.length)], to[under(draw, to.length)]];
    const same = now[under(draw, now.length)];
    if (isChanged ? !before || !after : !same) return undefined;
    const [was, is] = isChanged ? [before, after] : [same, same];
    if (!was || !is) return undefined;
    refs[field] = { desired: is, base: was, live: was };
  }
  const isChanged = Object.values(refs).some(({ desired, base }) => desired !== base);
  // A rule is recognized by its own key or by the keys of its references. So only one of the two changes at a time.
  const isOtherPair =
    kind === "rule" &&
    (isChanged || parent?.isMoved === true || Object.values(refs).some(({ base }) => base.isMoved));
  const name = (is: "now" | "was") => `${is === "now" ? kind : `former ${kind}`} ${number}`;
  const isRenamed = kind !== "rule" && (change === "inGit" || change === "alike");
  return {
    ...{ kind, number, fate, isMoved: change === "moved" && !isOtherPair, refs },
    ...(parent && { parent }),
    names: {
      desired: name("now"),
      base: name(isRenamed ? "was" : "now"),
      live: name(isRenamed && change === "inGit" ? "was" : "now"),
    },
    fields: Object.fromEntries(
      Object.entries(plainFields[kind]).map(([field, values]) => [
        field,
        { values, row: rowOf(draw, field, { isChanged, fate }) },
      ]),
    ),
  };
}

const rows: readonly FieldCase[] = Object.values(fieldCases);
const { same } = fieldCases;

/**
 * Draws what happened to a field. If a reference changes, no field is in conflict, because a held update would prevent
 * the removal of the former target. The state of a recreated resource never differs, because it is set last: if a run
 * ends before that, nobody can tell who left it out.
 */
function rowOf(
  draw: Draw,
  field: string,
  { isChanged, fate }: { readonly isChanged: boolean; readonly fate: FateName },
): FieldCase {
  const isSame = field === "state" && fate === "removedLive";
  const fitting = rows.filter(({ says }) => !(isChanged && says === "conflict"));
  const all = field === "mode" && isChanged ? fitting.filter(({ says }) => says === undefined) : fitting;
  const row = maybe(draw, 0.5) && !isSame ? all[under(draw, all.length)] : same;
  return row ?? rows[0] ?? { desired: "a", base: "a", live: "a" };
}

/** Lets two zones of a site swap their names, if there are such zones. */
function exchanged(draw: Draw, parts: readonly Part[]): readonly Part[] {
  const free = parts.filter(
    ({ kind, fate, isMoved, names, parent }) =>
      kind === "zone" && fate === "kept" && !isMoved && !parent?.isMoved && names.desired === names.base,
  );
  const first = free[under(draw, free.length)];
  const second = free.find((one) => one !== first && one.parent === first?.parent);
  if (!first || !second) return parts;
  const now = new Map([
    [first, { ...first, names: { ...first.names, desired: second.names.desired } }],
    [second, { ...second, names: { ...second.names, desired: first.names.desired } }],
  ]);
  return withInstead(parts, now);
}

/**
 * Gives the former name of a resource, which was renamed in Git and live, to another resource that somebody has
 * created.
 */
function nameGiven(draw: Draw, parts: readonly Part[]): readonly Part[] {
  const renamed = parts.filter(
    ({ fate, names, kind, parent }) =>
      kind === "zone" && fate === "kept" && names.live !== names.base && !parent?.isMoved,
  );
  const one = renamed[under(draw, renamed.length)];
  const isFree = ({ kind, fate, parent }: Part) =>
    kind === "zone" && fate === "takenOver" && parent === one?.parent;
  const other = parts.find(isFree);
  if (!one || !other || one.names.live !== one.names.desired) return parts;
  const { base: name } = one.names;
  return withInstead(
    parts,
    new Map([[other, { ...other, names: { desired: name, base: name, live: name } }]]),
  );
}

/** Returns the resources after some of them were replaced, also in references. */
function withInstead(parts: readonly Part[], now: ReadonlyMap<Part, Part>): readonly Part[] {
  const follow = (part: Part) => now.get(part) ?? part;
  return parts.map((part) => {
    const refs = Object.entries(part.refs).map(([field, of]) => [
      field,
      { desired: follow(of.desired), base: follow(of.base), live: follow(of.live) },
    ]);
    if (refs.length === 0) return now.get(part) ?? part;
    return { ...part, refs: Object.fromEntries(refs) };
  });
}

/** True if a resource exists on a side. */
export function isOn({ fate }: Part, side: Side): boolean {
  return fates[fate][side];
}

/** Returns the key of a resource in Git or in base. */
export function keyOf(part: Part, side: "desired" | "base"): string {
  const own = `${part.isMoved && side === "base" ? "was" : ""}${part.kind}${part.number}`;
  return part.parent ? `${keyOf(part.parent, side)}.${own}` : own;
}

/** Returns the address of a resource in Git, or in base if Git no longer declares it. */
export function addressOf(
  part: Part,
  side: "desired" | "base" = isOn(part, "desired") ? "desired" : "base",
): Address {
  return `made/${part.kind}/${keyOf(part, side)}`;
}

/** Returns the fields that a resource has on a side, except for references. */
export function valuesOn({ fields }: Part, side: Side): Readonly<Record<string, string>> {
  const there = Object.entries(fields).flatMap(
    ([name, { row, values }]): readonly (readonly [string, string])[] => {
      const letter = row[side];
      return letter === "-" ? [] : [[name, values["abc".indexOf(letter)] ?? values[0]]];
    },
  );
  return Object.fromEntries(there);
}
