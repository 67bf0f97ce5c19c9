/**
 * Determines what a filter requests, and what its reply proves. A path that the filter omits is missing from the reply.
 * It is therefore unknown, never absent. Pure.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { entriesByKey, keyText } from "../device/entries-by-key.ts";
import { type EntryKey, isEntryStep, type TreeStep } from "../device/kinds/data-path.ts";
import type { TypedNode } from "../device/typed-tree.ts";
import { keyNode } from "./edits/key-node.ts";
import type { XmlNode } from "./edits/write-xml.ts";
import { type Modules, memberParts } from "./modules.ts";

/** A part of a device's tree: all nodes at a path or, if a key is given, one element of a list. */
export interface TreePart {
  /** The steps from the top, such as `Vendor-native:native` and `hostname`. */
  readonly path: readonly TreeStep[];
  /** The key of the element. Absent: the part is the complete node at the path. */
  readonly key?: EntryKey | undefined;
}

/** What a reply shows about a part. */
type PartObservation =
  | { readonly state: "present"; readonly value: Json }
  | { readonly state: "absent" }
  | { readonly state: "unknown" };

/** Returns a function that tells whether a request for `parts` covers a part. */
export function coverage(parts: readonly TreePart[]): (part: TreePart) => boolean {
  const all = new Set(parts.map(partText));
  return (part) =>
    all.has(partText(part)) || part.path.some((_, index) => all.has(partText(above(part, index))));
}

/** Returns the complete ancestor of a part at this position in the part's path. */
function above({ path }: TreePart, index: number): TreePart {
  return { path: path.slice(0, index + 1) };
}

/** Returns a text that identifies a part: the same part has the same text. */
export function partText({ path, key }: TreePart): string {
  return JSON.stringify(key === undefined ? path : [...path, key]);
}

/** Returns a function that tells what a reply shows about a part. `asked`: the requested parts. */
export function seenIn(asked: readonly TreePart[], tree: JsonObject): (part: TreePart) => PartObservation {
  const isAsked = coverage(asked);
  const elements = new Map<string, ReadonlyMap<string, Json>>();
  const elementOf = (path: TreePart["path"], here: Json, key: EntryKey) => {
    const leaves = key.map(({ leaf }) => leaf);
    const list = JSON.stringify([path, leaves]);
    const known = elements.get(list) ?? entriesByKey(here, leaves);
    elements.set(list, known);
    return known.get(keyText(key));
  };
  return (part) => {
    if (!isAsked(part)) return { state: "unknown" };
    let here: Json = tree;
    for (const [index, member] of part.path.entries()) {
      if (isEntryStep(member)) {
        const entry = elementOf(part.path.slice(0, index), here, member);
        if (entry === undefined) return { state: "absent" };
        here = entry;
        continue;
      }
      // The path leads to a list, but does not say to which of its elements.
      if (isArray(here)) return { state: "unknown" };
      if (!isObject(here) || !Object.hasOwn(here, member)) return { state: "absent" };
      here = here[member] ?? null;
    }
    const { key } = part;
    if (key === undefined) return { state: "present", value: here };
    const found = elementOf(part.path, here, key);
    return found === undefined ? { state: "absent" } : { state: "present", value: found };
  };
}

/** Returns the parts that no other part covers, so that nothing is requested twice. */
export function needed(parts: readonly TreePart[]): readonly TreePart[] {
  const first = new Map(parts.map((part) => [partText(part), part]));
  const all = new Set(first.keys());
  const isInside = ({ path, key }: TreePart) =>
    (key === undefined ? path.slice(0, -1) : path).some((_, index) =>
      all.has(partText({ path: path.slice(0, index + 1) })),
    );
  return [...first.values()].filter((part) => !isInside(part)).map(({ path, key }) => ({ path, key }));
}

/** Returns the content of the subtree filter (RFC 6241, 6) for these parts. */
export function filterFor(
  parts: readonly TreePart[],
  modules: Modules,
  type?: TypedNode,
): readonly XmlNode[] {
  return nodesFor(needed(parts), { modules, around: "", type });
}

