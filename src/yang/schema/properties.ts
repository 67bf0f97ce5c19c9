/** What refines and deviations make of a node's properties, as tables (RFC 7950 7.13.2, 7.20.3.2). */

import { every, type Statement } from "../syntax/statement.ts";
import { hasArrived, type PendingChange } from "./changes.ts";
import type { LexicalScope, ScopedStatement } from "./scope.ts";

/** Properties that add to those that there are; all others take their place. */
const adding = new Set(["if-feature", "unique"]);

/** False when a deviation says that the device has no such node. */
export function isSupported(changes: readonly PendingChange[]): boolean {
  return !changes.some(
    (each) =>
      each.change.statement.keyword === "deviation" &&
      hasArrived(each) &&
      every(each.change.statement, "deviate").some(({ argument }) => argument === "not-supported"),
  );
}

/** The properties of a node after its changes; undefined where nothing changes them. */
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
