/** List entries in a written path, which are identified by their lists' keys. Pure. */

import type { KindProblem } from "../../../../model/problem.ts";
import { nodeProblems } from "../../../../yang/data/check-data.ts";
import { childOf } from "../../../../yang/schema/schema.ts";
import type { DeclaredKeys } from "../../../contract/target-model.ts";
import {
  type EntryKey,
  entryIdentity,
  entryIn,
  isEntryStep,
  members,
  pathParts,
  type TreeStep,
} from "../kinds/data-path.ts";
import { type DeviceModel, rootOf } from "../model.ts";
import { nodeOf, typedKey } from "./nodes.ts";
import { StandingTree } from "./placed-tree.ts";

interface KnownLists {
  readonly device: DeviceModel;
  readonly keys: DeclaredKeys;
}

/** A path with its entries as in an instance identifier, or the error in the path. */
type PathOnWay = { readonly path: string } | { readonly problem: KindProblem };

/**
 * Converts a written path, `/a:b/list=0/leaf`, to a path with named key leaves above its last part:
 * `/a:b/list[name="0"]/leaf`. Parts that the modules do not define as lists stay as written, because other checks
 * report them.
 */
export function entriesOnWay(written: string, known: KnownLists): PathOnWay {
  const parts = pathParts(written);
  const last = parts.at(-1) ?? "";
  let plain = "";
  let path = "";
  let leaves: readonly string[] = [];
  for (const part of parts.slice(0, -1)) {
    const entry = entryIn(part);
    plain += entry?.list ?? part;
    if (entry === undefined) path += part;
    const found = entry ? leavesOf(plain, known) : [];
    if (entry && found === undefined && known.device.schema === undefined)
      return { problem: unknownKey(plain) };
    if (entry && found === undefined) path += part;
    leaves = found ?? [];
    if (entry === undefined || found === undefined) continue;
    const key = keyOf(entry.values, found);
    const fault = typeof key === "string" ? key : typeFault(plain, key, known.device);
    if (typeof key === "string" || fault !== undefined)
      return { problem: invalidKey(`\`${nameIn(plain)}\`: ${fault}`) };
    path += entryIdentity(entry.list, key);
  }
  if (leaves.includes(nameIn(last))) return { problem: ownKey(nameIn(last), nameIn(plain)) };
  return { path: path + last };
}

/** Returns the key leaves of a list. Undefined: they are unknown. */
export function leavesOf(list: string, { device, keys }: KnownLists): readonly string[] | undefined {
  if (device.schema !== undefined) {
    const { node } = nodeOf(device, members(list)) ?? {};
    return node?.kind === "list" && node.keys.length > 0 ? node.keys : undefined;
  }
  const declared = Object.hasOwn(keys, list) ? keys[list] : undefined;
  if (declared !== undefined) return typeof declared === "string" ? [declared] : declared;
  return list === `/${[rootOf(device), ...device.interfaces].join("/")}` ? ["name"] : undefined;
}

/** Returns the key with these values, or half a sentence about the error in it. */
function keyOf(values: readonly string[], leaves: readonly string[]): EntryKey | string {
  if (values.length !== leaves.length) return keyCount(leaves, values.length);
  if (values.length === 1 && values[0] === "") return "the path has an empty key";
  return leaves.map((leaf, index) => ({ leaf, value: values[index] ?? "" }));
}

/** Returns half a sentence about a wrong number of key values. */
export function keyCount(leaves: readonly string[], found: number): string {
  const names = leaves.map((leaf) => `\`${leaf}\``).join(", ");
  const needed = leaves.length === 1 ? "one value" : `${leaves.length} values, separated by commas`;
  return (
    `the key of this list is ${names}: the path needs ${needed}, not ${found} (write a comma in a ` +
    "value as %2C)"
  );
}

