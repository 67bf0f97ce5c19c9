/**
 * An approval needs the whole fingerprint. A part of a fingerprint approves nothing, because somebody could make
 * another plan with the same part.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logReport } from "../../src/simulator/log.ts";
import type { RunningSimulator } from "../../src/simulator/serve.ts";
import { folder, projectFor, simulator, trueup, write } from "../cli/command.ts";
import { comment } from "../servers/comment-host.ts";

const writes = (served: RunningSimulator) => Number(logReport(served.world().log).writes);

const berlin = (timeZone: string) =>
  `target: cloud\norganization: Acme\nnetworks:\n  berlin: { name: Berlin Office, timeZone: ${timeZone} }\n`;

async function project() {
  const served = await simulator();
  const cwd = await folder({
    "trueup.yaml": projectFor(served),
    "desired-state/a.yaml": berlin("Europe/Paris"),
  });
  const run = (...args: readonly string[]) => trueup(args, { cwd });
  const planned = async () => String(JSON.parse((await run("plan", "--format", "json")).out).fingerprint);
  return { served, cwd, run, planned };
}

/** Returns texts that resemble a fingerprint but are not one. */
const parts = (whole: string) => [
  ...[12, 16, 63].map((digits) => whole.slice(0, digits)),
  whole.toUpperCase(),
];

describe("a part of a fingerprint", () => {
  test("approves nothing: apply refuses it with 4, says what to give, and asks nobody", async () => {
    const { served, run, planned } = await project();
    const whole = await planned();
    const asked = () => JSON.stringify(logReport(served.world().log).counts);
    const before = asked();
    for (const part of parts(whole)) {
      const ended = await run("apply", "--approved", part);
      expect(ended).toMatchObject({ status: 4, out: "" });
      expect(ended.err).toContain("give all 64");
    }
    expect(asked()).toBe(before);
    expect((await run("apply", "--approved", whole)).status).toBe(0);
    expect(writes(served)).toBe(1);
  });

  test("consents to nothing, whichever guard it names", async () => {
    const { served, run, planned } = await project();
    const whole = await planned();
    for (const part of parts(whole).slice(1, 3)) {
      const ended = await run("apply", "--yes", "--allow", `removals@${part}`);
      expect(ended).toMatchObject({ status: 4, out: "" });
      expect(ended.err).toContain("give all 64");
    }
    expect((await run("apply", "--yes", "--allow", "removals")).err).toContain("give all 64");
    expect(writes(served)).toBe(0);
  });

  test("is never the whole: a fingerprint is not made of its first digits alone", async () => {
    const { run, planned } = await project();
    const [one, other] = [
      await planned(),
      JSON.parse((await run("plan", "--only", "cloud/organization/*", "--format", "json")).out),
    ];
    for (const whole of [one, String(other.fingerprint)]) {
      expect(whole).toMatch(/^[0-9a-f]{64}$/);
      expect(new Set(whole.slice(16)).size).toBeGreaterThan(4);
    }
  });

  test("that differs in the last digit alone is of another plan", async () => {
    const { served, run, planned } = await project();
    const whole = await planned();
    const other = whole.slice(0, 63) + (whole.endsWith("0") ? "1" : "0");
    const ended = await run("apply", "--approved", other);
    expect(ended.status).toBe(4);
    expect(ended.err).toContain(`approve it with --approved ${whole}.`);
    expect(writes(served)).toBe(0);
  });
});

test("every plan ends with its whole fingerprint, said once, in all formats that show a plan", async () => {
  const { cwd, run, planned } = await project();
  const whole = await planned();
  const ends = {
    "plan.txt": `\n  fingerprint ${whole}\n`,
    "plan.md": `\n\nFingerprint \`${whole}\`\n`,
    "plan.json": `"fingerprint": "${whole}"\n}\n`,
    "plan.html": `<p class="dim">fingerprint <code>${whole}</code></p>\n</main>\n</body>\n</html>\n`,
  };
  for (const [name, end] of Object.entries(ends)) {
    await run("plan", "--out", name);
    const text = readFileSync(join(cwd, name), "utf8");
    expect(text.split(whole)).toHaveLength(2);
    expect(text.slice(-end.length)).toBe(end);
  }
});

test("a plan that is too long for a comment loses resources, not its fingerprint; nor does the comment", async () => {
  const { cwd, run } = await project();
  const many = Array.from({ length: 400 }, (_, at) => `  n${at}: { name: ${"Site ".repeat(40)}${at} }\n`);
  await write(cwd, "desired-state/a.yaml", `target: cloud\norganization: Acme\nnetworks:\n${many.join("")}`);
  const planned = await run("plan", "--format", "json", "--out", "plan.md");
  const end = `\n\nFingerprint \`${JSON.parse(planned.out).fingerprint}\`\n`;
  const markdown = readFileSync(join(cwd, "plan.md"), "utf8");
  expect(markdown.length).toBeGreaterThan(60_000);
  expect(markdown.length).toBeLessThanOrEqual(65_536);
  expect(markdown.slice(-end.length)).toBe(end);
  const shown = markdown.match(/^\| `n\d+`/gm)?.length ?? 0;
  expect(markdown).toContain(`\nand ${400 - shown} more\n`);
  expect(markdown).toContain("**Not everything is shown:**");

  writeFileSync(join(cwd, "long.md"), markdown.slice(0, -end.length) + "more\n".repeat(2000) + end.slice(1));
  const plain = (await comment(cwd, ["long.md"])).body;
  expect(plain.length).toBeLessThanOrEqual(65_536);
  expect(plain.slice(-end.length)).toBe(end);
  const made = (await comment(cwd, ["long.md", "--untrusted"])).body;
  expect(made.length).toBeLessThanOrEqual(65_536);
  expect(made.slice(-end.length)).toBe(end);
  expect(made.split("\n").at(1)).toContain("A workflow of this pull request wrote this text.");
});

test("plans that were made from a snapshot are no review: with --plans they approve nothing", async () => {
  const { served, cwd, run } = await project();
  expect((await run("observe", "--out", "snapshot.json")).status).toBe(0);
  mkdirSync(join(cwd, "plans"));
  expect((await run("plan", "--snapshot", "snapshot.json", "--out", "plans/7.json")).status).toBe(0);
  const left = await run("apply", "--plans", "plans");
  expect(left.err).toMatch(/warning\[plan-file\]: \S+7\.json: this plan file is a preview/);
  expect(left.err).toContain("Skipped 1 change that no reviewed plan contains");
  expect(writes(served)).toBe(0);
  await run("plan", "--out", "plans/7.json");
  expect((await run("apply", "--plans", "plans")).status).toBe(0);
  expect(writes(served)).toBe(1);
});
