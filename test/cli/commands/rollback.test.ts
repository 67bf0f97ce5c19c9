/**
 * `trueup rollback`: creates a commit on a new branch that declares the same as an earlier apply. Controllers are only
 * read.
 */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { logReport } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { commitAll, git, put, remoteOf, repository, shallowClone } from "../../git/repositories.ts";
import { isLong } from "../../long-forms.ts";
import { projectFor, simulator, trueup } from "../command.ts";

const network = (key: string, zone: string) =>
  `target: cloud\norganization: Acme\nnetworks:\n  ${key}: { name: ${key} branch, timeZone: ${zone} }\n`;

const [first, second] = [
  { "desired-state/a.yaml": network("oslo", "Europe/Oslo"), "README.md": "one\n" },
  {
    "desired-state/a.yaml": network("oslo", "Europe/Rome"),
    "desired-state/b.yaml": network("bergen", "Europe/Oslo"),
  },
];

function writesOf(served: RunningSimulator): number {
  return Number(logReport(served.world().log).writes);
}

interface Applied {
  readonly served: RunningSimulator;
  readonly cwd: string;
  /** The commits that were applied, the oldest first. */
  readonly commits: readonly string[];
}

/** Creates a project that was applied twice. */
async function appliedTwice(more: Readonly<Record<string, string>> = {}): Promise<Applied> {
  const served = await simulator();
  const cwd = repository({
    "trueup.yaml": projectFor(served),
    ".gitignore": ".trueup/\n",
    ...first,
    ...more,
  });
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
  commitAll(cwd, { ...second, "README.md": "two\n" });
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
  return { served, cwd, commits: git(cwd, "log", "--reverse", "--format=%H", "main").split("\n") };
}

/** Returns the state of the work tree, the index and the branch according to git, with the content of the files. */
function checkedOut(cwd: string): readonly string[] {
  const asked = [
    ["status", "--porcelain=v2"],
    ["ls-files", "--stage"],
    ["branch", "--show-current"],
    ["stash", "list"],
  ];
  return [...asked.map((args) => git(cwd, ...args)), readFileSync(join(cwd, "desired-state/a.yaml"), "utf8")];
}

