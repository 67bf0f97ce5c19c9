/** The examples of README.md and docs/ can be copied, and the pages name everything that exists. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import type { SourceText } from "../../src/model/source.ts";
import { drivers } from "../../src/project/drivers.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

/** Returns those YAML blocks of a page whose first line names a file. Indented blocks are blocks in lists. */
function examples(page: string): readonly SourceText[] {
  const blocks = read(page).matchAll(/^( *)```yaml\n *# example: (\S+)\n([\s\S]*?)^ *```$/gm);
  return [...blocks].map(([, indent = "", path = "", text = ""]) => ({
    path,
    text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));
}

function projectOf(files: readonly SourceText[]) {
  const file = files.find(({ path }) => path === "trueup.yaml");
  if (!file) throw new Error("no example of a project file");
  return loadProject({ file, folder: "/example", drivers });
}

/** The last example of the page has every field. */
const project = projectOf(examples("docs/trueup-yaml.md").slice(-1));

describe.each([
  ["README.md", 2],
  ["docs/trueup-yaml.md", 3],
  ["docs/desired-state.md", 4],
])("%s", (page, least) => {
  const shown = examples(page);

  test("marks its examples", () => {
    expect(shown.length).toBeGreaterThanOrEqual(least);
    expect(read(page).match(/```yaml/g)).toHaveLength(shown.length);
  });

  test("shows a project file that is in order, where it shows one", () => {
    const own = shown.some(({ path }) => path === "trueup.yaml") ? projectOf(shown) : project;
    expect(own.problems).toEqual([]);
    expect(own.project?.targets.size).toBeGreaterThan(0);
  });

  test("shows desired state that loads without a problem", () => {
    const files = shown.filter(({ path }) => path !== "trueup.yaml");
    const own = shown.some(({ path }) => path === "trueup.yaml") ? projectOf(shown) : project;
    if (!own.project) throw new Error("the project file is not in order");
    const allowed = { ...own.project, secretsAllowed: ["env:*_PSK"] };
    const { desired, problems } = load({ project: allowed, files, drivers });
    expect(problems).toEqual([]);
    expect(desired.resources.size > 0).toBe(files.length > 0);
  });
});

test.each(["docs/gitlab.md", "docs/secrets.md", "docs/trueup-yaml.md"])(
  "each project file of %s is in order",
  (page) => {
    const shown = examples(page);
    expect(shown.length).toBeGreaterThan(0);
    expect(read(page).match(/```yaml/g)).toHaveLength(shown.length);
    for (const file of shown) expect(projectOf([file]).problems).toEqual([]);
  },
);

test("defaults give every network of the example its time zone, and every SSID its password", () => {
  const files = examples("docs/desired-state.md");
  if (!project.project) throw new Error("the project file is not in order");
  const { desired } = load({ project: project.project, files, drivers });
  expect(desired.resources.get("cloud/network/berlin")?.value).toMatchObject({ timeZone: "Europe/Berlin" });
  expect(desired.resources.get("cloud/ssid/paris.1")?.value).toEqual({
    name: "Acme Guest",
    vlan: 90,
    password: { secret: "env:ACME_PSK" },
  });
  expect(desired.locate("cloud/ssid/berlin.0", "/name")?.layer).toBe("folderDefaults");
});

/** Returns the names of all fields in a JSON Schema, at any depth. */
function fieldsOf(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const named = key === "properties" && typeof value === "object" && value !== null;
    return named ? [...Object.keys(value), ...Object.values(value).flatMap(fieldsOf)] : fieldsOf(value);
  });
}

test.each([
  ["schemas/trueup.json", "docs/trueup-yaml.md"],
  ["schemas/desired-state.json", "docs/desired-state.md"],
])("every field of %s is explained in %s", (schema, page) => {
  const fields = [...new Set(fieldsOf(JSON.parse(read(schema))))];
  const text = read(page);
  expect(fields.length).toBeGreaterThan(15);
  expect(fields.filter((field) => !text.includes(`\`${field}\``))).toEqual([]);
});

test("docs/commands.md names every command, and no other", () => {
  const folder = "src/cli/program";
  const files = readdirSync(new URL(`../../${folder}`, import.meta.url)).map((name) => `${folder}/${name}`);
  const sources = files.map(read).join("\n");
  const commands = [...sources.matchAll(/\broot\s*\.command\("([a-z]+)"\)/g)].map(([, name]) => name);
  const named = [...read("docs/commands.md").matchAll(/^\| `trueup ([a-z]+)` \|/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(commands.toSorted());
});
