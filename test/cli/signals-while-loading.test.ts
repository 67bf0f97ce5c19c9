/**
 * Signals to a run while it loads files for seconds, in small and large projects. The system ends the run at once, also
 * if the run is a child of process 1.
 */

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { spread, times } from "../long-forms.ts";
import { folder, write } from "./command.ts";

/** The module that `bin/trueup.js` loads if its process id is 1. */
const firstProcess = new URL("../../bin/first-process.js", import.meta.url).href;
const start = fileURLToPath(new URL("../../bin/trueup.js", import.meta.url));

const project = `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "http://127.0.0.1:9", credential: { apiKey: { secret: env:KEY } } }
`;
const head = "target: cloud\norganization: Acme\n";
const numbers = (count: number) => `[${Array.from({ length: count }, (_, at) => at).join(", ")}]`;
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join("");

const router = `version: 1
environment: test
targets:
  routers:
    interface: restconf
    dialect: rfc8040
    url: http://127.0.0.1:9/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:KEY }, password: { secret: env:KEY } }
    settings: { yang: yang }
`;
const patterns = lines(20, (at) => `pattern '(([a-z]|[a-y]|[b-z])*x{0,${at}}){300}'; `);

/** Each project takes at least two seconds of processor time; only the last one has many resources. */
const projects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "expressions that take all their steps": {
    "trueup.yaml": project,
    "desired-state/a.yaml": `${head}vars: { n: ${numbers(60)}, t: ${"a".repeat(50_000)} }\nnetworks:\n${lines(
      300,
      (at) => `  x${at}: { name: "\${n.all(a, n.all(b, t.size() > ${at})) ? 'a' : 'b'}" }\n`,
    )}`,
  },
  "patterns of modules": {
    "trueup.yaml": router,
    "yang/m.yang": `module m { yang-version 1.1; namespace "urn:m"; prefix m; container c { leaf-list l { type string { ${patterns}} } } }\n`,
    "desired-state/a.yaml": `target: routers\ndevices:\n  r1: { host: 10.20.0.1, config: { "/m:c": { l: [${lines(80, (at) => `${"abcd".repeat(100)}${at}, `)}] } } }\n`,
  },
  "rows of many documents": {
    "trueup.yaml": project,
    "desired-state/defaults.yaml": head,
    "desired-state/vars.yaml": `n: ${numbers(1000)}\n`,
    "desired-state/a.yaml": lines(
      300,
      (at) => `---\neach: { r: n }\nnetworks: { "y${at}-\${r}": { name: "\${r}" } }\n`,
    ),
  },
  "100,000 resources that are in order": {
    "trueup.yaml": project,
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, file) => [
        `desired-state/${file}.yaml`,
        `target: cloud\norganization: Acme ${file}\nnetworks:\n${lines(10_000, (at) => `  n${file}-${at}: { name: Site ${at}, tags: [a, b] }\n`)}`,
      ]),
    ),
  },
};

/**
 * A limit of processor time, in hundredths of a second. A start takes a third of it, and loading each of these projects
 * takes a multiple, even on a fast machine.
 */
const busyTicks = 50;
/**
 * The longest time until a command ends. By design this takes a second; it takes more while the machine is busy with
 * other tests.
 */
const maxMs = 6000;

const cases = Object.keys(projects).flatMap((name) =>
  (["SIGTERM", "SIGINT"] as const).flatMap((signal) => [
    { name, signal, as: "an ordinary process" },
    { name, signal, as: "process 1" },
  ]),
);
/** A process can be process 1 of a new namespace only if the system permits it. */
const canBeFirst = (() => {
  try {
    return (
      execFileSync("unshare", ["--pid", "--fork", "sh", "-c", "echo $$"], { stdio: "pipe" }).toString() ===
      "1\n"
    );
  } catch {
    return false;
  }
})();

/** The prefix that runs a command as process 1. If the system does not permit this, the prefix is empty. */
const asFirst = canBeFirst ? ["unshare", "--pid", "--fork", "--kill-child"] : [];

