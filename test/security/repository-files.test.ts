/**
 * A repository that somebody else has filled with links, pipes, devices and odd names, at places where trueup reads or
 * lists files.
 */

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { workflowFiles } from "../../src/cli/init/workflow-files.ts";
import { readPlain } from "../../src/runtime/files/files.ts";
import { folder, trueup, trueupProcess } from "../cli/command.ts";
import { git, put } from "../git/repositories.ts";
import { fewer, isLong } from "../long-forms.ts";
import { hostile } from "../servers/hostile.ts";

const pinned = ["--package", "https://packages.example.net/trueup-0.2.0.tgz", "--sha256", "a".repeat(64)];
const lockPath = ".trueup/lock.json";

/** Creates a repository with the files of `trueup init`. */
async function repository(host = "github"): Promise<string> {
  const cwd = await folder();
  git(cwd, "init", "-q", "-b", "main");
  git(cwd, "remote", "add", "origin", `https://${host}.com/acme/network.git`);
  expect((await trueup(["init", "--host", host, ...pinned], { cwd })).status).toBe(0);
  return cwd;
}

const pipe = (cwd: string, name: string) => execFileSync("mkfifo", [join(cwd, name)]);

/** Runs a command to its end. If that takes longer than 20 s, the command is killed, and `killed` is true. */
async function ended(args: readonly string[], cwd: string, env = {}) {
  let timer: NodeJS.Timeout | undefined;
  let killed = false;
  const done = await trueupProcess(args, {
    cwd,
    env,
    started: (child) => {
      timer = setTimeout(() => {
        killed = true;
        child.kill("SIGKILL");
      }, 20_000);
    },
  });
  clearTimeout(timer);
  return { ...done, killed };
}

describe("what is commented", () => {
  /** Starts a host that has the comments of a pull request. Returns it with the requests that it receives. */
  async function pullRequest() {
    const sent: string[] = [];
    const { url } = await hostile(({ method, url: asked, body }) => {
      if (method !== "GET") sent.push(body);
      return { status: method === "GET" ? 200 : 201, body: asked === "/user" ? { login: "a" } : [] };
    });
    const token = "canary-token-of-this-run";
    const env = { GITHUB_REPOSITORY: "acme/network", GITHUB_API_URL: url, GITHUB_TOKEN: token };
    return { sent, env };
  }

  test.each([
    ["comment", "--untrusted", "--pull-request", "7"],
    ["comment", "--pull-request", "7"],
    ["issue"],
  ])("is no file that a link leads to: %s %s", async (...args) => {
    const { sent, env } = await pullRequest();
    const cwd = await folder();
    for (const [name, to] of [
      ["environ.md", "/proc/self/environ"],
      ["other.md", "secret.txt"],
    ] as const) {
      writeFileSync(join(cwd, "secret.txt"), "of another\n");
      symlinkSync(to, join(cwd, name));
      const { status, err } = await ended([...args, name], cwd, env);
      expect(status).toBe(1);
      expect(err).toContain("it is a link, which trueup does not follow here");
    }
    expect(sent).toEqual([]);
  });

  test("has the token of its run taken out", async () => {
    const { sent, env } = await pullRequest();
    const cwd = await folder({ "plan.md": `a plan with ${env.GITHUB_TOKEN} in it\n` });
    const { status } = await ended(["comment", "--pull-request", "7", "plan.md"], cwd, env);
    expect(status).toBe(0);
    expect(sent.join()).toContain("a plan with");
    expect(sent.join()).not.toContain("canary");
  });
});

describe("init --upgrade", () => {
  test("names workflows of others without effect", async () => {
    const cwd = await repository();
    const job = "jobs: { a: { steps: [{ run: trueup apply }, { uses: ./.trueup }] } }\n";
    put(cwd, {
      ".github/workflows/a\n::error::x\u001b[2J\u202e.yml": job,
      ".github/workflows/b.yml": `jobs: { a: { steps: [{ uses: ./.trueup, with: { command: "x\\e[2J\\n::error::" } }] } }\n`,
    });
    const { out, err } = await trueup(["init", "--upgrade", ...pinned], { cwd });
    expect(out).toContain("b.yml runs");
    expect(out).toContain("`trueup apply` and `trueup` too");
    expect(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.exec((out + err).replaceAll("\n", ""))).toBeNull();
    expect((out + err).split("\n").filter((line) => line.startsWith("::"))).toEqual([]);
  });

  test("shows nothing of a file that a link leads to, and writes nothing there", async () => {
    const cwd = await repository();
    const outside = join(await folder({ "private.txt": "of somebody\n" }), "private.txt");
    for (const path of [".github/workflows/trueup-plan.yml", ".trueup/install.sh", lockPath]) {
      rmSync(join(cwd, path));
      symlinkSync(outside, join(cwd, path));
    }
    const { out, err } = await trueup(["init", "--upgrade", ...pinned], { cwd });
    expect(out + err).not.toContain("of somebody");
    expect(out).toContain(".trueup/install.sh has changes of your own");
    expect(readFileSync(outside, "utf8")).toBe("of somebody\n");
  });
});

