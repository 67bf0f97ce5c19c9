/** The jobs of docs/gitlab.md, as they are: run with bash in clones of a bare repository, with a GitLab that is played. */

import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { changeLive } from "../../src/simulator/changes.ts";
import { copyExample, projectFor, simulator } from "../cli/command.ts";
import { npmOnce, packed } from "./npm.ts";

const project = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(project, "docs/gitlab.md"), "utf8");
const shown = /```yaml\n# example: \.gitlab-ci\.yml\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
const rule = z.strictObject({ if: z.string(), when: z.literal("manual").optional() });
const job = z.strictObject({
  rules: z.array(rule),
  script: z.array(z.string()),
  needs: z.array(z.string()).optional(),
  environment: z.string().optional(),
  resource_group: z.string().optional(),
  artifacts: z.strictObject({ paths: z.array(z.string()) }).optional(),
});
const defaults = z.strictObject({ image: z.string(), before_script: z.array(z.string()) });
const { default: common, ...jobs } = z
  .strictObject({ default: defaults, plan: job, planned: job, apply: job, drift: job })
  .parse(parse(shown));

const posted = z.object({
  body: z.string().optional(),
  description: z.string().optional(),
  state_event: z.literal("close").optional(),
});
interface Post {
  readonly id: number;
  readonly iid: number;
  readonly author: { readonly username: string };
  body?: string | undefined;
  description?: string | undefined;
  state: "opened" | "closed";
}

/** GitLab as far as it is asked; only the project's token may write. */
async function gitlab() {
  const [notes, issues]: [Post[], Post[]] = [[], []];
  const app = new Hono().basePath("/api/v4");
  app.use("*", async (c, next) =>
    c.req.header("private-token") === "api-token" ? next() : c.json({ message: "401 Unauthorized" }, 401),
  );
  app.get("/user", (c) => c.json({ username: "project_1_bot" }));
  for (const [path, posts] of [["merge_requests/7/notes", notes] as const, ["issues", issues] as const]) {
    app.get(`/projects/1/${path}`, (c) => c.json(posts.filter(({ state }) => state === "opened")));
    app.post(`/projects/1/${path}`, async (c) => {
      const { body, description } = posted.parse(await c.req.json());
      const id = posts.length + 1;
      posts.push({ id, iid: id, author: { username: "project_1_bot" }, body, description, state: "opened" });
      return c.json({ id }, 201);
    });
    app.put(`/projects/1/${path}/:id`, async (c) => {
      const post = posts[Number(c.req.param("id")) - 1];
      const { state_event: event, ...texts } = posted.parse(await c.req.json());
      if (post) Object.assign(post, texts, event && { state: "closed" });
      return c.json({});
    });
  }
  const port = await new Promise<number>((done) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, (at: AddressInfo) =>
      done(at.port),
    );
    onTestFinished(() => new Promise((closed) => server.close(() => closed())));
  });
  return { notes, issues, url: `http://127.0.0.1:${port}/api/v4` };
}

/** A repository that takes pushes to branches and tags only, and a clone of it. */
function repository(root: string) {
  const [remote, work] = [join(root, "remote.git"), join(root, "work")];
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.net"];
  const git = (...args: string[]) =>
    execFileSync("git", [...identity, ...args], { cwd: work, encoding: "utf8", stdio: "pipe" }).trim();
  mkdirSync(work);
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", remote]);
  const hook = join(remote, "hooks/update");
  writeFileSync(hook, "#!/bin/sh\ncase $1 in refs/heads/* | refs/tags/*) ;; *) exit 1 ;; esac\n");
  chmodSync(hook, 0o755);
  git("init", "--quiet", "--initial-branch=main");
  git("remote", "add", "origin", remote);
  const push = (branch: string) => {
    git("add", "--all");
    git("commit", "--quiet", "--message", "change the network");
    git("push", "--quiet", "origin", `HEAD:${branch}`);
  };
  return { remote, work, git, push };
}

