/** The naming attributes in the path of an object. */

import { parentOf } from "../state.ts";

/** Returns the naming attributes in a path. `tn-X` means the name X, even if the body does not say so. */
export function namingIn(rn: string, path: string): Readonly<Record<string, string>> {
  const names = [...rn.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const found = between(path.slice((parentOf(path)?.length ?? -1) + 1), rn.split(/\{\w+\}/));
  return Object.fromEntries(names.map((name, at) => [name, found[at] ?? ""]));
}

/**
 * Returns the texts between consecutive parts. The first text is as long as possible. If the parts do not occur, the
 * result is empty.
 */
function between(text: string, parts: readonly string[]): readonly string[] {
  const found: string[] = [];
  let rest = text;
  for (const part of parts.slice(1).toReversed()) {
    const at =
      found.length === 0 ? rest.length - part.length : rest.lastIndexOf(part, rest.length - part.length - 1);
    if (at < 1 || !rest.startsWith(part, at)) return [];
    found.unshift(rest.slice(at + part.length));
    rest = rest.slice(0, at);
  }
  const [first = ""] = parts;
  return rest.length > first.length && rest.startsWith(first)
    ? [rest.slice(first.length), ...found.slice(0, -1)]
    : [];
}