function typeFault(list: string, key: EntryKey, device: DeviceModel): string | undefined {
  const place = nodeOf(device, members(list));
  if (place === undefined) return undefined;
  const typed = typedKey(device, members(list), key);
  for (const { leaf } of key) {
    const node = childOf(place.node, leaf);
    const [fault] = node ? nodeProblems(place.schema, { node, value: typed[leaf] ?? null }) : [];
    if (fault) return `${leaf} ${fault.message}`;
  }
  return undefined;
}

function invalidKey(message: string): KindProblem {
  return { path: "", code: "invalid-key", message };
}

function ownKey(leaf: string, list: string): KindProblem {
  const hint = `Remove the leaf from the path, which already has the key after \`${list}\`.`;
  return {
    ...invalidKey(`\`${leaf}\` is the key of \`${list}\`, and the path already contains this key`),
    hint,
  };
}

/** Returns the problem of a list whose key is unknown. */
export function unknownKey(list: string): KindProblem {
  const message = `the key leaves of ${list} are unknown`;
  const hint =
    `Write keys: { ${list}: LEAF } in the declaration of the device, or give the folder of its modules ` +
    "as settings.yang of the target.";
  return { path: "", code: "unkeyed-list", message, hint };
}

/** Returns the name of the last member of a path. */
function nameIn(path: string): string {
  const last = members(path).at(-1) ?? "";
  return last.slice(last.indexOf(":") + 1);
}

/** Returns the steps to each entry above the end of a path, the outermost first. */
function entriesOfPath(path: readonly TreeStep[]): readonly (readonly TreeStep[])[] {
  return path.slice(0, -1).flatMap((step, at) => (isEntryStep(step) ? [path.slice(0, at + 1)] : []));
}

/** Facts about missing nodes, as data. */
interface MissingFacts {
  readonly missing: readonly string[];
  readonly around: readonly string[];
}

/** Nodes on given paths that a device lacks. They are recorded when the device is read, and updated by later writes. */
export class MissingNodes {
  /** The missing entries of lists, as texts of their paths. */
  readonly #missing = new Set<string>();
  /** The missing nodes that are direct parents of given paths, as texts of their paths. */
  readonly #around = new Set<string>();

  /** Records which nodes on these paths a tree shows. */
  seen(
    device: Pick<DeviceModel, "schema">,
    tree: ConstructorParameters<typeof StandingTree>[1],
    paths: readonly (readonly TreeStep[])[],
  ): void {
    const standing = new StandingTree(device, tree);
    for (const entry of paths.flatMap(entriesOfPath))
      if (standing.at(entry) === undefined) this.#missing.add(textOf(entry));
      else this.#missing.delete(textOf(entry));
    for (const around of paths.map((path) => path.slice(0, -1)))
      if (standing.at(around) === undefined) this.#around.add(textOf(around));
      else this.#around.delete(textOf(around));
  }

  /** Records a write at a path. The path's ancestors exist afterwards. */
  written(path: readonly TreeStep[]): void {
    for (const entry of entriesOfPath([...path, ""])) this.#missing.delete(textOf(entry));
    for (const [at] of [...path, ""].entries()) this.#around.delete(textOf(path.slice(0, at)));
  }

  /** The known facts about missing nodes, as data. */
  get facts(): MissingFacts {
    return { missing: [...this.#missing], around: [...this.#around] };
  }

  /** Returns the missing nodes that these facts describe. */
  static of({ missing, around }: MissingFacts): MissingNodes {
    const made = new MissingNodes();
    for (const each of missing) made.#missing.add(each);
    for (const each of around) made.#around.add(each);
    return made;
  }

  /** True if the direct parent of a path is missing. */
  isAroundMissing(path: readonly TreeStep[]): boolean {
    return this.#around.has(textOf(path.slice(0, -1)));
  }

  /** Returns the outermost missing entry on a path. Undefined: no entry is known to be missing. */
  on(path: readonly TreeStep[]): readonly TreeStep[] | undefined {
    return this.#missing.size === 0
      ? undefined
      : entriesOfPath(path).find((entry) => this.#missing.has(textOf(entry)));
  }
}

function textOf(path: readonly TreeStep[]): string {
  return JSON.stringify(path);
}
