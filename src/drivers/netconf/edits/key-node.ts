/** Leaves that may hold an identity, as XML: its prefix is one of the XML's. Pure. */

import type { Json } from "../../../model/json.ts";
import type { Modules } from "../modules.ts";
import type { XmlNode } from "./write-xml.ts";

/** A leaf of a list's key, inside its entry. */
export function keyNode(leaf: string, value: string, modules: Modules): XmlNode {
  return { name: leaf, namespace: "", ...prefixIn(value, modules), content: value };
}

/** A value such as `module:name` may be an identity: its prefix is declared. */
export function prefixIn(value: Json | undefined, modules: Modules): Pick<XmlNode, "attributes"> {
  const prefix = typeof value === "string" ? /^([A-Za-z_][\w.-]*):[A-Za-z_]/.exec(value)?.[1] : undefined;
  const known = prefix === undefined ? undefined : modules.namespaceOf(prefix);
  return known === undefined ? {} : { attributes: { [`xmlns:${prefix}`]: known } };
}
