/** Carries out the edits of an `<edit-config>` on a tree (RFC 6241 section 7.2). Pure. */

import type { Json, JsonObject } from "../../model/json.ts";
import type { PathStep } from "../restconf/path.ts";
import { keyLeaves, type ListKeys, nodeAt, withNode, withoutNode } from "../restconf/tree.ts";
import { isList, isRecord } from "../wire/message.ts";
import { type RpcError, RpcRefusal } from "./rpc-error.ts";

/** The operation on a node. */
export type EditOperation = "merge" | "replace" | "create" | "delete" | "remove" | "none";

/** The end of a list that `insert` names. The values `before` and `after`, with another entry, are not supported. */
export type ListEnd = "first" | "last";

/** One edit. */
export interface Edit {
  readonly operation: EditOperation;
  readonly steps: readonly PathStep[];
  /**
   * The node's value. If a container or list entry is merged, the value has only the keys, because each of the other
   * children has its own edit.
   */
  readonly value: Json;
  /**
   * `presence`: a merge keeps the content of an existing node. `entry`: the value is one entry of a leaf-list. `whole`:
   * any other node.
   */
  readonly sort: "whole" | "presence" | "entry";
  /** The end of a user-ordered list to which the entry is moved. If absent, the entry is not moved. */
  readonly insert?: ListEnd | undefined;
  /** The path of the node for `error-path`. */
  readonly path: string;
}

/** How to continue after an error (section 7.2, `error-option`). */
export type ErrorOption = "stop-on-error" | "continue-on-error" | "rollback-on-error";

/** A tree after edits, and the errors that occurred. */
export interface EditedTree {
  readonly data: JsonObject;
  readonly errors: readonly RpcError[];
}

/** Carries out edits in order. With `stop-on-error`, the edits before the first error stay. */
export function edited(
  data: JsonObject,
  edits: readonly Edit[],
  { keys, onError }: { readonly keys: ListKeys; readonly onError: ErrorOption },
): EditedTree {
  const errors: RpcError[] = [];
  let now = data;
  for (const edit of edits) {
    const refusal = refusalOf(now, edit, keys);
    if (refusal === undefined) {
      const next = carriedOut(now, edit, keys);
      now = isRecord(next) ? next : now;
      const moved = edit.insert ? movedTo(now, edit, { end: edit.insert, keys }) : now;
      now = isRecord(moved) ? moved : now;
    } else {
      errors.push(refusal);
      if (onError === "rollback-on-error") return { data, errors };
      if (onError === "stop-on-error") return { data: now, errors };
    }
  }
  return { data: now, errors };
}

function refusalOf(data: JsonObject, edit: Edit, keys: ListKeys): RpcError | undefined {
  const { operation, path } = edit;
  const there = isThere(data, edit, keys);
  if (operation === "create" && there) {
    return { tag: "data-exists", path, message: "the node already exists" };
  }
  const needed = operation === "delete" || operation === "none";
  return needed && !there ? { tag: "data-missing", path, message: "the node does not exist" } : undefined;
}

function carriedOut(data: JsonObject, edit: Edit, keys: ListKeys): Json {
  const { operation, steps, value, sort } = edit;
  const there = isThere(data, edit, keys);
  switch (operation) {
    case "none":
      return data;
    case "delete":
    case "remove":
      return there ? withoutEdited(data, edit, keys) : data;
    case "merge":
    case "replace":
    case "create": {
      const kept = there && (sort === "entry" || (sort === "presence" && operation === "merge"));
      if (kept) return data;
      const entries = sort === "entry" ? [...entriesAt(data, steps, keys), value] : value;
      return withNode(data, { steps, value: entries, keys });
    }
  }
}

/** Returns the data without the node of an edit. Lists and leaf-lists are removed with their last entry. */
function withoutEdited(data: JsonObject, { steps, value, sort }: Edit, keys: ListKeys): Json {
  const last = steps.at(-1);
  if (last === undefined) throw new RpcRefusal({ tag: "operation-failed", message: "the root stays" });
  const list = [...steps.slice(0, -1), { name: last.name, module: last.module }];
  const all = entriesAt(data, list, keys);
  if (sort !== "entry" && last.keys === undefined) return withoutNode(data, steps, keys);
  if (all.length <= 1) return withoutNode(data, list, keys);
  if (sort !== "entry") return withoutNode(data, steps, keys);
  return withNode(data, { steps: list, value: all.filter((each) => each !== value), keys });
}

function isThere(data: JsonObject, { steps, value, sort }: Edit, keys: ListKeys): boolean {
  if (sort === "entry") return entriesAt(data, steps, keys).includes(value);
  return nodeAt(data, steps, keys) !== undefined;
}

function entriesAt(data: JsonObject, steps: readonly PathStep[], keys: ListKeys): readonly Json[] {
  const node = nodeAt(data, steps, keys);
  return isList(node) ? node : [];
}

/** Returns the tree with an entry moved to an end of its list (RFC 7950 sections 7.7.9 and 7.8.6). */
function movedTo(
  data: JsonObject,
  { steps, value }: Pick<Edit, "steps" | "value">,
  { end, keys }: { readonly end: ListEnd; readonly keys: ListKeys },
): Json {
  const last = steps.at(-1);
  if (last === undefined) return data;
  const list = [...steps.slice(0, -1), { name: last.name, module: last.module }];
  const found = nodeAt(data, list, keys);
  const entries = isList(found) ? found : [];
  const leaves = keyLeaves(last.name, keys);
  const isMeant = (each: Json) =>
    last.keys === undefined
      ? each === value
      : isRecord(each) && leaves.every((leaf, at) => String(each[leaf]) === last.keys?.[at]);
  const meant = entries.filter(isMeant);
  const others = entries.filter((each) => !isMeant(each));
  return withNode(data, {
    steps: list,
    value: end === "first" ? [...meant, ...others] : [...others, ...meant],
    keys,
  });
}
