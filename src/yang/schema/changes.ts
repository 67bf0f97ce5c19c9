/** Changes to nodes by statements elsewhere: augments, refines and deviations. The changes are passed down the tree. */

import { every, type Statement } from "../syntax/statement.ts";
import { type LexicalScope, type Names, prefixedName, type ScopedStatement } from "./scope.ts";

/** One step of a path in a schema tree. */
interface SchemaStep {
  readonly module: string;
  readonly name: string;
}

/** One statement's change to the node at its path. */
interface SchemaChange {
  readonly statement: Statement;
  readonly scope: LexicalScope;
  readonly steps: readonly SchemaStep[];
  /** The module of the nodes that the change adds. */
  readonly module: string;
}

/** A change that is passed down the tree. `at`: the step at which the rest of the change's path begins. */
export interface PendingChange {
  readonly change: SchemaChange;
  readonly at: number;
}

/** Returns the next step of a change's path. Undefined: the change has reached its target node. */
export function nextStep({ change, at }: PendingChange): SchemaStep | undefined {
  return change.steps[at];
}

/** True if the change has reached its target node. */
export function hasArrived({ change, at }: PendingChange): boolean {
  return at === change.steps.length;
}

/**
 * Returns the change that an `augment` or `deviation` of a module makes. The path of the change begins at the top of
 * the module that the path's first step names.
 */
export function absoluteChange(names: Names, placed: ScopedStatement): PendingChange {
  const module = placed.scope.file.owner;
  return { change: { ...placed, module, steps: stepsOf(names, placed, module) }, at: 0 };
}

/**
 * Returns the change that a `refine` or `augment` of a `uses` makes. Names in the grouping's own module belong to the
 * module that uses the grouping.
 */
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

/**
 * Keywords of properties that are added to existing properties. A property with another keyword replaces the existing
 * property.
 */
const adding = new Set(["if-feature", "unique"]);

/** False if a deviation removes the node. */
export function isSupported(changes: readonly PendingChange[]): boolean {
  return !changes.some(
    (each) =>
      each.change.statement.keyword === "deviation" &&
      hasArrived(each) &&
      every(each.change.statement, "deviate").some(({ argument }) => argument === "not-supported"),
  );
}

/** Returns the properties of a node after its changes. Undefined: nothing changes the node. */
export function propertiesOf({
  statement,
  scope,
  changes,
}: ScopedStatement & { readonly changes: readonly PendingChange[] }): readonly ScopedStatement[] | undefined {
  const own = changes.filter((each) => hasArrived(each) && each.change.statement.keyword !== "augment");
  if (own.length === 0) return undefined;
  const written = placedAll(statement.children, scope);
  return own.reduce((properties, { change }) => {
    if (change.statement.keyword === "refine")
      return replaced(properties, placedAll(change.statement.children, change.scope));
    return every(change.statement, "deviate").reduce(
      (before, each) => deviated(before, each, change.scope),
      properties,
    );
  }, written);
}

function deviated(
  properties: readonly ScopedStatement[],
  deviate: Statement,
  scope: LexicalScope,
): readonly ScopedStatement[] {
  const own = placedAll(deviate.children, scope);
  switch (deviate.argument) {
    case "add":
      return [...properties, ...own];
    case "replace":
      return replaced(properties, own);
    case "delete":
      return properties.filter((each) => !own.some((gone) => isSame(each, gone)));
    default:
      return properties;
  }
}

function replaced(
  properties: readonly ScopedStatement[],
  by: readonly ScopedStatement[],
): readonly ScopedStatement[] {
  const keywords = new Set(by.map(({ statement }) => statement.keyword).filter((each) => !adding.has(each)));
  return [...properties.filter(({ statement }) => !keywords.has(statement.keyword)), ...by];
}

function isSame({ statement: a }: ScopedStatement, { statement: b }: ScopedStatement): boolean {
  return a.keyword === b.keyword && a.argument === b.argument;
}

function placedAll(statements: readonly Statement[], scope: LexicalScope): readonly ScopedStatement[] {
  return statements.map((statement) => ({ statement, scope }));
}
