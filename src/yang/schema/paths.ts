/** Paths in a schema tree as statements write them (RFC 7950 6.5), and the changes that go along them. */

import type { PendingChange, SchemaStep } from "./changes.ts";
import { type Names, prefixedName, type ScopedStatement } from "./scope.ts";

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
