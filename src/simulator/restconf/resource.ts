/** The resources of a device in the mode `rfc8040`, and the replies to calls. */

import type { Json } from "../../model/json.ts";
import { type Specimens, sortOfNode } from "../netconf/known.ts";
import type { ErrorTag } from "../netconf/rpc-error.ts";
import type { SimReply } from "../wire/message.ts";
import type { Call } from "../wire/route.ts";
import type { PathStep } from "./path.ts";
import { errorReply } from "./restconf-errors.ts";
import type { Router } from "./state.ts";

/** The media type of all bodies. */
export const yangJson = "application/yang-data+json";

/** A call, and its resource. */
export interface NodeCall {
  readonly call: Call;
  readonly router: Router;
  readonly steps: readonly PathStep[];
  /** The node in the data. If undefined, the path is in the schema, but there is no data. */
  readonly node: Json | undefined;
  readonly known: Specimens;
}

/** The result of a method: new data, or a reply. */
export interface NodeReply {
  readonly data?: Json;
  readonly reply: SimReply;
}

/**
 * True for a list or leaf-list without a key. A data resource is one entry of a list or one value of a leaf-list, and
 * never a whole list (section 3.5).
 */
export function isKeyless(steps: readonly PathStep[], known: Specimens): boolean {
  const sort = sortOfNode(known);
  return steps.length > 0 && steps.at(-1)?.keys === undefined && (sort === "list" || sort === "leafList");
}

/** Returns a reply with an error and its tag (section 7.1). */
export function nodeRefusal(
  call: Call,
  status: number,
  error: { readonly tag: ErrorTag; readonly message: string },
): NodeReply {
  return { reply: errorReply(call.settings, status, error) };
}

/** Returns the reply 404. */
export function nodeMissing(call: Call): NodeReply {
  return nodeRefusal(call, 404, { tag: "invalid-value", message: "there is no such resource" });
}
