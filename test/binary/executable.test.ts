/** Single executables as `npm run build:binary` left them in `dist-binary/`; the one for this system is run. */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { generate, projectText } from "../../bench/generate.ts";
import { built, missing, names, own, root, sha256, version } from "./built.ts";

const temporary = mkdtempSync(join(tmpdir(), "trueup-executable-"));
const arm = "/usr/aarch64-linux-gnu";
const noEmulator =
  "qemu-aarch64 and the libraries of arm64 are not here: apt-get install qemu-user libstdc++6-arm64-cross";

beforeEach(({ skip }) => {
  if (!names.includes(own)) skip(missing);
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

function folder(name: string): string {
  const path = join(temporary, name);
  mkdirSync(path, { recursive: true });
  return path;
}

function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  return spawnSync(join(built, own), args, {
    cwd,
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...env },
  });
}

function projectOf(resources: number): string {
  const path = folder(`project-${resources}`);
  writeFileSync(join(path, "trueup.yaml"), projectText);
  for (const { path: file, text } of generate({ resources, files: resources / 5 })) {
    mkdirSync(join(path, file, ".."), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  return path;
}

describe("the executable of this system", () => {
  test("is one file: it says its version and its help where nothing else is, and no Node", () => {
    const alone = folder("alone");
    cpSync(join(built, own), join(alone, "trueup"));
    const options = { cwd: alone, encoding: "utf8", env: {} } as const;
    const said = spawnSync(join(alone, "trueup"), ["--version"], options);
    expect(said).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
    const help = spawnSync(join(alone, "trueup"), ["plan", "--help"], options);
    expect(help).toMatchObject({ status: 0, stderr: "" });
    expect(help.stdout).toContain("--detailed-exitcode");
    expect(readdirSync(alone)).toEqual(["trueup"]);
  });

  test("starts a project with workflows, which install the package of its version", () => {
    const cwd = folder("first");
    for (const args of [
      ["init", "--quiet"],
      ["remote", "add", "origin", "git@github.com:acme/network.git"],
    ])
      execFileSync("git", args, { cwd });
    expect(run(["init"], cwd)).toMatchObject({ status: 0 });
    expect(run(["validate"], cwd)).toMatchObject({ status: 0 });
    const lock = JSON.parse(readFileSync(join(cwd, ".trueup/lock.json"), "utf8"));
    const tarball = readFileSync(join(cwd, ".trueup", lock.package));
    expect(lock).toEqual({ package: `trueup-${version}.tgz`, sha256: sha256(tarball) });
    const listed = execFileSync("tar", ["-tz"], { input: tarball, encoding: "utf8" });
    expect(listed).toContain("package/dist/main.js");
    expect(readFileSync(join(cwd, ".trueup/install.sh"), "utf8")).toBe(
      readFileSync(join(root, "action/install.sh"), "utf8"),
    );
  });

  test("has the catalogs and the schemas that it was built with", () => {
    const cwd = folder("schemas");
    expect(run(["kinds", "meraki", "ssid"], cwd).stdout).toContain("networks.*.wireless.ssids.*");
    run(["init", "--host", "none"], cwd);
    expect(run(["schemas", "--out", "schemas"], cwd)).toMatchObject({ status: 0 });
    expect(readFileSync(join(cwd, "schemas/trueup.json"), "utf8")).toBe(
      readFileSync(join(root, "schemas/trueup.json"), "utf8"),
    );
  });

  test.each([[["demo"]], [["demo", "--products"]]])(
    "takes the example through the whole loop: %s",
    (args) => {
      const { status, stdout, stderr } = run(args, folder("demo"));
      expect(stdout).toContain("The simulator's own log says");
      expect(stderr).not.toContain("Warning");
      expect(status).toBe(0);
    },
  );

  test("serves a page, with the engine in its thread, and ends with Ctrl-C", async () => {
    const [cwd, env] = [folder("served"), { PATH: process.env.PATH }];
    const child = spawn(join(built, own), ["demo", "--serve"], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = once(child, "exit");
    let said = "";
    child.stdout.on("data", (text: string) => {
      said += text;
    });
    const page = () => /The server is at (http:\/\/127\.0\.0\.1:\d+)\. /.exec(said)?.[1];
    await expect.poll(page, { timeout: 30_000 }).toBeDefined();
    const environments = async () => (await fetch(`${page()}/api/v1/environments`)).text();
    await expect.poll(environments, { timeout: 30_000 }).toMatch(/"state":"(?:inSync|drifted)"/);
    expect((await fetch(`${page()}/`)).status).toBe(200);
    child.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
  }, 90_000);

  test("completes commands and options", () => {
    const cwd = folder("complete");
    const script = run(["complete", "bash"], cwd).stdout;
    expect(spawnSync("bash", ["-n"], { input: script }).status).toBe(0);
    expect(run(["complete", "--", "pl"], cwd).stdout).toContain("plan\t");
    expect(run(["complete", "--", "plan", "--detailed"], cwd).stdout).toContain("--detailed-exitcode");
  });

  test("bounds its memory as the package does", () => {
    const probe = join(temporary, "probe.cjs");
    const space = `require("node:v8").getHeapSpaceStatistics().find((each) => each.space_name === "new_space")`;
    writeFileSync(probe, `process.on("exit", () => process._rawDebug(${space}.space_size));`);
    const { stderr } = run(["validate"], projectOf(20_000), { NODE_OPTIONS: `--require=${probe}` });
    // Without the limit, V8's new space could have up to 134 million bytes.
    expect(Number(stderr)).toBeGreaterThan(1_000_000);
    expect(Number(stderr)).toBeLessThanOrEqual(17_000_000);
  });

  test("says a mistake with file, line and column, and ends with 1", () => {
    const cwd = folder("wrong");
    writeFileSync(join(cwd, "trueup.yaml"), "version: 1\ntargets: 7\n");
    const { status, stdout, stderr } = run(["validate"], cwd);
    expect(stdout + stderr).toMatch(/must be a map, not a number\n +--> trueup\.yaml:2:10/);
    expect(status).toBe(1);
  });

  // The cost of a start is measured by `npm run bench -- start`, not here.
  test.each([["--help"], ["validate"], ["plan"]])(
    "compiles nothing that it came along with: %s",
    (command) => {
      const probe = join(temporary, "compiled.cjs");
      writeFileSync(
        probe,
        `const vm = require("node:vm");
      const { Script } = vm;
      const counts = { taken: 0, compiled: 0 };
      vm.Script = class extends Script {
        constructor(text, options) {
          super(text, options);
          if (options.filename?.startsWith("trueup:")) counts[this.cachedDataRejected === false ? "taken" : "compiled"]++;
        }
      };
      process.on("exit", () => process._rawDebug(JSON.stringify(counts)));`,
      );
      const { stderr } = run([command], projectOf(100), { NODE_OPTIONS: `--require=${probe}` });
      const counts = JSON.parse(stderr.trim().split("\n").at(-1) ?? "");
      expect(counts.compiled).toBe(0);
      expect(counts.taken).toBeGreaterThan(1);
    },
  );
});

describe("executables of other systems", () => {
  const systems: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
    "linux-arm64": (bytes) => bytes.toString("latin1", 1, 4) === "ELF" && bytes.readUInt16LE(18) === 0xb7,
    "win-x64.exe": (bytes) => bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4) === 0x8664,
  };

  test.for(Object.keys(systems))(
    "%s is a program of that system, with this program inside",
    (system, { skip }) => {
      const name = `trueup-${version}-${system}`;
      if (!names.includes(name)) skip(missing);
      const bytes = readFileSync(join(built, name));
      expect(systems[system]?.(bytes)).toBe(true);
      // The mark by which Node recognizes that the executable contains a program, and then the program itself.
      expect(bytes.includes("NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1")).toBe(true);
      expect(bytes.includes("code/main.cjs")).toBe(true);
      expect(bytes.includes("kept/main.cjs")).toBe(false);
    },
  );

  test("that of arm64 checks a project, on an emulated processor", ({ skip }) => {
    const name = `trueup-${version}-linux-arm64`;
    if (!names.includes(name)) skip(missing);
    if (!hasEmulator()) skip(noEmulator);
    const cwd = projectOf(10);
    const emulated = spawnSync("qemu-aarch64", ["-L", arm, join(built, name), "validate"], {
      cwd,
      encoding: "utf8",
    });
    expect(emulated).toMatchObject({ status: 0 });
    expect(emulated.stdout).toContain("all in order");
  });
});

function hasEmulator(): boolean {
  return spawnSync("qemu-aarch64", ["--version"]).status === 0 && existsSync(arm);
}
