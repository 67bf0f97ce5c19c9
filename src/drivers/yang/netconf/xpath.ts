/** The same question as a subtree filter's, in XPath (RFC 6241, 8.9), for devices that offer it. Pure. */

import { type EntryKey, isEntryStep } from "../device/kinds/data-path.ts";
import { type Modules, memberParts } from "./modules.ts";
import type { TreePart } from "./subtree-filter.ts";

/** An XPath expression, and the namespaces of the prefixes in it. */
export interface XPath {
  readonly select: string;
  readonly prefixes: Readonly<Record<string, string>>;
}

/**
 * A location path for each part, joined by `|`. Undefined where XPath 1.0 has no literal for a key's value: one with
 * both kinds of quotes, or an identity, whose prefix is the device's.
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
    const predicatesOf = (entry: EntryKey) =>
      entry.map(({ leaf, value }) => {
        const text = mayBeIdentity(value, modules) ? undefined : literal(value);
        return text && `[${prefixOf(around)}:${leaf}=${text}]`;
      });
    const steps = [...path, ...(key ? [key] : [])].flatMap((step) => {
      if (isEntryStep(step)) return predicatesOf(step);
      const { module, name } = memberParts(step, around);
      around = module;
      return [`/${prefixOf(module)}:${name}`];
    });
    return steps.includes(undefined) ? undefined : steps.join("");
  });
  if (paths.includes(undefined)) return undefined;
  return { select: paths.join(" | "), prefixes: Object.fromEntries(prefixes) };
}

function mayBeIdentity(value: string, modules: Modules): boolean {
  const [module = "", name] = value.split(":");
  return name !== undefined && modules.namespaceOf(module) !== undefined;
}

function literal(value: string): string | undefined {
  if (!value.includes("'")) return `'${value}'`;
  return value.includes('"') ? undefined : `"${value}"`;
}