interface FilterPlace {
  readonly modules: Modules;
  readonly around: string;
  readonly type: TypedNode | undefined;
}

function nodesFor(parts: readonly TreePart[], { modules, around, type }: FilterPlace): readonly XmlNode[] {
  const groups = Map.groupBy(parts, ({ path: [first = ""] }) => (isEntryStep(first) ? "" : first));
  return [...groups].flatMap(([member, inside]): readonly XmlNode[] => {
    const { module, name } = memberParts(member, around);
    const namespace = module === around ? "" : (modules.namespaceOf(module) ?? "");
    const node = (content: readonly XmlNode[]): XmlNode => ({ name, namespace, content });
    const ends = inside.filter(({ path }) => path.length === 1);
    const below = inside.flatMap(({ path: [, next, ...path], key }) =>
      next === undefined || isEntryStep(next) ? [] : [{ path: [next, ...path], key }],
    );
    const here = { modules, around: module, type: type?.child(module, name) };
    const entries = ends.map(({ key }) => node(keyNodes(key ?? [], here)));
    const within = withinEntries(inside).map(({ key, parts }) =>
      node([...keyNodes(key, here), ...nodesFor(parts, here)]),
    );
    const others = below.length === 0 ? [] : [node(nodesFor(below, here))];
    return [...entries, ...within, ...others];
  });
}

function keyNodes(key: EntryKey, { modules, around, type }: FilterPlace): readonly XmlNode[] {
  return key.map(({ leaf, value }) => keyNode(leaf, value, { modules, type, module: around }));
}

/** Returns the requested parts inside list entries, by entry. */
function withinEntries(
  parts: readonly TreePart[],
): readonly { readonly key: EntryKey; readonly parts: readonly TreePart[] }[] {
  const found = parts.flatMap(({ path: [, entry, ...path], key }) =>
    entry !== undefined && isEntryStep(entry) ? [{ entry, part: { path, key } }] : [],
  );
  const groups = Map.groupBy(found, ({ entry }) => keyText(entry));
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    return first ? [{ key: first.entry, parts: all.map(({ part }) => part) }] : [];
  });
}

/** An XPath expression, and the namespaces of its prefixes. */
export interface XPath {
  readonly select: string;
  readonly prefixes: Readonly<Record<string, string>>;
}

/**
 * Returns an XPath with a location path for each part, joined by `|`. Undefined: a key value cannot be written in XPath
 * 1.0, because it contains both kinds of quotes, or is an identity with a prefix that only the device knows.
 */
export function xpathFor(parts: readonly TreePart[], modules: Modules): XPath | undefined {
  const prefixes = new Map<string, string>();
  const prefixOf = (module: string): string => {
    const namespace = modules.namespaceOf(module) ?? "";
    const known = [...prefixes].find(([, each]) => each === namespace)?.[0];
    const prefix = known ?? `m${prefixes.size}`;
    prefixes.set(prefix, namespace);
    return prefix;
  };
  const paths = parts.map(({ path, key }) => {
    let around = "";
    const predicatesOf = (entry: EntryKey) =>
      entry.map(({ leaf, value }) => {
        const text = mayBeIdentity(value, modules) ? undefined : literal(value);
        return text && `[${prefixOf(around)}:${leaf}=${text}]`;
      });
    const steps = [...path, ...(key ? [key] : [])].flatMap((step) => {
      if (isEntryStep(step)) return predicatesOf(step);
      const { module, name } = memberParts(step, around);
      around = module;
      return [`/${prefixOf(module)}:${name}`];
    });
    return steps.includes(undefined) ? undefined : steps.join("");
  });
  if (paths.includes(undefined)) return undefined;
  return { select: paths.join(" | "), prefixes: Object.fromEntries(prefixes) };
}

function mayBeIdentity(value: string, modules: Modules): boolean {
  const [module = "", name] = value.split(":");
  return name !== undefined && modules.namespaceOf(module) !== undefined;
}

function literal(value: string): string | undefined {
  if (!value.includes("'")) return `'${value}'`;
  return value.includes('"') ? undefined : `"${value}"`;
}
