/**
 * Runs that end early without SIGKILL: by a bug in trueup, for lack of file descriptors, in a read-only tree, or
 * because nothing is left to wait for. An apply still records what it has sent, and releases the lock.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { describe, expect, inject, test } from "vitest";
import { logReport } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { recordedText } from "../../git/recorded.ts";
import { git, repository } from "../../git/repositories.ts";
import { fewer } from "../../long-forms.ts";
import { credentials, projectFor, simulator, trueup, trueupProcess } from "../command.ts";
import type { Ended } from "../commands-here.ts";
import { declaring, type SmallProject } from "./small-project.ts";

const begun = () => declaring(6);

/**
 * Checks that the next apply gets the lock and finishes: every network exists once and is recorded, and nobody holds a
 * lock.
 */
async function expectFinished({ cwd, writes }: SmallProject): Promise<void> {
  const next = await trueup(["apply", "--yes"], { cwd });
  expect(next.err).not.toMatch(/locked by/);
  expect(next.status).toBe(0);
  expect(git(cwd, "for-each-ref", "refs/trueup/test/lock")).toBe("");
  expect(writes()).toBe(6);
  expect(recordedText(cwd)).toContain('"leftBehind": []');
}

/** Throws once when the third write is sent, at a place where no caller can catch the error. */
const mistake = `import { subscribe } from "node:diagnostics_channel";
let writes = 0;
subscribe("undici:request:create", ({ request }) => {
  if (request.method !== "GET" && ++writes === 3) setImmediate(() => { throw new TypeError("a mistake of ours"); });
});`;

/** Makes file operations never complete, while nothing else is pending. */
const silence = `const files = process.getBuiltinModule("node:fs/promises");
for (const name of ["readFile", "open", "readdir", "stat", "lstat", "realpath"]) files[name] = () => new Promise(() => {});`;

/**
 * Simulates a read-only file system: creating a folder fails with ENOENT, as Node reports it, and writing a file fails
 * with EROFS.
 */
const readOnly = `const files = process.getBuiltinModule("node:fs/promises");
const refuse = (code, path) => Promise.reject(Object.assign(new Error(code + ": " + path), { code, path: String(path) }));
const isOurs = (path) => String(path).startsWith(process.cwd());
const { mkdir, open, access, writeFile } = files;
files.mkdir = (path, ...more) => (isOurs(path) ? refuse("ENOENT", path) : mkdir(path, ...more));
files.writeFile = (path, ...more) => (isOurs(path) ? refuse("EROFS", path) : writeFile(path, ...more));
files.open = (path, flags, ...more) => {
  const isWrite = typeof flags === "number" ? (flags & 3) !== 0 : /[wa+]/.test(flags ?? "r");
  return isOurs(path) && isWrite ? refuse("EROFS", path) : open(path, flags, ...more);
};
files.access = (path, mode) => (isOurs(path) && mode === 2 ? refuse("EROFS", path) : access(path, mode));`;

test.each([
  ["apply", ["apply", "--yes"], /\.journal cannot be used as a journal: the file system is read-only\./],
  [
    "import",
    ["import", "cloud"],
    /^trueup cannot continue: \S+ cannot be written: the file system is read-only \(EROFS\)\.$/m,
  ],
])("in a tree that can only be read %s says so, sends nothing and ends with 1", async (_, args, said) => {
  const { cwd, writes } = await begun();
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(readOnly)}` };
  const { status, err } = await trueupProcess(args, { cwd, env });
  expect(err).toMatch(said);
  expect(err).not.toMatch(/ENOENT|^ {4}at |\.draft/m);
  expect({ status, writes: writes() }).toEqual({ status: 1, writes: 0 });
});

test("a run that has nothing left to wait for, and no result, says that it failed, and ends with 1", async () => {
  const { cwd } = await begun();
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(silence)}` };
  const { status, out, err } = await trueupProcess(["--environment", "test", "validate"], { cwd, env });
  expect(err).toContain("trueup failed unexpectedly: Error: the run ended before it had a result");
  expect({ status, out }).toEqual({ status: 1, out: "" });
});

