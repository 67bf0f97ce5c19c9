/** `trueup catalog new`: writes a catalog without faults that works if the API is as assumed. It replaces no file. */

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editorWith } from "../../../docs/editor.ts";
import { folderWith } from "../../../project/own-catalogs/ipam.ts";
import { trueup } from "../../command.ts";
import { answer, body, collection, description } from "./derived.ts";

const folder = "catalogs/granary";

/** Creates an empty folder, or a folder with these files. */
function begun(files: Readonly<Record<string, string>> = {}) {
  const { cwd } = folderWith(files);
  const run = (...args: string[]) => trueup(args, { cwd });
  const add = (kind: string, ...more: string[]) => run("catalog", "new", folder, "--kind", kind, ...more);
  const read = (name: string) => readFileSync(join(cwd, folder, name), "utf8");
  const names = () => readdirSync(join(cwd, folder)).sort();
  return { cwd, run, add, read, names };
}

/** Starts a product with kinds of every form, nested three levels deep. */
async function granary() {
  const at = begun();
  const kinds = [
    ["site"],
    ["foodSilo", "--in", "site"],
    ["climate", "--in", "site", "--form", "singleton"],
    ["scale", "--in", "foodSilo", "--form", "fixed"],
    ["policy"],
    ["alarm", "--in", "climate"],
  ];
  for (const [kind = "", ...more] of kinds) {
    const { status, err } = await at.add(kind, ...more);
    expect(err).toBe("");
    expect(status).toBe(0);
  }
  return at;
}

test("what it writes is a catalog that has no problem, for the check and for an editor", async () => {
  const { run, read, names } = await granary();
  const { status, out, err } = await run("catalog", "check", folder);
  expect(err).toBe("");
  expect(out).toContain("granary: 6 kinds, no problems");
  expect(status).toBe(0);
  const said = editorWith(JSON.parse(readFileSync("schemas/catalog.json", "utf8")));
  expect(names()).toHaveLength(7);
  for (const name of names()) expect(await said(read(name)), name).toEqual([]);
});

test("paths and sections follow from the name, and from those of the parent", async () => {
  const { read } = await granary();
  expect(read("foodSilo.yaml")).toContain("section: foodSilos\nin: site\nform: collection\n");
  expect(read("foodSilo.yaml")).toContain("title: food silo\n");
  expect(read("policy.yaml")).toContain("list: /policies\n");
  expect(read("scale.yaml")).toContain("list: /sites/{site}/food-silos/{foodSilo}/scales\n");
  expect(read("alarm.yaml")).toContain("create: POST /sites/{site}/climate/alarms\n");
});

test("a project takes it as it is: its kinds are known, and its desired state is valid", async () => {
  const { cwd, run } = await granary();
  writeFileSync(
    join(cwd, "trueup.yaml"),
    `version: 1
environment: test
targets:
  store:
    interface: rest
    catalog: ${folder}
    url: https://granary.example.net
    credential: { token: { secret: env:KEY } }
`,
  );
  mkdirSync(join(cwd, "desired-state"));
  const state = "target: store\nsites: { north: { name: North, foodSilos: { one: { name: One } } } }\n";
  writeFileSync(join(cwd, "desired-state/a.yaml"), state);
  expect((await run("validate")).status).toBe(0);
  expect((await run("kinds", "granary", "foodSilo")).out).toContain("sites.*.foodSilos.*");
});

test("where the API is as assumed, each kind is made, read, changed and removed", async () => {
  const record = (more: Readonly<Record<string, { type: string }>>) => ({
    type: "object",
    properties: { name: { type: "string" }, description: { type: "string" }, ...more },
  });
  const item = record({ id: { type: "string" } });
  const climate = record({ enabled: { type: "boolean" } });
  const paths = {
    ...collection("/sites", item),
    ...collection("/sites/{siteId}/silos", item),
    "/sites/{siteId}/climate": {
      get: answer(climate),
      put: { requestBody: body(climate), ...answer(climate) },
    },
  };
  const { run, add } = begun({ "api.json": JSON.stringify(description(paths)) });
  await add("site");
  await add("silo", "--in", "site");
  await add("climate", "--in", "site", "--form", "singleton");
  const { out, status } = await run("catalog", "check", folder, "--openapi", "api.json");
  expect(out.replaceAll(/ +/g, " ")).toContain(" climate – ✔ ✔ –\n silo ✔ ✔ ✔ ✔\n site ✔ ✔ ✔ ✔\n");
  expect(status).toBe(0);
});

