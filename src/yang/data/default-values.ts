/**
 * Defaults (RFC 7950 7.6.1). A leaf that a device omits has its default, and a leaf with its default value may be
 * omitted.
 */

import {
  filterMembers,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  put,
  sameJson,
} from "../../model/json.ts";
import { elementIdentity } from "../../model/list-identity.ts";
import { type Pointer, pointer } from "../../model/pointer.ts";
import type { SchemaNode } from "../schema/node.ts";
import { childOf, dataName, type Schema } from "../schema/schema.ts";
import { valuesOf } from "../values/check-value.ts";
import { hasDefaultBeside } from "./choices.ts";

/** Returns the default of an absent leaf or leaf-list, if its modules define a default. */
function defaultOf(schema: Schema, node: SchemaNode): Json | undefined {
  const { defaults } = node;
  if (defaults.length === 0 || (node.kind !== "leaf" && node.kind !== "leaf-list")) return undefined;
  const spelled = defaults.flatMap((each) => {
    const result = valuesOf(schema).check(node, each);
    return "json" in result ? [result] : [];
  });
  if (spelled.length < defaults.length) return undefined;
  return node.kind === "leaf" ? spelled[0]?.json : spelled.map(({ json }) => json);
}

interface DefaultValue {
  /** The members that lead to the leaf, without list keys. */
  readonly path: readonly string[];
  readonly usual: Json;
}

/** Returns the defaults of the leaves in a value. */
export function defaultsIn(schema: Schema, node: SchemaNode, value: Json): readonly DefaultValue[] {
  const own = defaultOf(schema, node);
  if (own !== undefined) return [{ path: [], usual: own }];
  const entries = isArray(value) ? value : [value];
  return entries.filter(isObject).flatMap((entry) =>
    Object.entries(entry).flatMap(([member, each]) => {
      const child = childOf(node, member);
      const below = child ? defaultsIn(schema, child, each) : [];
      return below.map(({ path, usual }) => ({ path: [member, ...path], usual }));
    }),
  );
}

/** One place with its live and declared values, both in canonical form. */
interface DefaultedPlace {
  readonly node: SchemaNode;
  readonly live: Json | undefined;
  readonly declared: Json;
}

/**
 * Returns the live value, completed with the defaults of declared leaves that are not shown. Undefined: there is no
 * live value, and no default applies.
 */
export function fillDefaults(schema: Schema, place: DefaultedPlace): Json | undefined {
  const { node, live, declared } = place;
  if (node.kind === "container" && isObject(declared)) {
    // A default inside a presence container does not make the container exist.
    if (live === undefined && node.isPresence) return undefined;
    if (live !== undefined && !isObject(live)) return live;
    const filled = filledMembers(schema, node, { live: live ?? {}, declared });
    return live === undefined && Object.keys(filled).length === 0 ? undefined : filled;
  }
  if (node.kind === "list" && isArray(live) && isArray(declared)) {
    const over = entriesByKey(node, [declared]);
    return live.map((entry) => {
      const [own] = over.get(keyOf(node, entry)) ?? [];
      return isObject(entry) && own ? filledMembers(schema, node, { live: entry, declared: own }) : entry;
    });
  }
  return live ?? defaultOf(schema, node);
}

function filledMembers(
  schema: Schema,
  parent: SchemaNode,
  { live, declared }: { readonly live: JsonObject; readonly declared: JsonObject },
): JsonObject {
  const made: Record<string, Json> = { ...live };
  for (const [member, value] of Object.entries(declared)) {
    const node = childOf(parent, member);
    const own = Object.hasOwn(live, member) ? live[member] : undefined;
    // Defaults do not apply in cases that are not selected.
    if (node === undefined || (own === undefined && !hasDefaultBeside(node, () => live))) continue;
    const filled = fillDefaults(schema, { node, live: own, declared: value });
    if (filled !== undefined) put(made, member, filled);
  }
  return made;
}

function entriesByKey(
  node: SchemaNode,
  lists: readonly Json[],
): ReadonlyMap<string | undefined, readonly JsonObject[]> {
  const entries = lists.flatMap((list) => (isArray(list) ? list.filter(isObject) : []));
  return Map.groupBy(entries, (entry) => keyOf(node, entry));
}

