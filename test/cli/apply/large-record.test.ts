/**
 * Records that are too large, with the real command and a real git: they are not pushed, and nothing is lost because of
 * them.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { recordedIn } from "../../git/recorded.ts";
import { commitAll, git, put, remoteOf } from "../../git/repositories.ts";
import { trueup } from "../command.ts";
import { declaring } from "./small-project.ts";

const ref = "refs/trueup/test/applied";
const file = "desired-state/networks.yaml";

/**
 * Applies two networks, and replaces the record by one of 65 MB in version 1, as earlier versions of trueup wrote it.
 */
async function withLargeRecord() {
  const project = await declaring(2);
  const { cwd } = project;
  const settings = readFileSync(join(cwd, "trueup.yaml"), "utf8");
  commitAll(cwd, { "trueup.yaml": `${settings}git: { recordVersion: 1 }\n` });
  const { url } = remoteOf(cwd);
  const first = await trueup(["apply", "--yes"], { cwd });
  expect(first.status, first.err).toBe(0);
  const of = Array.from({ length: 355_000 }, (_, n) => {
    return { address: `cloud/ssid/branch-office-${n}.0`, path: "/password", fingerprint: "f".repeat(64) };
  });
  const text = JSON.stringify({ ...recordedIn(cwd), secrets: { key: "k", of } }, undefined, 2);
  const head = `object ${git(cwd, "rev-parse", "HEAD")}\ntype commit\ntag t\ntagger t <t@example.net> 0 +0000\n\n`;
  put(cwd, { tag: `${head}${text}\n` });
  git(cwd, "update-ref", ref, git(cwd, "hash-object", "-t", "tag", "-w", "tag"));
  git(cwd, "push", "--quiet", "--force", "origin", ref);
  const { length } = text;
  expect(length).toBeGreaterThan(64 * 1024 * 1024);
  return { ...project, url, was: git(cwd, "rev-parse", ref) };
}

describe("a record of version 1 that no version could read again", () => {
  test("is not pushed: apply and forget say so, the ref stays, and version 2 takes it", async () => {
    const { cwd, url, was, writes } = await withLargeRecord();
    const before = writes();
    put(cwd, { [file]: git(cwd, "show", `HEAD:${file}`).replace("Network 1", "Network One") });
    commitAll(cwd);

    const applied = await trueup(["apply", "--yes"], { cwd });
    expect(writes() - before, applied.err).toBe(1);
    expect(applied.out).toContain("Apply: 1 applied");
    expect(applied.err).toContain(`error[record-too-large]: ${ref} stays as it was`);
    expect(applied.err).toContain("hint: Nothing is lost: the changes are applied");
    expect(applied.err).not.toContain("Recorded:");
    expect(applied.status).toBe(3);
    expect([git(cwd, "rev-parse", ref), git(cwd, "ls-remote", url, ref).split("\t")[0]]).toEqual([was, was]);

    put(cwd, { [file]: git(cwd, "show", `HEAD:${file}`).replace(/\n {2}n1:.*/, "\n") });
    commitAll(cwd);
    const forgotten = await trueup(["forget", "cloud/network/n1"], { cwd });
    expect([forgotten.status, forgotten.out]).toEqual([1, ""]);
    expect(forgotten.err).toContain("error[record-too-large]");
    expect(git(cwd, "rev-parse", ref)).toBe(was);

    // In version 2, no part of the record is too large.
    const project = git(cwd, "show", "HEAD:trueup.yaml");
    commitAll(cwd, { "trueup.yaml": project.replace("git: { recordVersion: 1 }", "") });
    const smaller = await trueup(["apply", "--yes"], { cwd });
    expect(smaller.status, smaller.err).toBe(0);
    expect(smaller.err).toContain("Recorded:");
    expect(recordedIn(cwd)).toMatchObject({ version: 2, secrets: { key: "k" } });
    expect(recordedIn(cwd).secrets?.of).toHaveLength(355_000);
    expect(git(cwd, "ls-remote", url, ref).split("\t")[0]).toBe(git(cwd, "rev-parse", ref));
  });
});
