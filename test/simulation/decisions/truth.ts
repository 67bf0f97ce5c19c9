/** The truth of a seed: resources with their three sides, known because they were drawn so. */

import type { Address } from "../../../src/model/address.ts";
import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { type Fate, type FateName, type FieldCase, fates, type SecretCase } from "./cases.ts";
import type { EarlyKey } from "./naming/renamed-early.ts";
import type { Rings } from "./plans/rings.ts";
import type { Realm, Species } from "./species.ts";

/** One of the three sides. */
export type Side = "desired" | "base" | "live";

/** A field with the row that was drawn for it, and the values that stand for its letters. */
export interface DrawnField {
  readonly path: string;
  readonly element?: string | undefined;
  readonly row: FieldCase;
  readonly values: Readonly<Record<"a" | "b" | "c", Json>>;
  /** It names others: which, by letters. */
  readonly names?: Readonly<Partial<Record<"a" | "b" | "c", Thing>>>;
  /** It is ignored: what Git says of it all the same. */
  readonly inGit?: Pick<FieldCase, "desired" | "base">;
}

/** A field that `ignore:` names, of the addresses that the glob matches. */
export interface IgnoredField {
  readonly address: string;
  readonly path: string;
}

/** A resource, as it was drawn. */
export interface Thing {
  readonly species: Species;
  /** Counted over all of a seed: makes names. */
  readonly number: number;
  readonly fate: FateName;
  readonly fields: readonly DrawnField[];
  readonly secret?: SecretCase;
  readonly parent?: Thing;
  /** Where its name changed: in Git alone, or alike live. */
  readonly renamed?: "inGit" | "alike";
  /** The number of the one whose name it is to have from now on. */
  readonly calledAs?: number;
  /** True: it goes on to be called what it is called live, whatever Git calls it. */
  readonly isCalledAsLive?: true;
  /** Somebody has made it anew: it has another id. */
  readonly isAnother?: true;
  /** It is declared in another organization than it is in. */
  readonly relocated?: true;
  /** True: base has it under another key. */
  readonly moved: boolean;
  readonly protect: boolean;
  /** The number of the one whose former name it has in Git, and perhaps live. */
  readonly given?: { readonly of: number; readonly isLive: boolean };
  /** Base has the tree of its device exclusive where it is not now, and the other way round. */
  readonly ownedOtherwise?: true;
  /** Its key is made of the name of another. */
  readonly early?: EarlyKey;
  /** True: what Git says it is in says that, for all that is in it. */
  readonly isProtectedAround?: true;
}

/** How a seed is planned and applied. */
export interface Manner {
  readonly threeWay: boolean;
  readonly prune: boolean;
  readonly overwrite: boolean;
  /** The numbers of what nobody asked for (`--only`). */
  readonly excluded: ReadonlySet<number>;
  /** True: the record has fingerprints of secrets. */
  readonly fingerprints: boolean;
  /** True: those of another key than that of now. */
  readonly isRekeyed: boolean;
  /** The targets of which everything live is to be declared. */
  readonly complete: ReadonlySet<string>;
  /** True: some fields of a fabric are taken with a create alone, or with an update alone. */
  readonly isClosed?: boolean;
}

/** All of a seed. */
export interface Truth {
  readonly realms: readonly Realm[];
  /** Parents before what is in them. */
  readonly things: readonly Thing[];
  readonly manner: Manner;
  /** In which of the ways that there are files say it, as a seed; undefined: in the plainest. */
  readonly written?: number | undefined;
  readonly ignored?: readonly IgnoredField[];
  readonly rings?: Rings;
}

/** Its fate, typed alike for all. */
export function fateOf({ fate }: Thing): Fate {
  return fates[fate];
}

/** What a field is on a side; undefined: not there. The resource itself may not be there either. */
export function valueOn({ row, values }: DrawnField, side: Side): Json | undefined {
  const letter = row[side];
  return letter === "-" ? undefined : values[letter];
}

/** True where base and desired say something else of it. */
export function differsInGit(thing: Thing): boolean {
  const { desired, base } = fateOf(thing);
  const rows = [
    ...thing.fields.map(({ row, inGit = row }) => inGit),
    ...(thing.secret ? [thing.secret] : []),
  ];
  // What it names may have another key by now.
  const isFollowed = thing.fields.some(({ row, names }) => row.base !== "-" && names?.[row.base]?.moved);
  const isSame = rows.every((row) => row.desired === row.base) && !isFollowed;
  const isOther = (thing.renamed ?? thing.given ?? thing.ownedOtherwise) !== undefined;
  return desired !== base || isOther || !isSame;
}

/** Its fields as they are shown on a side, by their paths. */
export function fieldsOn({ fields }: Thing, side: Side): ReadonlyMap<string, Json> {
  const there = fields.flatMap((field): readonly (readonly [string, Json])[] => {
    const value = valueOn({ ...field, row: { ...field.row, ...field.inGit } }, side);
    return value === undefined ? [] : [[field.path, value]];
  });
  return new Map(there);
}

/** Its key on a side of Git. */
export function keyOn(thing: Thing, side: "desired" | "base"): string {
  const { species, number, moved, early } = thing;
  const own = early?.key ?? species.key({ number, was: moved && side === "base" });
  if (!thing.parent) return own;
  return thing.species.keyWithin(keyOn(thing.parent, side), own);
}

/** Its address on a side of Git. */
export function addressOn(thing: Thing, side: "desired" | "base"): Address {
  const { target, kind } = thing.species;
  return `${target}/${kind}/${keyOn(thing, side)}`;
}

/** Its name on a side. */
export function nameOn(thing: Thing, side: Side): string {
  const { species, number, renamed, calledAs, given, isCalledAsLive } = thing;
  if (isCalledAsLive && side === "desired") return nameOn(thing, "live");
  if (given && (side === "desired" || (side === "live" && given.isLive)))
    return species.name({ number: given.of, was: true });
  if (calledAs !== undefined && side === "desired") return species.name({ number: calledAs, was: false });
  const isFormer = renamed !== undefined && (side === "base" || (side === "live" && renamed === "inGit"));
  return species.name({ number, was: isFormer });
}

/** Flat fields as the tree that they are written as. */
export function treeOf(fields: Iterable<readonly [string, Json]>): JsonObject {
  const tree: Record<string, Json> = {};
  for (const [path, value] of fields) lay(tree, path.split("/").slice(1), value);
  return tree;
}

type Branch = { [name: string]: Json };

function lay(tree: Branch, [first = "", ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    tree[first] = value;
    return;
  }
  const inner: Branch = { ...branchOf(tree[first]) };
  lay(inner, rest, value);
  tree[first] = inner;
}

function branchOf(value: Json | undefined): Branch {
  return value !== undefined && isObject(value) ? { ...value } : {};
}

/** A tree as its leaves by path; lists are leaves, empty objects none. */
export function leavesOf(tree: Json, path = ""): readonly (readonly [string, Json])[] {
  if (typeof tree !== "object" || tree === null || Array.isArray(tree)) return [[path, tree]];
  return Object.entries(tree).flatMap(([name, value]) => leavesOf(value, `${path}/${name}`));
}