function keyOf({ keys }: SchemaNode, entry: Json): string | undefined {
  return keys.length === 0 ? undefined : elementIdentity(entry, keys);
}

/** Returns the live value without undeclared leaves that have their default, because such leaves are redundant. */
export function dropDefaults(
  schema: Schema,
  {
    node,
    live,
    declared,
  }: { readonly node: SchemaNode; readonly live: Json; readonly declared: readonly Json[] },
): Json {
  if (node.kind === "list" && isArray(live)) {
    const over = entriesByKey(node, declared);
    return live.map((entry) => {
      const own = over.get(keyOf(node, entry)) ?? [];
      return isObject(entry) ? prunedMembers(schema, node, { live: entry, declared: own }) : entry;
    });
  }
  return node.kind === "container" && isObject(live) ? prunedMembers(schema, node, { live, declared }) : live;
}

function prunedMembers(
  schema: Schema,
  parent: SchemaNode,
  { live, declared }: { readonly live: JsonObject; readonly declared: readonly Json[] },
): JsonObject {
  const made: Record<string, Json> = {};
  for (const [member, value] of Object.entries(live)) {
    const node = childOf(parent, member);
    const over = declared.flatMap((each) =>
      isObject(each) && Object.hasOwn(each, member) ? [each[member] ?? null] : [],
    );
    const isKey = node !== undefined && parent.keys.includes(dataName(node, parent));
    const kept = node && !isKey ? dropDefaults(schema, { node, live: value, declared: over }) : value;
    const isKept = node === undefined || isKey || over.length > 0;
    if (isKept || !meansNothing(schema, { node, value: kept }, withoutMember(live, member)))
      put(made, member, kept);
  }
  return made;
}

/**
 * True if a node can be left out because its value has no meaning: an empty container, or a leaf at its default. A node
 * that alone selects its choice case has a meaning, whatever its value.
 */
function meansNothing(
  schema: Schema,
  { node, value }: { readonly node: SchemaNode; readonly value: Json },
  siblings: () => JsonObject,
): boolean {
  if (node.kind === "container")
    return !node.isPresence && isObject(value) && Object.keys(value).length === 0;
  const usual = defaultOf(schema, node);
  return usual !== undefined && sameJson(usual, value) && hasDefaultBeside(node, siblings);
}

function withoutMember(of: JsonObject, member: string): () => JsonObject {
  return () => filterMembers(of, (name) => name !== member);
}

/** The lists in values, by pointer. `*` in a pointer stands for an entry. */
interface DataListKeys {
  readonly keys: Readonly<Record<Pointer, readonly string[]>>;
  /** Lists whose order is significant. */
  readonly ordered: readonly Pointer[];
  /** Leaf-lists whose order is significant. */
  readonly orderedValues: readonly Pointer[];
}

/** Returns the lists in these values of a node. */
export function listKeysIn(node: SchemaNode, values: readonly Json[]): DataListKeys {
  const keys = new Map<Pointer, readonly string[]>();
  const ordered = new Set<Pointer>();
  const orderedValues = new Set<Pointer>();
  const walk = (here: SchemaNode, value: Json, path: readonly string[]): void => {
    if (here.kind === "list" && isArray(value)) {
      const at = pointer(path);
      if (here.keys.length > 0) keys.set(at, here.keys);
      if (here.keys.length > 0 && here.isUserOrdered) ordered.add(at);
      for (const entry of value) inside(here, entry, [...path, "*"]);
    } else if (here.kind === "leaf-list" && here.isUserOrdered) orderedValues.add(pointer(path));
    else if (here.kind === "container") inside(here, value, path);
  };
  const inside = (parent: SchemaNode, value: Json, path: readonly string[]): void => {
    if (!isObject(value)) return;
    for (const [member, each] of Object.entries(value)) {
      const child = childOf(parent, member);
      if (child !== undefined) walk(child, each, [...path, member]);
    }
  };
  for (const value of values) walk(node, value, []);
  return { keys: Object.fromEntries(keys), ordered: [...ordered], orderedValues: [...orderedValues] };
}
