/** Editors report nothing about correct files. The tests use the editors' language server and the shipped schemas. */

import { readdirSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, projectFor, simulator, trueup } from "../cli/command.ts";
import { isLong } from "../long-forms.ts";
import { editorWith } from "./editor.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

const editors = new Map<string, ReturnType<typeof editorWith>>();

function editorFor(schema: string): ReturnType<typeof editorWith> {
  const known = editors.get(schema) ?? editorWith(JSON.parse(read(`schemas/${schema}`)));
  editors.set(schema, known);
  return known;
}

/** Returns the messages of an editor with this schema about a text. */
const saidOf = (text: string, schema: string) => editorFor(schema)(text);

/** Returns the schema that the first line of a file names. If the line names none, the file's name decides. */
function schemaOf(path: string, text: string): string {
  const [, named] = /^# yaml-language-server: \$schema=\S*schemas\/(\S+)/m.exec(text) ?? [];
  if (named !== undefined) return named;
  if (path.endsWith("vars.yaml")) return "vars.json";
  if (/^(?:mapping|kind): /m.test(text)) return "mapping.json";
  return /^targets:/m.test(text) ? "trueup.json" : "desired-state.json";
}

/** Returns the messages of editors about files, given as pairs of path and text. */
async function saidOfAll(files: readonly (readonly [string, string])[]): Promise<readonly string[]> {
  const said: string[] = [];
  for (const [path, text] of files)
    said.push(...(await saidOf(text, schemaOf(path, text))).map((message) => `${path}:${message}`));
  return said;
}

/** Returns the path and the text of each YAML file in a folder. */
function yamlIn(path: string): readonly (readonly [string, string])[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml") && !name.includes("node_modules"))
    .map((name) => [name, readFileSync(join(path, name), "utf8")] as const);
}

test("each form of a value, keys with digits, null, and what is composed", async () => {
  const text = `target: cloud
organization: "\${org}"
vars: { a: 1, list: [1] }
each: { site: sites.csv }
where: site.region != 'off'
groups:
  south: { match: { key: "rom*" }, networks: { tags+: [south], netflow: null } }
  north: { match: "key == 'oslo'", ssids: { vlan: "\${a}" } }
defaults:
  networks: { timeZone: "\${zone}", netflow: "\${flow}", ssids: { 0: { name: null, vlan: null } } }
  ssids: null
networks:
  "\${site.slug}":
    protect: "\${site.protect}"
    netflow: { enabled: "\${on}", collectorIp: "\${cidr.host(lan, 1)}", collectorPort: 2055 }
    tags: "\${site.tags}"
    vars: { b: "\${a}" }
    ssids: { 0: { name: Corp, password: { secret: "env:PSK_\${site.slug}" } }, "\${a}": { vlan: 3 } }
  empty:
devices:
  one: { serial: Q2MR-0001-0001, name: one, tags: [a], network: berlin }
`;
  expect(await saidOf(text, "desired-state.json")).toEqual([]);
  expect(await saidOf("region: north\nvlans: [{ id: 10 }]\nlan: ${base}\n", "vars.json")).toEqual([]);
});

test("what is wrong is still said", async () => {
  const text = `target: cloud
networks:
  berlin: { nam: Berlin, netflow: { enabled: maybe, collectorPort: 70000 }, ssids: { x: {} } }
grups: {}
`;
  expect(await saidOf(text, "desired-state.json")).toMatchInlineSnapshot(`
    [
      "3: String does not match the pattern of "\\$\\{".",
      "3: Value is above the maximum of 65535.",
      "3: String does not match the pattern of "^-?\\d+$".",
      "3: Property nam is not allowed.",
      "4: Property grups is not allowed.",
    ]
  `);
});

