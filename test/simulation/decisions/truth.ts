/**
 * The resources of a seed as Git declares them now (desired), as they were last applied (base), and as the servers have
 * them (live). The checks know all three because they were drawn.
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
  /** The resource that each letter stands for, if the field is a reference. */
  readonly names?: Readonly<Partial<Record<"a" | "b" | "c", Thing>>>;
  /** What Git and base declare for an ignored field; absent for any other field. */
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
  /** The number of the resource, unique within the seed. Names and keys are made from it. */
  readonly number: number;
  readonly fate: FateName;
  readonly fields: readonly DrawnField[];
  readonly secret?: SecretCase;
  readonly parent?: Thing;
  /** How the name of the resource changed: only in Git, or in Git and on the server alike. */
  readonly renamed?: "inGit" | "alike";
  /** The number of another resource whose name this one gets. */
  readonly calledAs?: number;
  /** If true, Git declares the resource with its live name. */
  readonly isCalledAsLive?: true;
  /** True if somebody has removed the resource and created it again, with another id. */
  readonly isAnother?: true;
  /** True if Git now declares the resource in another organization. */
  readonly relocated?: true;
  /** True if the key of the resource in base differs from its key in Git. */
  readonly moved: boolean;
  readonly protect: boolean;
  /**
   * The resource gets the former name of the resource with the number `of`. `isLive` is true if it already has this
   * name in the live state.
   */
  readonly given?: { readonly of: number; readonly isLive: boolean };
  /** True if the tree of the device is exclusive in base and not in Git, or the other way round. */
  readonly ownedOtherwise?: true;
  /** The key, if it was not made from the declared name. */
  readonly early?: EarlyKey;
  /** True if an entry around the resource protects everything in it. */
  readonly isProtectedAround?: true;
}

/** The options with which a seed plans and applies. */
export interface Manner {
  readonly threeWay: boolean;
  readonly prune: boolean;
  readonly overwrite: boolean;
  /** The numbers of the resources that are not selected by `--only`. */
  readonly excluded: ReadonlySet<number>;
  /** True if the record contains fingerprints of secrets. */
  readonly fingerprints: boolean;
  /** True if the recorded fingerprints were made with another key than the current one. */
  readonly isRekeyed: boolean;
  /** The targets whose resources must all be declared. */
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
  /** The seed from which the layout of the files is drawn. If undefined, the simplest layout is used. */
  readonly written?: number | undefined;
  readonly ignored?: readonly IgnoredField[];
  readonly rings?: Rings;
}

/** Returns on which sides a resource exists, and what the plan must do with it. */
export function fateOf({ fate }: Thing): Fate {
  return fates[fate];
}

/**
 * Returns the value that a field has on a side; undefined if it has none. Ignores whether the resource exists on this
 * side.
 */
export function valueOn({ row, values }: DrawnField, side: Side): Json | undefined {
  const letter = row[side];
  return letter === "-" ? undefined : values[letter];
}

/** True if Git and base declare the resource differently. */
export function differsInGit(thing: Thing): boolean {
  const { desired, base } = fateOf(thing);
  const rows = [
    ...thing.fields.map(({ row, inGit = row }) => inGit),
    ...(thing.secret ? [thing.secret] : []),
  ];
  // If a referenced resource has another key in Git than in base, the reference differs too.
  const isFollowed = thing.fields.some(({ row, names }) => row.base !== "-" && names?.[row.base]?.moved);
  const isSame = rows.every((row) => row.desired === row.base) && !isFollowed;
  const isOther = (thing.renamed ?? thing.given ?? thing.ownedOtherwise) !== undefined;
  return desired !== base || isOther || !isSame;
}

/** Returns the fields that a resource has on a side, by path. */
export function fieldsOn({ fields }: Thing, side: Side): ReadonlyMap<string, Json> {
  const there = fields.flatMap((field): readonly (readonly [string, Json])[] => {
    const value = valueOn({ ...field, row: { ...field.row, ...field.inGit } }, side);
    return value === undefined ? [] : [[field.path, value]];
  });
  return new Map(there);
}

/** Returns the key of a resource in Git or in base. */
export function keyOn(thing: Thing, side: "desired" | "base"): string {
  const { species, number, moved, early } = thing;
  const own = early?.key ?? species.key({ number, was: moved && side === "base" });
  if (!thing.parent) return own;
  return thing.species.keyWithin(keyOn(thing.parent, side), own);
}

/** Returns the address of a resource in Git or in base. */
export function addressOn(thing: Thing, side: "desired" | "base"): Address {
  const { target, kind } = thing.species;
  return `${target}/${kind}/${keyOn(thing, side)}`;
}

/** Returns the name of a resource on a side. */
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
