/**
 * Instance-identifiers. In XML, each name has a prefix that the element declares (RFC 7950, 9.13.2). In JSON, a name
 * has its module only if the module differs from the parent's module (RFC 7951, 6.11). Pure.
 */

import {
  isNamed,
  type PathNode,
  parsePath,
  pathText,
  withFewPrefixes,
  withPrefixes,
} from "../../../../yang/values/leafref.ts";
import type { TypedNode } from "../typed-tree.ts";

/** A path in its XML form. */
interface PathLeaf {
  readonly content: string;
  /** The attributes that declare the prefixes in `content`. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Returns the path as an XML leaf. Undefined: the path is invalid, or a module's namespace is unknown. */
export function pathLeaf(
  value: string,
  modules: { namespaceOf(module: string): string | undefined },
): PathLeaf | undefined {
  const nodes = withPrefixes(parsePath(value) ?? []);
  if (nodes.length === 0) return undefined;
  const used = nodes.flatMap(({ prefix, predicates }) => [
    ...[prefix, ...predicates.filter(isNamed).map((each) => each.prefix)],
    // A key value may be an identity, so the prefix of the value is declared as well.
    ...predicates.flatMap((each) => modulesBefore(each.value).filter((one) => modules.namespaceOf(one))),
  ]);
  const declared = [...new Set(used)].map((each) => [each, modules.namespaceOf(each)] as const);
  if (declared.some(([, namespace]) => namespace === undefined)) return undefined;
  const attributes = declared.map(([prefix, namespace]) => [`xmlns:${prefix}`, namespace ?? ""]);
  return { content: pathText(nodes), attributes: Object.fromEntries(attributes) };
}

function modulesBefore(value: string): readonly string[] {
  const [, prefix] = /^([A-Za-z_][\w.-]*):[A-Za-z_][\w.-]*$/.exec(value) ?? [];
  return prefix === undefined ? [] : [prefix];
}

/** The meaning of an element's prefixes, and the top of the tree. */
interface PathContext {
  readonly moduleOf: (prefix: string) => string | undefined;
  readonly root: TypedNode | undefined;
}

/**
 * Returns a path in XML, converted to JSON. Undefined: the text is not a path. An undeclared prefix is taken for a
 * module name.
 */
export function pathFromXml(text: string, { moduleOf, root }: PathContext): string | undefined {
  const nodes = parsePath(text);
  if (nodes === undefined) return undefined;
  const moduleNamed = (prefix: string) => (prefix === "" ? "" : (moduleOf(prefix) ?? prefix));
  const named = withPrefixes(
    nodes.map((node) => ({
      ...node,
      prefix: moduleNamed(node.prefix),
      predicates: node.predicates.map((each) => ({ ...each, prefix: moduleNamed(each.prefix) })),
    })),
  );
  let here = root;
  const spelled = named.map((node): PathNode => {
    here = here?.child(node.prefix, node.name);
    const at = here;
    const predicates = node.predicates.map((each) => {
      const leaf = isNamed(each) ? at?.child(each.prefix, each.name) : at;
      return leaf?.hasIdentities ? { ...each, value: identity(each.value, moduleOf) } : each;
    });
    return { ...node, predicates };
  });
  return pathText(withFewPrefixes(spelled));
}

function identity(value: string, moduleOf: PathContext["moduleOf"]): string {
  const [prefix] = modulesBefore(value);
  const module = prefix === undefined ? undefined : moduleOf(prefix);
  return module === undefined ? value : `${module}${value.slice(value.indexOf(":"))}`;
}
