/** The operations of NETCONF as texts (RFC 6241, 7 and 8), without the rpc around them. Pure. */

import { base } from "./hello.ts";
import { type XmlNode, xmlText } from "./write-xml.ts";

/** A datastore that is written or locked. */
export type Datastore = "running" | "candidate";

/** Reads what a subtree filter selects: of the running configuration, or of that and the state. */
export function readText(operation: "get-config" | "get", filter: readonly XmlNode[]): string {
  const selected: XmlNode = { ...own("filter", filter), attributes: { type: "subtree" } };
  const content = operation === "get" ? [selected] : [own("source", [own("running")]), selected];
  return text(own(operation, content));
}

/** What an edit-config is made with. */
export interface EditOptions {
  readonly target: Datastore;
  readonly config: readonly XmlNode[];
  /** True where the device can undo all of an edit that fails in part. */
  readonly rollback: boolean;
}

/** Edits a datastore; what has no operation of its own is merged. */
export function editText({ target, config, rollback }: EditOptions): string {
  const undone = rollback ? [own("error-option", "rollback-on-error")] : [];
  const named = { attributes: { "xmlns:nc": base } };
  return text(
    own("edit-config", [own("target", [own(target)]), ...undone, { ...own("config", config), ...named }]),
  );
}

/** Takes a datastore for this session alone, or gives it back. */
export function lockText(operation: "lock" | "unlock", target: Datastore): string {
  return text(own(operation, [own("target", [own(target)])]));
}

/** Has the candidate checked. */
export const validateText: string = text(own("validate", [own("source", [own("candidate")])]));

/** Throws the candidate's changes away. */
export const discardText: string = text(own("discard-changes"));

/** Makes the candidate the running configuration: for good, or until it is confirmed within some seconds. */
export function commitText(confirmSeconds?: number): string {
  if (confirmSeconds === undefined) return text(own("commit"));
  return text(own("commit", [own("confirmed"), own("confirm-timeout", String(confirmSeconds))]));
}

function own(name: string, content: XmlNode["content"] = []): XmlNode {
  return { name, namespace: base, content };
}

function text(node: XmlNode): string {
  return xmlText(node, base);
}
