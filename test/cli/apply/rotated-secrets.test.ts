/**
 * Secrets that are rotated under the same reference. They are detected by keyed fingerprints in the record, because
 * they are never read from a controller.
 */

import { describe, expect, test } from "vitest";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { recordedText } from "../../git/recorded.ts";
import { repository } from "../../git/repositories.ts";
import { projectFor, simulator, trueup } from "../command.ts";

const key = { TRUEUP_KEY: "0123456789abcdef0123456789abcdef" };
const was = { ...key, GUEST_PSK: "the-first-canary-psk" };
const now = { ...key, GUEST_PSK: "the-second-canary-psk" };

const offices = `target: cloud
organization: Acme
networks:
  lab:
    name: Rotation Lab
    timeZone: Europe/Berlin
    ssids:
      1: { name: Guest, password: { secret: env:GUEST_PSK } }
      2: { name: Staff, password: { secret: env:STAFF_PSK } }
`;
const staff = { STAFF_PSK: "the-staff-canary-psk" };

function projectIn(served: RunningSimulator, keyed = true): string {
  const project = projectFor(served);
  const named = `${project}  fingerprintKey: { secret: env:TRUEUP_KEY }\n`;
  const files = { ".gitignore": ".trueup/\n", "desired-state/lab.yaml": offices };
  return repository({ "trueup.yaml": keyed ? named : project, ...files });
}

function run(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  return trueup(args, { cwd, env: { ...staff, ...env } });
}

const recordIn = (cwd: string) => recordedText(cwd);

/** Returns the passwords that the simulated controller has, by SSID. */
function passwords(served: RunningSimulator): unknown {
  const text = JSON.stringify(served.world().dashboard, (_, value) =>
    value instanceof Map ? Object.fromEntries(value) : value,
  );
  return [...text.matchAll(/the-[a-z]+-canary-psk/g)].map(([found]) => found).sort();
}

describe("a secret that was rotated under the same reference", () => {
  test("is written by the next apply, alone, and then is as declared", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    expect((await run(["apply", "--yes"], cwd, was)).status).toBe(0);
    const quiet = await run(["plan"], cwd, was);
    expect(quiet.out).not.toContain("cannot be read back");
    expect(quiet.out).toContain("Plan: nothing to do");

    const plan = await run(["plan"], cwd, now);
    expect(plan.out).toMatch(
      /password +\(cannot be read\) → \[secret env:GUEST_PSK\] {2}rotated since it was applied/,
    );
    expect(plan.out).toContain("Plan: 0 to create, 1 to update, 0 to remove");
    const markdown = await run(["plan", "--format", "markdown"], cwd, now);
    expect(markdown.out).toContain("rotated since it was applied");
    const done = await run(["apply", "--yes"], cwd, now);
    expect(done.out).toContain("Apply: 1 applied");
    expect(passwords(served)).toEqual(["the-second-canary-psk", "the-staff-canary-psk"]);
    expect((await run(["apply", "--yes"], cwd, now)).out).toContain("nothing to do");
  });

  test("is told from nothing but keyed fingerprints: the record holds neither the secrets nor the key", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    expect((await run(["apply", "--yes"], cwd, was)).status).toBe(0);
    const record = recordIn(cwd);
    expect(record).toMatch(/"fingerprint": "[0-9a-f]{32}"/);
    expect(record).not.toMatch(/canary|0123456789abcdef/);
  });

  test("stays to be written as long as its write fails", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    expect((await run(["apply", "--yes"], cwd, was)).status).toBe(0);
    const fault = {
      effect: { kind: "answer", status: 403 },
      interface: "dashboard",
      methods: ["PUT"],
      path: "*/ssids/1",
      times: 1,
    };
    await fetch(`${served.admin}/faults`, { method: "POST", body: JSON.stringify(fault) });
    expect((await run(["apply", "--yes"], cwd, now)).status).toBe(1);
    expect((await run(["plan"], cwd, now)).out).toContain("rotated since it was applied");
    expect((await run(["apply", "--yes"], cwd, now)).status).toBe(0);
    expect((await run(["plan"], cwd, now)).out).toContain("Plan: nothing to do");
  });

  test("is not noticed without a key, and the plan says that it cannot be", async () => {
    const served = await simulator();
    const cwd = projectIn(served, false);
    expect((await run(["apply", "--yes"], cwd, was)).status).toBe(0);
    const plan = await run(["plan"], cwd, now);
    expect(plan.out).toContain("Plan: nothing to do");
    expect(plan.out).toContain("2 secrets cannot be read back, so trueup cannot verify them.");
  });

  test("is taken as it stands by the first apply with a new key, which writes nothing", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    expect((await run(["apply", "--yes"], cwd, was)).status).toBe(0);
    const other = { TRUEUP_KEY: "fedcba9876543210fedcba9876543210" };
    const first = await run(["apply", "--yes"], cwd, { ...was, ...other });
    expect(first.out).toContain("nothing to do");
    expect(first.out).toContain("2 secrets cannot be read back");
    expect((await run(["plan"], cwd, { ...now, ...other })).out).toContain("rotated since it was applied");
  });

  test("needs a key that nobody guesses", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    const short = await run(["apply", "--yes"], cwd, { ...was, TRUEUP_KEY: "tiny" });
    expect(short.status).toBe(1);
    expect(short.err).toMatch(/trueup\.yaml:\d+:\d+/);
    expect(short.err).toContain("the key of secrets.fingerprintKey is shorter than 16 characters");
    const missing = await run(["apply", "--yes"], cwd, { GUEST_PSK: "x-canary-psk-x" });
    expect(missing.err).toContain("the environment variable TRUEUP_KEY is not set");
  });
});
