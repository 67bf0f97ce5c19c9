/** Runs are isolated: nothing stays in memory between runs, and child processes get no credentials. */

import { execFileSync } from "node:child_process";
import { chmod, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleProject, folder, projectFor, simulator, trueup, trueupProcess, write } from "./command.ts";

/** Returns how many requests the simulator has answered. */
async function asked(admin: string): Promise<number> {
  const report: unknown = await (await fetch(`${admin}/requests`)).json();
  expect(report).toMatchObject({ requests: expect.any(Array) });
  return Object(report).requests.length;
}

const files = async (path: string) => (await readdir(path, { recursive: true })).sort();

test("reading commands keep nothing for the next run: no file, and as many requests every time", async () => {
  const served = await simulator();
  const cwd = await exampleProject(served);
  const before = await files(cwd);
  const requests: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    const had = await asked(served.admin);
    for (const command of ["validate", "plan", "drift", "status"]) {
      expect((await trueup([command], { cwd })).status, command).toBe(0);
    }
    requests.push((await asked(served.admin)) - had);
  }
  expect(await files(cwd)).toEqual(before);
  expect(requests[0]).toBeGreaterThan(20);
  expect(requests[1]).toBe(requests[0]);
});

test("git is run without our credentials, and with what it needs", async () => {
  const served = await simulator();
  const cwd = await exampleProject(served);
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const bin = await folder({ git: `#!/bin/sh\nenv >> "${cwd}/seen.txt"\nexec "${real}" "$@"\n` });
  await chmod(join(bin, "git"), 0o755);
  execFileSync(real, ["init", "-q"], { cwd });
  execFileSync(real, ["add", "desired-state", "trueup.yaml"], { cwd });
  execFileSync(real, ["-c", "user.name=t", "-c", "user.email=t@example.net", "commit", "-qm", "first"], {
    cwd,
  });
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    SSH_AUTH_SOCK: "/agent",
    GIT_SSH_COMMAND: "ssh -v",
    CI_JOB: "x",
  };
  const ended = await trueupProcess(["plan", "--base", "HEAD"], { cwd, env });
  expect(ended.status, ended.err).toBe(0);
  const seen = await readFile(join(cwd, "seen.txt"), "utf8");
  expect(seen).toContain("SSH_AUTH_SOCK=/agent");
  expect(seen).toContain("GIT_SSH_COMMAND=ssh -v");
  expect(seen).not.toMatch(/simulated-|canary-|API_KEY|PASSWORD|TOKEN|CI_JOB/);
});

test("a program that prints a secret is run without our other credentials, and with what is named for it", async () => {
  const served = await simulator();
  const cwd = await exampleProject(served);
  const program = `{ command: [sh, -c, "env > seen.txt; echo simulated-api-key"], env: [VAULT_TOKEN] }`;
  await write(cwd, "trueup.yaml", projectFor(served).replace("env:DASHBOARD_API_KEY", program));
  const ended = await trueupProcess(["plan", "--only", "cloud/*"], {
    cwd,
    env: { VAULT_TOKEN: "canary-vault", CI_JOB: "x" },
  });
  expect(ended.status, ended.err).toBe(0);
  const seen = await readFile(join(cwd, "seen.txt"), "utf8");
  expect(seen).toContain("VAULT_TOKEN=canary-vault");
  expect(seen).not.toMatch(/simulated-|_PSK|API_KEY|PASSWORD|FABRIC|CI_JOB/);
});

test("one controller that is down: the others are applied, and the exit status says partly (3)", async () => {
  const served = await simulator();
  const cwd = await folder({
    "trueup.yaml": projectFor(served).replace(
      /url: .*\n(\s+credential: \{ token)/,
      "url: http://127.0.0.1:9\n$1",
    ),
  });
  await write(
    cwd,
    "desired-state/a.yaml",
    "target: cloud\norganization: Acme\nnetworks: { leipzig: { name: Leipzig } }\n",
  );
  await write(cwd, "desired-state/b.yaml", "target: fabric-east\ntenants: { Blue: { description: blue } }\n");
  const ended = await trueup(["apply", "--yes"], { cwd });
  expect(ended.status, ended.err).toBe(3);
  expect(ended.out).toContain("fabric-east/tenant/Blue");
});

test("a step that is refused: the others are applied, and the exit status says partly (3); alone it is 1", async () => {
  const permissions = [{ interface: "fabric", methods: ["POST"], path: "*", lacks: "endpoint" }] as const;
  const served = await simulator({ settings: { permissions } });
  const cwd = await folder({
    "trueup.yaml": projectFor(served),
    "desired-state/a.yaml": "target: cloud\norganization: Acme\nnetworks: { leipzig: { name: Leipzig } }\n",
    "desired-state/b.yaml": "target: fabric-east\ntenants: { Blue: { description: blue } }\n",
  });
  const partly = await trueup(["apply", "--yes"], { cwd });
  expect(partly.status, partly.err).toBe(3);
  expect(partly.out).toContain("error[forbidden]");
  expect(served.world().dashboard.networks.size).toBe(
    (await simulator()).world().dashboard.networks.size + 1,
  );
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(1);
});
