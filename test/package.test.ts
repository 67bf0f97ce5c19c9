/**
 * The package as a user gets it. It is packed, installed into an empty folder without a registry, and run from there.
 */

import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printedBy, withoutChance } from "../scripts/site/cast.ts";

const project = resolve(import.meta.dirname, "..");
const temporary = mkdtempSync(join(tmpdir(), "trueup-package-"));
const user = join(temporary, "user");
const { version } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
let packed: readonly string[] = [];

/** The environment of an npm that cannot reach a registry. It lacks the variables of the npm that runs these tests. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  npm_config_offline: "true",
  npm_config_cache: join(temporary, "cache"),
};

beforeAll(() => {
  const pack = ["pack", "--json", "--pack-destination", temporary];
  execFileSync("npm", pack, { cwd: project, stdio: ["ignore", "pipe", "ignore"] });
  const tarball = readdirSync(temporary).find((name) => name.endsWith(".tgz")) ?? "";
  packed = execFileSync("tar", ["-tzf", join(temporary, tarball)], { encoding: "utf8" })
    .trim()
    .split("\n");
  mkdirSync(user);
  writeFileSync(join(user, "package.json"), '{"name":"user","private":true,"type":"module"}');
  execFileSync("npm", ["install", join(temporary, tarball)], { cwd: user, env, stdio: "ignore" });
}, 240_000);

afterAll(() => rmSync(temporary, { recursive: true, force: true }));

function trueup(...args: string[]) {
  const bin = join(user, "node_modules/.bin/trueup");
  return spawnSync(process.execPath, [bin, ...args], { cwd: user, env, encoding: "utf8" });
}

function compiles(text: string, ...options: string[]): string {
  writeFileSync(join(user, "use.ts"), text);
  const tsc = join(project, "node_modules/typescript/bin/tsc");
  const strict = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--types", ""];
  return spawnSync(process.execPath, [tsc, ...strict, ...options, "use.ts"], { cwd: user, encoding: "utf8" })
    .stdout;
}

describe("the tarball", () => {
  test("holds the command, the bundle, types, schemas, the example and papers, and nothing else", () => {
    const tops = new Set(packed.map((path) => path.split("/").slice(0, 2).join("/")));
    expect([...tops].sort()).toEqual([
      "package/CHANGELOG.md",
      "package/LICENSE",
      "package/README.md",
      "package/action",
      "package/bin",
      "package/desired-state",
      "package/dist",
      "package/examples",
      "package/package.json",
      "package/schemas",
      "package/trueup.yaml",
    ]);
    for (const path of ["dist/main.js", "dist/index.js", "dist/types/index.d.ts", "dist/licenses.txt"])
      expect(packed).toContain(`package/${path}`);
    expect(packed.filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))).toEqual([]);
  });

  test("needs no other package", () => {
    const own = JSON.parse(readFileSync(join(user, "node_modules/trueup/package.json"), "utf8"));
    expect(own.dependencies).toBeUndefined();
    expect(readdirSync(join(user, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "trueup",
    ]);
  });

  test("names the licence of what it bundles", () => {
    const text = readFileSync(join(user, "node_modules/trueup/dist/licenses.txt"), "utf8");
    for (const name of ["undici", "zod", "commander", "pino"])
      expect(text).toMatch(new RegExp(`^${name} \\d`, "m"));
  });
});

describe("the installed command", () => {
  test("says its version", () => {
    expect(trueup("--version")).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("finds the catalogs that it brings, compiled, and no YAML of them", () => {
    const { status, stdout } = trueup("kinds", "meraki", "ssid");
    expect(status).toBe(0);
    expect(stdout).toContain("networks.*.wireless.ssids.*");
    expect(packed).toContain("package/dist/catalogs/meraki.json");
    expect(packed.filter((path) => path.includes("/catalogs/") && !/\.(?:json|d\.ts)$/.test(path))).toEqual(
      [],
    );
  });

  test("starts a project that is valid from the first moment", () => {
    expect(trueup("init")).toMatchObject({ status: 0 });
    expect(readdirSync(user)).toEqual(expect.arrayContaining(["trueup.yaml", "desired-state"]));
    const validate = trueup("validate");
    expect(validate.stdout + validate.stderr).not.toMatch(/error/i);
    expect(validate.status).toBe(0);
  });

  test("takes the example company through the whole loop", () => {
    const { stdout, status } = trueup("demo");
    // The number is usually 5, but larger on a machine that stalls. Tests in virtual time prove that the pacer keeps
    // the limit.
    expect(stdout).toMatch(
      /The simulator's own log says: the dashboard saw at most [5-8] requests in any second/,
    );
    expect(status).toBe(0);
    // The recording on the site must match the output of the demo. If it does not, run `npm run demo:record`.
    const recorded = printedBy(readFileSync(join(project, "docs/demo.cast"), "utf8"));
    expect(withoutChance(recorded)).toBe(withoutChance(stdout));
  });

  test("compiles what docs/library.md shows", () => {
    const page = readFileSync(join(project, "docs/library.md"), "utf8");
    const examples = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
    expect(examples.map((text) => /makePlan|recordedApply/.exec(text)?.[0])).toEqual([
      "makePlan",
      "recordedApply",
      "makePlan",
    ]);
    const options = ["--skipLibCheck", "--types", "node", "--typeRoots"];
    for (const text of examples)
      expect(compiles(text, ...options, join(project, "node_modules/@types"))).toBe("");
  });

  test("makes nine products what is declared, in their own words, and has nothing to do the second time", () => {
    const { stdout, status } = trueup("demo", "--products");
    expect(stdout).toMatch(/Apply: \d+ applied +\(\d+ requests: meraki \d+, catalyst-center \d+, apic \d+, /);
    expect(stdout).toMatch(/Plan: nothing to do; \d+ as declared/);
    expect(stdout).toContain("nine products accepted");
    expect(status).toBe(0);
  });

  test("says a mistake with file, line and column, and ends with 1", () => {
    writeFileSync(join(user, "desired-state/wrong.yaml"), "target: nowhere\n");
    const { status, stdout, stderr } = trueup("validate");
    rmSync(join(user, "desired-state/wrong.yaml"));
    expect(status).toBe(1);
    expect(stdout + stderr).toContain("desired-state/wrong.yaml:1:");
  });

  test("says in one line that this Node is too old, and ends with 70", () => {
    const old = join(temporary, "old.mjs");
    const pretend = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" });\n';
    const bin = join(user, "node_modules/trueup/bin/trueup.js");
    writeFileSync(old, `${pretend}await import(${JSON.stringify(bin)});\n`);
    expect(spawnSync(process.execPath, [old], { encoding: "utf8" })).toMatchObject({
      status: 70,
      stdout: "",
      stderr:
        "trueup needs Node 22.19 or newer, and this is 20.20.2: install Node 24 (`nvm install 24`), " +
        "or take the single executable, which needs no Node\n",
    });
  });
});

describe("the library", () => {
  test("can be imported", () => {
    const script = 'const library = await import("trueup"); console.log(Object.keys(library).length > 0);';
    const options = { cwd: user, encoding: "utf8" } as const;
    const found = spawnSync(process.execPath, ["--input-type=module", "-e", script], options);
    expect(found).toMatchObject({ status: 0, stdout: "true\n" });
  });

  test("has types that are found, and that are not `any`", () => {
    expect(
      compiles('import type * as library from "trueup";\nexport type A = typeof library;', "--skipLibCheck"),
    ).toBe("");
    expect(compiles('import { nothingOfThatName } from "trueup";', "--skipLibCheck")).toContain(
      "nothingOfThatName",
    );
  });

  test("has types that are whole, for those who have zod", () => {
    symlinkSync(join(project, "node_modules/zod"), join(user, "node_modules/zod"));
    expect(compiles('import * as library from "trueup";\nexport const a = library;')).toBe("");
  });
});
