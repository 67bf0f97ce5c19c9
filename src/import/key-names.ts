/** Keys and file names (slugs) from live names: short, readable, unique. Pure. */

/** Names that some file systems keep for themselves, and that of a folder's defaults. */
const reserved = /^(?:defaults|con|prn|aux|nul|com\d|lpt\d)$/;

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
