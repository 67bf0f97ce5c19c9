/**
 * Files at a revision, read from real repositories. The result is the stored bytes, whatever the work tree and its
 * attributes are.
 */

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noRepository, textsAt } from "../../src/git/revision.ts";
import { workTreeOf } from "../../src/project/work-tree.ts";

const made: string[] = [];

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "trueup-git-"));
  made.push(folder);
  return folder;
}

function git(repository: string, ...args: string[]): string {
  const identity = ["-c", "user.name=T", "-c", "user.email=t@example.net", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...args], { cwd: repository, encoding: "utf8" }).trim();
}

function write(repository: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), content);
  }
}

function commit(repository: string, files: Readonly<Record<string, string | Buffer>>): string {
  write(repository, files);
  git(repository, "add", "-A");
  git(repository, "commit", "-qm", "state");
  return git(repository, "rev-parse", "HEAD");
}

function repositoryWith(files: Readonly<Record<string, string | Buffer>>): string {
  const repository = emptyFolder();
  git(repository, "init", "-q", "-b", "main");
  commit(repository, files);
  return repository;
}

async function read(repository: string, revision: string, folder = "desired-state") {
  const workTree = await workTreeOf(repository);
  return workTree ? textsAt({ workTree, revision, folder }) : { problem: noRepository(repository) };
}

describe("a revision", () => {
  let repository = "";
  beforeAll(() => {
    repository = repositoryWith({
      "desired-state/b.yaml": "b: 1\n",
      "desired-state/a/Zürich käse.yml": "name: Zürich\r\n\r\nlast: no newline",
      "desired-state/empty.yaml": "",
      "desired-state/notes.txt": "not YAML",
      "desired-state/.hidden/x.yaml": "hidden: 1",
      "desired-state/.x.yaml": "hidden: 1",
      "trueup.yaml": "version: 1",
    });
    git(repository, "tag", "-am", "first", "v1");
    commit(repository, { "desired-state/b.yaml": "b: 2\n", "desired-state/c.yaml": "c: 1\n" });
  });

  test("gives its YAML files in the order of their paths, byte for byte, hidden ones left out", async () => {
    expect(await read(repository, "HEAD~1")).toMatchObject({
      files: [
        { path: "desired-state/a/Zürich käse.yml", text: "name: Zürich\r\n\r\nlast: no newline" },
        { path: "desired-state/b.yaml", text: "b: 1\n" },
        { path: "desired-state/empty.yaml", text: "" },
      ],
    });
  });

  test("can be named by branch, annotated tag or abbreviated id", async () => {
    const old = { files: expect.arrayContaining([{ path: "desired-state/b.yaml", text: "b: 1\n" }]) };
    expect(await read(repository, "v1")).toMatchObject(old);
    expect(await read(repository, git(repository, "rev-parse", "--short", "v1^{commit}"))).toMatchObject(old);
    expect(await read(repository, "main")).toMatchObject({
      files: expect.arrayContaining([{ path: "desired-state/b.yaml", text: "b: 2\n" }]),
    });
  });

  test("is read without touching the work tree or the index", async () => {
    write(repository, { "desired-state/b.yaml": "b: edited\n", "desired-state/new.yaml": "n: 1\n" });
    const before = git(repository, "status", "--porcelain");
    const files = readdirSync(join(repository, ".git"));
    await read(repository, "v1");
    expect(git(repository, "status", "--porcelain")).toBe(before);
    expect(readdirSync(join(repository, ".git"))).toEqual(files);
  });

  test.each(["nowhere", "--output=/tmp/x", "-h", "", "HEAD:desired-state", "v1\nHEAD"])(
    "that does not exist is a problem with a hint: %j",
    async (revision) => {
      expect(await read(repository, revision)).toMatchObject({
        problem: {
          code: "unknown-revision",
          severity: "error",
          hint: expect.stringContaining("fetch-depth: 0"),
        },
      });
    },
  );

  test("without the folder is a problem, never an empty state", async () => {
    expect(await read(repository, "HEAD", "elsewhere")).toMatchObject({
      problem: { code: "missing-folder" },
    });
    expect(await read(repository, "HEAD", "../x")).toMatchObject({ problem: { code: "missing-folder" } });
  });

  test("takes the folder however it is written, and the whole tree too", async () => {
    const whole = await read(repository, "HEAD");
    expect(await read(repository, "HEAD", "./desired-state/")).toEqual(whole);
    const all = await read(repository, "HEAD", ".");
    expect("files" in all && all.files.map(({ path }) => path)).toContain("trueup.yaml");
  });
});

