/** `trueup doctor`: tells on one screen what is wrong and what to do. It shows no secrets and changes nothing. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { entriesOf } from "../../../src/simulator/log.ts";
import { authority } from "../../security/certificates.ts";
import { exampleProject, folder, simulator, trueup, write } from "../command.ts";

const document = z.strictObject({
  format: z.literal("trueup.doctor"),
  version: z.literal(1),
  checks: z.array(
    z.strictObject({
      area: z.string(),
      about: z.string(),
      state: z.enum(["ok", "warning", "failed", "untried"]),
      says: z.string(),
      hint: z.string().optional(),
    }),
  ),
});

/** Returns the failed checks with their hints, each as `area, about: says → hint`. */
async function troubles(cwd: string, args: readonly string[] = [], env = {}): Promise<readonly string[]> {
  const { out } = await trueup(["doctor", "--format", "json", ...args], { cwd, env });
  return document
    .parse(JSON.parse(out))
    .checks.flatMap(({ area, about, state, says, hint }) =>
      state === "ok" ? [] : [`${state} ${area}, ${about}: ${says} → ${hint ?? ""}`],
    );
}

const git =
  (cwd: string) =>
  (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.net", ...args], {
      cwd,
      stdio: "pipe",
    });

/** Commits a folder, and gives it a bare repository as its remote. */
async function committed(cwd: string, remote?: string): Promise<void> {
  const run = git(cwd);
  const bare = `${cwd}/.git/remote.git`;
  run("init", "--quiet", "--initial-branch=main");
  run("init", "--quiet", "--bare", bare);
  run("remote", "add", "origin", remote ?? bare);
  if (remote !== undefined) run("config", `url.${bare}.insteadOf`, remote);
  run("add", "--all");
  run("commit", "--quiet", "--message", "first");
}

describe("a project that is in order", () => {
  test("is well from the machine to each target, and no secret is shown", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    await committed(cwd);
    const { out, status } = await trueup(["doctor"], { cwd });
    expect(out).not.toContain("✘");
    expect(status).toBe(0);
    for (const said of [
      /✔ git +\d/,
      /✔ clock +differs from the clock of [\w-]+ by at most/,
      /✔ trueup\.yaml +environment test: \d+ resources for 4 targets/,
      /✔ remote +origin answers in \d+ ms; nothing was applied yet/,
      /✔ push +refs below refs\/trueup\/test may be written/,
      /✔ credential +env:DASHBOARD_API_KEY can be opened/,
      /✔ limits +1000 requests a second, set in trueup\.yaml/,
      /✔ reads +\d+ of \d+ allowed/,
    ])
      expect(out).toMatch(said);
    expect(out).not.toMatch(/simulated-(?:api-key|password|fabric-token)/);
    expect(
      entriesOf(served.world().log).filter(({ method }) => !["GET", "HEAD", "POST"].includes(method)),
    ).toEqual([]);
    expect(out.split("\n").length).toBeLessThan(60);
  });
});

describe("what is not in order", () => {
  test("of credentials, rights and schemas is said with what to do", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    const found = await troubles(cwd, [], { DASHBOARD_API_KEY: "", FABRIC_TOKEN: "wrong" });
    expect(found.join("\n")).toMatch(
      /failed target cloud, credential: .*DASHBOARD_API_KEY is empty → Set DASHBOARD_API_KEY/,
    );
    expect(found.join("\n")).toContain("untried target cloud, reads: not tried");
    expect(found.join("\n")).toMatch(/failed target fabric-east, reads: \d of \d allowed: /);
    expect(found.join("\n")).toContain(
      "warning project, schemas: editors do not find the schema named in desired-state/acme/defaults.yaml",
    );
    expect(found.join("\n")).toContain("warning repository, git: this is not a Git repository");
  });

  test("of a network that is not there is said, and all else is looked at: it works offline", async () => {
    const cwd = await folder({
      "trueup.yaml": `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    url: https://nowhere.invalid
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } }
`,
    });
    await mkdir(join(cwd, "desired-state"));
    await committed(cwd, "https://gitlab.invalid/acme/network.git");
    git(cwd)("config", "--unset-all", `url.${cwd}/.git/remote.git.insteadOf`);
    const found = (await troubles(cwd)).join("\n");
    expect(found).toContain("failed target cloud, name: nowhere.invalid: ");
    expect(found).toContain("failed repository, remote: git cannot reach origin");
    expect(found).toContain("failed repository, refs: GitLab accepts only branches and tags");
    expect((await trueup(["doctor"], { cwd })).status).toBe(1);
  });

  test("of a certificate, and of a clock, is said with what to do", async () => {
    const own = authority("Acme");
    const { cert, key } = own.issue(["127.0.0.1"], 10);
    const server = createServer({ cert, key }, (_, response) => {
      response.setHeader("date", new Date(Date.now() - 3_600_000).toUTCString());
      response.end();
    });
    const url = `https://127.0.0.1:${await portOf(server)}`;
    const project = (tls: string) => `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    url: ${url}
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } }
${tls}`;
    const cwd = await folder({ "trueup.yaml": project(""), "desired-state/.keep": "", "ca.pem": own.pem });
    const unknown = (await troubles(cwd)).join("\n");
    expect(unknown).toMatch(/failed target cloud, certificate: of 127\.0\.0\.1:\d+: .* → Name the authority/);
    await write(cwd, "trueup.yaml", project("    tls: { ca: ca.pem }\n"));
    const known = (await troubles(cwd)).join("\n");
    expect(known).toMatch(
      /warning target cloud, certificate: is valid until .*: \d+ days left → Renew the certificate/,
    );
    expect(known).toMatch(/warning this machine, clock: differs from the clock of cloud by 3[56]\d\d s/);
  });
});