describe("an apply", () => {
  test("in which a mistake of ours is thrown where nobody waits records what it did, and gives the lock back", async () => {
    const on = await begun();
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(mistake)}` };
    const ended = await trueupProcess(["apply", "--yes"], { cwd: on.cwd, env });
    expect(ended.err).toContain("trueup failed unexpectedly: TypeError: a mistake of ours");
    expect(ended.status).toBe(1);
    expect(recordedText(on.cwd)).toContain('"leftBehind": [');
    expect(git(on.cwd, "for-each-ref", "refs/trueup/test/lock")).toBe("");
    await expectFinished(on);
  });

  test("with 40 file descriptors is carried out and recorded", async () => {
    const on = await begun();
    expect((await limited(on.cwd, 40)).status).toBe(0);
    await expectFinished(on);
  });

  test.each(fewer([30, 36, 40, 44], 1))(
    "of five targets, three of them over SSH, with %i file descriptors: what was sent is recorded",
    async (files) => {
      const served = await simulator();
      const cwd = await manyTargets(served);
      const ended = await limited(cwd, files);
      expect(ended.err + ended.out).not.toMatch(/^ {4}at |failed unexpectedly|TypeError|not-recorded/m);
      const isRecorded = git(cwd, "for-each-ref", "refs/trueup/test/applied") !== "";
      if (Number(logReport(served.world().log).writes) > 0) expect(isRecorded).toBe(true);
      expect(git(cwd, "for-each-ref", "refs/trueup/test/lock")).toBe("");
      if (!isRecorded) expect(ended.status).toBe(1);
    },
  );

  test.each(fewer([24, 28, 30], 1))(
    "with %i file descriptors ends in good order, and the next one finishes",
    async (files) => {
      const on = await begun();
      const ended = await limited(on.cwd, files);
      expect(ended.err + ended.out).not.toMatch(/^ {4}at |failed unexpectedly|TypeError/m);
      if (ended.err.includes("git cannot be started")) expect(ended.err).toContain("too many open files");
      if (git(on.cwd, "for-each-ref", "refs/trueup/test/applied") === "") expect(ended.status).not.toBe(0);
      await expectFinished(on);
    },
  );
});

/**
 * Creates a committed project with five targets. Three of them use SSH, and each keeps its connections open until the
 * end.
 */
async function manyTargets(served: RunningSimulator): Promise<string> {
  const overSsh = ["one", "two", "three"].map(
    (name) => `  ${name}:
    interface: netconf
    url: ${served.urls.netconf}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:ROUTER_USER }, password: { secret: env:ROUTER_PASSWORD } }
    limits: { requestsPerSecond: 1000 }
    settings: { hostKeys: known_hosts }
`,
  );
  const network = "{ name: Network, timeZone: Europe/Berlin }";
  const devices = (target: string, from: number) =>
    `target: ${target}\ndevices:\n${[0, 1, 2].map((at) => `  ${target}${at}: { host: 10.20.${from}.${at + 1}, hostname: new-${target}-${at} }\n`).join("")}`;
  return repository({
    "trueup.yaml": projectFor(served).replace(/^secrets:/m, `${overSsh.join("")}$&`),
    known_hosts: `${served.hostKey.knownHost}\n`,
    ".gitignore": ".trueup/\n",
    "desired-state/cloud.yaml": `target: cloud\norganization: Acme\nnetworks: { n: ${network} }\n`,
    "desired-state/fabric.yaml": "target: fabric-east\ntenants: { New: {} }\n",
    "desired-state/one.yaml": devices("one", 0),
    "desired-state/two.yaml": devices("two", 1),
    "desired-state/three.yaml": devices("three", 2),
  });
}

/** Runs the command with at most this many file descriptors. */
function limited(cwd: string, files: number): Promise<Ended> {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, ...credentials };
  const words = [process.execPath, inject("command"), "apply", "--yes"];
  const child = spawn("sh", ["-c", `ulimit -n ${files}; exec "$@"`, "sh", ...words], { cwd, env });
  return ended(child);
}

async function ended(child: ChildProcess): Promise<Ended> {
  let [out, err] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, out, err };
}
