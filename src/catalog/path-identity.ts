/** Identities that are paths: one text for a thing among all of a target, made of the keys of its parent. Pure. */

import type { KindFile } from "./schema/kind.ts";
import type { WordValue } from "./templates.ts";

type PathIdentity = Extract<KindFile["identity"], { readonly path: string }>;

/** The words of a kind's path; undefined for a kind that is matched by its fields. */
export function pathIdentity({ identity }: Pick<KindFile, "identity">): PathIdentity | undefined {
  return typeof identity === "object" && "path" in identity ? identity : undefined;
}

/** The path with these words in it. An unknown word stays as it is. */
export function filledIdentity({ path }: PathIdentity, of: WordValue): string {
  return path.replaceAll(/\{(\w+)\}/g, (whole, word: string) => of(word) ?? whole);
}

/** The own key in an identity; the identity itself of a kind that has no path, or where it does not fit. */
export function keyInIdentity(file: Pick<KindFile, "identity">, identity: string): string {
  const own = pathIdentity(file);
  if (own === undefined) return identity;
  const pattern = own.path
    .split(/(\{\w+\})/)
    .map((part) =>
      part === "{id}"
        ? "(?<id>.+)"
        : part.startsWith("{")
          ? "[^/]+"
          : part.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"),
    );
  return new RegExp(`^${pattern.join("")}$`, "s").exec(identity)?.groups?.id ?? identity;
}

/** True: the path is one of this kind. Each word of it is one segment. */
export function fitsIdentity({ path }: PathIdentity, of: string): boolean {
  const wanted = pathSegments(path);
  const parts = pathSegments(of);
  return wanted.length === parts.length && wanted.every((each, at) => fitsSegment(each, parts[at] ?? ""));
}

function fitsSegment(wanted: string, part: string): boolean {
  const [start = "", end] = wanted.split(/\{\w+\}/, 2);
  if (end === undefined) return wanted === part;
  return part.length > start.length + end.length && part.startsWith(start) && part.endsWith(end);
}

/** The segments of a path: split at slashes that are not in brackets. */
export function pathSegments(path: string): readonly string[] {
  return path.split(/\/(?![^[]*\])/);
}
