/** Values that reference nodes: leafrefs (RFC 7950 9.9) and instance-identifiers (9.13). Pure. */

import type { SchemaNode } from "../schema/node.ts";
import type { Schema } from "../schema/schema.ts";
import { prefixedName } from "../schema/scope.ts";
import type { YangType } from "../types/type.ts";

const maxSteps = 200;

/** The target leaves, by node and type path. */
const targets = new WeakMap<SchemaNode, Map<YangType["path"], SchemaNode | undefined>>();

/** Returns the target leaf of this node's leafref. Undefined: the path cannot be followed in the schema. */
export function leafrefTarget(schema: Schema, node: SchemaNode, type: YangType): SchemaNode | undefined {
  const known = targets.get(node) ?? new Map<YangType["path"], SchemaNode | undefined>();
  targets.set(node, known);
  if (!known.has(type.path)) known.set(type.path, followed(schema, node, type));
  return known.get(type.path);
}

function followed(schema: Schema, node: SchemaNode, { path }: YangType): SchemaNode | undefined {
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
    // In a grouping, the prefix of the grouping's own file refers to the module that uses the grouping.
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

/** Returns a path without predicates. Predicates select entries, so they do not matter for a schema. */
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

/** A name in a path. A name without a prefix belongs to the module of the previous name. */
interface PathName {
  readonly prefix: string;
  readonly name: string;
}

/**
 * A predicate of a path: `[key='value']`; `[.='value']` in a leaf-list; or, with an empty name, the position of an
 * entry.
 */
interface PathPredicate extends PathName {
  readonly value: string;
}

/** One node of a path. */
export interface PathNode extends PathName {
  readonly predicates: readonly PathPredicate[];
}

const word = String.raw`(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)`;
const predicateForm = String.raw`\[\s*(?:(?:${word}|(\.))\s*=\s*(?:"([^"]*)"|'([^']*)')|(\d+))\s*\]`;
const onePredicate = new RegExp(predicateForm, "gy");
const oneNode = new RegExp(String.raw`\/${word}`, "y");

/** Returns the nodes of a path. Undefined: the path is invalid. */
export function parsePath(text: string): readonly PathNode[] | undefined {
  const nodes: PathNode[] = [];
  let at = 0;
  while (at < text.length) {
    oneNode.lastIndex = at;
    const found = oneNode.exec(text);
    if (found === null) return undefined;
    at = oneNode.lastIndex;
    const predicates: PathPredicate[] = [];
    for (;;) {
      onePredicate.lastIndex = at;
      const each = onePredicate.exec(text);
      if (each === null) break;
      at = onePredicate.lastIndex;
      const [, prefix = "", name, dot = "", double, single, position = ""] = each;
      predicates.push({ prefix, name: name ?? dot, value: double ?? single ?? position });
    }
    nodes.push({ prefix: found[1] ?? "", name: found[2] ?? "", predicates });
  }
  return nodes.length === 0 ? undefined : nodes;
}

/** Returns the nodes of a path, each with an explicit prefix. */
export function withPrefixes(nodes: readonly PathNode[]): readonly PathNode[] {
  let around = "";
  return nodes.map((node) => {
    around = node.prefix || around;
    const predicates = node.predicates.map((each) =>
      isNamed(each) ? { ...each, prefix: each.prefix || around } : each,
    );
    return { ...node, prefix: around, predicates };
  });
}

/**
 * Returns the nodes of a path in JSON notation. A node has a prefix only if its module differs from the previous node's
 * module (RFC 7951, 6.11).
 */
export function withFewPrefixes(nodes: readonly PathNode[]): readonly PathNode[] {
  let around = "";
  return withPrefixes(nodes).map((node) => {
    const prefix = node.prefix === around ? "" : node.prefix;
    around = node.prefix;
    const predicates = node.predicates.map((each) =>
      each.prefix === around ? { ...each, prefix: "" } : each,
    );
    return { ...node, prefix, predicates };
  });
}

/** True if a predicate names a leaf. */
export function isNamed({ name }: PathName): boolean {
  return name !== "" && name !== ".";
}

/** Returns a path as text. */
export function pathText(nodes: readonly PathNode[]): string {
  return nodes.map((node) => `/${nameText(node)}${node.predicates.map(predicateText).join("")}`).join("");
}

function nameText({ prefix, name }: PathName): string {
  return prefix === "" ? name : `${prefix}:${name}`;
}

function predicateText(predicate: PathPredicate): string {
  if (predicate.name === "") return `[${predicate.value}]`;
  const quote = predicate.value.includes("'") ? '"' : "'";
  return `[${nameText(predicate)}=${quote}${predicate.value}${quote}]`;
}
