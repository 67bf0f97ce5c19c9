/**
 * Converts trees of data to elements. RESTCONF shows these trees as JSON (RFC 7951), and NETCONF shows them as XML (RFC
 * 7950).
 */

import type { Json, JsonObject } from "../../../model/json.ts";
import { keyLeaves, type ListKeys } from "../../restconf/tree.ts";
import { isList, isRecord } from "../../wire/message.ts";
import { type PathLeaves, textOfPath } from "./instance-path.ts";
import { namespaceOf } from "./namespaces.ts";
import type { Output } from "./output.ts";

/** Facts about lists and leaves, by name. */
export interface KnownNames {
  readonly keys: ListKeys;
  readonly paths?: PathLeaves | undefined;
}

/** Returns the elements of a tree's top-level containers. */
export function outputsOf(data: JsonObject, known: KnownNames): readonly Output[] {
  return membersOf(data, "", known);
}

const modulesIn = new WeakMap<JsonObject, readonly string[]>();

/**
 * Returns the names of all modules in a tree. The result is cached, because trees are immutable and each session needs
 * the names.
 */
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

function membersOf(node: JsonObject, within: string, known: KnownNames): readonly Output[] {
  return Object.entries(node).flatMap(([written, value]) => {
    const at = written.indexOf(":");
    const module = at < 0 ? within : written.slice(0, at);
    const named = { name: written.slice(at + 1), namespace: namespaceOf(module) };
    const identities = known.paths?.[named.name];
    const made = (each: Json): Output =>
      identities !== undefined && typeof each === "string"
        ? { ...named, ...textOfPath(each, identities) }
        : { ...named, content: contentOf(each, module, known) };
    if (!isList(value)) return [made(value)];
    return value.map((each) =>
      isRecord(each)
        ? { ...named, ...entryOf(each, keyLeaves(named.name, known.keys), { module, known }) }
        : made(each),
    );
  });
}

/** Returns an element of a list. Its keys come first (RFC 7950 section 7.8.5). */
function entryOf(
  entry: JsonObject,
  leaves: readonly string[],
  { module, known }: { readonly module: string; readonly known: KnownNames },
): Pick<Output, "content" | "keys"> {
  const rank = ({ name }: Output) => (leaves.includes(name) ? leaves.indexOf(name) : leaves.length);
  const content = membersOf(entry, module, known).toSorted((one, other) => rank(one) - rank(other));
  return { content, keys: content.filter((each) => rank(each) < leaves.length).length };
}

function contentOf(value: Json, module: string, known: KnownNames): Output["content"] {
  if (isRecord(value)) return membersOf(value, module, known);
  return value === null ? "" : String(value);
}
