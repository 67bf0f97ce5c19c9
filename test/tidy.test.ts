/**
 * Checks that ARCHITECTURE.md is true: import rules, ports, and the sizes, names and comments of every file. Also tests
 * these rules themselves.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { maxGroups, optionalGroups, untimedGroups } from "./tidy/contract.ts";
import { participleTypes, repeatedExports } from "./tidy/exports.ts";
import { globalBreaches } from "./tidy/globals.ts";
import { fileCircles, folderCircles, importBreaches, unusedPackages } from "./tidy/imports.ts";
import { madePatterns, patternBreaches } from "./tidy/patterns.ts";
import { crowdedFolders, looseFiles } from "./tidy/rooms.ts";
import {
  commentBreaches,
  nameBreaches,
  shortcutBreaches,
  sizeBreaches,
  sizeHints,
  skipBreaches,
} from "./tidy/shape.ts";
import { type Breach, type Source, sourceOf } from "./tidy/source.ts";

const listed = execFileSync("git", [
  "ls-files",
  "-z",
  "--cached",
  "--others",
  "--exclude-standard",
  "--deduplicate",
]);
const gone = new Set(execFileSync("git", ["ls-files", "-z", "--deleted"]).toString().split("\0"));
const paths = listed
  .toString()
  .split("\0")
  .filter((path) => path !== "" && !gone.has(path));
const parsed = paths
  .filter((path) => path.endsWith(".ts"))
  .map((path) => sourceOf(path, readFileSync(path, "utf8")));
const inside = (...folders: string[]) =>
  parsed.filter(({ path }) => folders.some((each) => path.startsWith(each)));
const sources = inside("src/");

type Rule = (source: Source) => readonly Breach[];

test("there is something to look at", () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(inside("test/").length).toBeGreaterThan(5);
});

describe("every source file", () => {
  test.each<[string, Rule]>([
    ["imports only what its folder may", importBreaches],
    ["leaves the platform, time and chance to the ports", globalBreaches],
    ["opens with a sentence, and documents what it exports", commentBreaches],
    ["has a name that says something, and so has all it declares", nameBreaches],
    ["is small, and so are its functions", sizeBreaches],
    ["takes no way around the types or the linter", shortcutBreaches],
    ["exports types that are nouns", participleTypes],
    ["makes regular expressions of constants", patternBreaches],
  ])("%s", (_, rule) => {
    expect(sources.flatMap(rule)).toEqual([]);
  });

  test("has no leave to import what none of its folder imports", () => {
    expect(unusedPackages(sources)).toEqual([]);
  });

  test("is part of no circle of files or folders, types included", () => {
    expect(folderCircles(sources)).toEqual([]);
    expect(fileCircles(sources)).toEqual([]);
  });

  test("exports names that no other file exports for something else", () => {
    expect(repeatedExports(sources)).toEqual([]);
  });

  test("stands in a folder that can be taken in at a glance, and none loose in src/", () => {
    expect(crowdedFolders(paths)).toEqual([]);
    expect(looseFiles(paths)).toEqual([]);
  });
});

test("the contract of drivers has few groups of optional members, and each says when it is called", () => {
  const room = inside("src/drivers/contract/");
  const groups = room.filter(({ path }) => path.endsWith("/contract.ts")).flatMap(optionalGroups);
  expect(groups.length).toBeGreaterThan(10);
  expect(groups.length).toBeLessThanOrEqual(maxGroups);
  expect(untimedGroups(groups, room)).toEqual([]);
});

test("each place that may make a regular expression makes one", () => {
  const made = sources.filter(
    ({ path, text }) => path in madePatterns && /new RegExp\(|extends RegExp/.test(text),
  );
  expect(made.map(({ path }) => path).sort()).toEqual(Object.keys(madePatterns).sort());
});

test("no text has an ellipsis, which is escaped as others' texts are: but for what is drawn on a screen", () => {
  const coded = ({ text, comments }: Source) =>
    comments.reduce(
      (left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end),
      text,
    );
  const drawn = ["src/cli/terminal/screen.ts", "src/cli/terminal/watch.ts"];
  const having = sources.filter((source) => coded(source).includes("…")).map(({ path }) => path);
  expect(having.sort()).toEqual(drawn);
});

test("ARCHITECTURE.md's map shows every folder", () => {
  const page = readFileSync("ARCHITECTURE.md", "utf8");
  const map = page.slice(page.indexOf("## The map"), page.indexOf("## Words"));
  const folders = new Set(sources.map(({ path }) => path.split("/").slice(1, 3)).flatMap(shownFolders));
  expect([...folders].filter((folder) => !map.includes(`${folder}/`))).toEqual([]);
});

/**
 * Returns the folders of a path that the map must show. Of the simulator and the drivers, only the outer folders must
 * be shown, because they contain one folder for each interface.
 */
