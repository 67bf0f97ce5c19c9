/** Every command that a document names exists as it is written there, and something runs it: a test, or `.ci/run`. */

import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { program } from "../../src/cli/program/program.ts";
import { openOutput } from "../../src/cli/terminal/output.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const filesIn = (folder: string, end: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);

const pages = ["README.md", "BENCHMARKS.md", "CONTRIBUTING.md", "RELIABILITY.md", ...filesIn("docs", ".md")];
const texts = pages.map((page) => read(page));

/** What stands in backquotes, or in a line of a block of code, up to its comment. */
const named = texts
  .flatMap((text) => [...text.matchAll(/`([^`\n]+)`/g), ...text.matchAll(/^ *(?:\$ |- run: )?([^`\n]+)$/gm)])
  .flatMap(([, code = ""]) => (code.split(/\s#\s/)[0] ?? "").split(/&&|\|/))
  .map((code) => code.trim().replace(/^npx (?=trueup)/, ""));

const scripts = new Set(named.flatMap((code) => /^npm run ([\w:]+)/.exec(code)?.[1] ?? []));
const ci = read(".ci/run");

/** Scripts that `.ci/run` does not call by name, and what runs the same. */
const elsewhere: Readonly<Record<string, () => boolean>> = {
  // The same vitest with the same option.
  coverage: () => ci.includes("npm test -- --coverage"),
  // They write what `npm run check` compares.
  fix: () => read("package.json").includes('"check:lint": "biome ci"'),
  schemas: () => read("package.json").includes('"check:generated": "node scripts/schemas.ts --check"'),
  soak: () => read("test/chaos/soak.test.ts").includes('"scripts/soak.ts"'),
  "simulate:faults": () => simulations.some((one) => one.includes("faults")),
  "simulate:decisions": () => simulations.some((one) => one.includes("decisions")),
};

const simulations = [
  "simulate-faults --seeds 1",
  "simulate-faults --seed 1 --trace",
  "simulate-decisions --seeds 1",
];

describe("a document", () => {
  test("names scripts of npm that exist, and that a test or .ci/run runs", () => {
    const existing: unknown = JSON.parse(read("package.json"));
    for (const script of scripts) {
      expect(existing).toHaveProperty(["scripts", script]);
      const isRun = elsewhere[script]?.() ?? new RegExp(`^part .* npm run ${script}(?: |$)`, "m").test(ci);
      expect(isRun, `npm run ${script} is run by nothing`).toBe(true);
    }
    expect(scripts.size).toBeGreaterThan(8);
  });

  test("names folders of tests that exist", () => {
    const folders = named.flatMap((code) => /^npx vitest run (\S+)/.exec(code)?.[1] ?? []);
    expect(folders.filter((folder) => !existsSync(new URL(folder, root)))).toEqual([]);
  });

  test("names commands and options of trueup that exist, and each command is run by a test", () => {
    const surroundings = { cwd: () => ".", env: {}, stdin: process.stdin, stdout: silent, stderr: silent };
    const on = { surroundings, output: openOutput(surroundings) };
    const all = program("0", () => {}, on);
    const tests = filesIn("test", ".ts").map(read).join("\n");
    const wrong: string[] = [];
    for (const code of named) {
      const [, name = "", rest = ""] = /^trueup ([a-z]+)((?: .*)?)$/.exec(code) ?? [];
      const command = all.commands.find((each) => each.name() === name);
      if (!/(?: --| [A-Z]+$|^$)/.test(rest) || name === "") continue;
      if (!command) {
        if (name !== "complete") wrong.push(code);
        continue;
      }
      const known = [...all.options, ...command.options].flatMap(({ long }) => long ?? []);
      const options = [...rest.matchAll(/(?<= )--[a-z][a-z-]*/g)].map(([option]) => option);
      if (options.some((option) => option !== "--help" && !known.includes(option))) wrong.push(code);
      const isRun = new RegExp(`\\["${name}"|args: \\["${name}|"${name}",`).test(tests);
      if (!isRun && !existsSync(new URL(`test/cli/commands/${name}.test.ts`, root)))
        wrong.push(`${name}: no test`);
    }
    expect(wrong).toEqual([]);
  });
});

test.each(simulations)("%s works as it is documented", async (line) => {
  const [script = "", ...args] = line.split(" ");
  const path = fileURLToPath(new URL(`scripts/${script}.ts`, root));
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...args], {
    cwd: fileURLToPath(root),
  });
  expect(stdout).not.toBe("");
});

const silent = { write: () => true };
