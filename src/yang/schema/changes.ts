/** What changes a node from elsewhere, on its way down to it: augments, refines and deviations. */

import type { Statement } from "../syntax/statement.ts";
import type { LexicalScope } from "./scope.ts";

/** One step of a path in a schema tree. */
export interface SchemaStep {
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
