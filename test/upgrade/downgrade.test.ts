/**
 * trueup 0.1.0 reads the files of this version correctly, or refuses them with a clear message. Both versions may be in
 * use for a while.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { journalOn } from "../../src/apply/journal.ts";
import { takeLock } from "../../src/git/lock.ts";
import type { JournalRecord } from "../../src/model/journal.ts";
import { parseJson } from "../../src/model/json.ts";
import { repositoryOf } from "../../src/project/work-tree.ts";
import { digest } from "../../src/runtime/digest.ts";
import { simulator } from "../cli/command.ts";
import { commitAll, git } from "../git/repositories.ts";
import * as old from "./0.1.0/readers.ts";
import { keptRepository } from "./kept.ts";

/** Returns the message of a tag object, parsed as JSON. */
const message = (text: string) => parseJson(text.slice(text.indexOf("\n\n") + 2));

test("0.1.0 reads a record of version 1, and the snapshot, and refuses the plan file by its version", async () => {
  const served = await simulator();
  const { cwd, remote, run } = keptRepository(served);
  const project = readFileSync(join(cwd, "trueup.yaml"), "utf8");
  commitAll(cwd, { "trueup.yaml": `${project}git: { recordVersion: 1 }\n` });
  expect((await run(["apply", "--yes", "--only", "*oslo*"])).status).toBe(0);
  expect((await run(["observe", "--publish"])).status).toBe(0);
  expect((await run(["plan", "--out", "plan.json"])).status).toBe(0);

  const record = message(git(remote, "cat-file", "tag", "refs/trueup/production/applied"));
  expect(old.record.parse(record)).toMatchObject({
    leftBehind: [{ address: "cloud/network/munich", because: "excluded" }],
    secrets: { of: [{ address: "cloud/ssid/berlin.1", path: "/password" }] },
  });
  expect(git(remote, "for-each-ref", "refs/trueup-memory")).toBe("");
  const snapshot = message(git(remote, "cat-file", "tag", "refs/trueup/production/snapshot"));
  expect(old.snapshot.parse(snapshot)).toEqual(snapshot);

  const read = old.planFileHead.safeParse(parseJson(readFileSync(join(cwd, "plan.json"), "utf8")));
  expect(read.error?.issues.map(({ path }) => path.join("."))).toEqual(["version"]);
});

test("0.1.0 stops at a record of version 2 by its version; once version 1 is written again, it reads that", async () => {
  const { cwd, remote, run } = keptRepository(await simulator());
  const ref = "refs/trueup/production/applied";
  const recorded = () => message(git(remote, "cat-file", "tag", ref));
  expect((await run(["apply", "--yes", "--only", "*oslo*"])).status).toBe(0);
  const refused = old.record.safeParse(recorded());
  expect(refused.error?.issues.map(({ path }) => path.join("."))).toEqual(["version", "leftBehind"]);
  expect(recorded()).toMatchObject({ format: "trueup.record", version: 2, tool: expect.any(String) });

  const project = readFileSync(join(cwd, "trueup.yaml"), "utf8");
  commitAll(cwd, { "trueup.yaml": `${project}git: { recordVersion: 1 }\n` });
  expect((await run(["apply", "--yes", "--only", "*oslo*"])).status).toBe(0);
  expect(old.record.parse(recorded())).toMatchObject({
    leftBehind: [{ address: "cloud/network/munich", because: "excluded" }],
    secrets: { of: [{ address: "cloud/ssid/berlin.1", path: "/password" }] },
  });
});

test("0.1.0 reads the lock, so neither of both begins while the other applies", async () => {
  const { cwd } = keptRepository({ urls: (await simulator()).urls });
  const found = await repositoryOf(cwd, undefined);
  if (!found || "problem" in found) throw new Error("the clone is a repository");
  const now = "2026-11-22T10:00:00.000Z";
  const place = {
    repository: found.repository,
    head: git(cwd, "rev-parse", "HEAD"),
    prefix: "refs/trueup/production",
  };
  const taken = await takeLock(place, { run: "r", owner: "bob", now, lifetimeMs: 300_000 });
  expect(taken.is).toBe("taken");
  const text = git(cwd, "cat-file", "tag", "refs/trueup/production/lock");
  expect(old.lock.parse(message(text))).toMatchObject({ owner: "bob", expires: "2026-11-22T10:05:00.000Z" });
});

test("0.1.0 reads every record of a journal, so what was killed here is finished there", () => {
  const step = "create cloud/network/oslo";
  const records: readonly JournalRecord[] = [
    { kind: "begun", environment: "production", fingerprint: "0123456789abcdef".repeat(4) },
    { kind: "intent", step, operation: "create", address: "cloud/network/oslo", attempt: 1 },
    { kind: "reply", step, meaning: "accepted" },
    { kind: "outcome", step, state: "applied" },
    { kind: "ended" },
  ];
  let text = "";
  const append = (more: string) => {
    text += more;
  };
  const journal = journalOn({ disk: { append, flush: async () => {} }, digest, run: "r" });
  for (const one of records) journal.note(one);
  expect(old.journal(text)).toMatchObject(records);
});
