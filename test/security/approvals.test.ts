/**
 * Only approved requests are sent, and only to the approved target. An approval covers neither other requests nor other
 * targets.
 */

import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { logReport } from "../../src/simulator/log.ts";
import { worldSeedSchema } from "../../src/simulator/seed.ts";
import type { RunningSimulator } from "../../src/simulator/serve.ts";
import { projectFor, simulator, trueup } from "../cli/command.ts";
import { commitAll, git, put, repository, scratch } from "../git/repositories.ts";
import { fewer } from "../long-forms.ts";

const writes = (served: RunningSimulator) => Number(logReport(served.world().log).writes);

async function fingerprintIn(cwd: string, ...args: readonly string[]): Promise<string> {
  const made = await trueup(["plan", "--format", "json", ...args], { cwd, env });
  expect([made.status, made.out]).toEqual([0, expect.stringContaining("fingerprint")]);
  return JSON.parse(made.out).fingerprint;
}

const env = { OPS_PASSWORD: "canary-ops-password-3", OTHER_PASSWORD: "canary-other-password-4" };

describe("another place", () => {
  const declared = "target: cloud\norganization: Acme\nnetworks:\n  oslo: { name: Oslo Lab }\n";
  const at = (served: RunningSimulator, environment: string) =>
    projectFor(served).replace("environment: test", `environment: ${environment}`);

  async function places() {
    const served = await simulator();
    const cwd = repository({
      ...{ "trueup.yaml": at(served, "staging"), "production.yaml": at(served, "production") },
      ...{ "desired-state/a.yaml": declared, ".gitignore": ".trueup/\n" },
    });
    return { served, cwd };
  }

  test("refuses what was approved for staging in production, and says so", async () => {
    const { served, cwd } = await places();
    const staged = await fingerprintIn(cwd);
    const production = ["--project", "production.yaml"];
    expect(await fingerprintIn(cwd, ...production)).not.toBe(staged);
    expect((await trueup(["plan"], { cwd })).out).toContain(staged);
    const refused = await trueup(["apply", "--approved", staged, ...production], { cwd });
    expect(refused.status).toBe(4);
    expect(refused.err).toContain(
      `Refused: ${staged.slice(0, 12)} was approved for environment staging, but this plan is for production. Review the plan`,
    );
    expect(writes(served)).toBe(0);
    expect((await trueup(["apply", "--approved", staged], { cwd })).status).toBe(0);
  });

  test("refuses a consent of staging in production, and says so", async () => {
    const { served, cwd } = await places();
    const frozen =
      "freeze:\n  - { from: '2020-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z', reason: always }\n";
    commitAll(cwd, {
      "trueup.yaml": at(served, "staging") + frozen,
      "production.yaml": at(served, "production") + frozen,
    });
    const staged = `freeze@${await fingerprintIn(cwd)}`;
    const production = ["--project", "production.yaml"];
    const refused = await trueup(["apply", "--yes", "--allow", staged, ...production], { cwd });
    expect(refused.status).toBe(4);
    expect(refused.err).toContain(
      `--allow ${staged} was given for environment staging, but this plan is for production.`,
    );
    expect(writes(served)).toBe(0);
    expect((await trueup(["apply", "--yes", "--allow", staged], { cwd })).status).toBe(0);
  });

  test("refuses what was approved for the same environment at another URL", async () => {
    const { served, cwd } = await places();
    const other = await simulator();
    const staged = await fingerprintIn(cwd);
    await trueup(["plan"], { cwd });
    commitAll(cwd, { "trueup.yaml": at(other, "staging") });
    const refused = await trueup(["apply", "--approved", staged], { cwd });
    expect(refused.status).toBe(4);
    expect(refused.err).toContain(
      "~ cloud: its definition has changed (the target's entry in the project file",
    );
    expect([writes(served), writes(other)]).toEqual([0, 0]);
  });
});

describe("another thing by the same key", () => {
  const declared = (name: string) =>
    `target: cloud\norganization: Acme\nnetworks:\n  k: { name: ${name}, ssids: { 3: { name: Zed, vlan: 7 } } }\n`;

  /**
   * Creates a repository that declares a network that is not applied yet. Later, another network with another name gets
   * the same key.
   */
  async function twins() {
    const served = await simulator();
    const cwd = repository({
      ...{ "trueup.yaml": projectFor(served), "desired-state/a.yaml": declared("Munich Office") },
      ".gitignore": ".trueup/\n",
    });
    return { served, cwd };
  }

  test("what was approved in one network is refused in another that its key names by now", async () => {
    const { served, cwd } = await twins();
    const approved = await fingerprintIn(cwd);
    commitAll(cwd, { "desired-state/a.yaml": declared("Hamburg Office") });
    const refused = await trueup(["apply", "--approved", approved], { cwd });
    expect([refused.status, writes(served)]).toEqual([4, 0]);
    commitAll(cwd, { "desired-state/a.yaml": declared("Munich Office") });
    expect(await fingerprintIn(cwd)).toBe(approved);
  });

  test.each([
    ["Munich Office", 1],
    ["Hamburg Office", 0],
  ])("what was reviewed for Munich, as %s when it is applied: %i write", async (name, sent) => {
    const { served, cwd } = await twins();
    put(cwd, { "reviewed/a.txt": "" });
    expect((await trueup(["plan", "--out", "reviewed/plan.json"], { cwd })).status).toBe(0);
    commitAll(cwd, { "desired-state/a.yaml": declared(name) });
    await trueup(["apply", "--yes", "--plans", "reviewed"], { cwd });
    expect(writes(served)).toBe(sent);
  });
});

