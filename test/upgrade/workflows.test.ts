/**
 * Workflow files that `trueup init` of an earlier version has written: they are updated, and keep the settings of their
 * users.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  hashOf,
  plainText,
  shippedHashes,
  stateOf,
  withSettingsOf,
} from "../../src/cli/init/earlier-texts.ts";
import { called } from "../../src/cli/init/environments.ts";
import { workflowFiles } from "../../src/cli/init/workflow-files.ts";
import { folder, trueup } from "../cli/command.ts";
import { git, put } from "../git/repositories.ts";

const pinned = ["--package", "https://packages.example.net/trueup-0.2.0.tgz", "--sha256", "a".repeat(64)];
const earlierFolder = new URL("workflows/", import.meta.url);
const earlier = readdirSync(earlierFolder).flatMap((version) =>
  readdirSync(new URL(`${version}/`, earlierFolder)).map((name) => `${version}/${name}`),
);
const shipped = (name: string) => readFileSync(new URL(`../../action/${name}`, import.meta.url), "utf8");
const textOf = (name: string) => readFileSync(new URL(name, earlierFolder), "utf8");

const today: Readonly<Record<string, string>> = {
  ".trueup/action.yml": shipped("action.yml"),
  ".trueup/install.sh": shipped("install.sh"),
  ".trueup/gitlab.yml": shipped("gitlab.yml"),
  ".trueup/gitlab-pull.yml": shipped("gitlab-pull.yml"),
  ".trueup/pull.sh": shipped("pull.sh"),
  ...Object.fromEntries(
    readdirSync(new URL("../../action/github/", import.meta.url))
      .filter((name) => name !== "apply-each.yml")
      .map((name) => [`.github/workflows/trueup-${name}`, shipped(`github/${name}`)]),
  ),
  ".github/workflows/trueup-apply-environment.yml": called(shipped("github/apply.yml")),
};

test("every text of today is known by its hash, so that the next version knows it; and every one that is kept here", async () => {
  expect(Object.keys(shippedHashes).toSorted()).toEqual(Object.keys(today).toSorted());
  for (const [path, text] of Object.entries(today))
    expect(shippedHashes[path]?.at(-1), `add the hash of ${path} to earlier-texts.ts`).toBe(
      hashOf(plainText(text)),
    );
  const many = ["b", "a.1", "true"];
  for (const host of ["github", "gitlab"] as const)
    for (const { path, content } of await workflowFiles(host, {
      prefix: "network/",
      branch: "trunk",
      environments: many,
      hasSources: true,
    }))
      if (path in shippedHashes) expect(shippedHashes[path], path).toContain(hashOf(plainText(content)));
  expect(earlier.length).toBeGreaterThanOrEqual(5);
  for (const name of earlier) {
    const path = `.trueup/${name.replace(/^.*\//, "")}`;
    expect(stateOf(path, textOf(name), today[path] ?? ""), name).toBe("earlier");
    expect(stateOf(path, textOf(name).replaceAll("\n", "\r\n"), today[path] ?? ""), name).toBe("earlier");
    expect(stateOf(path, `${textOf(name)}# mine\n`, today[path] ?? ""), name).toBe("own");
  }
});

/**
 * Creates a repository as an earlier version has left it: with the files of today's `trueup init`, some of which the
 * given files replace.
 */
async function repositoryOf(host: string, files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await folder();
  git(cwd, "init", "-q", "-b", "main");
  const made = await trueup(["init", "--host", host, ...pinned], { cwd });
  expect(made.status, made.err).toBe(0);
  put(cwd, files);
  return cwd;
}

const upgraded = async (cwd: string, host: string) =>
  trueup(["init", "--upgrade", "--host", host, ...pinned], { cwd });
const read = (cwd: string, path: string) => readFileSync(join(cwd, path), "utf8");

describe.each([
  ["github", "action.yml"],
  ["github", "install.sh"],
  ["gitlab", "gitlab.yml"],
  ["gitlab", "install.sh"],
  ["other", "install.sh"],
])("for %s, %s", (host, name) => {
  const path = `.trueup/${name}`;

  test.each(earlier.filter((each) => each.endsWith(`/${name}`)))("of %s is brought up", async (version) => {
    const cwd = await repositoryOf(host, { [path]: textOf(version) });
    const ended = await upgraded(cwd, host);
    expect(ended, ended.err).toMatchObject({ status: 0, err: "" });
    expect(ended.out).toContain(`✔ ${path}`);
    expect(read(cwd, path)).toBe(today[path]);
  });

  test("with a line of somebody's own stays, and the difference is shown; the others are brought up", async () => {
    const first = textOf(`first/${name}`);
    const own = first.replace("\n", "\n# my own line \u001b[31m\n");
    const cwd = await repositoryOf(host, { [path]: own });
    const ended = await upgraded(cwd, host);
    expect(ended.status).toBe(1);
    expect(ended.err).toBe(`${path} is left unchanged, because somebody has edited it: see above.\n`);
    expect(ended.out).toContain("    -# my own line \\u{1b}[31m\n");
    expect(ended.out).toContain(
      "Copy the changes that you need. Or remove the file, and run the same command again.",
    );
    expect(read(cwd, path)).toBe(own);
  });
});

describe("a workflow of GitHub", () => {
  const path = ".github/workflows/trueup-drift.yml";
  const set = (text: string) =>
    text.replace('"17 * * * *"', '"5 6 * * 1"').replaceAll("ubuntu-24.04", "[self-hosted, ephemeral]");

  test("in which only what people set differs is of this version, and stays", async () => {
    const cwd = await repositoryOf("github", { [path]: set(today[path] ?? "") });
    const ended = await upgraded(cwd, "github");
    expect(ended, ended.err).toMatchObject({ status: 0, err: "" });
    expect(read(cwd, path)).toBe(set(today[path] ?? ""));
  });

  test("that is brought up keeps its branch, schedule, runners and time limits", () => {
    const found = set(today[path] ?? "").replace("name: trueup drift", "name: of before");
    const renewed = withSettingsOf(found, today[path] ?? "");
    expect(renewed).toBe(set(today[path] ?? ""));
    const apply = today[".github/workflows/trueup-apply.yml"] ?? "";
    const branched = apply
      .replace("branches: [main]", "branches: [trunk]")
      .replace("timeout-minutes: 60", "timeout-minutes: 5");
    expect(withSettingsOf(branched, apply)).toBe(branched);
    expect(withSettingsOf(branched.replace(/^ *runs-on: .*\n/m, ""), apply)).toBe(branched);
    const two = branched.replace("runs-on: ubuntu-24.04", "runs-on: a\n    runs-on: b");
    expect(withSettingsOf(two, apply)).toBeUndefined();
  });
});

test("a package that the lock names no longer is named", async () => {
  const cwd = await repositoryOf("other", {});
  put(cwd, { ".trueup/lock.json": '{ "package": "trueup-0.1.9.tgz" }\n', ".trueup/trueup-0.1.9.tgz": "old" });
  writeFileSync(join(cwd, "trueup-0.3.0.tgz"), "not really");
  const ended = await trueup(["init", "--upgrade", "--host", "other", "--package", "trueup-0.3.0.tgz"], {
    cwd,
  });
  expect(ended.status, ended.err).toBe(0);
  expect(ended.out).toContain("- .trueup/trueup-0.1.9.tgz is no longer used: remove it");
  expect((await upgraded(cwd, "other")).out).toContain("- .trueup/trueup-0.3.0.tgz is no longer used");
});
