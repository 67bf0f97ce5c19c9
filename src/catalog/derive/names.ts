/** Names from paths: of kinds, of sections, and titles for people. */

/** The segments of a path that are not parameters, in camelCase. */
export function words(path: string): readonly string[] {
  return path
    .split("/")
    .filter((each) => each !== "" && !each.startsWith("{"))
    .map(camelCase);
}

/** Several names as one, in camelCase. */
export function joinedName(parts: readonly string[]): string {
  return parts.map((each, at) => (at === 0 ? lowerFirst(each) : upperFirst(each))).join("");
}

/** One of what a plural says: policies → policy, classes → class, rules → rule. */
export function singular(name: string): string {
  if (/ies$/.test(name)) return name.replace(/ies$/, "y");
  if (/(?:ss|x|ch|sh)es$/.test(name)) return name.replace(/es$/, "");
  return /[^su]s$/.test(name) ? name.slice(0, -1) : name;
}

/** A name as people read it: `applianceVlan` → `appliance VLAN`, with words spelled as they are known. */
export function titleOf(name: string, spelling: Readonly<Record<string, string>>): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(" ")
    .map(
      (word) =>
        (Object.hasOwn(spelling, word.toLowerCase()) && spelling[word.toLowerCase()]) || word.toLowerCase(),
    )
    .join(" ");
}

/**
 * Sections in one parent, so that none lies inside another: `a.b` and `a.b.c` become `a.b` and `a.bC`. Shorter ones
 * decide first.
 */
export function disjoint(sections: readonly string[]): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  const isShorter = (a: string, b: string) => a.split(".").length - b.split(".").length;
  for (const section of sections.toSorted(isShorter)) {
    const around = sections.filter((each) => section.startsWith(`${each}.`)).toSorted(isShorter)[0];
    const rest = around === undefined ? [] : section.slice(around.length + 1).split(".");
    result.set(section, around === undefined ? section : around + rest.map(upperFirst).join(""));
  }
  return result;
}

function camelCase(name: string): string {
  return lowerFirst(
    name.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => upperFirst(next ?? "")),
  );
}

function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function lowerFirst(name: string): string {
  return /^[A-Z]+$/.test(name) ? name.toLowerCase() : name.charAt(0).toLowerCase() + name.slice(1);
}
