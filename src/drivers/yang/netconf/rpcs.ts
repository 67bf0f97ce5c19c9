/** NETCONF operations as texts (RFC 6241, 7 and 8), without the surrounding rpc. Pure. */

import { type XmlNode, xmlText } from "./edits/write-xml.ts";
import { base } from "./hello.ts";
import type { XPath } from "./subtree-filter.ts";

/** A datastore that is written or locked. */
export type Datastore = "running" | "candidate";

/** The part to read: the content of a subtree filter, or an XPath expression. */
export type Filter = { readonly subtree: readonly XmlNode[] } | XPath;

/** The options of a read. */
interface ReadOptions {
  /** `get-config` reads only the running configuration, `get` also reads state. */
  readonly operation: "get-config" | "get";
  readonly filter: Filter;
  /** The with-defaults mode (RFC 6243). Absent: the device uses its default mode. */
  readonly defaults?: string | undefined;
}

/** Reads what a filter selects. */
export function readRpcText({ operation, filter, defaults }: ReadOptions): string {
  const source = operation === "get" ? [] : [own("source", [own("running")])];
  const mode = defaults === undefined ? [] : [{ ...own("with-defaults", defaults), namespace: withDefaults }];
  return text(own(operation, [...source, filterNode(filter), ...mode]));
}

const withDefaults = "urn:ietf:params:xml:ns:yang:ietf-netconf-with-defaults";

/** The namespace of NETCONF monitoring (RFC 6022). */
export const monitoring = "urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring";

/** Requests the text of a module (RFC 6022, 3.1). */
export function getSchemaText(identifier: string, version: string): string {
  const leaf = (name: string, content: string) => ({ name, namespace: monitoring, content });
  const chosen = version === "" ? [] : [leaf("version", version)];
  const content = [leaf("identifier", identifier), ...chosen, leaf("format", "yang")];
  return text({ name: "get-schema", namespace: monitoring, content });
}

/** The options of an edit-config. */
export interface EditOptions {
  readonly target: Datastore;
  readonly config: readonly XmlNode[];
  /** True if the device can undo an edit that partly fails. */
  readonly rollback: boolean;
}

/** Edits a datastore. Elements without an operation are merged. */
export function editText({ target, config, rollback }: EditOptions): string {
  const undone = rollback ? [own("error-option", "rollback-on-error")] : [];
  const named = { attributes: { "xmlns:nc": base } };
  return text(
    own("edit-config", [own("target", [own(target)]), ...undone, { ...own("config", config), ...named }]),
  );
}

/** Locks a datastore for this session, or unlocks it. */
export function lockText(operation: "lock" | "unlock", target: Datastore): string {
  return text(own(operation, [own("target", [own(target)])]));
}

/** Validates the candidate. */
export const validateText: string = text(own("validate", [own("source", [own("candidate")])]));

/** Discards the candidate's changes. */
export const discardText: string = text(own("discard-changes"));

/** Commits the candidate: permanently, or until it is confirmed within a timeout. */
export function commitText(confirmSeconds?: number): string {
  if (confirmSeconds === undefined) return text(own("commit"));
  return text(own("commit", [own("confirmed"), own("confirm-timeout", String(confirmSeconds))]));
}

/** Copies the running configuration to the startup configuration, which the next restart uses. */
export const copyToStartupText: string = text(
  own("copy-config", [own("target", [own("startup")]), own("source", [own("running")])]),
);

/** Saves the running configuration with IOS-XE's own rpc. */
export const saveConfigText: string = text({
  name: "save-config",
  namespace: "http://cisco.com/yang/cisco-ia",
  content: [],
});

function filterNode(filter: Filter): XmlNode {
  if ("subtree" in filter) return { ...own("filter", filter.subtree), attributes: { type: "subtree" } };
  const { select, prefixes } = filter;
  const declared = Object.entries(prefixes).map(([prefix, namespace]) => [`xmlns:${prefix}`, namespace]);
  return { ...own("filter"), attributes: { ...Object.fromEntries(declared), type: "xpath", select } };
}

function own(name: string, content: XmlNode["content"] = []): XmlNode {
  return { name, namespace: base, content };
}

function text(node: XmlNode): string {
  return xmlText(node, base);
}
