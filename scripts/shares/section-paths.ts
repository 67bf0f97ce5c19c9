/** The paths of a device's tree that the sections of a mapping have. Pure. */

import type { MappedFields, MappedKindFile } from "../../src/catalog/schema/mapping.ts";

/** The paths of one section. */
export interface SectionPaths {
  readonly section: string;
  /** The paths of leaves, lists and containers, without keys, modules and words in braces. */
  readonly paths: ReadonlySet<string>;
  /** The paths of the section's entries. */
  readonly places: ReadonlySet<string>;
}

/** A path without keys and modules, with `*` for the type of an interface. */
export function plainPath(path: string): string {
  const bare = path.replaceAll(/\[[^\]]*\]/g, "").replaceAll(/[\w.-]+:/g, "");
  return bare.replace(
    /^\/native\/interface\/[\w%-]+?(?:-subinterface\/[\w-]+|(?=\/|$))/,
    "/native/interface/*",
  );
}

/**
 * Returns the paths of a section. `members`: if an entry has one of several alternative members, decides whether all of
 * these are included, or only the first.
 */
export function sectionPaths(
  { section, places, fields }: MappedKindFile,
  members: "all" | "first" = "all",
): SectionPaths {
  const tops = [...new Set(places.map(({ path }) => path.replaceAll(/\[[^\]]*\]/g, "")))];
  const keys = places.flatMap(({ path }) => {
    const top = path.replaceAll(/\[[^\]]*\]/g, "");
    return [...path.matchAll(/\[([^=\]]+)=/g)].map(([, leaf]) => `${top}/${leaf}`);
  });
  const all = [...tops.flatMap((top) => fieldPaths(fields, top, members === "all" ? undefined : 1)), ...keys];
  return { section, paths: new Set(all.map(plainPath)), places: new Set(tops.map(plainPath)) };
}

function fieldPaths(fields: MappedFields, above: string, most: number | undefined): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { path, properties, items, as, members = {}, key, spread } = field;
    const own = path ?? (properties || spread ? "" : name);
    const here = own === "" ? above : `${above}/${own}`;
    if (properties) return fieldPaths(properties, here, most);
    if (items?.properties) return [here, ...fieldPaths(items.properties, here, most)];
    const some = (of: object) => Object.keys(of).slice(0, most);
    if (as === "member") return some(members).map((member) => `${here}/${member}`);
    if (as === "keyed") return [here, `${here}/${key}`];
    if (spread)
      return spread.flatMap((place) => {
        const at = `${here}/${place}`;
        return items?.members ? some(items.members).map((member) => `${at}/${member}`) : [at];
      });
    return [here];
  });
}
