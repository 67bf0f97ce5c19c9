/** Where a leafref leads in the schema tree (RFC 7950 9.9). */

import type { SchemaNode } from "../schema/node.ts";
import type { Schema } from "../schema/schema.ts";
import { prefixedName } from "../schema/scope.ts";
import type { YangType } from "../types/type.ts";

const maxSteps = 200;

/** The leaf that a leafref of this node names; undefined where the path cannot be followed in the schema. */
export function leafrefTarget(schema: Schema, node: SchemaNode, { path }: YangType): SchemaNode | undefined {
  if (path === undefined || path.statement.argument.includes("deref(")) return undefined;
  const { file } = path.scope;
  const written = withoutPredicates(path.statement.argument).replace(/^current\(\)\s*\//, "");
  const steps = written.split("/", maxSteps).map((each) => each.trim());
  const isAbsolute = written.startsWith("/");
  let here: SchemaNode | undefined = isAbsolute ? undefined : node;
  for (const step of steps) {
    if (step === "" || step === ".") continue;
    if (step === "..") {
      here = here?.dataParent;
      continue;
    }
    const { prefix, name } = prefixedName(step);
    const own = prefix === "" ? node.module : (file.imports.get(prefix)?.name ?? file.owner);
    // A grouping's own prefix means the module that uses it.
    const modules = prefix === file.prefix ? [node.module, file.owner] : [own, file.owner];
    here = childOf(schema, here, { name, modules });
    if (here === undefined) return undefined;
  }
  return here === node ? undefined : here;
}

function childOf(
  schema: Schema,
  here: SchemaNode | undefined,
  { name, modules }: { readonly name: string; readonly modules: readonly string[] },
): SchemaNode | undefined {
  for (const module of modules) {
    const nodes = here === undefined ? schema.module(module)?.dataChildren : here.dataChildren;
    const found = nodes?.find((each) => each.name === name && each.module === module);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A path without what stands in brackets: it chooses among entries, which a schema has none of. */
function withoutPredicates(path: string): string {
  let depth = 0;
  let kept = "";
  for (const character of path.trim().slice(0, 10_000)) {
    if (character === "[") depth += 1;
    if (depth === 0) kept += character;
    if (character === "]") depth -= 1;
  }
  return kept;
}
