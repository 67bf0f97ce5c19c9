/**
 * Results that `validate`, `render` and `schemas` cache for an unchanged project: which commands use them, and what
 * invalidates them.
 */

import { hash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../../git/repositories.ts";
import { folder, trueup, write } from "../command.ts";

const target = (name: string) =>
  `  ${name}: { interface: dashboard, url: "https://${name}.example.net", credential: { apiKey: { secret: "env:K" } } }\n`;
const head = `version: 1\nenvironment: test\ntargets:\n${target("cloud")}`;
const files = {
  "trueup.yaml": head,
  "desired-state/rows.csv": "slug\nbonn\noslo\n",
  "desired-state/sites.yaml": `target: cloud
organization: Acme
each: { site: rows.csv }
networks: { "\${site.slug}": { name: "Office \${site.slug}" } }
`,
  "policies/own.yaml": `- name: named
  about: { kind: network }
  assert: 'resource.fields.name != ""'
  message: a name is missing
`,
};

const order = "2 resources for 1 target: all in order.";

async function project(): Promise<string> {
  const cwd = await folder(files);
  git(cwd, "init", "-q");
  return cwd;
}

const outcomesIn = (cwd: string) => {
  const own = join(cwd, ".git/trueup/outcomes");
  return existsSync(own) ? readdirSync(own).map((name) => join(own, name)) : [];
};

/**
 * Replaces a cached result by a wrong but well-formed one. If a command prints the wrong result, it has read the cache.
 */
function forge(path: string, value: unknown): void {
  const text = JSON.stringify(value);
  writeFileSync(path, text + hash("sha256", text));
}

async function forged(args: readonly string[], value: unknown): Promise<string> {
  const cwd = await project();
  await trueup(args, { cwd });
  for (const path of outcomesIn(cwd)) forge(path, value);
  expect(outcomesIn(cwd)).toHaveLength(1);
  return cwd;
}

test("validate prints what was found out about the same files", async () => {
  const cwd = await forged(["validate"], [7, 3]);
  expect((await trueup(["validate"], { cwd })).out).toContain("7 resources for 3 targets");
});

test("render and schemas print what was made of the same files, each for its own options", async () => {
  const cwd = await forged(["render"], "rendered: before\n");
  expect((await trueup(["render"], { cwd })).out).toBe("rendered: before\n");
  expect((await trueup(["render", "--only", "*/network/bonn"], { cwd })).out).toContain("Office bonn");
  expect((await trueup(["render", "--format", "json"], { cwd })).out).toContain('"trueup.rendered"');
  const other = await forged(["schemas", "--out", "made"], [["targets/own.json", "{}\n", true]]);
  await trueup(["schemas", "--out", "again"], { cwd: other });
  expect(readFileSync(join(other, "again/targets/own.json"), "utf8")).toBe("{}\n");
});

const added = "target: cloud\norganization: Acme\nnetworks: { a: { name: A } }\n";

test.each([
  ["a file of desired state", "desired-state/more.yaml", added, "3 resources for 1 target: all in order."],
  ["a table", "desired-state/rows.csv", "slug\nbergen\n", "1 resource for 1 target: all in order."],
  ["the project file", "trueup.yaml", head + target("east"), "2 resources for 2 targets: all in order."],
  [
    "a policy",
    "policies/own.yaml",
    files["policies/own.yaml"].replace('!= ""', '== "x"'),
    "a name is missing",
  ],
])("after a change of %s everything is checked anew", async (_, path, text, expected) => {
  const cwd = await forged(["validate"], [7, 3]);
  await write(cwd, path, text);
  const { out, err } = await trueup(["validate"], { cwd });
  expect(out + err).toContain(expected);
});

const orchard = "test/project/own-catalogs/orchard";
const router = "examples/router";

test.each([
  ["catalog", orchard, "catalogs/orchard/product.yaml", "title: Orchard", "title: Orchards"],
  ["mapping", router, "mapping/deviceUser.yaml", "title: ", "title: other "],
  ["module", router, "yang/acme-router/acme-router.yang", "}\n", "}\n// another text\n"],
])(
  "after a change of a %s of the project everything is checked anew",
  async (_, example, path, was, becomes) => {
    const cwd = await folder({});
    cpSync(new URL(`../../../${example}`, import.meta.url), cwd, { recursive: true });
    git(cwd, "init", "-q");
    const own = readFileSync(join(cwd, "trueup.yaml"), "utf8");
    await write(cwd, "trueup.yaml", own.replaceAll("$URL", "https://orchard.example.net"));
    const { out: first, err } = await trueup(["validate"], { cwd });
    expect(err).toBe("");
    for (const kept of outcomesIn(cwd)) forge(kept, [70, 30]);
    expect((await trueup(["validate"], { cwd })).out).toContain("70 resources for 30 targets");
    const text = readFileSync(join(cwd, path), "utf8");
    expect(text).toContain(was);
    writeFileSync(join(cwd, path), text.replace(was, becomes));
    expect((await trueup(["validate"], { cwd })).out).toBe(first);
  },
);

test("a damaged outcome counts as none", async () => {
  const cwd = await forged(["validate"], "neither");
  expect((await trueup(["validate"], { cwd })).out).toContain(order);
  const [path = ""] = outcomesIn(cwd);
  writeFileSync(path, "[7,3]");
  expect((await trueup(["validate"], { cwd })).out).toContain(order);
});

test("nothing is kept of a project with a problem, nor outside of a repository", async () => {
  const cwd = await project();
  await write(
    cwd,
    "desired-state/more.yaml",
    "target: cloud\norganization: Acme\nnetworks: { a: { nam: A } }\n",
  );
  expect((await trueup(["validate"], { cwd })).status).toBe(1);
  expect((await trueup(["validate"], { cwd })).err).toContain("unknown-field");
  expect(outcomesIn(cwd)).toEqual([]);
});

test("continuous integration neither reads nor keeps any", async () => {
  const cwd = await forged(["validate"], [7, 3]);
  const env = { CI: "true" };
  expect((await trueup(["validate"], { cwd, env })).out).toContain(order);
  const [path = ""] = outcomesIn(cwd);
  writeFileSync(path, "");
  await trueup(["validate"], { cwd, env });
  expect(readFileSync(path, "utf8")).toBe("");
});

test("only these three commands can reach them", () => {
  const root = new URL("../../../src/", import.meta.url);
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const reaching = sources.filter((path) =>
    /from "[^"]*\/(?:outcomes|outcome-files)\.ts"/.test(readFileSync(new URL(path, root), "utf8")),
  );
  expect(reaching.sort()).toEqual([
    "cli/commands/authoring/render.ts",
    "cli/commands/schemas.ts",
    "cli/commands/validate.ts",
    "project/outcomes.ts",
  ]);
});
