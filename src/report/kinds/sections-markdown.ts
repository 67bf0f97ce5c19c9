/** What a mapping brings, for people: its sections, their fields and the paths that they stand for, as Markdown. */

import type { MappedFields, MappingData } from "../../catalog/schema/mapping.ts";

/** One table for a mapping. */
export function sectionsTable({ mapping, kinds }: MappingData): string {
  const rows = kinds
    .toSorted((a, b) => (a.section < b.section ? -1 : 1))
    .map(({ section, keys, single, places, fields }) => {
      const paths = [...new Set(places.map(({ path }) => path.split("[")[0] ?? ""))];
      const [first = "", ...others] = paths;
      const more = others.length === 0 ? "" : ` and ${others.length} more`;
      const key = single ? "one object" : (keys ?? "a name");
      return `| \`${section}\` | ${key} | ${fieldNames(fields)} | \`${first}\`${more} |`;
    });
  const head = `## Sections of \`${mapping.mapping}\`\n\n| section | key | fields | path |\n|---|---|---|---|`;
  return `${head}\n${rows.join("\n")}`;
}

function fieldNames(fields: MappedFields): string {
  return Object.entries(fields)
    .filter(([, { always }]) => always === undefined)
    .map(([name, { secret }]) => `\`${name}\`${secret ? " (a secret)" : ""}`)
    .join(", ");
}