describe("doctor --workflow", () => {
  test.each(fewer(["../../pipe", "../../../../dev/zero", "pipe", "-rf", "a\nb", "\u001b[2J"], 2))(
    "does not read a package that is named %j",
    async (name) => {
      const cwd = await repository();
      pipe(cwd, ".trueup/pipe");
      writeFileSync(join(cwd, lockPath), JSON.stringify({ package: name, sha256: "0".repeat(64) }));
      const { out, killed } = await ended(["doctor", "--workflow"], cwd);
      expect(killed).toBe(false);
      expect(out).toMatch(/package +\.trueup\/(?:pipe is missing|lock\.json names no package)/);
    },
    40_000,
  );

  test("reads neither a lock that is a pipe, nor one that a link leads to", async () => {
    const cwd = await repository();
    rmSync(join(cwd, lockPath));
    pipe(cwd, lockPath);
    const first = await ended(["doctor", "--workflow"], cwd);
    expect(first).toMatchObject({ killed: false, out: expect.stringContaining("names no package") });
    rmSync(join(cwd, lockPath));
    symlinkSync("/dev/zero", join(cwd, lockPath));
    const second = await ended(["doctor", "--workflow"], cwd);
    expect(second).toMatchObject({ killed: false, out: expect.stringContaining("names no package") });
  }, 60_000);
});

test.each(["pipe", "/dev/zero"])(
  "a certificate authority that is %s is not waited for",
  async (ca) => {
    const cwd = await folder({ "plan.md": "a plan\n" });
    pipe(cwd, "pipe");
    const env = {
      GITHUB_REPOSITORY: "acme/network",
      GITHUB_API_URL: "https://127.0.0.1:9",
      GITHUB_TOKEN: "token",
    };
    const done = await ended(["comment", "--pull-request", "7", "--ca", ca, "plan.md"], cwd, env);
    expect(done).toMatchObject({ killed: false, status: 1 });
    expect(done.err).toContain("cannot be read");
  },
  40_000,
);

if (isLong)
  test("a pipe that a result is written into: nobody reads it, and a signal ends the run; somebody does, and gets it", async () => {
    const cwd = await folder({
      "trueup.yaml": "version: 1\nenvironment: test\ntargets: {}\n",
      "desired-state/.keep": "",
    });
    pipe(cwd, "pipe.md");
    const waiting = trueupProcess(["plan", "--out", "pipe.md"], {
      cwd,
      started: (child) => setTimeout(() => child.kill("SIGTERM"), 4000),
    });
    const begun = performance.now();
    expect([143, null]).toContain((await waiting).status);
    expect(performance.now() - begun).toBeLessThan(15_000);
    const reading = readFile(join(cwd, "pipe.md"), "utf8");
    expect((await trueupProcess(["plan", "--out", "pipe.md"], { cwd })).status).toBe(0);
    expect(await reading).toContain("nothing to do");
  }, 40_000);

test.each([
  ["main", "[main]"],
  ["release/1.x", "[release/1.x]"],
  ["a,b", '["a,b"]'],
  ["x]#$&", '["x]#$&"]'],
  ["!c++", '["\\\\!c\\\\+\\\\+"]'],
])("a repository's branch %j is one branch in its workflow", async (branch, written) => {
  const files = await workflowFiles("github", { prefix: "", branch });
  const apply = String(files.find(({ path }) => path.endsWith("trueup-apply.yml"))?.content);
  expect(apply).toContain(`    branches: ${written}\n`);
});

test("a trueup.yaml that is a pipe offers no targets to the shell", async () => {
  const cwd = await folder();
  pipe(cwd, "trueup.yaml");
  const done = await ended(["complete", "--", "check", "--target", ""], cwd);
  expect(done.killed).toBe(false);
}, 40_000);

test("what is named is read within its bound, and as a plain file alone", async () => {
  const cwd = await folder({ "a.pem": "x".repeat(100) });
  expect((await readPlain(join(cwd, "a.pem"))).length).toBe(100);
  await expect(readPlain(join(cwd, "a.pem"), { maxBytes: 99 })).rejects.toThrow("larger");
  await expect(readPlain("/dev/zero")).rejects.toThrow("plain file");
});
