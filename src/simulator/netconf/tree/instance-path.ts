/**
 * Instance identifiers on the wire. In XML, every name has a prefix that is declared in scope (RFC 7950 section
 * 9.13.2). The tree has the JSON form: a name has its module only if the module differs from that of the name before
 * (RFC 7951 section 6.11).
 */

import { moduleOf, namespaceOf } from "./namespaces.ts";

const name = "[A-Za-z_][A-Za-z0-9_.-]*";
const predicate = String.raw`(?<key>(?:${name}:)?${name}|\.)\s*=\s*(?<value>"[^"]*"|'[^']*')`;
const tokens = new RegExp(
  String.raw`\/(?<node>(?:${name}:)?${name})|\[\s*(?:${predicate}|(?<position>\d+))\s*\]`,
  "y",
);

/** Instance-identifier leaves by name. For each, those keys in its path that are identities. */
export type PathLeaves = Readonly<Record<string, readonly string[]>>;

type Token = Readonly<Record<"node" | "key" | "value" | "position", string | undefined>>;

/** Returns the parts of a path. Returns undefined if the path is malformed. */
function tokensOf(text: string): readonly Token[] | undefined {
  const found: Token[] = [];
  for (let at = 0; at < text.length; at = tokens.lastIndex) {
    tokens.lastIndex = at;
    const groups = tokens.exec(text)?.groups;
    if (groups === undefined) return undefined;
    found.push({ node: groups.node, key: groups.key, value: groups.value, position: groups.position });
  }
  return found.length > 0 && found[0]?.node !== undefined ? found : undefined;
}

/** What the prefixes of an element mean, and which keys are identities. */
interface PathScope {
  readonly scope: Readonly<Record<string, string>>;
  readonly identities: readonly string[];
}

/** Returns the path in an element's text, in the form of the tree. Returns undefined if the text is not in XML form. */
export function pathFromText(text: string, { scope, identities }: PathScope): string | undefined {
  const all = tokensOf(text.trim());
  let within = "";
  let written = "";
  for (const { node, key, value = "", position } of all ?? []) {
    if (position !== undefined) written += `[${position}]`;
    else if (key === ".") written += `[.=${value}]`;
    else {
      const [module, local = ""] = resolved(node ?? key ?? "", scope) ?? [];
      if (module === undefined) return undefined;
      const named = module === within ? local : `${module}:${local}`;
      if (node !== undefined) within = module;
      const [owner, identity] = identities.includes(local) ? (resolved(value.slice(1, -1), scope) ?? []) : [];
      if (node === undefined && identities.includes(local) && owner === undefined) return undefined;
      const shown = owner === undefined ? value : `'${owner}:${identity}'`;
      written += node === undefined ? `[${named}=${shown}]` : `/${named}`;
    }
  }
  return all && written;
}

/** Returns the module and the local name of a prefixed name. Returns undefined if the name has no known prefix. */
function resolved(
  written: string,
  scope: Readonly<Record<string, string>>,
): readonly [module: string, local: string] | undefined {
  const [prefix, local] = written.split(":");
  if (prefix === undefined || local === undefined || !Object.hasOwn(scope, prefix)) return undefined;
  const module = moduleOf(scope[prefix] ?? "");
  return module === undefined ? undefined : [module, local];
}

/**
 * Returns the text of a path in an element, and the declarations of its prefixes. No prefix equals the name of its
 * module, so clients must resolve prefixes.
 */
export function textOfPath(path: string, identities: readonly string[]) {
  const prefixes = new Map<string, string>();
  const prefixOf = (module: string) => {
    const known = prefixes.get(module) ?? `p${prefixes.size}`;
    prefixes.set(module, known);
    return known;
  };
  let within = "";
  const parts = (tokensOf(path) ?? []).map(({ node, key, value = "", position }) => {
    if (position !== undefined) return `[${position}]`;
    const [first = "", second] = (node ?? key ?? "").split(":");
    const module = second === undefined ? within : first;
    if (node !== undefined) within = module;
    const local = second ?? first;
    const named = key === "." ? key : `${prefixOf(module)}:${local}`;
    const [owner = "", identity] = identities.includes(local) ? value.slice(1, -1).split(":") : [];
    const shown = identity === undefined ? value : `'${prefixOf(owner)}:${identity}'`;
    return node === undefined ? `[${named}=${shown}]` : `/${named}`;
  });
  const attributes = [...prefixes].map(([module, prefix]) => [`xmlns:${prefix}`, namespaceOf(module)]);
  return { content: parts.length === 0 ? path : parts.join(""), attributes: Object.fromEntries(attributes) };
}
