/**
 * Finds the part of a tree that a device's error concerns, by its `error-path` (RFC 6241, 4.3; RFC 8040, 7.1). Pure.
 */

import { type EntryKey, isEntryStep, type TreeStep } from "./kinds/data-path.ts";

/** A part of a device's tree: its steps, and the key if the part is a single list element. */
export interface WrittenPart {
  readonly path: readonly TreeStep[];
  readonly key?: EntryKey | undefined;
}

/** A step of a path: its name without prefix, and its key values. */
interface PathStep {
  readonly name: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** Returns the indexes of the `parts` that the paths reach or enter. A path that leads to no part is ignored. */
export function pathsAbout(paths: readonly string[], parts: readonly WrittenPart[]): readonly number[] {
  const found = paths.flatMap((path) => {
    const steps = stepsOf(path);
    return parts.flatMap((part, at) => (leadsTo(steps, part) ? [at] : []));
  });
  return [...new Set(found)];
}

/**
 * True if an error path leads to or into a part. Some error paths begin at the configuration, others at the `rpc`
 * element that contains the configuration.
 */
function leadsTo(steps: readonly PathStep[], part: WrittenPart): boolean {
  const config = steps[0]?.name === "rpc" ? steps.findIndex(({ name }) => name === "config") + 1 : 0;
  const inside = steps.slice(config);
  let at = -1;
  return [...part.path, ...(part.key ? [part.key] : [])].every((step) => {
    if (isEntryStep(step)) return step.every(({ leaf, value }) => inside[at]?.keys[leaf] === value);
    at += 1;
    return inside[at]?.name === step.slice(step.indexOf(":") + 1);
  });
}

const stepPattern = /\/(?:[\w.-]+:)?([\w.-]+)((?:\[(?:"[^"]*"|'[^']*'|[^\]"'])*\])*)/g;
const keyPattern = /\[\s*(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')\s*\]/g;

function stepsOf(path: string): readonly PathStep[] {
  return [...path.slice(0, maxLength).matchAll(stepPattern)].map(([, name = "", keys = ""]) => ({
    name,
    keys: Object.fromEntries(
      [...keys.matchAll(keyPattern)].map(([, leaf = "", a, b]) => [leaf, a ?? b ?? ""]),
    ),
  }));
}

/** Device texts are untrusted: a longer path is not parsed. */
const maxLength = 4000;
