/** Applies one edit of a YANG Patch to a copy of the data (RFC 8072 section 2.5). Pure. */

import type { Json } from "../../model/json.ts";
import type { RpcError } from "../netconf/rpc-error.ts";
import { isList, isRecord } from "../wire/message.ts";
import { mixedCases } from "./choices.ts";
import { merged } from "./merge.ts";
import type { YangEdit } from "./patch-edits.ts";
import { type PathStep, readPath } from "./path.ts";
import { isKeyless, type NodeCall } from "./resource.ts";
import { knownAt, sentNode } from "./sent.ts";
import { hasParents, nodeAt, withNode, withoutNode } from "./tree.ts";

type EditError = Pick<RpcError, "tag" | "message">;
type Edited = { readonly data: Json } | EditError;

/** Returns the data after the edit, or the error. */
export function editedBy(target: NodeCall, edit: YangEdit): Edited {
  const { router } = target;
  const { data, keys } = router;
  const steps = stepsOf(target, edit.target);
  const known = steps === undefined || steps.length === 0 ? [] : knownAt(router, steps, false);
  // Only a data resource can be edited. A datastore and a list without a key are no data resources.
  if (steps === undefined || known.length === 0 || isKeyless(steps, known))
    return invalid(`${edit.target} is not a data resource`);
  const node = nodeAt(data, steps, keys);
  const { operation } = edit;
  if (operation === "remove" || operation === "delete") {
    if (node === undefined) return operation === "remove" ? { data } : missing(edit.target);
    return { data: withoutNode(data, steps, keys) };
  }
  if (!hasParents(data, steps, keys)) return missing(`the parent of ${edit.target}`);
  if (operation === "move") {
    return node === undefined ? missing(edit.target) : placed(target, { edit, steps, data });
  }
  if ((operation === "create" || operation === "insert") && node !== undefined)
    return { tag: "data-exists", message: `${edit.target} is there already` };
  const call = { ...target.call, body: edit.value ?? null };
  const value = sentNode({ ...target, call, steps, known });
  if (value === undefined) return invalid(`the value must contain only ${edit.target}`);
  const mixed = mixedCases(router, { steps, value });
  if (mixed !== undefined) return mixed;
  const isMerge = operation === "merge" && node !== undefined && isRecord(node) && isRecord(value);
  const after = isMerge ? merged(node, value, keys) : value;
  if (after === undefined) return invalid("an entry of a list has no key");
  const changed = withNode(data, { steps, value: after, keys });
  return operation === "insert" ? placed(target, { edit, steps, data: changed }) : { data: changed };
}

/**
 * Returns the steps of a path below the request's resource. Returns undefined if the path is not that of a data
 * resource.
 */
function stepsOf({ steps }: NodeCall, path: string): readonly PathStep[] | undefined {
  if (path === "/") return steps;
  const below = readPath(path, steps.at(-1)?.module);
  return below && [...steps, ...below];
}

interface Placing {
  readonly edit: YangEdit;
  readonly steps: readonly PathStep[];
  readonly data: Json;
}

/** Returns the data with a list element at the position that the edit names. `steps` is the path of the element. */
function placed(target: NodeCall, { edit, steps, data }: Placing): Edited {
  const { keys } = target.router;
  const { where, point } = edit;
  const last = steps.at(-1);
  if (last?.keys === undefined) return invalid(`${edit.target} is not an element of a list`);
  const beside = point === undefined ? undefined : stepsOf(target, point);
  const list = [...steps.slice(0, -1), { name: last.name, module: last.module }];
  const own = nodeAt(data, steps, keys);
  const at = beside && nodeAt(data, beside, keys);
  const all = nodeAt(data, list, keys);
  if (own === undefined || all === undefined || !isList(all)) return missing(edit.target);
  const others = all.filter((each) => each !== own);
  const found = at === undefined ? -1 : others.indexOf(at);
  if (point !== undefined && found < 0) return { tag: "bad-attribute", message: `${point} is not there` };
  const index = { first: 0, last: others.length, before: found, after: found + 1 }[where];
  return { data: withNode(data, { steps: list, value: others.toSpliced(index, 0, own), keys }) };
}

function invalid(message: string): EditError {
  return { tag: "invalid-value", message };
}

function missing(what: string): EditError {
  return { tag: "data-missing", message: `${what} is not there` };
}
