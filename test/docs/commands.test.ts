/** Every command in the documentation exists as it is written, and is run by a test or by `.ci/run`. */

import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { program } from "../../src/cli/program/program.ts";
import { openOutput } from "../../src/cli/terminal/output.ts";
import { changedByOthers } from "../../src/simulator/authors.ts";
import { builtInCompany } from "../../src/simulator/company.ts";
import { liveChangeSchema } from "../../src/simulator/live-change.ts";
import { createWorld } from "../../src/simulator/world.ts";
import { fewer } from "../long-forms.ts";
import { followedPages } from "./guides/follower.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const filesIn = (folder: string, end: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);

const pages = [
  "README.md",
  "SECURITY.md",
  "BENCHMARKS.md",
  "CONTRIBUTING.md",
  "RELIABILITY.md",
  ...filesIn("docs", ".md"),
];
const texts = pages.map((page) => read(page));

/** Commands in inline code, and in lines of code up to their comments. */
const named = texts
  .flatMap((text) => [...text.matchAll(/`([^`\n]+)`/g), ...text.matchAll(/^ *(?:\$ |- run: )?([^`\n]+)$/gm)])
  .flatMap(([, code = ""]) => (code.split(/\s#\s/)[0] ?? "").split(/&&|\|/))
  .map((code) => code.trim().replace(/^npx (?=trueup)/, ""));

const programs = /^(?:npm|npx|node|git|gh|curl|docker|bash|sh|openssl|ssh|ssh-keygen|ssh-keyscan) \S/;

/** Commands in shell blocks, and in inline code that begins with a program's name. */
const commandLines = new Set(
  texts
    .flatMap((text) => {
      const blocks = [...text.matchAll(/^```(?:sh|bash|shell|console)\n(.*?)^```/gms)].map(
        ([, block = ""]) => block,
      );
      const lines = blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, "").split("\n"));
      const shown = lines.map((line) => (line.trim().split(/\s#\s/)[0] ?? "").replace(/^\$ /, ""));
      const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
      return [...shown, ...inline.filter((code) => programs.test(code))];
    })
    .flatMap((line) => line.split(/ && | \| /))
    .map((line) => line.trim().replace(/^npx (?=trueup )/, ""))
    .filter((line) => line !== "" && !line.startsWith("#")),
);

/** Commands in the documentation that nothing here runs literally, and why. */
const notRun: Readonly<Record<string, string>> = {
  "git cat-file tag refs/trueup/production/applied":
    "git's own; what it would show is read in test/cli/apply",
  "git fsck": "git's own, for a repository that is damaged",
  "git gc": "git's own; named as what trueup switches off",
  "git ls-remote": "git's own; named as what must work",
  "git merge-base": "git's own; trueup runs it",
  "git replace": "git's own; named as what is not obeyed",
  "git status": "git's own, for a repository that does not work",
  "git init":
    "git's own, for a repository that there is not yet; test/workflows/week.test.ts begins with one",
  "git remote add origin git@github.com:acme/network.git": "the same",
  "openssl rand -hex 32 > /run/secrets/plant-7":
    "test/docs/guides/many-machines.test.ts runs it at another place",
  "age-keygen --output key.txt": "a tool of others, which is not here",
  'sops encrypt --age "$(age-keygen -y key.txt)" --in-place secrets/network.yaml': "the same",
  "TRUEUP_SECRETS=$(sops decrypt --output-type json secrets/network.yaml) trueup apply --yes":
    "the same; what TRUEUP_SECRETS does: test/runtime/secrets/secret-pool.test.ts",
  'curl --header "Authorization: Bearer $(cat token)" https://trueup.example.net/api/v1/environments':
    "needs a server of that name; test/serve/access/routes.test.ts sends the same header",
  "openssl rand -hex 32": "makes a key that nobody else has",
  "ssh-keyscan -p 830 10.30.0.1 >> known_hosts": "needs a device at that address",
  "ssh -p 4805 -l simulated-router-user@10.20.0.1 -s 127.0.0.1 netconf": "asks for a password at a terminal",
  "npm pack": "test/package.test.ts packs and installs the package",
  "npm install --save-dev PATH/trueup-0.2.0-dev.tgz": "test/package.test.ts packs and installs the package",
  "npm install --save-dev --save-exact trueup": "it is not in a registry yet",
  "npm audit signatures": "it is not in a registry yet",
  "sha256sum --check --ignore-missing SHA256SUMS": "test/binary/papers.test.ts compares the same sums",
  "gh attestation verify trueup-VERSION-linux-x64 --repo OWNER/REPOSITORY --signer-workflow OWNER/REPOSITORY/.github/workflows/release.yml --source-ref refs/tags/vVERSION":
    "there is no release yet; test/release.test.ts holds the workflow to what it names",
  "install -m 755 trueup-VERSION-linux-x64 ~/.local/bin/trueup":
    "test/binary/executable.test.ts copies and runs it",
  "docker build --tag trueup --file .github/container/Dockerfile dist-binary":
    "needs Docker: .github/workflows/ci.yml",
  'docker run --rm --read-only --tmpfs /tmp --volume "$PWD:/project" --env DASHBOARD_API_KEY trueup plan':
    "needs Docker: .github/workflows/ci.yml",
};

/** The lines of the pages that a test follows from beginning to end. */
const followed = new Set(
  followedPages
    .flatMap((page) => [...read(page).matchAll(/^```sh\n(.*?)^```/gms)])
    .flatMap(([, block = ""]) => block.split(/\n| && /))
    .map((line) => line.trim()),
);

/** The test or job that runs a line of a document; undefined: none. */
function runnerOf(line: string): string | undefined {
  if (line.startsWith("trueup ") || line.startsWith("npx vitest run ")) return "the tests below";
  const [, script] = /^npm run ([\w:]+)(?: |$)/.exec(line) ?? [];
  if (script !== undefined) return scripts.has(script) ? "the test of scripts" : undefined;
  if (line === "npm test" || line === "npm ci") return ci.includes(line) ? ".ci/run" : undefined;
  if (changeIn(line) !== undefined) return "the test of what is changed by hand";
  return followed.has(line) ? "test/docs/guides" : notRun[line];
}

/** The change that a line makes in a simulated network; undefined: the line makes none. */
function changeIn(line: string): string | undefined {
  return /^curl --silent --json '([^']+)' http:\/\/127\.0\.0\.1:4801\/_sim\/change$/.exec(line)?.[1];
}

test("what documents change by hand is there in the simulated company", () => {
  const changes = [
    ...new Set([...named].filter((line) => !followed.has(line)).flatMap((line) => changeIn(line) ?? [])),
  ];
  expect(changes.length).toBeGreaterThan(0);
  const world = createWorld(builtInCompany());
  for (const change of changes) {
    const read = liveChangeSchema.parse(JSON.parse(change));
    expect(changedByOthers(world, read, 0), change).toBeDefined();
  }
});

const scripts = new Set(named.flatMap((code) => /^npm run ([\w:]+)/.exec(code)?.[1] ?? []));
const ci = read(".ci/run");

/** Scripts that `.ci/run` does not call by name, and what runs the same checks. */
const elsewhere: Readonly<Record<string, () => boolean>> = {
  // The same vitest with the same option.
  coverage: () => ci.includes("npm test -- --coverage"),
  // They write what `npm run check` compares.
  fix: () => read("package.json").includes('"check:lint": "biome ci"'),
  schemas: () => read("package.json").includes('"check:generated": "node scripts/schemas.ts --check'),
  "catalog:derive": () => read("package.json").includes("&& node scripts/catalog-derive.ts --check"),
  "catalog:facts": () => read("test/docs/facts.test.ts").includes('file: "docs/renewing-facts.md"'),
  "demo:record": () => read("test/package.test.ts").includes("docs/demo.cast"),
  reference: () => read("package.json").includes("&& node scripts/reference.ts --check"),
  kinds: () => read("package.json").includes("&& node scripts/kinds.ts --check"),
  shares: () => read("test/shares/shares.test.ts").includes("shareText("),
  // Quick checks run first, in a job of their own.
  "check:quick": () => read(".github/workflows/ci.yml").includes("- run: npm run check:quick\n"),
  "test:changed": () => read(".github/workflows/ci.yml").includes("- run: npm run test:changed -- --since"),
  // It searches for unforeseen faults, for hours: weekly.
  hostile: () => read(".github/workflows/weekly.yml").includes("- run: npm run hostile -- --minutes"),
  // For all code that makes decisions it takes hours: weekly. The lines that a proposal changes are tested beside its
  // other checks.
  "test:mutations": () => read(".github/workflows/weekly.yml").includes("- run: npm run test:mutations"),
  "test:judges": () => read(".github/workflows/weekly.yml").includes("- run: npm run test:judges\n"),
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

  test("names no command that nothing runs, but for those that say why", () => {
    const lines = [...commandLines];
    expect(lines.filter((line) => runnerOf(line) === undefined)).toEqual([]);
    expect(Object.keys(notRun).filter((line) => !commandLines.has(line))).toEqual([]);
    expect(lines.length).toBeGreaterThan(40);
  });

  test("shows commands of trueup in its blocks with options that a test gives to some command", () => {
    const tests = filesIn("test", ".ts").map(read).join("\n");
    const shown = [...commandLines].filter((line) => line.startsWith("trueup "));
    const options = new Set(
      shown.flatMap((line) => [...line.matchAll(/ (--[a-z-]+)/g)].map(([, one = ""]) => one)),
    );
    expect([...options].filter((option) => !new RegExp(`["' ]${option}["' =]`).test(tests))).toEqual([]);
    expect(options.size).toBeGreaterThan(8);
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
      const outer = all.commands.find((each) => each.name() === name);
      const command = outer?.commands.find((each) => rest.startsWith(` ${each.name()}`)) ?? outer;
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

test.each(fewer(simulations, 1))("%s works as it is documented", async (line) => {
  const [script = "", ...args] = line.split(" ");
  const path = fileURLToPath(new URL(`scripts/${script}.ts`, root));
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...args], {
    cwd: fileURLToPath(root),
  });
  expect(stdout).not.toBe("");
});

const silent = { write: () => true };
