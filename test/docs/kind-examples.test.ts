/**
 * The examples of docs/kinds/. All examples of a page together are a valid project, and the example of a site is a
 * valid file by itself.
 */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import { catalogsIn } from "../../src/project/catalogs.ts";
import { drivers } from "../../src/project/drivers.ts";

const folder = new URL("../../docs/kinds/", import.meta.url);
const dialects = readFileSync(new URL("../../docs/dialects.md", import.meta.url), "utf8");
const catalogs = new URL("../../catalogs/", import.meta.url);
const pages = readdirSync(folder)
  .filter((name) => name.endsWith(".md"))
  .filter((name) => readdirSync(catalogs).includes(name.replace(".md", "")));

/** Merges one example into another. If both are objects, their members are merged; otherwise the first value stays. */
function merged(one: unknown, other: unknown): unknown {
  if (!isRecord(one) || !isRecord(other)) return one ?? other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, merged(one[name], other[name])]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

test("there are pages", () => expect(pages.length).toBeGreaterThan(5));

/** Returns a project file with the target that the product's section of docs/dialects.md shows. */
function projectFile(product: string) {
  const [, section = ""] = dialects.split(`## \`${product}\`\n`);
  const [, target = ""] = /^```yaml\n(targets:[\s\S]*?)^```$/m.exec(section) ?? [];
  const named = target.replace(/^ {2}[\w-]+:$/m, "  example:");
  return { path: "trueup.yaml", text: `version: 1\nenvironment: example\n${named}` };
}

test.each(pages)("all examples of %s are in order together", (page) => {
  const product = page.replace(".md", "");
  const text = readFileSync(new URL(page, folder), "utf8");
  const blocks = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  // Each kind has one heading and one example. If the page has an example of a site, the site also has a heading.
  const headings = text.match(/^(?:## \w+|A site:)$/gm);
  expect(blocks.length).toBe(headings?.length);
  const { fileField } = catalogsIn().read(product).product;
  const project = loadProject({ file: projectFile(product), folder: "/example", drivers });
  if (!project.project) throw new Error(JSON.stringify(project.problems));
  const whole = blocks.map((block) => parse(block) as unknown).reduce(merged);
  const head = fileField ? { [fileField.name]: "example" } : {};
  const files = [
    {
      path: "desired-state/example.yaml",
      text: stringify({ ...(whole as object), target: "example", ...head }),
    },
  ];
  const allowed = { ...project.project, secretsAllowed: ["env:EXAMPLE_*", "env:*_PSK", "env:*_PASSWORD"] };
  const { desired, problems } = load({ project: allowed, files, drivers });
  // Some kinds exclude each other within one parent, and here all examples are in one parent.
  const others = problems.filter(({ code }) => code !== "not-beside");
  expect(others.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  expect(desired.resources.size).toBeGreaterThan(blocks.length / 2);
});

test.each(pages)("the site of %s is a file that can be copied", (page) => {
  const [, site] =
    /^A site:\n\n```yaml\n([\s\S]*?)^```$/m.exec(readFileSync(new URL(page, folder), "utf8")) ?? [];
  if (site === undefined) return expect(page).toBe("webex.md");
  const { path, text } = projectFile(page.replace(".md", ""));
  const [, target = ""] = /^target: ([\w-]+)$/m.exec(site) ?? [];
  const file = { path, text: text.replace("  example:", `  ${target}:`) };
  const { project } = loadProject({ file, folder: "/example", drivers });
  if (!project) throw new Error(`${page}: no project`);
  const allowed = { ...project, secretsAllowed: ["env:*_PSK", "env:*_PASSWORD"] };
  const files = [{ path: "desired-state/site.yaml", text: site }];
  const { desired, problems } = load({ project: allowed, files, drivers });
  expect(problems).toEqual([]);
  expect(desired.resources.size).toBeGreaterThan(5);
});
