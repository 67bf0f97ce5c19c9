/** Object paths whose names may contain paths in brackets. Pure. */

/** The segments of a path: split at slashes outside brackets, which may be nested. */
export function pathSegments(path: string): readonly string[] {
  const found: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < path.length; at += 1) {
    if (path[at] === "[") depth += 1;
    else if (path[at] === "]") depth -= 1;
    else if (path[at] === "/" && depth <= 0) {
      found.push(path.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, path.slice(from)];
}
