/** The page that says what of IOS-XE has a section: made of what another client knows, and held against it. */

import { expect, test } from "vitest";
import type { MappedFields, MappedKindFile } from "../../src/catalog/schema/mapping.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { builtInData } from "../../src/project/mappings.ts";
import { mappingFolder } from "../../src/runtime/files/catalog-files.ts";
import { objects, type Resource, resourcesOf, textOf } from "../servers/products/client-facts.ts";

interface SectionPaths {
  readonly section: string;
  /** Of leaves, lists and containers, without keys, modules and what is in braces. */
  readonly paths: ReadonlySet<string>;
}

/** A path without keys and modules, and the type of an interface as `*`. */
function plain(path: string): string {
  const bare = path.replaceAll(/\[[^\]]*\]/g, "").replaceAll(/[\w.-]+:/g, "");
  return bare.replace(
    /^\/native\/interface\/(?:Port-channel-subinterface\/Port-channel|[\w%-]+)/,
    "/native/interface/*",
  );
}

function fieldPaths(fields: MappedFields, above: string): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { path, properties, items, as, members = {}, key, spread } = field;
    const own = path ?? (properties || spread ? "" : name);
    const here = own === "" ? above : `${above}/${own}`;
    if (properties) return fieldPaths(properties, here);
    if (items?.properties) return [here, ...fieldPaths(items.properties, here)];
    if (as === "member") return Object.keys(members).map((member) => `${here}/${member}`);
    if (as === "keyed") return [here, `${here}/${key}`];
    if (spread)
      return spread.flatMap((place) => {
        const at = `${here}/${place}`;
        return items?.members ? Object.keys(items.members).map((member) => `${at}/${member}`) : [at];
      });
    return [here];
  });
}

function sectionPaths({ section, places, fields }: MappedKindFile): SectionPaths {
  const tops = [...new Set(places.map(({ path }) => path.replaceAll(/\[[^\]]*\]/g, "")))];
  const keys = places.flatMap(({ path }) => {
    const top = path.replaceAll(/\[[^\]]*\]/g, "");
    return [...path.matchAll(/\[([^=\]]+)=/g)].map(([, leaf]) => `${top}/${leaf}`);
  });
  const all = [...tops.flatMap((top) => fieldPaths(fields, top)), ...keys];
  return { section, paths: new Set(all.map(plain)) };
}

/** The leaves of what the client knows, below its lists too. Parents' keys, which stand in the path, are left out. */
function leavesOf(fields: readonly JsonObject[], above: string): readonly string[] {
  return fields.flatMap((field) => {
    const path = textOf(field, "xpath") || textOf(field, "yang");
    if (path === "" || field.inPath === true) return [];
    const here = `${above}/${path}`;
    const inside = objects(field.fields);
    return inside.length > 0 ? leavesOf(inside, here) : [here];
  });
}

function rowOf({ name, words, fields }: Resource, sections: readonly SectionPaths[]): string {
  const leaves = new Set(leavesOf(fields, textOf(words, "path")).map(plain));
  const own = [...leaves].filter((leaf) => !/\/(?:name|id)$/.test(leaf) || leaves.size === 1);
  const counted = own.length > 0 ? own : [...leaves];
  const covered = counted.filter((leaf) => sections.some(({ paths }) => paths.has(leaf)));
  const by = sections.filter(({ paths }) => counted.some((leaf) => paths.has(leaf)));
  const names = by
    .map(({ section }) => `\`${section}\``)
    .sort()
    .join(", ");
  return `| ${name} | ${names === "" ? "only `config:`" : names} | ${covered.length} of ${counted.length} |`;
}

function pageOf(resources: readonly Resource[]): string {
  const folder = mappingFolder();
  const kinds = folder ? builtInData(folder, "ios-xe").kinds : [];
  const rows = resources.map((each) => rowOf(each, kinds.map(sectionPaths)));
  const withSection = rows.filter((row) => !row.includes("only `config:`"));
  return `# What of IOS-XE has a section

Another client manages ${resources.length} kinds of things on IOS-XE. ${withSection.length} of them have fields in
[sections](device-sections.md) of the mapping \`ios-xe\`; the others, and what is left of these, go under \`config:\` by their
paths. The second number is how many of the fields that it knows, keys and names left out, stand in a section.

| kind | section | fields |
|---|---|---|
${rows.join("\n")}

This page is written by a test: \`npx vitest run test/docs/ios-xe-coverage.test.ts -u\`.
`;
}

test("the page about IOS-XE says what its sections have", async () => {
  const resources = resourcesOf("mappings/ios-xe");
  expect(resources).toHaveLength(136);
  await expect(pageOf(resources)).toMatchFileSnapshot("../../docs/device-coverage.md");
});
