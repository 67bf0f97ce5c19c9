/**
 * Choices of YANG. Data has nodes of at most one case, and a new node removes the nodes of other cases (RFC 7950 7.9).
 * Pure.
 */

import type { Json, JsonObject } from "../../model/json.ts";
import type { RpcError } from "../netconf/rpc-error.ts";
import { isList, isRecord } from "../wire/message.ts";
import type { PathStep } from "./path.ts";
import type { RouterSeed } from "./state.ts";
import { keyLeaves, withNode } from "./tree.ts";

/**
 * The cases of a choice, each as the names of its members. Members of nested choices are included, and nested choices
 * are also listed separately.
 */
type Choice = readonly (readonly string[])[];
type WithChoices = Pick<RouterSeed, "choices" | "keys">;

/**
 * Returns the error if data that is sent to a path has nodes of two cases (section 8.3.1). Returns undefined if there
 * is no such error.
 */
export function mixedCases(
  { choices = {}, keys }: WithChoices,
  { steps, value }: { readonly steps: readonly PathStep[]; readonly value: Json },
): RpcError | undefined {
  const sent = steps.length === 0 ? value : withNode({}, { steps, value, keys });
  let found: RpcError | undefined;
  const walk = (node: Json, path: string): void => {
    for (const choice of choicesAt(choices, path)) {
      const [, second] = choice.flatMap((names) => presentIn(node, names).slice(0, 1));
      if (second === undefined || found !== undefined) continue;
      const message = `${second} belongs to another case than a node beside it`;
      found = { tag: "bad-element", path: `${path}/${second}`, message };
    }
    for (const [below, name] of membersOf(node)) walk(below, `${path}/${name}`);
  };
  walk(sent, "");
  return found;
}

/** Returns the data after an edit, without the nodes of cases that a new case has replaced. */
export function oneCaseEach(
  { choices = {}, keys }: WithChoices,
  { before, after }: { readonly before: Json | undefined; readonly after: JsonObject },
): JsonObject {
  const walk = (was: Json | undefined, now: Json, path: string): Json => {
    if (isList(now)) {
      const leaves = keyLeaves(path.replace(/^.*[/:]/, ""), keys);
      return now.map((entry) => walk(entryLike(was, entry, leaves), entry, path));
    }
    if (!isRecord(now)) return now;
    const gone = new Set(choicesAt(choices, path).flatMap((choice) => displaced(choice, was, now)));
    const left = Object.entries(now).filter(([name]) => !gone.has(name));
    return Object.fromEntries(
      left.map(([name, each]) => [
        name,
        walk(was && isRecord(was) ? was[name] : undefined, each, `${path}/${name}`),
      ]),
    );
  };
  const done = Object.keys(choices).length === 0 ? after : walk(before, after, "");
  return isRecord(done) ? done : after;
}

/** Returns the existing members of cases that a new case replaces. */
function displaced(choice: Choice, was: Json | undefined, now: Json): readonly string[] {
  const there = choice.filter((names) => presentIn(now, names).length > 0);
  if (there.length < 2) return [];
  const old = there.filter((names) => was !== undefined && presentIn(was, names).length > 0);
  return old.length < there.length ? old.flatMap((names) => presentIn(now, names)) : [];
}

function choicesAt(choices: NonNullable<RouterSeed["choices"]>, path: string): readonly Choice[] {
  return Object.hasOwn(choices, path) ? (choices[path] ?? []) : [];
}

function presentIn(node: Json, names: readonly string[]): readonly string[] {
  return isRecord(node) ? names.filter((name) => Object.hasOwn(node, name)) : [];
}

function membersOf(node: Json): readonly (readonly [Json, string])[] {
  if (!isRecord(node)) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    (isList(value) ? value : [value]).map((each) => [each, name] as const),
  );
}

function entryLike(list: Json | undefined, entry: Json, leaves: readonly string[]): Json | undefined {
  if (list === undefined || !isList(list) || !isRecord(entry)) return undefined;
  return list.find(
    (each) => isRecord(each) && leaves.every((leaf) => String(each[leaf]) === String(entry[leaf])),
  );
}