function shownFolders([first = "", second = ""]: readonly string[]): readonly string[] {
  const isOneOfMany = ["drivers", "simulator"].includes(first);
  return [first, second].filter((each) => !each.includes(".") && !(isOneOfMany && each === second));
}

describe("what is beside the sources", () => {
  test("opens with a sentence: scripts and benchmarks", () => {
    const opening = (source: Source) =>
      commentBreaches(source).filter((each) => each.includes("opens without"));
    expect(inside("scripts/", "bench/").flatMap(opening)).toEqual([]);
  });

  test("runs: no test is skipped, and none keeps others from running", () => {
    expect(inside("test/", "bench/").flatMap(skipBreaches)).toEqual([]);
  });
});

test("a folder of tests is called like the one of src that it tests, or CONTRIBUTING.md says what it is", () => {
  const page = readFileSync("CONTRIBUTING.md", "utf8");
  const foldersIn = (root: string) =>
    new Set(
      inside(`${root}/`)
        .map(({ path }) => path.split("/"))
        .filter((parts) => parts.length > 2)
        .map(([, folder = ""]) => folder),
    );
  const mirrored = foldersIn("src");
  const others = [...foldersIn("test")].filter((folder) => !mirrored.has(folder));
  const rooms = [...page.matchAll(/^\| ((?:`[a-z-]+\/`(?:, )?)+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([a-z-]+)\/`/g)].map(([, folder = ""]) => folder),
  );
  expect(rooms.toSorted()).toEqual(others.toSorted());
});

test("servers that read the facts of products by themselves share nothing with what they judge", () => {
  const shared = inside("test/servers/products/").flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from|import\() ?"([^"]*\/src\/[^"]*)"/g)].flatMap(([, from = ""]) =>
      from.endsWith("/src/model/json.ts") ? [] : [`${path}: ${from}`],
    ),
  );
  expect(inside("test/servers/products/").length).toBeGreaterThan(5);
  expect(shared).toEqual([]);
});

test("no file names a folder of the machine it was written on", () => {
  const machine = new RegExp(["/wor", "k/|/ho", "me/|/Use", "rs/"].join(""));
  const texts = paths.filter((path) => /\.(?:ts|js|json|md|ya?ml|sh)$|^\.ci\/|^\.npmrc$/.test(path));
  expect(texts.filter((path) => machine.test(readFileSync(path, "utf8")))).toEqual([]);
});

describe("the rules themselves find", () => {
  const found = (rule: Rule, path: string, text: string) =>
    rule(sourceOf(path, text)).map((each) => each.split(": ")[1]);

  test.each([
    ["src/model/a.ts", 'import { b } from "../load/b.ts";'],
    ["src/model/a.ts", 'import { z } from "zod";'],
    ["src/load/a.ts", 'import type { A } from "../runtime/a.ts";'],
    ["src/load/a.ts", 'export { a } from "../git/a.ts";'],
    ["src/load/a.ts", 'export * from "../git/a.ts";'],
    ["src/load/a.ts", 'const a = await import("../git/a.ts");'],
    ["src/load/a.ts", 'type A = import("../git/a.ts").A;'],
    ["src/load/a.ts", 'import { drivers } from "../drivers/index.ts";'],
    ["src/diff/a.ts", 'import { plan } from "../plan/plan.ts";'],
    ["src/drivers/rest/session.ts", 'import { a } from "../restconf/a.ts";'],
    ["src/drivers/fabric/kinds/tenant.ts", 'import { a } from "../../replies.ts";'],
    ["src/simulator/world.ts", 'import type { Wire } from "../model/wire.ts";'],
    ["src/runtime/http/http.ts", 'import { load } from "../../load/load.ts";'],
    ["src/elsewhere/a.ts", ""],
  ])("a forbidden import in %s: %s", (path, text) => {
    expect(importBreaches(sourceOf(path, text))).toHaveLength(1);
  });

  test.each([
    ["src/load/a.ts", 'import { b } from "./b.ts"; import { p } from "../model/problem.ts"; import "zod";'],
    [
      "src/drivers/rest/session.ts",
      'import { a } from "../http/auth/a.ts"; import { b } from "./kinds/b.ts";',
    ],
    ["src/apply/a.ts", 'import { diff } from "../diff/diff.ts";'],
    ["src/cli/main.ts", 'import "commander"; import "../simulator/serve.ts"; import "../open.ts";'],
    ["src/runtime/a.ts", 'import "node:fs"; import "ky";'],
  ])("nothing wrong in %s: %s", (path, text) => {
    expect(importBreaches(sourceOf(path, text))).toEqual([]);
  });

  test("leave that nobody uses, of a package and of the platform", () => {
    const unused = unusedPackages([
      sourceOf("src/pace/a.ts", "const queue = import('p-queue');"),
      sourceOf("src/runtime/a.ts", 'import "node:fs";'),
    ]);
    expect(unused).toContain("^diff\\/: fast-json-patch");
    expect(unused).not.toContain("^pace\\/: p-queue");
    expect(unused).not.toContain("^runtime\\/: node:");
  });

  test("a circle of folders", () => {
    const circle = folderCircles([
      sourceOf("src/plan/a.ts", 'import "../diff/b.ts";'),
      sourceOf("src/diff/b.ts", 'import "../apply/c.ts";'),
      sourceOf("src/apply/c.ts", 'import "../plan/a.ts"; import "./d.ts";'),
    ]);
    expect(circle).toEqual(["apply → plan → diff → apply"]);
  });

  test("a circle of files, types included, and none where all arrows lead one way", () => {
    const circle = fileCircles([
      sourceOf("src/plan/a.ts", 'import "./b.ts";'),
      sourceOf("src/plan/b.ts", 'import type { C } from "./c.ts";'),
      sourceOf("src/plan/c.ts", 'import "./a.ts";'),
      sourceOf("src/plan/d.ts", 'import "./a.ts"; import "./b.ts";'),
    ]);
    expect(circle).toEqual(["plan/a.ts → plan/b.ts → plan/c.ts → plan/a.ts"]);
  });

  test("crowded folders, and loose files", () => {
    const files = (folder: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${folder}/f${at}.ts`);
    expect(crowdedFolders([...files("src/load", 25), ...files("src/model", 30), "src/load/a.json"])).toEqual(
      [],
    );
    expect(crowdedFolders(files("src/yaml", 26))).toEqual(["src/yaml: 26 files, over 25"]);
    expect(crowdedFolders(files("src/model", 31))).toEqual(["src/model: 31 files, over 30"]);
    expect(crowdedFolders(files("test/cli", 36))).toEqual(["test/cli: 36 files, over 35"]);
    expect(looseFiles(["src/index.ts", "src/open.ts", "src/engine/open.ts", "test/a.ts"])).toEqual([
      "src/open.ts: belongs into a folder of src/",
    ]);
  });

  test("a name that two files export, and none where only one does or each for its own driver", () => {
    const two = (first: string, second: string, text: string) =>
      repeatedExports([sourceOf(first, text), sourceOf(second, text)]);
    expect(two("src/load/a.ts", "src/diff/b.ts", "export interface Place {}")).toEqual([
      "Place: src/load/a.ts, src/diff/b.ts",
    ]);
    expect(two("src/load/a.ts", "src/diff/b.ts", "export const f = 1;")).toHaveLength(1);
    expect(two("src/simulator/a.ts", "src/simulator/wire/b.ts", "export class Place {}")).toHaveLength(1);
    expect(
      two("src/drivers/http/auth/a.ts", "src/drivers/yang/netconf/b.ts", "export type A = 1;"),
    ).toHaveLength(1);
    expect(two("src/simulator/a.ts", "src/diff/b.ts", "export interface Place {}")).toEqual([]);
    expect(
      two("src/drivers/yang/netconf/a.ts", "src/drivers/yang/restconf/b.ts", "export function f() {}"),
    ).toEqual([]);
    expect(two("src/load/a.ts", "src/diff/b.ts", "interface Place {}")).toEqual([]);
  });

  test.each(["Asked", "Found", "Told", "Reading"])("a type that is no noun: %s", (name) => {
    expect(participleTypes(sourceOf("src/a.ts", `export interface ${name} {}`))).toHaveLength(1);
  });

  test.each(["Desired", "WrittenStep", "Setting", "Seed"])("a type that is a noun: %s", (name) => {
    expect(participleTypes(sourceOf("src/a.ts", `export type ${name} = 1;`))).toEqual([]);
  });

  test.each([
    ['import { readFile } from "node:fs";', "node:fs"],
    ['const fs = await import("node:fs");', "node:fs"],
    ["const a = process.env.HOME;", "process"],
    ["setTimeout(f, 1);", "setTimeout"],
    ["const now = Date.now();", "Date.now"],
    ["const f = Date.now;", "Date.now"],
    ["const d = new Date();", "the wall clock"],
    ["const d = Date();", "the wall clock"],
    ["const r = Math.random();", "Math.random"],
    ["const a = fetch;", "fetch"],
    ["const a = { fetch };", "fetch"],
    ["globalThis.fetch(url);", "globalThis"],
    ["console.log(1);", "console"],
  ])("the platform in `%s`", (text, what) => {
    expect(globalBreaches(sourceOf("src/plan/a.ts", text))).toEqual([
      `src/plan/a.ts:1: ${what} belongs into runtime/, cli/ or simulator/`,
    ]);
  });

  test.each([
    "const d = new Date(text);",
    "const d = Date.parse(text);",
    "const a = wire.fetch(url);",
    "const a = { fetch: 1, process: 2 };",
    "function f(fetch: () => void) { fetch(); }",
    "interface A { process: string }",
  ])("no platform in `%s`", (text) => {
    expect(globalBreaches(sourceOf("src/plan/a.ts", text))).toEqual([]);
  });

  test.each([
    "const f = (text: string) => new RegExp(text);",
    "function f(text: string) { return RegExp(`^${text}$`); }",
    "const all = words.map((word) => new RegExp(word));",
    "class A { #at; constructor(text: string) { this.#at = new RegExp(text); } }",
    "const word = read(); const f = () => new RegExp(word);",
    "const Expression = RegExp;",
    "const made = Reflect.construct(RegExp, words);",
    "const made = new globalThis.RegExp(text);",
    "class A extends RegExp {}",
  ])("an expression of no constants in `%s`", (text) => {
    expect(patternBreaches(sourceOf("src/plan/a.ts", text))).toHaveLength(1);
  });

  test.each([
    "const word = `a`; const words = new RegExp(`^${word}+$`, `u`);",
    "const words = /^a+$/; function f(at: RegExp): RegExp { return at; }",
    "const word = `a`; const made = () => new RegExp(String.raw`(${word})` + `b`, `yu`);",
    "const a = { RegExp: 1 };",
  ])("nothing but constants in `%s`", (text) => {
    expect(patternBreaches(sourceOf("src/plan/a.ts", text))).toEqual([]);
    expect(patternBreaches(sourceOf("src/runtime/bounded-pattern.ts", "new RegExp(a)"))).toEqual([]);
  });

  test("the platform where it may be used: nothing", () => {
    for (const folder of ["runtime", "cli", "simulator"])
      expect(globalBreaches(sourceOf(`src/${folder}/a.ts`, "setTimeout(f, Date.now());"))).toEqual([]);
  });

  test("long files, long functions, wide lines and many parameters", () => {
    const lines = (count: number) => "a();\n".repeat(count);
    expect(found(sizeBreaches, "src/a.ts", lines(300))).toEqual([]);
    expect(found(sizeBreaches, "src/a.ts", lines(301))).toEqual(["301 lines, over 300"]);
    expect(found(sizeBreaches, "src/a.ts", `const f = () => {\n${lines(68)}};`)).toEqual([]);
    expect(found(sizeBreaches, "src/a.ts", `const f = () => {\n${lines(69)}};`)).toEqual([
      "a function of 71 lines, over 70",
    ]);
    expect(found(sizeBreaches, "src/a.ts", `a("${"x".repeat(120)}");`)).toEqual(["126 columns, over 120"]);
    expect(found(sizeBreaches, "src/a.ts", "function f(a, b, c) {}")).toEqual([]);
    expect(found(sizeBreaches, "src/a.ts", "function f(a, b, c, d) {}")).toEqual(["4 parameters, over 3"]);
  });

  test("lines that are saved by spreading an object where it is written, and by nothing else", () => {
    const saved = (text: string) => found(sizeBreaches, "src/a.ts", text);
    expect(saved("const a = { ...{ b, c }, d };")).toEqual(["an object spread where it is written"]);
    expect(saved("const a = { ...b, ...(c && { d }), ...[e] }; f({ ...g }); h(...[{ i }]);")).toEqual([]);
  });

  test("files of types alone may be longer, and no file that also runs", () => {
    const types = (count: number) =>
      `import type { B } from "./b.ts";\nexport type { C } from "./c.ts";\n/** A. */\nexport interface A {\n${"  readonly b: B;\n".repeat(count)}}\ntype D = A;\n`;
    expect(found(sizeBreaches, "src/a.ts", types(394))).toEqual([]);
    expect(found(sizeBreaches, "src/a.ts", types(395))).toEqual(["401 lines, over 400"]);
    for (const runs of ["export const e = 1;", "f();", 'import "./b.ts";', 'import { b } from "./b.ts";'])
      expect(found(sizeBreaches, "src/a.ts", `${types(300)}${runs}`)).toEqual(["307 lines, over 300"]);
  });

  test("what a reviewer is asked about: files from 251 lines on that do not fail, and none of types alone", () => {
    const lines = (count: number) => "a();\n".repeat(count);
    expect(found(sizeHints, "src/a.ts", lines(250))).toEqual([]);
    expect(found(sizeHints, "src/a.ts", lines(251))).toEqual(["251 lines, over 250"]);
    expect(found(sizeHints, "src/a.ts", lines(300))).toHaveLength(1);
    expect(found(sizeHints, "src/a.ts", lines(301))).toEqual([]);
    expect(found(sizeHints, "src/a.ts", "type A = 1;\n".repeat(260))).toEqual([]);
  });

  test.each([
    ["src/load/utils.ts", ""],
    ["src/yaml/yaml-helpers.ts", ""],
    ["src/common/a.ts", ""],
    ["src/a.ts", "const errorHandler = 1;"],
    ["src/a.ts", "export class PlanManager {}"],
    ["src/a.ts", "interface Service {}"],
    ["src/a.ts", "type Util = 1;"],
    ["src/a.ts", "function parseHelper() {}"],
  ])("an empty word in %s: %s", (path, text) => {
    expect(nameBreaches(sourceOf(path, text))).toHaveLength(1);
  });

  test("no empty word inside longer ones", () => {
    expect(nameBreaches(sourceOf("src/servers/a.ts", "const commonest = 1; type Serviced = 1;"))).toEqual([]);
  });

  test("missing comments", () => {
    const opened = "/** What it knows. */\n\n";
    expect(found(commentBreaches, "src/a.ts", "const a = 1;")).toEqual([
      "opens without a sentence on what it knows",
    ]);
    expect(found(commentBreaches, "src/a.ts", `${opened}export const a = 1;`)).toEqual([
      "exported without a doc comment",
    ]);
    expect(found(commentBreaches, "src/a.ts", `${opened}// A.\nexport const a = 1;`)).toHaveLength(1);
    expect(
      found(commentBreaches, "src/a.ts", `${opened}/** A. */\nexport const a = 1;\nconst b = 2;`),
    ).toEqual([]);
    expect(found(commentBreaches, "src/a.ts", `${opened}export { a } from "./a.ts";`)).toEqual([]);
  });

  test.each([
    "// biome-ignore lint: because",
    "/* @ts-expect-error */",
    "const a = b as string;",
    "const a: any = 1;",
    "enum A { B }",
    "export default 1;",
  ])("a shortcut in `%s`", (text) => {
    expect(shortcutBreaches(sourceOf("src/a.ts", text))).toHaveLength(1);
  });

  test("no shortcut in `as const`, nor in renaming", () => {
    expect(
      shortcutBreaches(sourceOf("src/a.ts", 'const a = [1] as const; import { b as c } from "b";')),
    ).toEqual([]);
  });

  test.each([
    "test.skip('x', f);",
    "describe.only('x', f);",
    "it.todo('x');",
    "test.concurrent.skip('x', f);",
  ])("a test that does not run in `%s`", (text) => {
    expect(skipBreaches(sourceOf("test/a.test.ts", text))).toHaveLength(1);
  });

  test("no skipping in each() or in other objects' methods", () => {
    expect(skipBreaches(sourceOf("test/a.test.ts", "test.each([1])('x', f); lines.skip(1);"))).toEqual([]);
  });
});
