/** A repository at a code host. People propose and merge there, and the simulator is the network. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { workflowFiles } from "../../src/cli/init/workflow-files.ts";
import type { RunningSimulator } from "../../src/simulator/serve.ts";
import { copyExample, projectFor } from "../cli/command.ts";
import { type Host, type Pull, startHost } from "./host.ts";
import { emit, type Run, runAgain } from "./runner.ts";
import type { Site } from "./steps.ts";

const repository = "acme/network";
const people = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.net",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.net",
  PEOPLE: "yes",
};

/** Edits of files, by file name. Each function returns the new text. */
export type Edit = Readonly<Record<string, (text: string) => string>>;

/** A repository with the workflows, and the actions of people in it. */
export interface Repository extends Site {
  readonly host: Host;
  /** The folder of the people's clone, with main checked out. */
  readonly work: string;
  /** Opens a pull request, with an existing head or with a new commit. */
  readonly propose: (
    edit: Edit,
    /** The fork, base and head of the pull request. Default: this repository, main, and a new commit. */
    from?: { readonly fork?: string; readonly base?: string; readonly head?: string },
  ) => Promise<{ readonly pull: Pull; readonly runs: readonly Run[] }>;
  /** Pushes another commit to a pull request. */
  readonly amend: (pull: Pull, edit: Edit) => Promise<readonly Run[]>;
  readonly merge: (pull: Pull) => Promise<readonly Run[]>;
  /** Comments on a pull request. Also runs the workflows that are repeated because of the comment. */
  readonly comment: (pull: Pull, body: string, by?: string) => Promise<readonly Run[]>;
  /** Pushes to main without a pull request. */
  readonly push: (edit: Edit) => Promise<readonly Run[]>;
  /** Runs a workflow as its schedule would. */
  readonly schedule: (file: string) => Promise<Run>;
  /** Commits an edit and pushes it to main before any workflow listens to pushes. */
  readonly commit: (edit: Edit) => void;
  readonly close: () => Promise<void>;
}

/** Creates a repository with the example company on main. No workflow has run yet. */
export async function openRepository(
  served: RunningSimulator,
  { secrets, tarball }: Pick<Site, "secrets"> & { readonly tarball: string },
): Promise<Repository> {
  const site = await emptyRepository({ secrets, vars: { TRUEUP_APPROVAL: "production" } });
  await copyExample(site.work);
  await addWorkflows(site.work, tarball);
  site.commit({ "trueup.yaml": () => projectFor(served) });
  return site;
}

