/** Paths of managed objects: `uni/tn-Production/ctx-main`. A name in brackets may hold slashes. */

import { pathSegments } from "../../../../catalog/path-identity.ts";

/** The paths of the objects that must exist before this one, outermost first; the root is always there. */
export function ancestors(path: string): readonly string[] {
  const parts = pathSegments(path);
  return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join("/"));
}

/** The last part of a path without the prefix of its class: `main` of `uni/tn-Production/ctx-main`. */
export function lastName(path: string): string {
  const last = pathSegments(path).at(-1) ?? "";
  return last.slice(last.indexOf("-") + 1);
}
