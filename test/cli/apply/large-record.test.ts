/** Records that are too large, through the real command and a real git: none is pushed, and nothing is lost by that. */

import { describe, expect, test } from "vitest";
import type { ApplyRecord } from "../../../src/model/record.ts";
import { commitAll, git, put, remoteOf } from "../../git/repositories.ts";
import { trueup } from "../command.ts";
import { declaring } from "./small-project.ts";

const ref = "refs/trueup/test/applied";
const file = "desired-state/networks.yaml";

function recordIn(cwd: string): ApplyRecord {
  const tag = git(cwd, "cat-file", "tag", ref);
  return JSON.parse(tag.slice(tag.indexOf("\n\n")));
}

/** Two networks, applied; then the record is one of 65 MB, as versions before this one wrote it. */
async function withLargeRecord() {
  const project = await declaring(2);
  const { cwd } = project;
  const { url } = remoteOf(cwd);
  const first = await trueup(["apply", "--yes"], { cwd });
  expect(first.status, first.err).toBe(0);
  const of = Array.from({ length: 355_000 }, (_, n) => {
    return { address: `cloud/ssid/branch-office-${n}.0`, path: "/password", fingerprint: "f".repeat(64) };
  });
  const text = JSON.stringify({ ...recordIn(cwd), secrets: { key: "k", of } }, undefined, 2);
  const head = `object ${git(cwd, "rev-parse", "HEAD")}\ntype commit\ntag t\ntagger t <t@example.net> 0 +0000\n\n`;
  put(cwd, { tag: `${head}${text}\n` });
  git(cwd, "update-ref", ref, git(cwd, "hash-object", "-t", "tag", "-w", "tag"));
  git(cwd, "push", "--quiet", "--force", "origin", ref);
  const { length } = text;
  expect(length).toBeGreaterThan(64 * 1024 * 1024);
  return { ...project, url, was: git(cwd, "rev-parse", ref) };
}

describe("a record that no version could read again", () => {
  test("is not pushed: apply and forget say so, the ref stays, and a smaller one follows", async () => {
    const { cwd, url, was, writes } = await withLargeRecord();
    const before = writes();
    put(cwd, { [file]: git(cwd, "show", `HEAD:${file}`).replace("Network 1", "Network One") });
    commitAll(cwd);

    const applied = await trueup(["apply", "--yes"], { cwd });
    expect(writes() - before, applied.err).toBe(1);
    expect(applied.out).toContain("Apply: 1 applied");
    expect(applied.err).toContain(`error[record-too-large]: ${ref} stays as it was`);
    expect(applied.err).toContain("hint: Nothing is lost: what was applied is live");
    expect(applied.err).not.toContain("Recorded:");
    expect(applied.status).toBe(3);
    expect([git(cwd, "rev-parse", ref), git(cwd, "ls-remote", url, ref).split("\t")[0]]).toEqual([was, was]);

    put(cwd, { [file]: git(cwd, "show", `HEAD:${file}`).replace(/\n {2}n1:.*/, "\n") });
    commitAll(cwd);
    const forgotten = await trueup(["forget", "cloud/network/n1"], { cwd });
    expect([forgotten.status, forgotten.out]).toEqual([1, ""]);
    expect(forgotten.err).toContain("error[record-too-large]");
    expect(git(cwd, "rev-parse", ref)).toBe(was);

    // With a new key the fingerprints of the old one go.
    const project = git(cwd, "show", "HEAD:trueup.yaml");
    put(cwd, {
      "trueup.yaml": project.replace(/^secrets:/m, "secrets:\n  fingerprintKey: { secret: env:KEY }"),
    });
    commitAll(cwd);
    const smaller = await trueup(["apply", "--yes"], { cwd, env: { KEY: "0123456789abcdef" } });
    expect(smaller.status, smaller.err).toBe(0);
    expect(smaller.err).toContain("Recorded:");
    expect(recordIn(cwd)).toMatchObject({ secrets: { of: [] } });
    expect(git(cwd, "ls-remote", url, ref).split("\t")[0]).toBe(git(cwd, "rev-parse", ref));
  });
});
