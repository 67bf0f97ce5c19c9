/** Which paths of a description are looked at: those that are chosen, and what they lie in. */

import type { Description } from "./document.ts";

/** The paths at or below one of these beginnings, and the collections that they lie in; without any: all. */
export function onlyPaths(paths: Description["paths"], only: readonly string[]): Description["paths"] {
  if (only.length === 0) return paths;
  const chosen = only.map((path) => `/${path.replace(/^\/+|\/+$/g, "")}`);
  const isChosen = (path: string) => chosen.some((each) => path === each || path.startsWith(`${each}/`));
  const kept = [...paths.keys()].filter(isChosen);
  const parents = new Set(kept.flatMap(collectionsAbove));
  return new Map([...paths].filter(([path]) => isChosen(path) || parents.has(path)));
}

/** `/sites/{id}/vlans`: `/sites` and `/sites/{id}`. */
function collectionsAbove(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.flatMap((part, at) =>
    part.endsWith("}") ? [parts.slice(0, at).join("/"), parts.slice(0, at + 1).join("/")] : [],
  );
}
