/** Aliases of fields: replaces them by the fields' own names, and maps positions back. Pure. */

import { isArray, isObject, type Json } from "../../model/json.ts";
import { type Pointer, segments } from "../../model/pointer.ts";

/** Aliases by the pointers of their fields: see `Kind.otherNames`. */
export type OtherNames = Readonly<Record<Pointer, string>>;

/** The aliases of the fields of one object, and the same for the objects in its other fields. */
interface NameTree {
  /** For each alias, the field's own name. */
  readonly owns: Map<string, string>;
  readonly inner: Map<string, NameTree>;
}

/**
 * Returns a value in which aliases are replaced by the fields' own names. If a field is written under both names, both
 * stay; this error is reported elsewhere.
 */
export function inOwnNames(names: OtherNames | undefined, value: Json): Json {
  return names === undefined ? value : renamed(treeOf(names), value);
}

/** Returns the possible spellings of a path. The spelling with own names comes first. */
export function spellingsOf(
  names: OtherNames | undefined,
  path: readonly string[],
): readonly (readonly string[])[] {
  return names === undefined || path.length === 0 ? [path] : spelled(treeOf(names), path);
}

const trees = new WeakMap<OtherNames, NameTree>();

function treeOf(names: OtherNames): NameTree {
  const known = trees.get(names);
  if (known) return known;
  const tree = emptyTree();
  for (const [path, other] of Object.entries(names)) {
    const steps = segments(path);
    let here = tree;
    for (const step of steps.slice(0, -1)) {
      const next = here.inner.get(step) ?? emptyTree();
      here.inner.set(step, next);
      here = next;
    }
    here.owns.set(other, steps.at(-1) ?? "");
  }
  trees.set(names, tree);
  return tree;
}

function emptyTree(): NameTree {
  return { owns: new Map(), inner: new Map() };
}

function renamed(tree: NameTree, value: Json): Json {
  if (isArray(value)) {
    const element = tree.inner.get("*");
    return element ? value.map((each) => renamed(element, each)) : value;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([written, member]): readonly [string, Json] => {
    const own = tree.owns.get(written);
    const name = own === undefined || Object.hasOwn(value, own) ? written : own;
    const inner = innerOf(tree, name);
    return [name, inner ? renamed(inner, member) : member];
  });
  return Object.fromEntries(members);
}

function innerOf({ inner }: NameTree, step: string): NameTree | undefined {
  return inner.get(step) ?? inner.get("*");
}

function spelled(tree: NameTree | undefined, path: readonly string[]): readonly (readonly string[])[] {
  const [step, ...rest] = path;
  if (step === undefined) return [[]];
  const others = [...(tree?.owns ?? [])].flatMap(([other, own]) => (own === step ? [other] : []));
  const deeper = spelled(tree && innerOf(tree, step), rest);
  return [step, ...others].flatMap((name) => deeper.map((each) => [name, ...each]));
}