describe("the project", () => {
  test("may be a folder inside the repository: paths are relative to the project", async () => {
    const repository = repositoryWith({
      "sites/acme/desired-state/a.yaml": "a: 1\n",
      "desired-state/z.yaml": "z: 1\n",
    });
    expect(await read(join(repository, "sites/acme"), "HEAD")).toMatchObject({
      files: [{ path: "desired-state/a.yaml", text: "a: 1\n" }],
    });
  });

  test("outside any repository is a problem", async () => {
    expect(await read(emptyFolder(), "HEAD")).toMatchObject({ problem: { code: "no-repository" } });
  });
});

describe("what the proposal contains cannot hide or change files", () => {
  test("export-ignore, export-subst, text conversion and line endings have no effect", async () => {
    const text = "id: $Format:%H$\r\nx: $Id$\n";
    const repository = repositoryWith({
      ".gitattributes": "* export-subst ident\nb.yaml export-ignore\n*.yaml text eol=crlf diff=x\n",
      "desired-state/b.yaml": Buffer.from("first: 1\n"),
      "desired-state/c.yaml": Buffer.from("c: 1\n"),
    });
    git(repository, "rm", "-q", "--cached", ".gitattributes");
    const id = execFileSync("git", ["hash-object", "-w", "--no-filters", "--stdin"], {
      cwd: repository,
      input: text,
    });
    git(repository, "update-index", "--cacheinfo", `100644,${id.toString().trim()},desired-state/c.yaml`);
    git(repository, "add", ".gitattributes");
    git(repository, "commit", "-qm", "raw");
    expect(await read(repository, "HEAD")).toMatchObject({
      files: [
        { path: "desired-state/b.yaml", text: "first: 1\n" },
        { path: "desired-state/c.yaml", text },
      ],
    });
  });

  test("a link is refused, by name", async () => {
    const repository = repositoryWith({ "desired-state/a.yaml": "a: 1\n" });
    symlinkSync("/etc/passwd", join(repository, "desired-state/link.yaml"));
    commit(repository, {});
    const found = await read(repository, "HEAD");
    expect(found).toMatchObject({ problem: { code: "not-a-file" } });
    expect("problem" in found && found.problem.message).toContain("desired-state/link.yaml");
  });

  test("a file that is not UTF-8 is a problem, by name", async () => {
    const repository = repositoryWith({
      "desired-state/latin.yaml": Buffer.from("name: Z\xfcrich", "latin1"),
    });
    const found = await read(repository, "HEAD");
    expect("problem" in found && found.problem.message).toContain("desired-state/latin.yaml");
    expect("problem" in found && found.problem.message).toContain("not UTF-8");
  });

  test("a file over 8 MB is a problem", async () => {
    const repository = repositoryWith({ "desired-state/big.yaml": Buffer.alloc(8 * 1024 * 1024 + 1, "#") });
    expect(await read(repository, "HEAD")).toMatchObject({ problem: { code: "unreadable-file" } });
  });
});

test("500 files take three git processes", async () => {
  const files = Array.from({ length: 500 }, (_, i) => [`desired-state/${i % 40}/${i}.yaml`, `n: ${i}\n`]);
  const repository = repositoryWith(Object.fromEntries(files));
  const bin = emptyFolder();
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho x >> '${bin}/count'\nexec '${real}' "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  const path = process.env.PATH;
  process.env.PATH = `${bin}:${path}`;
  const found = await read(repository, "HEAD");
  process.env.PATH = path;
  expect("files" in found && found.files).toHaveLength(500);
  expect(
    "files" in found && found.files.every(({ path: p, text }) => p.endsWith(`/${text.slice(3).trim()}.yaml`)),
  ).toBe(true);
  expect(
    execFileSync("wc", ["-l"], { input: execFileSync("cat", [join(bin, "count")]) })
      .toString()
      .trim(),
  ).toBe("3");
});