interface Pipeline {
  readonly root: string;
  readonly remote: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a job in a clone of its own, with the artifacts of what it needs; its output when it ends with 0. */
async function run(on: Pipeline, name: keyof typeof jobs, branch = "main"): Promise<string> {
  const { script, needs = [] } = jobs[name];
  const cwd = join(on.root, name);
  rmSync(cwd, { recursive: true, force: true });
  execFileSync("git", ["clone", "--quiet", "--depth=20", `--branch=${branch}`, `file://${on.remote}`, cwd]);
  for (const needed of needs)
    for (const path of jobs[needed === "planned" ? needed : "plan"].artifacts?.paths ?? [])
      cpSync(join(on.root, needed, path), join(cwd, path));
  const lines = [...common.before_script, ...script].join("\n");
  const child = spawn("bash", ["-eo", "pipefail", "-c", lines], { cwd, env: on.env });
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
  const status = await new Promise<number | null>((done) => child.once("close", done));
  if (status !== 0) throw new Error(`${name} ended with ${status}:\n${out}`);
  return out;
}

test("a merge request is planned and commented, applied after the merge, and drift has one issue while it lasts", async () => {
  const [served, host] = [await simulator(), await gitlab()];
  const root = mkdtempSync(join(tmpdir(), "trueup-gitlab-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const { remote, work, git, push } = repository(root);
  const home = join(root, "home");
  mkdirSync(home);
  const real = "https://trueup:push-token@gitlab.example.net/acme/network.git";
  writeFileSync(join(home, ".gitconfig"), `[url "file://${remote}"]\n  insteadOf = ${real}\n`);
  const env = {
    PATH: [join(root, "npm/bin"), npmOnce(root), process.env.PATH].join(delimiter),
    HOME: home,
    npm_config_prefix: join(root, "npm"),
    npm_config_offline: "true",
    CI: "true",
    CI_API_V4_URL: host.url,
    CI_PROJECT_ID: "1",
    CI_PROJECT_PATH: "acme/network",
    CI_SERVER_HOST: "gitlab.example.net",
    CI_MERGE_REQUEST_IID: "7",
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
    GITLAB_TOKEN: "api-token",
    TRUEUP_PUSH_TOKEN: "push-token",
    TRUEUP_PACKAGE: packed(root),
    DASHBOARD_API_KEY: "simulated-api-key",
    CONTROLLER_USER: "simulated-user",
    CONTROLLER_PASSWORD: "simulated-password",
    FABRIC_TOKEN: "simulated-fabric-token",
    ROUTER_USER: "simulated-router-user",
    ROUTER_PASSWORD: "simulated-router-password",
    ACME_CORP_PSK: "canary-corp-psk-1",
    ACME_GUEST_PSK: "canary-guest-psk-2",
  };
  const pipeline = { root, remote, env };
  await copyExample(work);
  writeFileSync(join(work, "trueup.yaml"), `${projectFor(served)}git: { refs: refs/tags/trueup }\n`);
  push("main");
  const applied = () =>
    execFileSync("git", ["rev-parse", "trueup/test/applied^{commit}"], { cwd: remote, encoding: "utf8" });

  const offices = join(work, "desired-state/acme/offices.yaml");
  writeFileSync(offices, readFileSync(offices, "utf8").replace("vlan: 91", "vlan: 95"));
  push("proposal");
  await run(pipeline, "plan", "proposal");
  await run(pipeline, "plan", "proposal");
  expect(host.notes.map(({ body }) => body)).toEqual([expect.stringContaining("from this proposal")]);

  git("push", "--quiet", "origin", "HEAD:main");
  await run(pipeline, "planned");
  await run(pipeline, "apply");
  expect(applied().trim()).toBe(git("rev-parse", "HEAD"));

  const byHand = (timeZone: string) =>
    served.edit(
      (world) =>
        changeLive(world, { interface: "dashboard", network: "Berlin Office", set: { timeZone } }) ?? world,
    );
  byHand("Europe/London");
  await run(pipeline, "drift");
  await run(pipeline, "drift");
  expect(host.issues.map(({ state }) => state)).toEqual(["opened"]);
  expect(host.issues[0]?.description).toContain("Europe/London");
  byHand("Europe/Berlin");
  await run(pipeline, "drift");
  expect(host.issues.map(({ state }) => state)).toEqual(["closed"]);
});
