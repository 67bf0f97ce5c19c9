/** Keys and file names (slugs) from live names: short, readable, unique. Pure. */

/** Longest name that is made, in characters; numbers behind it come on top. */
const maxLength = 60;

/** Names that some file systems keep for themselves, and that of a folder's defaults. */
const reserved = /^(?:defaults|con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * The text in lower case, with hyphens for all that is neither letter nor digit: `Zürich 2. OG` → `zurich-2-og`.
 * Letters of other scripts stay. Empty when there are none.
 */
export function slug(text: string): string {
  const bare = text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^[-\p{M}]+/u, "");
  return [...bare].slice(0, maxLength).join("").replace(/-+$/, "");
}

/** Gives names that differ from one another also where upper and lower case are the same. */
export class UniqueNames {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...taken].map(folded));
  }

  /** The first of these that is free and not empty, else the last of them with a number. */
  take(...candidates: readonly string[]): string {
    const usable = candidates.filter((name) => name !== "" && !reserved.test(name));
    const last = usable.at(-1) ?? "unnamed";
    const free = [...usable, last].find((name) => this.#isFree(name)) ?? this.#numbered(last);
    this.#taken.add(folded(free));
    return free;
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(folded(name));
  }

  #numbered(name: string): string {
    for (let number = 2; ; number += 1) {
      const numbered = `${name}-${number}`;
      if (this.#isFree(numbered)) return numbered;
    }
  }
}

/** The same for names that a file system without upper and lower case takes for one. */
function folded(name: string): string {
  return name.toUpperCase().toLowerCase();
}