/** Creates a repository without commits, and a clone of it. */
export async function emptyRepository({
  secrets,
  vars,
}: Pick<Site, "secrets" | "vars">): Promise<Repository> {
  const root = mkdtempSync(join(tmpdir(), "trueup-workflows-"));
  const [remote, work] = [join(root, "remote.git"), join(root, "work")];
  const host = await startHost(repository);
  const run = (cwd: string, ...args: string[]) =>
    execFileSync("git", args, {
      cwd,
      env: { ...process.env, ...people },
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  const git = (...args: string[]) => run(remote, ...args);
  const own = (...args: string[]) => run(work, ...args);
  run(root, "init", "--quiet", "--bare", "--initial-branch=main", remote);
  git("config", "uploadpack.allowAnySHA1InWant", "true");
  writeFileSync(join(remote, "hooks/pre-receive"), '#!/bin/sh\ntest -e writable -o -n "$PEOPLE"\n');
  chmodSync(join(remote, "hooks/pre-receive"), 0o755);
  run(root, "clone", "--quiet", remote, work);
  own("checkout", "--quiet", "-B", "main");
  const site: Site = { host, root, remote, vars, secrets, git };
  const close = async () => {
    await host.close();
    rmSync(root, { recursive: true, force: true });
  };
  const committed = (edit: Edit) => {
    commit(own, work, edit);
    own("push", "--quiet", "origin", "main");
  };
  return { ...site, work, ...acting(site, work, own), commit: committed, close };
}

/** Adds the files of `trueup init` for GitHub, with the package that runners install. */
export async function addWorkflows(work: string, tarball: string): Promise<void> {
  const files = await workflowFiles("github", { prefix: "", branch: "main" });
  const name = basename(tarball);
  const sha256 = createHash("sha256").update(readFileSync(tarball)).digest("hex");
  const lock = { path: ".trueup/lock.json", content: JSON.stringify({ package: name, sha256 }, null, 2) };
  for (const { path, content } of [...files, lock]) {
    mkdirSync(join(work, path, ".."), { recursive: true });
    writeFileSync(join(work, path), content);
  }
  copyFileSync(tarball, join(work, ".trueup", name));
}

type Git = (...args: string[]) => string;

function commit(git: Git, work: string, edit: Edit): string {
  for (const [name, text] of Object.entries(edit)) {
    const path = join(work, name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text(existsSync(path) ? readFileSync(path, "utf8") : ""));
  }
  git("add", "--all");
  git("commit", "--quiet", "--message", "change the network");
  return git("rev-parse", "HEAD");
}

function acting(site: Site, work: string, git: Git) {
  const main = "refs/heads/main";
  const proposed = (pull: Pull) => {
    const { number, head, base } = pull;
    git("checkout", "--quiet", "--detach", base.ref);
    git("merge", "--quiet", "--no-ff", "--message", `Merge ${number}`, head.sha);
    const sha = git("rev-parse", "HEAD");
    const ref = `refs/pull/${number}/merge`;
    git("push", "--quiet", "--force", "origin", `HEAD:${ref}`);
    git("checkout", "--quiet", "main");
    const pull_request = { number, head: { sha: head.sha, repo: { ...head.repo } }, base: { ref: base.ref } };
    const of = { sha: head.sha, repository: head.repo.full_name };
    return emit(site, { name: "pull_request", payload: { pull_request }, ref, sha, actor: "ada", head: of });
  };
  const pushed = (): Promise<readonly Run[]> => {
    git("push", "--quiet", "origin", "main");
    return emit(site, { name: "push", payload: {}, ref: main, sha: git("rev-parse", "main"), actor: "ada" });
  };
  const merged = (pull: Pull) => {
    git("checkout", "--quiet", "main");
    git("merge", "--quiet", "--no-ff", "--message", `Merge ${pull.number}`, pull.head.sha);
    pull.commits.push(git("rev-parse", "HEAD"));
    Object.assign(pull, { state: "closed", merged_at: "2026-11-21T10:00:00Z" });
  };
  // A merge with the token of a workflow starts no other workflow, so only the merge itself is done here.
  site.host.merging = (pull) => {
    merged(pull);
    git("push", "--quiet", "origin", "main");
  };
  return {
    propose: async (
      edit: Edit,
      { fork = repository, base: ref = "main", head: known }: Parameters<Repository["propose"]>[1] = {},
    ) => {
      const number = site.host.pulls.length + 1;
      git("checkout", "--quiet", "-b", `proposal-${number}`, known ?? "main");
      const sha = known ?? commit(git, work, edit);
      const head = { sha, repo: { full_name: fork } };
      const pull: Pull = { number, head, base: { ref }, state: "open", merged_at: null, commits: [] };
      site.host.pulls.push(pull);
      return { pull, runs: await proposed(pull) };
    },
    amend: (pull: Pull, edit: Edit) => {
      git("checkout", "--quiet", `proposal-${pull.number}`);
      pull.head.sha = commit(git, work, edit);
      return proposed(pull);
    },
    merge: (pull: Pull) => {
      merged(pull);
      return pushed();
    },
    comment: async (pull: Pull, body: string, by = "ada") => {
      const { number } = pull;
      const post = site.host.said(by, number, body);
      const user = { login: by, type: by.endsWith("[bot]") ? "Bot" : "User" };
      const comment = { id: post.number, body, user };
      const payload = { action: "created", issue: { number, pull_request: {} }, comment };
      const sha = git("rev-parse", "main");
      const runs = [...(await emit(site, { name: "issue_comment", payload, ref: main, sha, actor: by }))];
      for (const id of site.host.again.splice(0)) runs.push(...(await runAgain(site, id)));
      return runs;
    },
    push: (edit: Edit) => {
      if (Object.keys(edit).length > 0) commit(git, work, edit);
      return pushed();
    },
    schedule: async (file: string) => {
      const sha = git("rev-parse", "main");
      const [run] = await emit(site, { name: "schedule", file, payload: {}, ref: main, sha, actor: "ada" });
      if (!run) throw new Error(`${file} has no schedule`);
      return run;
    },
  };
}
