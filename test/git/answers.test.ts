/** How git is started, what its exit statuses mean, and what is reported about a repository that it cannot use. */

import { describe, expect, test } from "vitest";
import { answer, GitUnavailable, openGit, remoteAnswer } from "../../src/git/git.ts";
import {
  commitsBetween,
  committerOf,
  fetchCommits,
  findRepository,
  saidBy,
} from "../../src/git/repository.ts";
import { ended, fails, head, isLate, notAsked, type Reply, saysNo, scripted, those } from "./scripted.ts";

describe("git", () => {
  test("asks nobody for a password unless the user says so, and speaks English to us", async () => {
    const { on, calls } = scripted(() => "");
    await openGit(on).text(["status"], "input");
    await openGit({ ...on, environment: { GIT_TERMINAL_PROMPT: "1", LC_ALL: "de" } }).text(["status"]);
    expect(calls[0]).toMatchObject({
      ...{ cwd: "/tree", input: "input", remote: undefined },
      env: { HOME: "/users/ada", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C", GIT_LITERAL_PATHSPECS: "1" },
    });
    expect(calls[1]?.env).toMatchObject({ GIT_TERMINAL_PROMPT: "1", LC_ALL: "C" });
    expect(calls[0]?.args).toContain("core.hooksPath=/dev/null");
  });

  test("is said to ask the remote where it does, and to push where it does", async () => {
    const { on, calls } = scripted(() => "");
    for (const command of ["push", "fetch", "ls-remote", "log"]) await openGit(on).text([command]);
    expect(calls.map(({ remote }) => remote)).toEqual(["push", "other", "other", undefined]);
  });

  test("answers no only without a word; with words, or another status, it failed", async () => {
    const of = (end: typeof fails) => answer(openGit(scripted(() => end).on), ["rev-parse"]);
    expect(await of(ended(0, "warning: x", "yes\n"))).toBe("yes\n");
    expect(await of(saysNo)).toBe("");
    expect(await of(ended(1, "fatal: broken"))).toBeUndefined();
    expect(await of(ended(128, ""))).toBeUndefined();
  });

  test("that could not be asked has not answered; of a remote that is no answer as well", async () => {
    for (const end of [isLate, notAsked, { is: "failed", why: "no memory", missing: false }] as const) {
      const git = openGit(scripted(() => end).on);
      await expect(answer(git, ["rev-parse"])).rejects.toBeInstanceOf(GitUnavailable);
      expect(await remoteAnswer(git, ["ls-remote"])).toBeUndefined();
    }
    expect(await remoteAnswer(openGit(scripted(() => fails).on), ["ls-remote"])).toBeUndefined();
  });
});

describe("a repository", () => {
  const found = (says: Readonly<Record<string, Reply>>, remote?: string | false) => {
    const all = scripted((command) => {
      const key = Object.keys(says).find((begin) => command.startsWith(begin));
      return key === undefined ? undefined : says[key];
    });
    return { ...all, result: findRepository(all.on, remote) };
  };
  const place = "rev-parse --is-inside-work-tree --absolute-git-dir --git-path objects";
  const inside = { [`${place} --verify`]: saysNo, [place]: "true\n/tree/.git\n.git/objects\n" };

  test("is opened with its git folder, its remote and what is checked out", async () => {
    const { on, result } = found({
      [`${place} --verify --quiet HEAD^{commit}`]: `true\n/tree/.git\n.git/objects\n${head}\n`,
      remote: "up\norigin\n",
    });
    const repository = { ...on, head, remote: "origin", gitFolder: "/tree/.git" };
    expect(await result).toEqual({ repository });
  });

  test("has no head before its first commit, and is asked for no remotes where none is wanted", async () => {
    const { result, asked } = found(inside, false);
    expect(await result).toMatchObject({ repository: { head: undefined, remote: undefined } });
    expect(asked).not.toContain("remote");
  });

  test("without a work tree is a problem with its folder, and so is a remote that it does not have", async () => {
    expect(await found({ "rev-parse --is-inside": "false\n/tree\n" }).result).toMatchObject({
      problem: {
        code: "git-unusable",
        message: "git does not work in /tree: its repository has no work tree",
      },
    });
    expect(await found({ ...inside, remote: "origin\n" }, "backup").result).toMatchObject({
      problem: { code: "unknown-remote", hint: expect.stringContaining("remote: false") },
    });
  });

  test("says to install git where there is none", async () => {
    const { on } = scripted(() => ({ is: "failed", why: "ENOENT", missing: true }));
    expect(await findRepository(on, undefined)).toMatchObject({
      problem: {
        message: "/tree has a `.git`, but the program `git` was not found",
        hint: expect.stringContaining("Install git"),
      },
    });
  });
});

describe("commits", () => {
  const [one, two] = ["1".repeat(40), "2".repeat(40)];

  test.each([
    ["what is missing alone", `commit\n${two} missing\n`, two],
    ["all where git cannot say what is there", undefined, `${one} ${two}`],
  ])("are fetched: %s", async (_, types, wanted) => {
    const { on, asked, calls } = scripted((command) =>
      command.startsWith("cat-file") ? types : command.startsWith("rev-parse") ? "true\n" : "",
    );
    await fetchCommits(on, [one, two]);
    expect(calls[0]?.input).toBe(`${one}\n${two}\n`);
    expect(those(asked, "fetch")).toEqual([
      `fetch --quiet --no-tags --no-write-fetch-head --no-recurse-submodules --depth=1 origin ${wanted}`,
    ]);
  });

  test("are fetched from no remote that is not there or does not answer, and whole where git cannot say", async () => {
    const says = (command: string) => (command.startsWith("cat-file") ? `${one} missing\n` : undefined);
    for (const more of [{ remote: undefined }, { unreachable: true }]) {
      const { on, asked } = scripted(says, more);
      await fetchCommits(on, [one]);
      expect(asked).toEqual(["cat-file --batch-check=%(objecttype)"]);
    }
    const { on, asked } = scripted(says);
    await fetchCommits(on, [one]);
    expect(asked.at(-1)).not.toContain("--depth");
  });

  test("between two are told one a line; nothing that is not a whole id is given to git", async () => {
    const { on, asked } = scripted(() => "abc first\n\ndef second\n");
    expect(await commitsBetween(on, one, "HEAD")).toEqual(["abc first", "def second"]);
    const shown = "--format=%h %s --max-count=10 --no-mailmap --no-ext-diff --no-textconv";
    expect(asked).toEqual([`log ${shown} ${one}..HEAD --`]);
    for (const from of [`-${one}`, `${one}^`, one.slice(1), "1".repeat(65), "g".repeat(40), ""])
      expect(await commitsBetween(on, from, "HEAD")).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(await commitsBetween(on, "1".repeat(64), "HEAD")).toHaveLength(2);
    expect(await commitsBetween(scripted(() => fails).on, one, "HEAD")).toEqual([]);
  });

  test.each([
    ["Ada L <ada@example.net> 1767323045 +0000\n", "Ada L <ada@example.net>"],
    ["Ada <a> 1767323045 -1130\n", "Ada <a>"],
    ["warning: x\nAda <a> 1 +0000\n", "Ada <a>"],
    ["Ada <a>\n", undefined],
    ["Ada <a> 1767323045 +00000\n", undefined],
    ["Ada <a> 1767323045 0000\n", undefined],
    ["Ada <a> x +0000\n", undefined],
    ["", undefined],
  ])("are made by whom git says: %j", async (ident, committer) => {
    expect(await committerOf(scripted(() => ident).on)).toBe(committer);
  });
});

test.each([
  ["hint: pull\nfatal: no", "fatal: no"],
  ["To https://git.example\nfatal: no", "fatal: no"],
  ["Done\nfatal: no", "fatal: no"],
  ["Please make sure you have the rights\nand the repository exists.\nfatal: no", "fatal: no"],
  ["Done with errors", "Done with errors"],
  ["error: see hint: x", "error: see hint: x"],
  ["error: add a hook\n  To x of it\nNot Done", "error: add a hook; Not Done"],
  ["one\ntwo\nthree", "one; two"],
  ["remote: one\nnot remote: two", "one; not remote: two"],
  ["Tool missing", "Tool missing"],
])("of %j that git says, what matters is told", (said, told) => {
  expect(saidBy(new Error(said))).toBe(told);
  expect(saidBy(said)).toBe(told);
});
