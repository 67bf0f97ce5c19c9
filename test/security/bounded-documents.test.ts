/**
 * Documents that somebody else may have written, with the real command. Their size is counted before they are parsed.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyCompany } from "../../src/simulator/company.ts";
import { folder, projectFor, simulator, trueup, trueupProcess, write } from "../cli/command.ts";
import type { Ended } from "../cli/commands-here.ts";
import { spread, times } from "../long-forms.ts";
import { hostile } from "../servers/hostile.ts";
import { counted } from "./counted.ts";

const desired = "target: cloud\norganization: Acme\nnetworks: { n1: { name: One } }\n";
const nested = "[".repeat(5_000_000);
const many = `[${"0,".repeat(3_000_000)}0]`;
const texts = [
  ["nested", nested],
  ["nested, and whole", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["of many values", many],
] as const;

/**
 * Counting the values of a document runs five blocks of code for each character, once or twice. The parsed characters
 * come only from the program's own files.
 */
const most = { blocks: 45e6, parsed: 100_000 };

const commands = ["apply plan.json", "plan", "apply --yes", "plan --snapshot", "comment plan.md"];
const weighed = spread(commands, times("hostileDocuments"));

/** Runs a command that must do little work. A command in `weighed` runs as a process whose work is counted. */
async function refusing(args: readonly string[], at: Parameters<typeof trueupProcess>[1]): Promise<Ended> {
  if (!weighed.includes(args.join(" "))) return trueup(args, at);
  const { ended, work } = await counted((env) => trueupProcess(args, { ...at, env: { ...at.env, ...env } }));
  expect(work.all.blocks).toBeLessThan(most.blocks);
  expect(work.all.parsed).toBeLessThan(most.parsed);
  return ended;
}

async function project(): Promise<string> {
  const served = await simulator({ seed: emptyCompany() });
  return folder({ "trueup.yaml": projectFor(served), "desired-state/cloud.yaml": desired });
}

function git(cwd: string, args: readonly string[], input = ""): string {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.net", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...who, ...args], { cwd, input, encoding: "utf8" }).trim();
}

/** Creates a repository with a ref of this name. The ref is a tag object with this text. */
async function withRef(name: string, text: string): Promise<string> {
  const cwd = await project();
  git(cwd, ["init", "--quiet", "--initial-branch=main"]);
  git(cwd, ["add", "--all"]);
  git(cwd, ["commit", "--quiet", "--message=first"]);
  const commit = git(cwd, ["rev-parse", "HEAD"]);
  const head = `object ${commit}\ntype commit\ntag t\ntagger t <t@example.net> 0 +0000\n\n`;
  git(cwd, ["update-ref", `refs/trueup/test/${name}`, git(cwd, ["mktag"], `${head}${text}\n`)]);
  return cwd;
}

describe.each(texts)("a text that is %s", (_, text) => {
  test("is no plan file", async () => {
    const cwd = await project();
    await write(cwd, "plan.json", text);
    const ended = await refusing(["apply", "plan.json"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toMatch(/trueup does not read this plan file: it (?:is|has) (?:nested over|more than)/);
  });

  test("is no record", async () => {
    const ended = await refusing(["plan"], { cwd: await withRef("applied", text) });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("record-unreadable");
  });

  test("is no lock of trueup, and nobody applies over it", async () => {
    const ended = await refusing(["apply", "--yes"], { cwd: await withRef("lock", text) });
    expect(ended.status).toBe(4);
  });

  test("is no snapshot", async () => {
    const ended = await refusing(["plan", "--snapshot"], { cwd: await withRef("snapshot", text) });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("bad-snapshot");
  });

  test("is no journal, whatever its checksum says", async () => {
    const cwd = await project();
    const sum = createHash("sha256").update(text).digest("hex").slice(0, 16);
    await write(cwd, ".trueup/test.journal", `${sum} ${text}\n`);
    const ended = await refusing(["apply", "--yes"], { cwd });
    expect(ended.status, ended.err).toBe(0);
    expect(ended.err).toContain("journal-ignored");
  });

  test("is no page of comments", async () => {
    const { url } = await hostile(() => ({ body: text, headers: { "content-type": "application/json" } }));
    const env = {
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: url,
      GITHUB_REPOSITORY: "acme/network",
      GITHUB_REF: "refs/pull/7/merge",
      GITHUB_TOKEN: "a-token-of-this-test",
    };
    const cwd = await folder({ "plan.md": "a plan\n" });
    const ended = await refusing(["comment", "plan.md"], { cwd, env });
    expect(ended.status).toBe(1);
    expect(ended.err).toMatch(/is nested over 100 levels deep|has more than 250,000 values/);
  });
});

test("a journal that never ends, or is no file, is not read", async () => {
  const cwd = await project();
  await write(cwd, ".trueup/.gitignore", "*\n");
  await write(cwd, ".trueup/test.journal", "");
  await truncate(join(cwd, ".trueup/test.journal"), 200_000_000);
  const ended = await trueup(["apply", "--yes"], { cwd });
  expect(ended.status).toBe(1);
  expect(ended.err).toContain("journal-unwritable");
});

test("a target without an end is unknown, nothing more is read from it, and the others go on", async () => {
  const served = await simulator({ seed: emptyCompany() });
  const networks = Array.from({ length: 100 }, (_, at) => ({
    id: `N${at}`,
    organizationId: "1",
    name: `Site ${at}`,
  }));
  const long = Array.from({ length: 15 }, (_, number) => ({
    number,
    name: "x".repeat(20_000),
    enabled: true,
  }));
  const { url, asked } = await hostile(({ url: path }) => {
    if (/organizations(?:\?|$)/.test(path)) return { body: [{ id: "1", name: "Acme" }] };
    return { body: path.includes("ssids") ? long : networks };
  });
  const endless = `  endless:
    interface: dashboard
    url: ${url}
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } }
    limits: { requestsPerSecond: 1000, answerMegabytes: 2 }
secrets:`;
  const sites = networks.map(
    ({ name }, at) => `  n${at}: { name: ${name}, ssids: { "0": { name: a, vlan: 7 } } }\n`,
  );
  const cwd = await folder({
    "trueup.yaml": projectFor(served).replace("secrets:", endless),
    "desired-state/cloud.yaml": desired,
    "desired-state/endless.yaml": `target: endless\norganization: Acme\nnetworks:\n${sites.join("")}`,
  });
  const ended = await trueup(["plan"], { cwd });
  expect(ended.status, ended.err).toBe(1);
  expect(ended.out, ended.err).toContain(
    "endless: the answers add up to more than 2 MB, so trueup reads nothing more.",
  );
  expect(ended.out).toContain("+ network n1");
  expect(ended.out).not.toContain("~ ssid");
  expect(asked.length).toBeLessThan(30);
});

test("a published snapshot that is too long is one, and said to be unreadable", async () => {
  const cwd = await withRef("snapshot", `"${"x".repeat(64 * 1024 * 1024)}"`);
  const ended = await trueup(["plan", "--snapshot"], { cwd });
  expect([ended.status, ended.err]).toEqual([
    1,
    expect.stringContaining("error[bad-snapshot]: refs/trueup/test/snapshot"),
  ]);
});