describe("trueup rollback", () => {
  test("makes a branch that declares what an earlier apply did, and shows its plan: nothing else changes", async () => {
    const { served, cwd, commits } = await appliedTwice();
    const [then = ""] = commits;
    // Uncommitted changes stay where they are: in the index, or only in the work tree.
    put(cwd, { "desired-state/a.yaml": "target: [\n", "staged.txt": "s\n", "desired-state/c.yaml": "x" });
    git(cwd, "add", "staged.txt");
    const [before, writes, refs] = [checkedOut(cwd), writesOf(served), git(cwd, "for-each-ref")];
    const dry = await trueup(["rollback", "1", "--dry-run"], { cwd });
    expect(dry.err).toContain("Last applied state: ");
    expect(dry).toMatchObject({
      status: 0,
      out: expect.stringContaining("No branch was created (--dry-run)"),
    });
    expect(dry.out).not.toContain("commit would be");
    expect(git(cwd, "for-each-ref")).toBe(refs);
    const done = await trueup(["rollback", "1"], { cwd });
    expect(done.out).toContain("timeZone  Europe/Rome → Europe/Oslo");
    expect(done.out).toContain("- desired-state/b.yaml");
    // The network that is no longer declared stays, unless apply is asked to remove it.
    expect(done.out).toContain(
      "Kept, though no longer declared: network bergen. To remove: trueup plan --prune.",
    );
    expect(done.out).toContain("`trueup apply --prune`, or `prune: true` in trueup.yaml, removes them");
    expect(checkedOut(cwd)).toEqual(before);
    expect(writesOf(served)).toBe(writes);

    const branch = `trueup/rollback-${then.slice(0, 12)}`;
    expect(git(cwd, "rev-parse", `${branch}^`)).toBe(commits.at(-1));
    expect(git(cwd, "diff", "--name-status", then, branch)).toBe("M\tREADME.md");
    const { entries } = JSON.parse((await trueup(["history", "1", "--format", "json"], { cwd })).out);
    expect(git(cwd, "log", "-1", "--format=%B", branch)).toContain(entries[0].run);
    // A second rollback to the same apply uses the same branch. The rollback of a rollback uses another branch name.
    const again = await trueup(["rollback", "1"], { cwd });
    expect(again.out).toContain(`Branch ${branch} existed already`);
    const pruning = await trueup(["rollback", "1", "--prune"], { cwd });
    expect(pruning.out).toMatch(/Next: merge \S+, and `trueup apply --prune`\.\n$/);
    git(cwd, "reset", "-q", "--hard");
    git(cwd, "clean", "-qfd", "desired-state");
    git(cwd, "merge", "-q", "--ff-only", branch);
    const [, fingerprint = ""] = /fingerprint (\w+)/.exec(done.out) ?? [];
    expect((await trueup(["apply", "--approved", fingerprint], { cwd })).status).toBe(0);
    expect((await trueup(["plan", "--detailed-exitcode"], { cwd })).status).toBe(0);
    expect((await trueup(["rollback", "2"], { cwd })).out).toMatch(/so no rollback is needed\.\n$/);
    const forth = await trueup(["rollback", "1", "--format", "json", "--prune"], { cwd });
    expect(JSON.parse(forth.out).changes).toMatchObject([
      { address: "cloud/network/oslo", action: "update" },
    ]);
    expect(forth.err).toContain(`Branch trueup/rollback-${commits.at(-1)?.slice(0, 12)} has commit`);
  });

  test("refuses what is not kept, has no commit any more, or cannot be read; an unborn branch has nothing", async () => {
    const { served, cwd } = await appliedTwice();
    const refs = git(cwd, "for-each-ref", "refs/heads");
    const unknown = await trueup(["rollback", "7"], { cwd });
    expect(unknown).toMatchObject({
      status: 1,
      out: "",
      err: expect.stringContaining("error[unknown-apply]"),
    });
    expect(unknown.err).toContain("Entries exist for 0 (");
    // The earlier desired state needs a target that no longer exists.
    const text = projectFor(served).replaceAll("cloud:", "clouds:");
    commitAll(cwd, { "trueup.yaml": text, "desired-state/a.yaml": "target: clouds\norganization: Acme\n" });
    git(cwd, "rm", "-q", "desired-state/b.yaml");
    commitAll(cwd);
    const invalid = await trueup(["rollback", "1"], { cwd });
    expect(invalid).toMatchObject({
      status: 1,
      out: "",
      err: expect.stringContaining("rollback-impossible"),
    });
    expect(invalid.err).toContain("desired-state/a.yaml:1");

    const bare = remoteOf(cwd);
    git(cwd, "push", "-q", bare.path, "refs/trueup-history/*:refs/trueup-history/*");
    // Rewrites the history: no clone has the recorded commits. There is only one root commit, and the history of
    // applies.
    git(
      cwd,
      "push",
      "-q",
      "--force",
      bare.path,
      `${git(cwd, "commit-tree", "-m", "anew", "HEAD^{tree}")}:main`,
    );
    const clone = shallowClone(bare.url);
    git(bare.path, "gc", "--quiet", "--prune=now");
    const gone = await trueup(["rollback", "1"], { cwd: clone });
    expect(gone).toMatchObject({ status: 1, out: "", err: expect.stringContaining("error[commit-gone]") });
    expect(git(cwd, "for-each-ref", "refs/heads", "--format=%(refname)")).toBe("refs/heads/main");
    expect(refs).toContain("refs/heads/main");
    const unborn = repository();
    git(unborn, "checkout", "-q", "--orphan", "new");
    put(unborn, { "trueup.yaml": projectFor(served) });
    expect((await trueup(["rollback", "1"], { cwd: unborn })).err).toContain("unknown-apply");
  });

  if (isLong)
    test("from a shallow clone fetches the commit, and pushes the branch under a name that is free", async () => {
      const { cwd, commits } = await appliedTwice();
      const bare = remoteOf(cwd);
      git(
        cwd,
        "push",
        "-q",
        bare.path,
        "refs/trueup-history/*:refs/trueup-history/*",
        "refs/trueup/*:refs/trueup/*",
      );
      const clone = shallowClone(bare.url);
      const name = `trueup/rollback-${commits[0]?.slice(0, 12)}`;
      git(bare.path, "update-ref", `refs/heads/${name}`, commits[0] ?? "");
      const done = await trueup(["rollback", "1", "--push"], { cwd: clone });
      expect(done.out).toContain(`Branch ${name}-2 has commit`);
      expect(git(bare.path, "rev-parse", `${name}-2^`)).toBe(commits.at(-1));
      expect(git(bare.path, "rev-parse", name)).toBe(commits[0]);
    });

  if (isLong)
    test("names a branch that can be pushed as it says: the remote's branches count without --push, too", async () => {
      const { cwd, commits } = await appliedTwice();
      const bare = remoteOf(cwd);
      const name = `trueup/rollback-${commits[0]?.slice(0, 12)}`;
      git(bare.path, "update-ref", `refs/heads/${name}`, commits[0] ?? "");
      const done = await trueup(["rollback", "1"], { cwd });
      expect(done.out).toContain(`Next: \`git push origin ${name}-2\``);
      git(cwd, "push", "-q", "origin", `${name}-2`);
      // The pushed branch is recognized as the same branch, so no third branch is created.
      expect((await trueup(["rollback", "1"], { cwd })).out).toContain(`Branch ${name}-2 existed already`);
      git(cwd, "remote", "set-url", "origin", "file:///nowhere/at/all.git");
      expect((await trueup(["rollback", "1", "--dry-run"], { cwd })).status).toBe(0);
    });

  if (isLong)
    test("of the commit that is checked out names the newest apply that declares otherwise", async () => {
      const { cwd } = await appliedTwice();
      git(cwd, "rm", "-q", "desired-state/b.yaml");
      commitAll(cwd);
      for (const more of [[], ["--prune"]])
        expect((await trueup(["apply", "--yes", ...more], { cwd })).status).toBe(0);
      // Entries 0 and 1 have the same commit. One apply kept the network, and the next one removed it.
      for (const of of ["0", "1"]) {
        const { out, status } = await trueup(["rollback", of], { cwd });
        expect([status, out]).toEqual([0, expect.stringContaining("so no rollback is needed.\n")]);
        expect(out).toMatch(/The newest earlier apply with other declarations .*: `trueup rollback 2`\.\n$/);
      }
      const { entries } = JSON.parse((await trueup(["history", "--format", "json"], { cwd })).out);
      expect(entries).toHaveLength(4);
    });
});