test("a target's dialects are those of its interface, in the error and under the pointer", async () => {
  const target = (fields: string) => `version: 1
environment: production
targets:
  cloud:
    interface: ${fields}
    url: https://cloud.example.net
    credential: { apiKey: { secret: "env:KEY" } }
`;
  const text = target("dashboard\n    dialect: merkai");
  expect(await saidOf(text, "trueup.json")).toEqual([
    '6: Value is not accepted. Valid values: "neutral", "meraki".',
  ]);
  expect(await editorFor("trueup.json").hover(text, "dialect")).toMatch(
    /The product's dialect.*\* `(?:meraki|neutral)`\\n\* `(?:meraki|neutral)`\\n\\n/,
  );
  const given = target("servers\n    dialect: intersight").replace(/\{ apiKey.*/, "");
  expect(await editorFor("trueup.json").hover(given, "credential")).toContain("keyId, privateKey || token");
});

test("the example company, the examples and those of the documentation", async () => {
  const pages = ["README.md", "docs/trueup-yaml.md", "docs/desired-state.md"].flatMap((page) =>
    [...read(page).matchAll(/^( *)```yaml\n *# example: (\S+)\n([\s\S]*?)^ *```$/gm)].map(
      ([, indent = "", path = "", text = ""]) =>
        [path, text.replaceAll(new RegExp(`^${indent}`, "gm"), "")] as const,
    ),
  );
  const company = [
    "trueup.yaml",
    ...readdirSync(new URL("desired-state/", root), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".yaml"))
      .map((name) => `desired-state/${name}`),
  ].map((path) => [path, read(path)] as const);
  const examples = yamlIn(new URL("examples/", root).pathname);
  // These files use sections of mappings, which only schemas written for the project contain: see the next test.
  const mapped = new Set([
    "branch-router/desired-state/branch-1.yaml",
    "router/desired-state/nuremberg.yaml",
    "desired-state/routers/core.yaml",
  ]);
  const all = [...pages, ...company, ...examples].filter(([path]) => !mapped.has(path));
  expect(all.length).toBeGreaterThan(20);
  expect(await saidOfAll(all)).toEqual([]);
});

test("the company's router, by the schema that is written for its target", async () => {
  const cwd = await folder({ "trueup.yaml": read("trueup.yaml"), known_hosts: "" });
  for (const name of ["examples/router", "desired-state"])
    await cp(new URL(name, root), join(cwd, name), { recursive: true });
  expect(await trueup(["schemas", "--out", "schemas"], { cwd })).toMatchObject({ status: 0 });
  const schema = JSON.parse(readFileSync(join(cwd, "schemas/targets/cores.json"), "utf8"));
  const editor = editorWith(schema);
  const text = read("desired-state/routers/core.yaml");
  expect(await editor(text)).toEqual([]);
  expect(await editor(text.replace("neighbors:", "neighbours:"))).not.toEqual([]);
});

if (isLong)
  test("what init and import write", async () => {
    const first = await folder();
    expect((await trueup(["init"], { cwd: first })).status).toBe(0);
    const served = await simulator();
    const cwd = await folder({ "trueup.yaml": projectFor(served), "desired-state/.keep": "" });
    for (const target of ["cloud", "fabric-east"])
      expect(await trueup(["import", target], { cwd })).toMatchObject({ status: 0 });
    const shorter = await folder({ "trueup.yaml": projectFor(served), "desired-state/.keep": "" });
    for (const target of ["cloud", "fabric-east"])
      expect(await trueup(["import", target, "--factor"], { cwd: shorter })).toMatchObject({ status: 0 });
    const made = yamlIn(shorter).filter(([path]) => path !== "trueup.yaml");
    expect(
      made.some(([, text]) => text.includes("each:")) && made.some(([, text]) => text.includes("groups:")),
    ).toBe(true);
    const files = [...yamlIn(first), ...made, ...yamlIn(cwd).filter(([path]) => path !== "trueup.yaml")];
    expect(files.length).toBeGreaterThan(4);
    expect(await saidOfAll(files)).toEqual([]);
  });
