/** The same question as a subtree filter's, in XPath (RFC 6241, 8.9), for devices that offer it. Pure. */

import { type Modules, memberParts } from "./modules.ts";
import type { TreePart } from "./subtree-filter.ts";

/** An XPath expression, and the namespaces of the prefixes in it. */
export interface XPath {
  readonly select: string;
  readonly prefixes: Readonly<Record<string, string>>;
}

/**
 * A location path for each part, joined by `|`. Undefined where XPath 1.0 has no literal for a key's value: one with
 * both kinds of quotes.
 */
export function xpathFor(parts: readonly TreePart[], modules: Modules): XPath | undefined {
  const prefixes = new Map<string, string>();
  const prefixOf = (module: string): string => {
    const namespace = modules.namespaceOf(module) ?? "";
    const known = [...prefixes].find(([, each]) => each === namespace)?.[0];
    const prefix = known ?? `m${prefixes.size}`;
    prefixes.set(prefix, namespace);
    return prefix;
  };
  const paths = parts.map(({ path, key }) => {
    let around = "";
    const steps = path.map((member) => {
      const { module, name } = memberParts(member, around);
      around = module;
      return `/${prefixOf(module)}:${name}`;
    });
    if (key === undefined) return steps.join("");
    const value = literal(key.value);
    return value && `${steps.join("")}[${prefixOf(around)}:${key.leaf}=${value}]`;
  });
  if (paths.includes(undefined)) return undefined;
  return { select: paths.join(" | "), prefixes: Object.fromEntries(prefixes) };
}

function literal(value: string): string | undefined {
  if (!value.includes("'")) return `'${value}'`;
  return value.includes('"') ? undefined : `"${value}"`;
}