test("a kind that is there stays as it is, whatever it is", async () => {
  const { add, read, names, cwd } = begun();
  await add("site");
  writeFileSync(join(cwd, folder, "site.yaml"), "mine\n");
  writeFileSync(join(cwd, folder, "silo.yml"), "mine\n");
  symlinkSync("nowhere", join(cwd, folder, "gone.yaml"));
  const before = read("product.yaml");
  for (const kind of ["site", "silo", "gone"]) {
    const { status, err } = await add(kind);
    expect(err).toMatch(/exists already, and is not overwritten\. Nothing was written\.\n$/);
    expect(status).toBe(1);
  }
  expect(read("site.yaml")).toBe("mine\n");
  expect(read("product.yaml")).toBe(before);
  expect(names()).toEqual(["gone.yaml", "product.yaml", "silo.yml", "site.yaml"]);
});

test("a product's own file is not written anew, and its kinds name the same schema as it does", async () => {
  const own = "# yaml-language-server: $schema=../../schemas/catalog.json\nproduct: granary\n# mine\n";
  const { add, read } = begun({ [`${folder}/product.yaml`]: own });
  expect((await add("site")).out).toContain("Written (1):\n  site.yaml\n");
  expect(read("product.yaml")).toBe(own);
  expect(read("site.yaml").split("\n")[0]).toBe(own.split("\n")[0]);
});

test.each([
  [["Site"], "names are in camelCase"],
  [["product"], "product.yaml describes the product itself"],
  [["../site"], "names are in camelCase"],
  [["silo", "--in", "site"], "has no kind site that could be the parent: it has none yet"],
  [["default"], "`defaults` conflicts with a word that is reserved at the top of files"],
  [["silo", "--form", "list"], "Allowed choices are collection, singleton, fixed"],
])("%s is refused, and nothing is written", async (args, message) => {
  const { add, cwd } = begun();
  const [kind = "", ...more] = args;
  const { status, err } = await add(kind, ...more);
  expect(err).toContain(message);
  expect(status).not.toBe(0);
  expect(readdirSync(cwd)).toEqual([]);
});

test("what would be wrong with the whole is said before it is written: a section that another kind has", async () => {
  const { add, read, names, cwd } = begun();
  await add("site");
  writeFileSync(
    join(cwd, folder, "site.yaml"),
    read("site.yaml").replace("section: sites", "section: places"),
  );
  const { status, err } = await add("place");
  expect(err).toContain("places");
  expect(err).toContain("Nothing was written.");
  expect(status).toBe(1);
  expect(names()).toEqual(["product.yaml", "site.yaml"]);
});

test("nothing is written through a link that leads out, nor where a file is in the way", async () => {
  const { add, cwd } = begun({ "elsewhere/a.txt": "a\n" });
  symlinkSync("elsewhere", join(cwd, "catalogs"));
  expect((await add("site")).err).toContain("catalogs is a symbolic link");
  expect(readdirSync(join(cwd, "elsewhere"))).toEqual(["a.txt"]);
  const other = begun({ catalogs: "a file\n" });
  expect((await other.add("site")).err).toContain("catalogs is not a folder");
});

test("a parent whose file is no kind is named, and nothing is written", async () => {
  const { add, cwd, names } = begun();
  await add("site");
  writeFileSync(join(cwd, folder, "site.yaml"), "kind: site\n");
  const { status, err } = await add("silo", "--in", "site");
  expect(err).toContain("site.yaml is not a valid kind");
  expect(status).toBe(1);
  expect(names()).toEqual(["product.yaml", "site.yaml"]);
});
