/**
 * Servers whose lists show a new resource long after they have accepted it. Every command reports the resource as
 * accepted and not yet visible, and no command sends it again.
 */

import { appendFileSync, existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { journalOn } from "../../../src/apply/journal.ts";
import { digest } from "../../../src/runtime/digest.ts";
import { commitAll, repository } from "../../git/repositories.ts";
import { folder, projectFor, simulator, trueup, write } from "../command.ts";

const bern = "cloud/network/bern";
const inside = "cloud/ssid/bern.0";
const declared = `target: cloud
organization: Acme
networks:
  bern: { name: Bern Office, ssids: { 0: { name: Guest } } }
`;

/**
 * Creates a project whose first apply has created a network. The server's lists show the network after `listedAfterMs`.
 */
async function accepted(options: {
  readonly listedAfterMs: number;
  readonly git?: true;
  readonly more?: string;
}) {
  const { listedAfterMs, git, more = "" } = options;
  let skippedMs = 0;
  const at = await simulator({
    seed: { organizations: [{ id: "O_1", name: "Acme", networks: [] }] },
    settings: { listedAfterMs, readinessMs: 0 },
    now: () => performance.now() + skippedMs,
  });
  const files = {
    "trueup.yaml": projectFor(at) + more,
    ".gitignore": ".trueup/\n",
    "desired-state/cloud.yaml": declared,
  };
  const cwd = git ? repository(files) : await folder(files);
  const run = (...args: readonly string[]) => trueup(args, { cwd });
  const first = await run("apply", "--yes", "--format", "json");
  return {
    cwd,
    run,
    first,
    result: JSON.parse(first.out),
    journal: join(cwd, ".trueup/test.journal"),
    networks: () => at.world().dashboard.networks.size,
    later: (ms: number) => {
      skippedMs += ms;
    },
  };
}

describe.each([undefined, true] as const)("a network that lists show 45 s later; in Git: %s", (git) => {
  test("is sent once, however often it is applied, and is as applied once it is seen", async () => {
    const { run, first, result, journal, networks, later } = await accepted({
      listedAfterMs: 45_000,
      ...(git && { git }),
    });
    expect(first.status).toBe(3);
    expect(result.acceptedUnseen).toEqual([
      { address: bern, since: expect.any(String), id: expect.any(String) },
    ]);
    expect(existsSync(journal)).toBe(true);

    for (const only of [[], ["--only", bern]]) {
      const again = await run("apply", "--yes", ...only);
      expect([again.status, networks()]).toEqual([1, 1]);
      expect(again.out).toContain("Accepted, but not visible");
      expect(again.out).not.toContain("removed live");
    }
    later(45_000);
    expect((await run("apply", "--yes")).status).toBe(0);
    expect([networks(), existsSync(journal)]).toEqual([1, false]);
    expect((await run("plan", "--detailed-exitcode")).status).toBe(0);
  });

  test("is called that by plan, drift and status, and is no drift", async () => {
    const { run } = await accepted({ listedAfterMs: 45_000, ...(git && { git }) });
    const plan = await run("plan", "--detailed-exitcode", "--format", "json");
    expect(plan.status).toBe(2);
    const { acceptedUnseen, steps, unwritable } = JSON.parse(plan.out);
    expect(acceptedUnseen).toMatchObject([{ address: bern, since: expect.any(String) }]);
    expect(steps).toEqual([]);
    expect(unwritable).toMatchObject([
      {
        address: bern,
        reason: expect.stringMatching(/^its creation was accepted at .*, but it is not visible yet$/),
      },
      { address: inside, because: bern },
    ]);
    for (const format of ["text", "markdown", "html", "sarif", "junit"]) {
      const { out } = await run("plan", "--format", format);
      expect(out).toMatch(/network bern was accepted at .*, but no list shows it yet/);
    }
    for (const format of ["text", "markdown", "html"]) {
      const { out } = await run("drift", "--format", format);
      expect(out).toMatch(/network bern was accepted at/);
      expect(out).toContain("1 accepted but not visible yet");
    }
    const drift = await run("drift", "--detailed-exitcode", "--format", "json");
    expect(drift.status).toBe(0);
    expect(JSON.parse(drift.out)).toMatchObject({
      drifted: [],
      pending: [],
      acceptedUnseen: [{ address: bern }],
    });
    expect((await run("status")).err).toMatch(
      /Accepted by an earlier apply, but not visible yet.*\n {2}network bern was/,
    );
  });

  test("that is forgotten is created again", async () => {
    const { run, networks } = await accepted({ listedAfterMs: 1e9, ...(git && { git }) });
    const forgotten = await run("forget", bern);
    expect([forgotten.status, forgotten.out]).toEqual([0, expect.stringContaining("network bern")]);
    expect((await run("plan", "--format", "json")).out).not.toContain("acceptedUnseen");
    await run("apply", "--yes");
    expect(networks()).toBe(2);
    expect((await run("forget", "cloud/network/other")).status).toBe(1);
  });
});

describe("--retry-unseen", () => {
  test("is refused where trueup.yaml does not allow it", async () => {
    const { run, networks } = await accepted({ listedAfterMs: 1e9 });
    const refused = await run("apply", "--yes", "--retry-unseen");
    expect([refused.status, networks()]).toEqual([4, 1]);
    expect(refused.err).toContain("retryUnseen: true");
  });

  test("sends nothing that was accepted less than 24 hours ago", async () => {
    const { run, networks } = await accepted({ listedAfterMs: 1e9, more: "retryUnseen: true\n" });
    const held = await run("apply", "--yes", "--retry-unseen");
    expect([held.status, networks()]).toEqual([1, 1]);
    expect(held.out).toContain("Accepted, but not visible");
  });
});

test("a clone without a journal knows it from the record, and forgets it there", async () => {
  const { cwd, run, networks } = await accepted({ listedAfterMs: 1e9, git: true });
  await rm(join(cwd, ".trueup"), { recursive: true });
  expect(JSON.parse((await run("plan", "--format", "json")).out)).toMatchObject({
    steps: [],
    acceptedUnseen: [{ address: bern }],
  });
  const status = await run("status");
  expect(status.err).toMatch(
    /Accepted by an earlier apply, but not visible yet.*\n {2}network bern was accepted at/,
  );
  expect([(await run("apply", "--yes")).status, networks()]).toEqual([1, 1]);
  expect((await run("forget", bern)).status).toBe(0);
  await run("apply", "--yes");
  expect(networks()).toBe(2);
});

test("an apply right after one that was killed waits until lists must show what that has made, and goes on", async () => {
  const { cwd, run, networks, journal, later } = await accepted({ listedAfterMs: 45_000 });
  later(45_000);
  const step = `create ${bern}` as const;
  const since = new Date(Date.now() + 60_000).toISOString();
  const killed = {
    append: (text: string) => appendFileSync(journal, text),
    flush: () => Promise.resolve(),
  };
  await rm(journal);
  const { note } = journalOn({ disk: killed, digest, run: "killed" });
  note({ kind: "begun", environment: "test", fingerprint: "" });
  note({ kind: "intent", step, operation: "create", address: bern, attempt: 1 });
  note({ kind: "reply", step, meaning: "accepted", since });
  await write(cwd, "desired-state/cloud.yaml", declared.replace("Guest", "Visitors"));
  const went = await run("apply", "--yes");
  expect(went.err).toContain("(cloud/network/bern)");
  expect([went.status, networks(), existsSync(journal)]).toEqual([0, 1, false]);
});

test("what was accepted and not seen is left behind as unknown, and declared otherwise it is held as well", async () => {
  const { cwd, run, networks } = await accepted({ listedAfterMs: 45_000, git: true });
  const { record } = JSON.parse((await run("applied", "--format", "json")).out);
  expect(record.leftBehind).toMatchObject([{ address: bern, because: "unknown", commit: null }]);
  commitAll(cwd, { "desired-state/cloud.yaml": declared.replace("Bern Office", "Bern") });
  expect((await run("apply", "--yes")).status).toBe(1);
  expect(networks()).toBe(1);
});
