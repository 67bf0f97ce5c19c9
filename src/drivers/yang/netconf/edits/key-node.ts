/** Leaves as XML. The prefixes in values such as identities and paths are declared. Pure. */

import { canonicalText, type Json } from "../../../../model/json.ts";
import { pathLeaf } from "../../device/places/instance-paths.ts";
import type { TypedNode } from "../../device/typed-tree.ts";
import type { Modules } from "../modules.ts";
import type { XmlNode } from "./write-xml.ts";

/** The context of a leaf: the modules, and its type. */
interface LeafContext {
  readonly modules: Modules;
  readonly type: TypedNode | undefined;
}

/** Returns a key leaf inside its entry. `type`: the type of the list. */
export function keyNode(
  leaf: string,
  value: string,
  { modules, type, module }: LeafContext & { readonly module: string },
): XmlNode {
  return { name: leaf, namespace: "", ...leafNode(value, { modules, type: type?.child(module, leaf) }) };
}

/** Returns the text of a leaf. A value such as `module:name` may be an identity, so its prefix is declared. */
export function leafNode(
  value: Json,
  { modules, type }: LeafContext,
): Pick<XmlNode, "attributes" | "content"> {
  const text = typeof value === "string" ? value : canonicalText(value);
  const path = type?.isPath(text) ? pathLeaf(text, modules) : undefined;
  if (path !== undefined) return path;
  const prefix = typeof value === "string" ? /^([A-Za-z_][\w.-]*):[A-Za-z_]/.exec(value)?.[1] : undefined;
  const known = prefix === undefined ? undefined : modules.namespaceOf(prefix);
  return known === undefined
    ? { content: text }
    : { content: text, attributes: { [`xmlns:${prefix}`]: known } };
}
