/** What changes a node from elsewhere, on its way down to it: augments, refines and deviations. */

import type { Statement } from "../syntax/statement.ts";
import { type LexicalScope, type Names, prefixedName, type ScopedStatement } from "./scope.ts";

/** One step of a path in a schema tree. */
interface SchemaStep {
  readonly module: string;
  readonly name: string;
}

/** What one statement does to the node that its path leads to. */
interface SchemaChange {
  readonly statement: Statement;
  readonly scope: LexicalScope;
  readonly steps: readonly SchemaStep[];
  /** The module whose names the nodes have that it adds. */
  readonly module: string;
}

/** A change that has come as far as some node: its path begins at `at`. */
export interface PendingChange {
  readonly change: SchemaChange;
  readonly at: number;
}

/** The step that it takes next. */
export function nextStep({ change, at }: PendingChange): SchemaStep | undefined {
  return change.steps[at];
}

/** True when this node is the one that it means. */
export function hasArrived({ change, at }: PendingChange): boolean {
  return at === change.steps.length;
}

/** The `augment` or `deviation` of a module, from the top of the module that its first step names. */
export function absoluteChange(names: Names, placed: ScopedStatement): PendingChange {
  const module = placed.scope.file.owner;
  return { change: { ...placed, module, steps: stepsOf(names, placed, module) }, at: 0 };
}

/** The `refine` or `augment` of a `uses`. Names of the grouping's own module are those of the module that uses it. */
export function relativeChange(names: Names, placed: ScopedStatement, module: string): PendingChange {
  return { change: { ...placed, module, steps: stepsOf(names, placed, module) }, at: 0 };
}

function stepsOf(names: Names, placed: ScopedStatement, own: string): readonly SchemaStep[] {
  const { owner } = placed.scope.file;
  const parts = placed.statement.argument.split("/").map((each) => each.trim());
  return parts.filter(Boolean).map((part) => {
    const { prefix, name } = prefixedName(part);
    const module = prefix === "" ? own : (names.module(prefix, placed)?.name ?? "");
    return { module: module === owner ? own : module, name };
  });
}
