/** Namespaces of modules that a hello leaves out: those of YANG 1.1 stand in the library alone (RFC 7950, 5.6.4). */

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

/** Whether a device says that it has a library. */
export function hasLibrary(hello: Hello): boolean {
  return offers(hello, "yang-library:1.0") || offers(hello, "yang-library:1.1");
}

/** The rpc that asks for all names and namespaces, in both forms of the library (RFC 7895, RFC 8525). */
export function namespacesRpc(): string {
  const element = (name: string, content: readonly XmlNode[] = []): XmlNode => ({
    name,
    namespace: libraryNamespace,
    content,
  });
  const asked = [element("module", [element("name"), element("namespace")])];
  const subtree = [element("modules-state", asked), element("yang-library", [element("module-set", asked)])];
  return readRpcText({ operation: "get", filter: { subtree } });
}

/** Module → namespace, of an answer to that. */
export function namespacesIn(root: XmlElement): ReadonlyMap<string, string> {
  const data = childOf(root, "data");
  const tree: Json = data ? membersOf(data, { modules: known, shape: nothingDeclared, around: "" }) : {};
  if (!isObject(tree)) return new Map();
  const { [`${module}:modules-state`]: state, [`${module}:yang-library`]: library } = tree;
  const sets = isObject(library) ? listOf(library["module-set"]) : [];
  const listed = [state, ...sets].flatMap((each) => (isObject(each) ? listOf(each.module) : []));
  return new Map(
    listed.flatMap((each): readonly (readonly [string, string])[] => {
      if (!isObject(each)) return [];
      const { name, namespace } = each;
      return typeof name === "string" && typeof namespace === "string" ? [[name, namespace]] : [];
    }),
  );
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isArray(value) ? value : [value];
}
