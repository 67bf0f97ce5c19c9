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
  const parts = own.path.split(/(\{\w+\})/);
  const rests = possibleRests(parts, identity);
  if (!rests[0]?.[0]) return identity;
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const from = at;
    // A word takes as much as it can.
    if (part.startsWith("{")) at = lastEnd(part, { identity, from, after: rests[index + 1] });
    else at += part.length;
    if (part === "{id}") return identity.slice(from, at);
  }
  return identity;
}

/**
 * For each part of a path, and after the last one: from which places of the text that part and all others reach its
 * end. By places, so that it takes as long as the text and the path are, whatever stands in both.
 */
function possibleRests(parts: readonly string[], text: string): readonly Uint8Array[] {
  const rests = parts.map(() => new Uint8Array(text.length + 1));
  let after = new Uint8Array(text.length + 1);
  after[text.length] = 1;
  const last = after;
  for (const [index, part] of [...parts.entries()].toReversed()) {
    const own = rests[index] ?? after;
    if (part.startsWith("{"))
      for (let at = text.length - 1; at >= 0; at -= 1) {
        const isPart = part === "{id}" || text[at] !== "/";
        own[at] = isPart && (after[at + 1] || own[at + 1]) ? 1 : 0;
      }
    else
      for (let at = text.indexOf(part); at >= 0 && at <= text.length; at = text.indexOf(part, at + 1)) {
        own[at] = after[at + part.length] ?? 0;
        if (at === text.length) break;
      }
    after = own;
  }
  return [...rests, last];
}

/** The last place at which a word that begins here may end. */
function lastEnd(
  word: string,
  {
    identity,
    from,
    after,
  }: { readonly identity: string; readonly from: number; readonly after?: Uint8Array | undefined },
): number {
  let end = from;
  for (let at = from; at < identity.length && (word === "{id}" || identity[at] !== "/"); at += 1)
    if (after?.[at + 1]) end = at + 1;
  return end;
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
