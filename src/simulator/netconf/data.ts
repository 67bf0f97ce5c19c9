/** Trees of data as elements: the tree that RESTCONF shows as JSON (RFC 7951) is shown as XML (RFC 7950). */

import type { Json, JsonObject } from "../../model/json.ts";
import { keyLeaves, type ListKeys } from "../restconf/tree.ts";
import { isList, isRecord } from "../wire/message.ts";
import type { Output } from "./output.ts";

const namespaces = "http://vendor.example.net/ns/";

const ietfNamespaces = "urn:ietf:params:xml:ns:yang:";

/** The namespace of a module. */
export function namespaceOf(module: string): string {
  return `${module.startsWith("ietf-") ? ietfNamespaces : namespaces}${module}`;
}

/** The module of a namespace, or undefined. */
export function moduleOf(namespace: string): string | undefined {
  const known = [namespaces, ietfNamespaces].find((each) => namespace.startsWith(each));
  return known === undefined ? undefined : namespace.slice(known.length);
}

/** The elements of a tree's top-level containers. */
export function outputsOf(data: JsonObject, keys: ListKeys): readonly Output[] {
  return membersOf(data, "", keys);
}

const modulesIn = new WeakMap<JsonObject, readonly string[]>();

/** The names of all modules of a tree. It is a value, and each session asks for them. */
export function modulesOf(data: Json): readonly string[] {
  if (isList(data)) return data.flatMap(modulesOf);
  if (!isRecord(data)) return [];
  const known = modulesIn.get(data) ?? [...new Set(namedModules(data))];
  modulesIn.set(data, known);
  return known;
}

function namedModules(data: JsonObject): readonly string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const [module, local] = name.split(":");
    return [...(module === undefined || local === undefined ? [] : [module]), ...modulesOf(value)];
  });
}

function membersOf(node: JsonObject, within: string, keys: ListKeys): readonly Output[] {
  return Object.entries(node).flatMap(([written, value]) => {
    const at = written.indexOf(":");
    const module = at < 0 ? within : written.slice(0, at);
    const named = { name: written.slice(at + 1), namespace: namespaceOf(module) };
    if (!isList(value)) return [{ ...named, content: contentOf(value, module, keys) }];
    return value.map((each) =>
      isRecord(each)
        ? { ...named, ...entryOf(each, keyLeaves(named.name, keys), { module, keys }) }
        : { ...named, content: contentOf(each, module, keys) },
    );
  });
}

/** An element of a list: its keys come first (RFC 7950 section 7.8.5). */
function entryOf(
  entry: JsonObject,
  leaves: readonly string[],
  { module, keys }: { readonly module: string; readonly keys: ListKeys },
): Pick<Output, "content" | "keys"> {
  const rank = ({ name }: Output) => (leaves.includes(name) ? leaves.indexOf(name) : leaves.length);
  const content = membersOf(entry, module, keys).toSorted((one, other) => rank(one) - rank(other));
  return { content, keys: content.filter((each) => rank(each) < leaves.length).length };
}

function contentOf(value: Json, module: string, keys: ListKeys): Output["content"] {
  if (isRecord(value)) return membersOf(value, module, keys);
  return value === null ? "" : String(value);
}