describe("several environments", () => {
  test("only what this one declares goes back; a shared folder is said, and its project file keeps all else", async () => {
    const served = await simulator();
    const file = (name: string, more: string) =>
      `${projectFor(served).replace("environment: test", `environment: ${name}`)}${more}`;
    const vars = (zone: string) => `desiredState: [common, prod]\nvars: { zone: ${zone} }\n`;
    const cwd = repository({
      "prod.yaml": file("prod", vars("Europe/Oslo")),
      "lab.yaml": file("lab", "desiredState: [common, lab]\nvars: { zone: Europe/Rome }\n"),
      "common/vars.yaml": "zone: Europe/Paris\n",
      "common/a.yaml": network("oslo", '"${zone}"'),
      "prod/p.yaml": network("bergen", "Europe/Oslo"),
      "lab/l.yaml": network("narvik", "Europe/Oslo"),
      ".gitignore": ".trueup/\n",
    });
    const prod = (...args: readonly string[]) => trueup(["--environment", "prod", ...args], { cwd });
    expect((await prod("apply", "--yes")).status).toBe(0);
    const then = git(cwd, "rev-parse", "HEAD");
    const guards = "prune: false\n";
    commitAll(cwd, {
      "prod.yaml": `${file("prod", vars("Europe/Rome"))}${guards}`,
      "common/a.yaml": network("hamar", '"${zone}"'),
      "lab/l.yaml": network("narvik", "Europe/Rome"),
      "notes/x.yaml": "a: 1\n",
    });
    const done = await prod("rollback", "0");
    expect(done.out).toContain(
      "folders and variables of prod.yaml are restored too; the rest of that file stays",
    );
    expect(done.out).toContain("shared: this also changes the desired state of lab");
    const branch = `trueup/rollback-${then.slice(0, 12)}`;
    expect(git(cwd, "diff", "--name-only", "main", branch)).toBe("common/a.yaml\nprod.yaml");
    expect(git(cwd, "show", `${branch}:prod.yaml`)).toBe(
      `${file("prod", vars("Europe/Oslo"))}${guards}`.trim(),
    );
    expect(done.out).toContain("nothing to do; 2 as declared");
  });
});

/** Starts a host without pull requests. Also returns the requests that the host received. */
async function fakeHost() {
  const asked: { what: string; body: string }[] = [];
  const opened: object[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => {
      body += data;
    });
    request.on("end", () => {
      const [path = ""] = (request.url ?? "").split("?");
      asked.push({ what: `${request.method} ${path}`, body });
      const made = { number: 7, html_url: "https://host/7" };
      if (request.method === "POST") opened.push(made);
      response.writeHead(request.method === "POST" ? 201 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(request.method === "POST" ? made : opened));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { asked, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` };
}

if (isLong)
  test("a pull request is opened once, from a branch that was pushed; without a host nothing is made", async () => {
    const { cwd, commits } = await appliedTwice();
    remoteOf(cwd);
    const { asked, url } = await fakeHost();
    const env = { GITHUB_REPOSITORY: "acme/network", GITHUB_API_URL: url, GITHUB_TOKEN: "ghp-canary" };
    const nowhere = await trueup(["rollback", "1", "--pull-request"], { cwd });
    expect(nowhere).toMatchObject({ status: 1, out: "", err: expect.stringContaining("no-hosting") });
    expect(git(cwd, "for-each-ref", "refs/heads", "--format=%(refname)")).toBe("refs/heads/main");
    const done = await trueup(["rollback", "1", "--pull-request"], { cwd, env });
    expect(done.out).toContain("Opened: pull request 7: https://host/7");
    const [first = ""] = commits;
    const path = "/repos/acme/network/pulls";
    expect(asked.map(({ what }) => what)).toEqual([`GET ${path}`, `POST ${path}`]);
    const { title, head, base, body } = JSON.parse(asked[1]?.body ?? "");
    expect({ title, head, base }).toEqual({
      title: `Roll test back to ${first.slice(0, 12)}`,
      head: `trueup/rollback-${first.slice(0, 12)}`,
      base: "main",
    });
    expect(body).toContain("desired-state/b.yaml");
    const again = await trueup(["rollback", "1", "--pull-request", "--into", "main"], { cwd, env });
    expect(again.out).toContain("Already open: pull request 7");
  });
