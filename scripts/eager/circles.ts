/** Import cycles among chunks: in a cycle, a function may be called before its chunk was evaluated. */

import { dirname, resolve } from "node:path";
import { parsed } from "./nodes.ts";

/** The paths in `texts` that are part of an import cycle. */
export function inCircles(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const imports = new Map([...texts].map(([path, code]) => [path, importsOf(path, code)]));
  const reaches = (from: string, to: string, seen: Set<string>): boolean =>
    (imports.get(from) ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return new Set([...texts.keys()].filter((path) => reaches(path, path, new Set())));
}

function importsOf(path: string, code: string): readonly string[] {
  return parsed(code).body.flatMap((statement) => {
    const from = "source" in statement ? statement.source?.value : undefined;
    return from?.startsWith(".") ? [resolve(dirname(path), from)] : [];
  });
}
