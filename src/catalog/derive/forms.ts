/**
 * Classifies endpoints by their methods. The result is the form of a configuration endpoint, or the reason why an
 * endpoint is not configuration.
 */

import type { PathItem } from "./document.ts";

/** An endpoint that is a kind: a collection with its item, a singleton, or a fixed collection. */
export interface ConfigEndpoint {
  readonly form: "collection" | "singleton" | "fixed";
  /** The path of the endpoint's list, if it has one. */
  readonly list?: string;
  /** The path of one item, or of the singleton. */
  readonly item: string;
}

interface Endpoints {
  readonly endpoints: readonly ConfigEndpoint[];
  /** Paths that have writes but are not kinds, each with the reason. */
  readonly notKinds: ReadonlyMap<string, string>;
}

/** Facts about paths that a person has stated. */
interface Known {
  /** Path of a collection → path of its items, if the items have another path. */
  readonly joined: Readonly<Record<string, string>>;
  /** Paths that are not configuration, each with the reason. */
  readonly notKinds: Readonly<Record<string, string>>;
}

type PathMap = ReadonlyMap<string, PathItem>;

/** Classifies all paths of a description. */
export function endpointsOf(paths: PathMap, known: Known): Endpoints {
  const endpoints: ConfigEndpoint[] = [];
  const notKinds = new Map<string, string>();
  const taken = new Set<string>();
  const below = itemsBelow(paths);
  for (const [path, operations] of paths) {
    const reason = reasonAgainst(path, known.notKinds);
    const endpoint = endpointAt({ paths, below }, path, known.joined);
    if (reason !== undefined) {
      if (isWritten(operations)) notKinds.set(path, reason);
    } else if (endpoint) {
      endpoints.push(endpoint);
      taken
        .add(path)
        .add(endpoint.item)
        .add(endpoint.list ?? path);
    }
  }
  for (const [path, operations] of paths)
    if (!taken.has(path) && !notKinds.has(path) && isWritten(operations))
      notKinds.set(path, reasonByMethods(paths, path, operations));
  return { endpoints, notKinds };
}

/** True if a path ends with a parameter. */
export function endsInParameter(path: string): boolean {
  return path.endsWith("}");
}

/** Returns a path without its last segment. */
export function above(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

interface KnownPaths {
  readonly paths: PathMap;
  /** For each path, the path of the item below it. */
  readonly below: ReadonlyMap<string, string>;
}

function endpointAt(
  { paths, below }: KnownPaths,
  path: string,
  joined: Known["joined"],
): ConfigEndpoint | undefined {
  const operations = paths.get(path) ?? {};
  const elsewhere = joined[path];
  if (elsewhere !== undefined) return { form: "collection", list: path, item: elsewhere };
  if (Object.values(joined).includes(path)) return undefined;
  if (endsInParameter(path)) return fixedAt(paths, path);
  const item = below.get(path);
  if (operations.post && item !== undefined) return { form: "collection", list: path, item };
  return operations.get && (operations.put ?? operations.patch)
    ? { form: "singleton", item: path }
    : undefined;
}

function fixedAt(paths: PathMap, path: string): ConfigEndpoint | undefined {
  const { get, put, patch, delete: remove } = paths.get(path) ?? {};
  const list = above(path);
  if (!get || !(put ?? patch) || paths.get(list)?.post || remove) return undefined;
  return { form: "fixed", item: path, ...(paths.get(list)?.get && { list }) };
}

/** Returns, for each parent path, the first item that can be changed or removed. */
function itemsBelow(paths: PathMap): ReadonlyMap<string, string> {
  const below = new Map<string, string>();
  for (const [each, { put, patch, delete: remove }] of paths)
    if (endsInParameter(each) && !below.has(above(each)) && (put ?? patch ?? remove))
      below.set(above(each), each);
  return below;
}

function isWritten({ post, put, patch, delete: remove }: PathItem): boolean {
  return (post ?? put ?? patch ?? remove) !== undefined;
}

function reasonAgainst(path: string, reasons: Known["notKinds"]): string | undefined {
  const start = Object.keys(reasons).find((each) => path === each || path.startsWith(`${each}/`));
  return start === undefined ? undefined : reasons[start];
}

function reasonByMethods(paths: PathMap, path: string, operations: PathItem): string {
  const { get, post, put, patch, delete: remove } = operations;
  const isItem = endsInParameter(path) && get && (put ?? patch);
  const other = isItem ? listElsewhere(paths, path) : get && post ? itemElsewhere(paths, path) : undefined;
  if (other !== undefined)
    return (
      `created at one path and changed at another: if ${other} has the same objects, name both paths ` +
      "under `joined`"
    );
  if (isItem && remove)
    return "read, changed and removed, but not created: `joined` can name the path that creates these objects";
  if (get && post) return "objects can be created here, but neither changed nor removed";
  if (post) return "an action: it leaves nothing that can be read";
  return (put ?? patch)
    ? "written, but not readable at this path"
    : "removed, but neither created nor changed";
}

/**
 * Returns the path of an item at another place with the same name as this list: `/sites/{siteId}` for
 * `/orgs/{orgId}/sites`. Undefined: there is no such item.
 */
function itemElsewhere(paths: PathMap, list: string): string | undefined {
  return [...paths].find(([path, { get, put, patch }]) => {
    return (
      endsInParameter(path) &&
      get &&
      (put ?? patch) &&
      isCalledAlike(above(path), list) &&
      isUnmade(paths, path)
    );
  })?.[0];
}

/**
 * Returns the path of a list at another place that may contain the items of this path. Undefined: there is no such
 * list.
 */
function listElsewhere(paths: PathMap, item: string): string | undefined {
  if (!isUnmade(paths, item)) return undefined;
  const below = itemsBelow(paths);
  return [...paths].find(([path, { get, post }]) => {
    return get && post && !below.has(path) && isCalledAlike(path, above(item));
  })?.[0];
}

function isUnmade(paths: PathMap, item: string): boolean {
  return paths.get(above(item))?.post === undefined;
}

function isCalledAlike(path: string, other: string): boolean {
  const last = (text: string) => text.slice(text.lastIndexOf("/"));
  return path !== other && !endsInParameter(path) && last(path) === last(other);
}
