/** Names of columns and rows. They are derived from fields and sections, short, and valid in expressions. Pure. */

/** Reserved words of expressions. */
const reserved = new Set(
  [
    "as break const continue else false for function if import in let loop",
    "namespace null package prototype return true var void while constructor",
  ].flatMap((line) => line.split(" ")),
);

/** The variables that every entry has. */
const given = ["key", "target", "scope", "kind", "cel", "cidr"];

/** Assigns unique names. */
export class ColumnNames {
  readonly #taken = new Set<string>();

  /**
   * Returns the last key of a path, prefixed with as many ancestors as needed for a unique name. If this is not enough,
   * a number is added.
   */
  take(path: readonly string[]): string {
    for (let from = path.length - 1; from >= 0; from -= 1) {
      const name = camel(path.slice(from));
      if (isName(name) && !this.#taken.has(name)) return this.#given(name);
    }
    const base = isName(camel(path)) ? camel(path) : "column";
    for (let number = 2; ; number += 1)
      if (!this.#taken.has(`${base}${number}`)) return this.#given(`${base}${number}`);
  }

  #given(name: string): string {
    this.#taken.add(name);
    return name;
  }
}

/** The variable name of a row in a section: `networks` → `network`. */
export function rowName(section: string): string {
  const word = camel([section.split(".").at(-1) ?? ""]);
  const singular = word
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^s])s$/, "$1");
  return isName(singular) && !given.includes(singular) ? singular : "row";
}

function isName(name: string): boolean {
  return /^[A-Za-z_]\w{0,39}$/.test(name) && !reserved.has(name);
}

/** Joins words in camelCase: `["ssids", "0", "vlan"]` → `ssids0Vlan`. */
export function camel(words: readonly string[]): string {
  const parts = words.flatMap((word) => word.split(/\W+/)).filter((part) => part !== "");
  return parts
    .map((part, at) => part.charAt(0)[at === 0 ? "toLowerCase" : "toUpperCase"]() + part.slice(1))
    .join("");
}
