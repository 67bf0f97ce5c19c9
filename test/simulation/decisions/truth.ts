/**
 * The truth of a seed: its resources as Git declares them now (desired), as they were last applied (base), and as the
 * servers have them (live). It is known because it was drawn.
 */

import type { Address } from "../../../src/model/address.ts";
import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { type Fate, type FateName, type FieldCase, fates, type SecretCase } from "./cases.ts";
import type { EarlyKey } from "./naming/renamed-early.ts";
import type { Rings } from "./plans/rings.ts";
import type { Realm, Species } from "./species.ts";

/** One of the three states of a resource: declared now, last applied, or live. */
export type Side = "desired" | "base" | "live";

/** A field, with its drawn case and the values that the letters of the case stand for. */
export interface DrawnField {
  readonly path: string;
  readonly element?: string | undefined;
  readonly row: FieldCase;
  readonly values: Readonly<Record<"a" | "b" | "c", Json>>;
  /** If the field refers to things: the thing that each letter stands for. */
  readonly names?: Readonly<Partial<Record<"a" | "b" | "c", Thing>>>;
  /** For an ignored field, what Git and base declare; absent for any other field. */
  readonly inGit?: Pick<FieldCase, "desired" | "base">;
}

/** A field under `ignore:` in the project file. The address is a glob. */
export interface IgnoredField {
  readonly address: string;
  readonly path: string;
}

/** A drawn resource. */
export interface Thing {
  readonly species: Species;
  /** The number of the thing among all things of the seed. Names and keys are made from it. */
  readonly number: number;
  readonly fate: FateName;
  readonly fields: readonly DrawnField[];
  readonly secret?: SecretCase;
  readonly parent?: Thing;
  /** How the thing's name changed: only in Git, or in Git and live alike. */
  readonly renamed?: "inGit" | "alike";
  /** The number of the thing whose name this thing gets. */
  readonly calledAs?: number;
  /** True if the thing is declared with its live name, whatever Git says. */
  readonly isCalledAsLive?: true;
  /** True if somebody has removed the thing and created it again, so its id has changed. */
  readonly isAnother?: true;
  /** True if Git now declares the thing in another organization. */
  readonly relocated?: true;
  /** True if the thing has another key in base than in Git. */
  readonly moved: boolean;
  readonly protect: boolean;
  /**
   * The thing gets the former name of the thing with the number `of`. `isLive` is true if it already has this name in
   * the live state.
   */
  readonly given?: { readonly of: number; readonly isLive: boolean };
  /** True if the tree of the device is owned exclusively in base and not in Git, or the other way round. */
  readonly ownedOtherwise?: true;
  /** Set if the key was made from another name than the declared one. */
  readonly early?: EarlyKey;
  /** True if an entry around the thing protects everything in it. */
  readonly isProtectedAround?: true;
}

/** The options with which a seed plans and applies. */
export interface Manner {
  readonly threeWay: boolean;
  readonly prune: boolean;
  readonly overwrite: boolean;
  /** The numbers of the things that are not selected by `--only`. */
  readonly excluded: ReadonlySet<number>;
  /** True if the record has fingerprints of secrets. */
  readonly fingerprints: boolean;
  /** True if the recorded fingerprints were made with another key than the current one. */
  readonly isRekeyed: boolean;
  /** The targets whose things must all be declared. */
  readonly complete: ReadonlySet<string>;
  /** True if the fabric accepts some fields only in a create, and some only in an update. */
  readonly isClosed?: boolean;
}

/** Everything that was drawn for a seed. */
export interface Truth {
  readonly realms: readonly Realm[];
  /** The drawn resources, parents before their children. */
  readonly things: readonly Thing[];
  readonly manner: Manner;
  /** The seed from which the layout of the files is drawn. If undefined, the layout is the simplest one. */
  readonly written?: number | undefined;
  readonly ignored?: readonly IgnoredField[];
  readonly rings?: Rings;
}

/** Returns the sides on which a thing exists, and the action of the plan. */
export function fateOf({ fate }: Thing): Fate {
  return fates[fate];
}

/**
 * Returns the value of a field on a side; undefined if the field is missing there. It does not matter whether the
 * resource exists on this side.
 */
export function valueOn({ row, values }: DrawnField, side: Side): Json | undefined {
  const letter = row[side];
  return letter === "-" ? undefined : values[letter];
}

/** True if Git and base declare the thing differently. */
export function differsInGit(thing: Thing): boolean {
  const { desired, base } = fateOf(thing);
  const rows = [
    ...thing.fields.map(({ row, inGit = row }) => inGit),
    ...(thing.secret ? [thing.secret] : []),
  ];
  // If the thing that base refers to has another key now, the reference differs, too.
  const isFollowed = thing.fields.some(({ row, names }) => row.base !== "-" && names?.[row.base]?.moved);
  const isSame = rows.every((row) => row.desired === row.base) && !isFollowed;
  const isOther = (thing.renamed ?? thing.given ?? thing.ownedOtherwise) !== undefined;
  return desired !== base || isOther || !isSame;
}

/** Returns the fields that a thing has on a side, by path. */
export function fieldsOn({ fields }: Thing, side: Side): ReadonlyMap<string, Json> {
  const there = fields.flatMap((field): readonly (readonly [string, Json])[] => {
    const value = valueOn({ ...field, row: { ...field.row, ...field.inGit } }, side);
    return value === undefined ? [] : [[field.path, value]];
  });
  return new Map(there);
}

/** Returns the key of a thing in Git or in base. */
export function keyOn(thing: Thing, side: "desired" | "base"): string {
  const { species, number, moved, early } = thing;
  const own = early?.key ?? species.key({ number, was: moved && side === "base" });
  if (!thing.parent) return own;
  return thing.species.keyWithin(keyOn(thing.parent, side), own);
}

/** Returns the address of a thing in Git or in base. */
export function addressOn(thing: Thing, side: "desired" | "base"): Address {
  const { target, kind } = thing.species;
  return `${target}/${kind}/${keyOn(thing, side)}`;
}

/** Returns the name of a thing on a side. */
export function nameOn(thing: Thing, side: Side): string {
  const { species, number, renamed, calledAs, given, isCalledAsLive } = thing;
  if (isCalledAsLive && side === "desired") return nameOn(thing, "live");
  if (given && (side === "desired" || (side === "live" && given.isLive)))
    return species.name({ number: given.of, was: true });
  if (calledAs !== undefined && side === "desired") return species.name({ number: calledAs, was: false });
  const isFormer = renamed !== undefined && (side === "base" || (side === "live" && renamed === "inGit"));
  return species.name({ number, was: isFormer });
}

/** Returns the tree that has these values at these paths. */
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

/** Returns the leaves of a tree by path. A list is one leaf, and an empty object has no leaves. */
export function leavesOf(tree: Json, path = ""): readonly (readonly [string, Json])[] {
  if (typeof tree !== "object" || tree === null || Array.isArray(tree)) return [[path, tree]];
  return Object.entries(tree).flatMap(([name, value]) => leavesOf(value, `${path}/${name}`));
}
