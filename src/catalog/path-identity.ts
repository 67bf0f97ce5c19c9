/** Identities that are paths: one text for a thing among all of a target, made of the keys of what it is in. Pure. */

import type { WordValue } from "./templates.ts";
import type { KindFile } from "./vocabulary/kind.ts";

type PathIdentity = Extract<KindFile["identity"], { readonly path: string }>;

/** The words of a kind's path; undefined for a kind that is matched by its fields. */
export function pathIdentity({ identity }: Pick<KindFile, "identity">): PathIdentity | undefined {
  return typeof identity === "object" && "path" in identity ? identity : undefined;
}

/** The path with these words in it. A word that nobody knows stays as it is. */
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
