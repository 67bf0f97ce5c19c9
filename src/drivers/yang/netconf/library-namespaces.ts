/**
 * Finds the namespaces of modules that a hello omits. Modules of YANG 1.1 are only in the library (RFC 7950, 5.6.4).
 */

import { isArray, isObject, type Json } from "../../../model/json.ts";
import { nothingDeclared } from "./declared-shape.ts";
import type { XmlNode } from "./edits/write-xml.ts";
import { membersOf } from "./from-xml.ts";
import { childOf, type Hello, offers } from "./hello.ts";
import { modulesOf } from "./modules.ts";
import { readRpcText } from "./rpcs.ts";
import type { XmlElement } from "./xml.ts";

/** The namespace of `ietf-yang-library`. */
export const libraryNamespace = "urn:ietf:params:xml:ns:yang:ietf-yang-library";

const module = "ietf-yang-library";
const known = modulesOf(new Map([[module, libraryNamespace]]), {});

/** True if a device announces a library. */
export function hasLibrary(hello: Hello): boolean {
  return offers(hello, "yang-library:1.0") || offers(hello, "yang-library:1.1") || hello.modules.has(module);
}

/** Returns the rpc that requests all names and namespaces, in both forms of the library (RFC 7895, RFC 8525). */
export function namespacesRpc(): string {
  const element = (name: string, content: readonly XmlNode[] = []): XmlNode => ({
    name,
    namespace: libraryNamespace,
    content,
  });
  const asked = [element("module", [element("name"), element("namespace"), element("conformance-type")])];
  const subtree = [element("modules-state", asked), element("yang-library", [element("module-set", asked)])];
  return readRpcText({ operation: "get", filter: { subtree } });
}

/** The content of a library. */
export interface LibraryNamespaces {
  /** The namespaces of modules, by module. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** The modules that are imported only for their types. */
  readonly imported: ReadonlySet<string>;
}

/** Returns the library's content, from the reply to `namespacesRpc`. */
export function namespacesIn(root: XmlElement): LibraryNamespaces {
  const data = childOf(root, "data");
  const tree: Json = data ? membersOf(data, { modules: known, shape: nothingDeclared, around: "" }) : {};
  if (!isObject(tree)) return noLibrary;
  const { [`${module}:modules-state`]: state, [`${module}:yang-library`]: library } = tree;
  const sets = isObject(library) ? listOf(library["module-set"]) : [];
  const listed = [state, ...sets].flatMap((each) => (isObject(each) ? listOf(each.module) : []));
  const namespaces = new Map<string, string>();
  const imported = new Set<string>();
  for (const each of listed) {
    if (!isObject(each) || typeof each.name !== "string" || typeof each.namespace !== "string") continue;
    namespaces.set(each.name, each.namespace);
    if (each["conformance-type"] === "import") imported.add(each.name);
  }
  return { namespaces, imported };
}

/** Stands for the library of a device that has no library. */
export const noLibrary: LibraryNamespaces = { namespaces: new Map(), imported: new Set() };

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isArray(value) ? value : [value];
}