describe("--workflow", () => {
  const pinned = ["--package", "https://packages.example.net/t.tgz", "--sha256", "a".repeat(64)];

  test("says what is missing, before and after init; in a job also which secret is not set", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    await committed(cwd, "git@github.com:acme/network.git");
    const before = (await troubles(cwd, ["--workflow"])).join("\n");
    expect(before).toContain(
      "no workflow runs plan, comment, apply, drift, snapshot → Run trueup init: it writes missing workflows.",
    );
    expect(before).toContain("there is no .trueup/lock.json");
    await trueup(["init", ...pinned], { cwd });
    const after = await troubles(cwd, ["--workflow"]);
    expect(after).toEqual([
      expect.stringContaining("untried workflows, variables: cannot be checked outside of a job: "),
    ]);
    expect(after[0]).toContain("DASHBOARD_API_KEY");
    expect(after[0]).toContain("ACME_GUEST_PSK");
    const pool = JSON.stringify({ ACME_GUEST_PSK: "canary-pooled" });
    const inJob = {
      CI: "true",
      TRUEUP_SECRETS: pool,
      ACME_CORP_PSK: "",
      ACME_GUEST_PSK: "",
      FABRIC_TOKEN: "",
    };
    const there = (await troubles(cwd, ["--workflow"], inJob)).join("\n");
    expect(there).toMatch(/failed workflows, variables: not set in this job: FABRIC_TOKEN, ACME_CORP_PSK →/);
    expect(there).not.toContain("canary");
    expect(entriesOf(served.world().log)).toEqual([]);
  });

  test("finds a workflow that can never apply, one that lacks a secret, and a package that is another", async () => {
    const cwd = await exampleProject(await simulator());
    await committed(cwd, "git@github.com:acme/network.git");
    await write(cwd, "t.tgz", "the package");
    await trueup(["init", "--package", "t.tgz"], { cwd });
    await write(cwd, ".trueup/t.tgz", "another one");
    const apply = ".github/workflows/trueup-apply.yml";
    const text = readFileSync(join(cwd, apply), "utf8");
    const all = `secrets: \${{ toJSON(secrets) }} # zizmor: ignore[overprovisioned-secrets]`;
    expect(text).toContain(all);
    await write(cwd, apply, text.replace("contents: write", "contents: read").replaceAll(all, ""));
    await write(
      cwd,
      ".github/workflows/own.yml",
      "jobs: { a: { steps: [{ run: npx trueup apply --yes }] } }\n",
    );
    await write(cwd, ".github/workflows/other.yml", "- no workflow\n");
    const found = (await troubles(cwd, ["--workflow"])).join("\n");
    expect(found).toContain("trueup-apply.yml, job reviewed runs apply without `contents: write`");
    expect(found).toContain("own.yml, job a names no permissions");
    expect(found).toContain("trueup-apply.yml lacks CONTROLLER_PASSWORD");
    expect(found).toContain("cannot be read as workflows: other.yml");
    expect(found).toContain(
      ".trueup/t.tgz does not have the hash that the lock names → Run trueup init --upgrade",
    );
  });

  test("of GitLab looks for the jobs and the line that takes them", async () => {
    const cwd = await exampleProject(await simulator());
    await committed(cwd, "https://gitlab.com/acme/network.git");
    await write(cwd, ".gitlab-ci.yml", "test: { script: [make] }\n");
    const before = (await troubles(cwd, ["--workflow"])).join("\n");
    expect(before).toContain("there is no .trueup/gitlab.yml");
    await trueup(["init", ...pinned], { cwd });
    const without = (await troubles(cwd, ["--workflow"])).join("\n");
    expect(without).toContain(".gitlab-ci.yml does not include .trueup/gitlab.yml");
    expect(without).toContain("GITLAB_TOKEN, TRUEUP_PUSH_TOKEN");
  });

  test.each([
    ["github", [".trueup/action.yml", ".trueup/install.sh"]],
    ["gitlab", [".trueup/gitlab.yml", ".trueup/install.sh"]],
    ["other", [".trueup/install.sh"]],
  ])("names what init of another version wrote: %s", async (host, files) => {
    const cwd = await exampleProject(await simulator());
    await committed(cwd, "https://git.example.net/acme/network.git");
    await trueup(["init", "--host", host, ...pinned], { cwd });
    const line = async () =>
      (await troubles(cwd, ["--workflow"])).filter((each) => each.includes(", version:"));
    expect(await line()).toEqual([]);
    for (const path of files) {
      const earlier = new URL(
        `../../upgrade/workflows/first/${path.replace(".trueup/", "")}`,
        import.meta.url,
      );
      await write(cwd, path, readFileSync(earlier, "utf8"));
    }
    const are = files.length === 1 ? "is" : "are";
    expect(await line()).toEqual([
      `warning workflows, version: ${files.join(", ")} ${are} of an earlier version → ` +
        "Run trueup init --upgrade: it rewrites these files, and keeps their branches, schedules and runners.",
    ]);
    expect((await trueup(["init", "--upgrade", "--host", host, ...pinned], { cwd })).status).toBe(0);
    expect(await line()).toEqual([]);
    for (const path of files) await write(cwd, path, "# my own\n");
    const have = files.length === 1 ? "has" : "have";
    expect(await line()).toEqual([
      `warning workflows, version: ${files.join(", ")} ${have} changes of your own → ` +
        "Run trueup init --upgrade: it shows the differences from this version's files, and leaves yours unchanged.",
    ]);
  });
});

function portOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      onTestFinished(() => {
        server.closeAllConnections();
        server.close();
      });
      const at: AddressInfo | string | null = server.address();
      resolve(typeof at === "object" && at ? at.port : 0);
    });
  });
}
