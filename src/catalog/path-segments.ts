/** Splits paths of objects. A name in such a path may contain another path in brackets. Pure. */

/** Returns the segments of a path. The path is split at slashes outside of brackets, which may be nested. */
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
