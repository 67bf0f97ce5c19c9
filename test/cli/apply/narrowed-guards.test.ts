/**
 * Each guard with each option that narrows an apply. Writes must be refused because of every finding that concerns
 * them.
 */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { guardNames } from "../../../src/plan/guards/guards.ts";
import { logReport } from "../../../src/simulator/log.ts";
import { commitAll, git, repository } from "../../git/repositories.ts";
import { folder, projectFor, simulator, trueup } from "../command.ts";
import { type Danger, dangers } from "./dangers.ts";

const env = { CLIENT_ID: "simulated-messaging-client", CLIENT_SECRET: "simulated-messaging-secret" };
const file = "desired-state/a.yaml";

/**
 * Prepares a danger's project and simulator. The base is a folder, or the recorded commit if the danger needs a record.
 */
async function ready(danger: Danger) {
  const { seed, settings = {}, applied, declared = applied, project = "", policies } = danger;
  const { isDoubted, earlier } = danger;
  const isRecorded = isDoubted || earlier !== undefined;
  const served = await simulator({ ...(seed && { seed }), settings });
  const targets = danger.target?.(served) ?? "";
  const text = projectFor(served).replace("secrets:\n", `${targets}secrets:\n`) + project;
  const files = {
    ...{ "trueup.yaml": text, ".gitignore": ".trueup/\nplans/\n", [file]: declared },
    ...(policies && { "policies/own.yaml": policies }),
  };
  const cwd = isRecorded
    ? repository({ ...files, [file]: applied.replaceAll("declared", "former") })
    : await folder({ ...files, "applied/a.yaml": applied });
  const base = isRecorded ? [] : ["--base", "applied"];
  const run = (command: string, ...args: readonly string[]) =>
    trueup([command, ...base, "--prune", ...args], { cwd, env });
  if (earlier !== undefined) {
    for (const text of [applied, earlier, declared]) {
      commitAll(cwd, { [file]: text });
      if (text !== declared) expect((await run("apply", "--yes")).status).toBe(0);
    }
  }
  if (isDoubted) {
    // The applied commit is rewritten, and the content of the network has drifted.
    expect((await run("apply", "--yes")).status).toBe(0);
    git(cwd, "commit", "-q", "--amend", "-m", "another");
    commitAll(cwd, { "README.md": "more\n" });
    for (const at of [0, 1])
      await fetch(`${served.admin}/change`, {
        method: "POST",
        body: JSON.stringify({ interface: "dashboard", network: `Site ${at}`, set: { tags: ["live"] } }),
      });
  }
  const before = Number(logReport(served.world().log).writes);
  const written = () => Number(logReport(served.world().log).writes) - before;
  return { run, written };
}

/** The options that narrow an apply. With plan files, the reviewed plans are narrow. */
const narrowings = {
  nothing: () => [],
  "--only": ({ part }: Danger) => ["--only", part],
  "--only drift": () => ["--only", "drift"],
  "--only drift and --only": ({ part }: Danger) => ["--only", "drift", part],
  "--plans": () => ["--plans", "plans"],
} as const;

const rows = Object.entries(dangers).flatMap(([name, danger]) =>
  Object.entries(narrowings).map(([option, args]) => ({ name, option, danger, args: args(danger) })),
);

describe("an apply", () => {
  test.each(rows)("of $name, narrowed by $option, is refused", async ({ danger, option, args }) => {
    const { run, written } = await ready(danger);
    if (option === "--plans")
      expect(await run("plan", "--only", danger.part, "--out", "plans/a.json")).toMatchObject({ status: 0 });
    const ended = await run("apply", "--yes", ...args);
    expect(written()).toBe(0);
    if (danger.isOfGit && args.includes("drift")) {
      expect(ended, ended.err).toMatchObject({ status: 0 });
      return;
    }
    expect(ended.status, ended.out + ended.err).toBe(4);
    if (danger.isFinal) {
      expect(ended.err).toContain("No consent allows this.");
      return;
    }
    const consents = [...ended.err.matchAll(/add: --allow (\S+)$/gm)].map(([, consent = ""]) => consent);
    expect(consents.map((consent) => consent.replace(/[:@].*/, ""))).toEqual([danger.guard]);
    // Only the guard had stopped the apply: with the consent, the apply writes.
    const allowed = await run("apply", "--yes", ...args, "--allow", ...consents);
    expect([allowed.status, written() > 0], allowed.out + allowed.err).toEqual([0, true]);
  });
});

