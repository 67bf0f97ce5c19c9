/**
 * The package that a runner installs. It is one file, whose hash `trueup init` has locked. It comes from the
 * repository, a URL, or a registry.
 */

import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { trueupProcess } from "../cli/command.ts";
import { packed } from "./packed.ts";

const root = mkdtempSync(join(tmpdir(), "trueup-install-"));
let tarball = "";
let sha256 = "";

beforeAll(() => {
  tarball = packed(root);
  sha256 = createHash("sha256").update(readFileSync(tarball)).digest("hex");
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Starts a host on loopback. It serves the file, and a registry's entry for the package's only version. */
async function served(): Promise<string> {
  const bytes = readFileSync(tarball);
  const server = createServer((request, response) => {
    if (request.url === "/trueup.tgz") return void response.end(bytes);
    if (request.url !== "/trueup") return void response.writeHead(404).end();
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const dist = { tarball: `${base}/trueup.tgz`, integrity };
    const version = { name: "trueup", version: "0.2.0", dist };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ name: "trueup", "dist-tags": { latest: "0.2.0" }, versions: { "0.2.0": version } }),
    );
  });
  let base = "";
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  const at: AddressInfo | string | null = server.address();
  base = `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}`;
  return base;
}

/** Creates a repository for GitHub with `trueup init` and these options. */
async function initialised(options: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const cwd = mkdtempSync(join(root, "repository-"));
  execFileSync("git", ["init", "--quiet"], { cwd });
  execFileSync("git", ["remote", "add", "origin", "git@github.com:acme/network.git"], { cwd });
  const ended = await trueupProcess(["init", ...options], { cwd, env });
  return { cwd, ended, lock: () => JSON.parse(readFileSync(join(cwd, ".trueup/lock.json"), "utf8")) };
}

/** Installs into a new folder below `tmp`, or into `to`. Returns the result with the printed path. */
async function install(
  cwd: string,
  { env, to }: { readonly env?: Readonly<Record<string, string>>; readonly to?: string } = {},
) {
  const temporary = join(cwd, "tmp");
  mkdirSync(temporary, { recursive: true });
  const { PATH = "" } = process.env;
  const child = spawn("sh", [join(cwd, ".trueup/install.sh"), ...(to === undefined ? [] : [to])], {
    env: { PATH, HOME: root, TMPDIR: temporary, ...env },
  });
  const printed = { out: "", err: "" };
  for (const name of ["out", "err"] as const)
    child[`std${name}`].setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  const status = await new Promise((done) => child.once("close", done));
  const into = printed.out.trim();
  const version = () => execFileSync(join(into, "bin/trueup"), ["--version"], { encoding: "utf8" }).trim();
  return { status, said: printed.err, into, version, left: () => readdirSync(temporary) };
}

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

test("a file is committed, under 10 MB, and installed from there", async () => {
  expect(statSync(tarball).size).toBeLessThan(10_000_000);
  const { cwd, lock } = await initialised(["--package", tarball]);
  expect(lock()).toEqual({ package: expect.stringMatching(/^trueup-.*\.tgz$/), sha256 });
  const installed = await install(cwd);
  expect(installed).toMatchObject({ status: 0, said: "" });
  expect(installed.version()).toBe(version);
});

test("a file that is another one than the lock names is not installed", async () => {
  const { cwd, lock } = await initialised(["--package", tarball]);
  writeFileSync(join(cwd, ".trueup", lock().package), "something else");
  const { status, said, into, left } = await install(cwd);
  expect({ status, into }).toEqual({ status: 1, into: "" });
  expect(said).toContain(`${sha256} is demanded`);
  expect(left()).toEqual([]);
  expect((await install(cwd, { to: join(cwd, "installed") })).status).toBe(1);
  expect(existsSync(join(cwd, "installed"))).toBe(false);
});

test("each time it goes into another folder, that no other user can enter; one that is there is refused", async () => {
  const { cwd } = await initialised(["--package", tarball]);
  const [one, other] = [await install(cwd), await install(cwd)];
  expect(one.into).not.toBe(other.into);
  for (const { into } of [one, other]) {
    expect(dirname(into)).toBe(join(cwd, "tmp"));
    expect(statSync(into).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(into, "bin"))).toEqual(["trueup"]);
  }

  // Pipelines of earlier versions install in this way: they name a folder that an earlier job may have left.
  const named = join(cwd, "not/there");
  const first = await install(cwd, { to: named });
  expect(first).toMatchObject({ status: 0, said: "", into: named });
  expect(statSync(named).mode & 0o777).toBe(0o700);
  const again = await install(cwd, { to: named });
  expect(again).toMatchObject({ status: 1, into: "" });
  expect(again.said).toContain(`${named} is there already, and an earlier job may have left programs in it.`);
  expect(again.said).toContain('folder=$(sh .trueup/install.sh) && export PATH="$folder/bin:$PATH"');
  expect(first.version()).toBe(version);
  for (const to of ["empty", "nowhere"]) {
    if (to === "empty") mkdirSync(join(cwd, to));
    else symlinkSync(join(cwd, "elsewhere"), join(cwd, to));
    expect((await install(cwd, { to: join(cwd, to) })).status).toBe(1);
  }
  expect(existsSync(join(cwd, "elsewhere"))).toBe(false);
});

test("a URL is downloaded once, and taken for its hash alone", async () => {
  const base = await served();
  const { cwd } = await initialised(["--package", `${base}/trueup.tgz`, "--sha256", sha256.toUpperCase()]);
  const installed = await install(cwd);
  expect(installed).toMatchObject({ status: 0, said: "" });
  expect(installed.version()).toBe(version);
  const other = await initialised(["--package", `${base}/trueup`, "--sha256", sha256]);
  expect((await install(other.cwd)).status).toBe(1);
});

test("a version comes from the registry that npm is configured for, with the integrity that it names", async () => {
  const env = { npm_config_registry: await served(), npm_config_cache: join(root, "npm-cache") };
  const config = join(root, ".npmrc");
  writeFileSync(config, `registry=${env.npm_config_registry}\ncache=${env.npm_config_cache}\n`);
  const { cwd, ended, lock } = await initialised(["--package", "trueup@0.2.0"], { HOME: root });
  expect(ended.err).toBe("");
  expect(lock()).toEqual({ package: "trueup@0.2.0", sha256 });
  const installed = await install(cwd, { env });
  expect(installed).toMatchObject({ status: 0 });
  expect(installed.version()).toBe(version);
});
