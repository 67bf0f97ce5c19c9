/** Checks across list entries: keys, uniqueness, and repeated values (RFC 7950 7.8.2, 7.8.3, 7.7). */

import { isObject, type Json } from "../../model/json.ts";
import type { SchemaNode } from "../schema/node.ts";
import type { Values } from "../values/check-value.ts";
import type { DataReport } from "./report.ts";

/** The entries of a list or leaf-list, and its place. */
export interface EntryGroup {
  readonly node: SchemaNode;
  readonly entries: readonly Json[];
  readonly path: readonly string[];
}

/** Reports entries that lack a key, and entries that duplicate an earlier entry. */
export function entryProblems({ node, entries, path }: EntryGroup, values: Values, report: DataReport): void {
  const keys = node.keys.map((key) => [key]);
  const seen = new Map<string, number>();
  for (const [at, entry] of entries.entries()) {
    const own = [...path, String(at)];
    const lacking = isObject(entry)
      ? node.keys.filter((key) => leafAt(node, entry, [key]) === undefined)
      : [];
    for (const key of lacking)
      report.add(own, {
        code: "missing-key",
        message: `an entry of \`${node.name}\` needs its key \`${key}\``,
      });
    const identity =
      node.kind === "list" ? spellings(node, { entry, paths: keys }, values) : spelling(node, entry, values);
    const before = identity === undefined ? undefined : seen.get(identity);
    if (identity !== undefined && before === undefined) seen.set(identity, at);
    if (before !== undefined)
      report.add(own, { code: "repeated-element", message: `has the same key as the entry at ${before}` });
  }
  for (const { at, before, unique } of repeatedUniques({ node, entries }, values)) {
    const message = `has the same ${leafNames(unique)} as the entry at ${before}`;
    report.add([...path, String(at)], { code: "repeated-element", message });
  }
}

/** An entry that has the same unique values as an earlier entry of the list. */
export interface RepeatedUnique {
  readonly at: number;
  readonly before: number;
  /** The leaves that are equal in both entries. */
  readonly unique: readonly string[];
}

/** Returns the entries of a list that violate `unique` (RFC 7950 7.8.3). */
export function repeatedUniques(
  { node, entries }: Pick<EntryGroup, "node" | "entries">,
  values: Values,
): readonly RepeatedUnique[] {
  return node.uniques.flatMap((unique) => {
    const paths = unique.map((each) => each.split("/").map((step) => step.slice(step.indexOf(":") + 1)));
    const seen = new Map<string, number>();
    return entries.flatMap((entry, at) => {
      const identity = spellings(node, { entry, paths }, values);
      if (identity === undefined) return [];
      const before = seen.get(identity);
      if (before !== undefined) return [{ at, before, unique }];
      seen.set(identity, at);
      return [];
    });
  });
}

/** Returns the names of leaves, for people. */
export function leafNames(leaves: readonly string[]): string {
  return leaves.map((leaf) => `\`${leaf}\``).join(" and ");
}

/**
 * Returns the canonical texts of an entry's leaves, joined to one text. Undefined: a leaf is missing, or there are no
 * leaves.
 */
function spellings(
  node: SchemaNode,
  { entry, paths }: { readonly entry: Json; readonly paths: readonly (readonly string[])[] },
  values: Values,
): string | undefined {
  const texts = paths.map((each) => {
    const leaf = leafAt(node, entry, each);
    return leaf && spelling(leaf.node, leaf.value, values);
  });
  return texts.length === 0 || texts.includes(undefined) ? undefined : JSON.stringify(texts);
}

function spelling(node: SchemaNode, value: Json, values: Values): string | undefined {
  const result = values.check(node, value);
  return "canonical" in result ? result.canonical : undefined;
}

/** Returns a leaf below an entry. The leaf is addressed by names without modules. */
function leafAt(
  node: SchemaNode,
  value: Json,
  names: readonly string[],
): { readonly node: SchemaNode; readonly value: Json } | undefined {
  const [name, ...rest] = names;
  if (name === undefined) return { node, value };
  const child = node.dataChildren.find((each) => each.name === name);
  if (child === undefined || !isObject(value)) return undefined;
  const written = [name, `${child.module}:${name}`].find((each) => Object.hasOwn(value, each));
  const below = written === undefined ? undefined : value[written];
  return below === undefined ? undefined : leafAt(child, below, rest);
}