test.each(spread(cases, times("signalsWhileLoading")))(
  "$signal in the middle of $name ends $as",
  { timeout: 120_000 },
  async ({ name, signal, as }) => {
    const isFirst = as === "process 1";
    const cwd = await folder(projects[name]);
    const git = (...args: readonly string[]) => execFileSync("git", args, { cwd, encoding: "utf8" });
    git("init", "--quiet");
    const bundle = inject("command");
    const first = `import { runAsChild } from ${JSON.stringify(firstProcess)};\nrunAsChild([${JSON.stringify(bundle)}], process.argv.slice(2));\n`;
    await write(cwd, "first.mjs", first);
    const command = [process.execPath, isFirst ? "first.mjs" : bundle, "apply", "--yes"];
    const args = isFirst ? [...asFirst, ...command] : command;
    const { PATH = "", HOME = "" } = process.env;
    const child = spawn("env", args, { cwd, env: { PATH, HOME, KEY: "a-key-of-this-test" } });
    let out = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        out += text;
      });
    const ended = new Promise<number | string>((done) =>
      child.once("close", (status, by) => done(status ?? by ?? "")),
    );
    const worker = await busy(child, isFirst);
    expect(worker, out).toBeDefined();
    // A container's signals go to process 1, which is the worker's parent.
    const sentTo = isFirst ? parentOf(worker ?? 0) : (worker ?? 0);
    const begun = performance.now();
    process.kill(sentTo, signal);
    const status = await ended;
    expect(performance.now() - begun).toBeLessThan(maxMs);
    // The run was interrupted: it reports no findings, and leaves no lock that another run needs.
    expect(out).not.toContain("error[");
    // While files are read but not yet parsed, the run itself receives the signal and reports it.
    if (!name.startsWith("100,000")) expect(out).not.toContain("Interrupted");
    expect([signal, signal === "SIGTERM" ? 143 : 130]).toContain(status);
    expect(git("for-each-ref", "refs/trueup")).toBe("");
    expect(await livesOn(worker ?? 0)).toBe(false);
  },
);

test("process 1 runs trueup as a child, and ends as it does", async () => {
  const cwd = await folder({ "trueup.yaml": project, "desired-state/a.yaml": head });
  const status = (...args: readonly string[]) =>
    spawnSync("env", [...asFirst, process.execPath, start, ...args], { cwd, encoding: "utf8" });
  expect(status("validate")).toMatchObject({ status: 0, stdout: expect.stringContaining("all in order") });
  expect(status("validate", "--no-such-option").status).toBe(1);
});

/**
 * Returns the process that does the work, once its start is well over. Returns undefined if the process ended before.
 */
async function busy(child: ChildProcess, isFirst: boolean): Promise<number | undefined> {
  const { pid = 0 } = child;
  while (child.exitCode === null && child.signalCode === null) {
    const first = canBeFirst ? childOf(pid) : pid;
    const worker = isFirst ? childOf(first) : pid;
    if (worker !== undefined && ticksOf(worker) >= busyTicks) return worker;
    await new Promise((done) => spawn("sleep", ["0.02"]).once("exit", done));
  }
  return undefined;
}

function childOf(pid: number | undefined): number | undefined {
  const [first] = readOf(`/proc/${pid}/task/${pid}/children`).trim().split(" ");
  return first ? Number(first) : undefined;
}

function parentOf(pid: number): number {
  return Number(/PPid:\s+(\d+)/.exec(readOf(`/proc/${pid}/status`))?.[1]);
}

/** Returns the processor time of a process, in hundredths of a second. */
function ticksOf(pid: number): number {
  const fields = readOf(`/proc/${pid}/stat`).split(" ");
  return Number(fields[13] ?? 0) + Number(fields[14] ?? 0);
}

function readOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

async function livesOn(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 50; tries += 1) {
    const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
    if (state === undefined || / Z /.test(state)) return false;
    await new Promise((done) => spawn("sleep", ["0.05"]).once("exit", done));
  }
  return true;
}
