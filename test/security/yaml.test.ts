/**
 * Malicious files. Each read ends with a clear problem, after little work and within 256 MB, and reads no file outside
 * the project.
 */

import { execFile, execFileSync } from "node:child_process";
import { linkSync } from "node:fs";
import { link, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";
import { folder, trueup, write } from "../cli/command.ts";
import { spread, times } from "../long-forms.ts";
import { counted } from "./counted.ts";
import type { Work } from "./work-counter.ts";

const project = `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "https://cloud.example.net", credential: { apiKey: { secret: env:KEY } } }
`;

interface Measured extends Work {
  readonly problems: readonly { readonly code: string; readonly message: string; readonly file?: string }[];
  readonly polluted: boolean;
}

/**
 * Reads a project in a separate process. Returns its problems and its work. The memory includes about 100 MB of Node
 * and of the program itself.
 */
async function measured(cwd: string): Promise<Measured> {
  const run = promisify(execFile);
  const flags = ["--semi-space-growth-factor=1", inject("measured")];
  const { ended, work } = await counted((env) =>
    run(process.execPath, flags, { cwd, env: { ...process.env, ...env } }),
  );
  return { ...JSON.parse(ended.stdout), ...work };
}

/** To read a key of 7 million characters completely takes 56 million runs of blocks. */
const maxBlocks = 80e6;

async function refused(cwd: string, codes: readonly string[]): Promise<Measured> {
  const all = await measured(cwd);
  expect(all.all.blocks).toBeLessThan(maxBlocks);
  expect(all.peakMegabytes).toBeLessThan(256);
  expect(all.polluted).toBe(false);
  const found = all.problems.map(({ code }) => code);
  for (const code of codes) expect(found).toContain(code);
  return all;
}

const bomb = Array.from({ length: 30 }, (_, at) => {
  const members = Array.from({ length: 10 }, () => (at === 0 ? "lol" : `*a${at - 1}`));
  return `a${at}: &a${at} [${members.join(", ")}]`;
}).join("\n");

const texts: readonly (readonly [string, string, string])[] = [
  ["20,000 levels of lists", "[".repeat(20_000), "too-deep"],
  ["20,000 levels of maps", "{a: ".repeat(20_000), "too-deep"],
  ["3,000 levels by indentation", nested(3000), "too-deep"],
  ["a file of 9 MB", `a: ${"x".repeat(9_000_000)}`, "unreadable-file"],
  ["300,000 values", `a: [${"1,".repeat(300_000)}1]`, "too-large"],
  ["300,000 keys", Array.from({ length: 300_000 }, (_, at) => `k${at}: 1`).join("\n"), "too-large"],
  ["one key of 7 million characters", `? "${"k".repeat(7_000_000)}"\n: 1`, "missing-target"],
  ["aliases of aliases of aliases", bomb, "too-many-aliases"],
  ["an alias of itself", "a: &a [*a]", "unknown-alias"],
  ["merge keys", "a: &a { b: 1 }\nc: { <<: *a }", "merge-key"],
  ["__proto__", "networks: { __proto__: { polluted: true } }", "bad-key"],
  ["constructor and prototype", "constructor: { prototype: { polluted: true } }", "bad-key"],
  ["quoted __proto__", '"__proto__": { polluted: true }\n', "bad-key"],
  ["a tag of JavaScript", 'a: !!js/function "function () {}"', "yaml-tag"],
  [
    "a document of anchors",
    Array.from({ length: 50_000 }, (_, at) => `- &x${at} 1`).join("\n"),
    "wrong-type",
  ],
];

describe("a text with", () => {
  const weighed = spread(texts, times("hostileTexts"));

  test.each(texts)("%s is refused", async (name, text, code) => {
    const cwd = await folder({ "trueup.yaml": project, "desired-state/a.yaml": text });
    if (weighed.some(([each]) => each === name)) await refused(cwd, [code]);
    const ended = await trueup(["validate"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain(`error[${code}]`);
    expect(ended.err.length).toBeLessThan(20_000);
  });

  test.each(weighed)("%s is refused as the project file too", async (_, text) => {
    const { problems } = await refused(await folder({ "trueup.yaml": text }), []);
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe("what lies elsewhere is not read:", () => {
  const outside = "target: cloud\norganization: SECRET-OUTSIDE\nnetworks: {}\n";

  test("links out of the tree, to a folder or file of the project or of the machine, and links in circles", async () => {
    const cwd = await folder({ "trueup.yaml": project, "outside/a.yaml": outside, "b.yaml": outside });
    await mkdir(join(cwd, "desired-state/sub"), { recursive: true });
    const links = {
      "a.yaml": "../b.yaml",
      "b.yaml": "/etc/hostname",
      sub2: "../outside",
      "sub/up": "..",
      loop: "loop",
    };
    for (const [name, to] of Object.entries(links)) await symlink(to, join(cwd, "desired-state", name));
    const { problems } = await refused(cwd, ["link-outside", "unreadable-file"]);
    expect(problems.filter(({ code }) => code === "link-outside").map(({ file }) => file)).toEqual([
      "desired-state/a.yaml",
      "desired-state/b.yaml",
      "desired-state/sub2",
    ]);
    expect(JSON.stringify(problems)).not.toContain("SECRET-OUTSIDE");
  });

  test("devices and pipes, which would never end", async () => {
    const cwd = await folder({ "trueup.yaml": project, "desired-state/.keep": "" });
    execFileSync("mkfifo", [join(cwd, "desired-state/pipe.yaml")]);
    await symlink("/dev/zero", join(cwd, "desired-state/zero.yaml"));
    await symlink("/dev/stdin", join(cwd, "desired-state/stdin.yaml"));
    const { problems } = await refused(cwd, ["unreadable-file", "link-outside"]);
    const names = ["pipe", "stdin", "zero"].map((name) => `desired-state/${name}.yaml`);
    expect(problems.map(({ file }) => file).sort()).toEqual(names);
  });

  test.each(["../outside", "/etc", "desired-state/../../outside", "..", "desired-state\0/x"])(
    "desiredState: %j",
    async (path) => {
      const cwd = await folder({ "inside/trueup.yaml": `${project}desiredState: ${JSON.stringify(path)}\n` });
      await write(cwd, "outside/a.yaml", outside);
      const { problems } = await refused(join(cwd, "inside"), []);
      expect(problems.length).toBeGreaterThan(0);
      expect(JSON.stringify(problems)).not.toContain("SECRET-OUTSIDE");
    },
  );

  test("a desired-state folder that is itself a link out of the project", async () => {
    const cwd = await folder({ "inside/trueup.yaml": project, "outside/a.yaml": outside });
    await symlink("../outside", join(cwd, "inside/desired-state"));
    await refused(join(cwd, "inside"), ["link-outside"]);
  });
});

describe("a tree of", () => {
  test("too many files is refused before any of them is read", async () => {
    const cwd = await folder({ "trueup.yaml": project });
    for (let at = 0; at < times("files") / 1000; at++) {
      const path = join(cwd, `desired-state/${at}`);
      await mkdir(path, { recursive: true });
      const first = join(path, "0.yaml");
      await writeFile(first, "");
      for (let file = 1; file < 1000; file++) linkSync(first, join(path, `${file}.yaml`));
    }
    await refused(cwd, ["tree-too-large"]);
  });

  test("40 files of 7 MB is refused before all of them are read", async () => {
    const cwd = await folder({ "trueup.yaml": project });
    await mkdir(join(cwd, "desired-state"));
    const first = join(cwd, "desired-state/0.yaml");
    await writeFile(first, `a: ${"x".repeat(7_000_000)}`);
    for (let at = 1; at < 40; at++) await link(first, join(cwd, `desired-state/${at}.yaml`));
    await refused(cwd, ["tree-too-large"]);
  });
});

function nested(levels: number): string {
  return Array.from({ length: levels }, (_, at) => `${" ".repeat(at)}a:`).join("\n");
}
