/** Patterns for wire names in catalogs: `links`, `vzEntry.tcpRules`, `fvRt*`. Pure. */

/** True if one of the patterns matches the end of a path of names. */
export type NamesMatcher = (names: readonly string[]) => boolean;

/**
 * Returns a function that finds the entry for a path of names: the entry of the first pattern that matches the end of
 * the path. Its result is undefined if no pattern matches. Patterns without `*` come first. Dots separate names, and a
 * trailing `*` matches any suffix.
 */
export function saidOf<T>(
  patterns: readonly (readonly [string, T])[],
): (names: readonly string[]) => T | undefined {
  const plain = new Map<string, (readonly [readonly string[], T])[]>();
  const open: (readonly [readonly string[], T])[] = [];
  for (const [pattern, said] of patterns) {
    const steps = pattern.split(".");
    const last = steps.at(-1) ?? "";
    const row = [steps, said] as const;
    if (last.endsWith("*")) open.push(row);
    else plain.set(last, [...(plain.get(last) ?? []), row]);
  }
  return (names) => {
    const rows = plain.get(names.at(-1) ?? "") ?? [];
    const found = rows.find(([steps]) => fits(steps, names)) ?? open.find(([steps]) => fits(steps, names));
    return found?.[1];
  };
}

/** Returns a function that tells whether one of the patterns matches a path of names. */
export function namesMatcher(patterns: readonly string[]): NamesMatcher {
  const said = saidOf(patterns.map((each) => [each, true] as const));
  return (names) => said(names) === true;
}

function fits(steps: readonly string[], names: readonly string[]): boolean {
  const from = names.length - steps.length;
  return from >= 0 && steps.every((step, at) => isName(step, names[from + at] ?? ""));
}

function isName(step: string, name: string): boolean {
  return step.endsWith("*") ? name.startsWith(step.slice(0, -1)) : step === name;
}
