/** A journal and a lock that a proposal has committed are ignored, because no run has written them. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { digest } from "../../../src/runtime/digest.ts";
import { emptyCompany } from "../../../src/simulator/company.ts";
import { git, put } from "../../git/repositories.ts";
import { folder, projectFor, simulator, trueup } from "../command.ts";

const path = ".trueup/test.journal";
const declared = "target: cloud\norganization: Acme\nnetworks: { berlin: { name: Berlin } }\n";

/** Returns a journal in which the network was accepted a moment ago, so that a run would not send it again. */
function accepted(): string {
  const [step, address, time] = [
    "create cloud/network/berlin",
    "cloud/network/berlin",
    "2026-01-01T00:00:00Z",
  ];
  const records = [
    { kind: "begun", environment: "test", fingerprint: "0".repeat(64), commit: "1".repeat(40) },
    { kind: "intent", step, operation: "create", address, attempt: 1, time },
    { kind: "outcome", step, state: "applied", since: time, id: "N_1", sent: "Berlin" },
  ];
  const lines = records.map((record, number) =>
    JSON.stringify({ version: 1, run: "planted", number, ...record }),
  );
  return lines.map((line) => `${digest(line).slice(0, 16)} ${line}\n`).join("");
}

async function repository(prefix: string, files: Readonly<Record<string, string>>) {
  const served = await simulator({ seed: emptyCompany() });
  const top = await folder();
  git(top, "init", "-q", "-b", "main");
  put(top, {
    [`${prefix}trueup.yaml`]: projectFor(served),
    [`${prefix}desired-state/cloud.yaml`]: declared,
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${prefix}${name}`, text])),
  });
  return { served, top, cwd: join(top, prefix) };
}

const committed = (top: string) => {
  git(top, "add", "--all", "--force");
  git(top, "commit", "-q", "-m", "a proposal that was merged");
};

describe.each(["", "sites/one/"])("in a project at %j of its repository", (prefix) => {
  test("a journal that is left here is believed: the network is not sent again", async () => {
    const { cwd, top } = await repository(prefix, {});
    committed(top);
    put(cwd, { [path]: accepted() });
    expect((await trueup(["plan"], { cwd })).out).toContain("Accepted, but not visible");
  });

  test("a journal that Git brings is not: plan, status and apply act as without it", async () => {
    const { cwd, top, served } = await repository(prefix, { [path]: accepted() });
    committed(top);
    const plan = await trueup(["plan"], { cwd });
    expect(plan.out).not.toContain("ccepted");
    expect(plan.out).toContain("+ network berlin");
    expect((await trueup(["status"], { cwd })).err).not.toContain("ccepted");
    const done = await trueup(["apply", "--yes"], { cwd });
    expect(done.err).toContain("warning[journal-ignored]");
    expect(done.err).toContain("Git tracks it, so it does not come from a run in this folder");
    expect(done.status, done.err).toBe(0);
    expect(served.world().dashboard.networks.size).toBe(1);
  });

  test("a lock that Git brings holds no apply up, and one that is left here does", async () => {
    const lock = ".trueup/test.lock";
    const alive = `${process.ppid}\n`;
    const { cwd, top } = await repository(prefix, { [lock]: alive });
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(4);
    committed(top);
    const done = await trueup(["apply", "--yes"], { cwd });
    expect(done.status, done.err).toBe(0);
    expect(existsSync(join(cwd, lock))).toBe(false);
  });
});