describe("a canary that is ill and has a change to come", () => {
  const declared = `target: cloud
organization: Acme
networks:
  berlin: { name: Berlin Office, site: Berlin, tags: [new] }
  munich: { name: Munich Office, site: Munich, tags: [new] }
`;
  const waves =
    "health: { controller: campus, bound: 50, settleSeconds: 0 }\nwaves: [{ name: canary, keys: [berlin] }]\n";
  /** Applies the declaration, and then lets these networks drift. */
  async function sick(drifted: readonly string[]) {
    const served = await simulator();
    const change = (what: object) =>
      fetch(`${served.admin}/change`, { method: "POST", body: JSON.stringify(what) });
    for (const site of ["Berlin", "Munich"])
      await change({ interface: "controller", site, set: { healthScore: site === "Berlin" ? 10 : 90 } });
    for (const network of ["Berlin Office", "Munich Office"]) {
      const tags = drifted.includes(network) ? ["live"] : ["new"];
      await change({ interface: "dashboard", network, set: { tags } });
    }
    const cwd = await folder({
      ...{ "trueup.yaml": projectFor(served) + waves, [file]: declared, "applied/a.yaml": declared },
    });
    const written = () => Number(logReport(served.world().log).writes);
    return {
      run: (...args: readonly string[]) => trueup([...args, "--base", "applied"], { cwd, env }),
      written,
    };
  }
  const part = "cloud/network/munich";
  const options = [
    ["nothing", []],
    ["--only", ["--only", part]],
    ["--only drift and --only", ["--only", "drift", part]],
    ["--plans", ["--plans", "plans"]],
  ] as const;

  test.each(options)("is not passed by, narrowed by %s", async (option, args) => {
    const { run, written } = await sick(["Berlin Office", "Munich Office"]);
    if (option === "--plans") await run("plan", "--only", part, "--out", "plans/a.json");
    const ended = await run("apply", "--yes", ...args);
    expect([ended.status, written()], ended.out).toEqual([4, 0]);
    expect(ended.out).toContain("munich: wave canary comes first, and site Berlin has health 10, below 50");
    const [, consent = ""] = /--allow (health@[0-9a-f]{64})/.exec(ended.err) ?? [];
    expect((await run("apply", "--yes", ...args, "--allow", consent)).status).toBe(0);
    expect(written()).toBe(option === "nothing" ? 2 : 1);
  });

  test.each(options)("is, where it has no change to come: narrowed by %s", async (option, args) => {
    const { run, written } = await sick(["Munich Office"]);
    if (option === "--plans") await run("plan", "--only", part, "--out", "plans/a.json");
    const ended = await run("apply", "--yes", ...args);
    expect([ended.status, written()], ended.out).toEqual([0, 1]);
  });
});

test("every guard that the sources have is one of these, and every file that finds one", () => {
  const folder = "src/plan/guards";
  const found = readdirSync(folder).flatMap((name) => {
    const text = readFileSync(`${folder}/${name}`, "utf8");
    return [...text.matchAll(/\bguard: "(\w+)"/g)].map(([, guard]) => `${name} ${guard}`);
  });
  const told = Object.values(dangers).map((danger) => `${danger.file} ${danger.guard}`);
  expect(new Set(told)).toEqual(new Set(found));
  expect(new Set(Object.values(dangers).map(({ guard }) => guard))).toEqual(new Set(guardNames));
});