describe("other requests", () => {
  const example = fileURLToPath(new URL("../../examples/router/", import.meta.url));
  const declared = `target: routers
devices:
  nuremberg-1:
    host: 10.20.0.2
    vlans: { 10: { name: users }, 20: { name: printers } }
    vrfs: { backup: { rd: "65000:15" } }
    users: { ops: { privilege: 15, password: { secret: "env:OPS_PASSWORD" } } }
`;

  /**
   * Creates a copy of the example with a router. If `modules` is true, the modules of the device determine what may be
   * declared.
   */
  async function router(modules: boolean) {
    const seed = worldSeedSchema.parse(JSON.parse(readFileSync(join(example, "world.json"), "utf8")));
    const served = await simulator({ seed, settings: { restconfMode: "rfc8040" } });
    const cwd = scratch();
    cpSync(example, cwd, { recursive: true });
    const change = (file: string, from: string, to: string) => {
      const text = readFileSync(join(cwd, file), "utf8");
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      put(cwd, { [file]: text.replace(from, to) });
    };
    change("trueup.yaml", "url: http://127.0.0.1:4804/devices/{host}", `url: ${served.urls.restconf}`);
    change("trueup.yaml", 'allow: ["env:OPS_PASSWORD"]', 'allow: ["env:*_PASSWORD"]');
    if (!modules) change("trueup.yaml", ", yang: yang/acme-router", "");
    put(cwd, { "desired-state/nuremberg.yaml": declared, ".gitignore": ".trueup/\n" });
    git(cwd, "init", "-q", "-b", "main");
    commitAll(cwd);
    return { served, cwd, change };
  }

  const edits: readonly (readonly [string, string, string, string])[] = [
    [
      "a mapping says that words stand elsewhere",
      "mapping/deviceVrf.yaml",
      "/vrf[name={key}]",
      "/user[name={key}]",
    ],
    [
      "a mapping gives a word another leaf",
      "mapping/deviceVrf.yaml",
      "rd: { type: string,",
      "rd: { type: string, path: description,",
    ],
    ["the project file names an account", "trueup.yaml", "env:ROUTER_USER", "env:ROUTER_PASSWORD"],
    [
      "the project file believes whoever answers",
      "trueup.yaml",
      "    hosts:",
      "    tls: { insecure: true }\n    hosts:",
    ],
    ["a setting says how it is written", "trueup.yaml", "settings: {", "settings: { write: patch,"],
    ["a module gives a leaf another type", "yang/acme-router/acme-router.yang", "type uint8", "type uint16"],
    [
      "desired state has a whole tree for its own",
      "desired-state/nuremberg.yaml",
      "host: 10.20.0.2",
      "host: 10.20.0.2\n    ownership: exclusive",
    ],
  ];

  test.each(fewer(edits, 3))("%s: what was approved before is refused", async (_, file, from, to) => {
    const { served, cwd, change } = await router(file.endsWith(".yang"));
    const approved = await fingerprintIn(cwd);
    change(file, from, to);
    commitAll(cwd);
    const refused = await trueup(["apply", "--approved", approved], { cwd, env });
    expect(refused.err).not.toContain("error[");
    expect(refused.err).toContain(`Refused: ${approved.slice(0, 12)} was approved`);
    expect([refused.status, writes(served)]).toEqual([4, 0]);
  });

  test("nothing else asks for another approval: a comment, a limit, another target", async () => {
    const { cwd, change } = await router(true);
    const approved = await fingerprintIn(cwd);
    change("mapping/deviceVrf.yaml", "\n", "\n# A VRF.\n");
    change(
      "trueup.yaml",
      "targets:\n",
      "targets:\n  lab:\n    interface: dashboard\n    url: https://lab.example.net\n    credential: { apiKey: { secret: env:KEY } }\n",
    );
    change("trueup.yaml", "    hosts:", "    limits: { requestsPerSecond: 1000 }\n    hosts:");
    commitAll(cwd);
    expect((await trueup(["apply", "--approved", approved], { cwd, env })).status).toBe(0);
  });
});
