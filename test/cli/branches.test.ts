/**
 * Uses examples/branches as its documentation says: plans, applies, finds drift and adopts it for one office in one
 * environment.
 */

import { execFileSync } from "node:child_process";
import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { changeLive } from "../../src/simulator/changes.ts";
import { worldSeedSchema } from "../../src/simulator/seed.ts";
import { folder, simulator, trueup, write } from "./command.ts";

const example = fileURLToPath(new URL("../../examples/branches/", import.meta.url));
const env = {
  BRANCH_EMEA_PSK: "canary-emea-psk",
  BRANCH_APAC_PSK: "canary-apac-psk",
  BRANCH_AMERICAS_PSK: "canary-americas-psk",
  BRANCH_BOARD_PSK: "canary-board-psk",
};

test("two hundred branches are at most 150 lines of YAML besides their table, in order in every environment", async () => {
  const names = await readdir(example, { recursive: true });
  const texts = await Promise.all(
    names.filter((name) => /\.yaml$/.test(name)).map((name) => readFile(join(example, name), "utf8")),
  );
  expect(texts.join("").split("\n").length).toBeLessThanOrEqual(150);
  const counts = { production: 1201, staging: 60, lab: 2 };
  for (const [environment, count] of Object.entries(counts)) {
    const { out, err } = await trueup(["--environment", environment, "validate"], { cwd: example, env });
    expect(out + err).toContain(`${count} resources for 2 targets: all in order`);
  }
  const wrong = await trueup(["--environment", "stagin", "validate"], { cwd: example, env });
  expect(wrong.err).toContain("Known environments: lab, production, staging.");
});

test("staging is planned, applied, changed by one variable, and drift of one office is adopted beside the template", async () => {
  const seed = worldSeedSchema.parse(JSON.parse(await readFile(join(example, "world.json"), "utf8")));
  const served = await simulator({ seed });
  const cwd = await folder();
  await cp(example, cwd, { recursive: true });
  const project = await readFile(join(cwd, "staging.yaml"), "utf8");
  const limits = "    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }\n";
  const own = project
    .replace("url: http://127.0.0.1:4801\n", `url: ${served.urls.dashboard}\n${limits}`)
    .replace("url: http://127.0.0.1:4804/devices/{host}\n", `url: ${served.urls.restconf}\n${limits}`);
  await write(cwd, "staging.yaml", own);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.net", ...args], { cwd });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");
  const run = (...args: string[]) => trueup(["--environment", "staging", ...args], { cwd, env });

  const policies = await readFile(join(cwd, "policies/branches.yaml"), "utf8");
  await write(cwd, "policies/branches.yaml", policies.replace("<= 50", "<= 5"));
  const refused = await run("apply", "--yes");
  expect(refused.status).toBe(4);
  expect(refused.err).toContain("policy fifty-offices-at-once: the plan changes 10 sites at once");
  await write(cwd, "staging/vars.yaml", "guestVlan: 191\n");
  const wrong = await run("validate");
  expect(wrong.status).toBe(1);
  expect(wrong.err).toContain("the guests' network of berlin.1 is in VLAN 191");
  git("checkout", "-q", ".");

  expect((await run("apply", "--yes")).out).toContain("Apply: 60 applied");
  await write(cwd, "staging/vars.yaml", "guestVlan: 92\n");
  git("commit", "-qam", "second");
  const changed = await run("plan");
  expect(changed.out).toContain("~ 10 SSIDs");
  expect(changed.out).toMatch(/vlan +91 → 92 +staging\/vars\.yaml:1, for common\/networks\.yaml:19/);
  expect((await run("apply", "--yes")).out).toContain("Apply: 10 applied");

  served.edit((world) => {
    const set = { timeZone: "Europe/Rome" };
    const now = changeLive(world, { interface: "dashboard", network: "Berlin Office", set });
    if (!now) throw new Error("there is no Berlin Office");
    return now;
  });
  const adopted = await run("adopt", "cloud/network/berlin");
  expect(adopted.out).toContain("staging/networks.overrides.yaml");
  expect(git("diff", "--stat", "--", "common").toString()).toBe("");
  const written = await readFile(join(cwd, "staging/networks.overrides.yaml"), "utf8");
  expect(written).toContain("berlin: { timeZone: Europe/Rome }");
  expect(written).toContain("common/networks.yaml:");
  const after = await run("plan");
  expect(after.out).toContain("nothing to do");

  await write(cwd, "staging.yaml", own.replace("rollout: pilots", "rollout: pilots, guestVlan: 93"));
  git("add", "-A");
  git("commit", "-qm", "third");
  const last = await run("plan");
  expect(last.out).toMatch(/vlan +92 → 93 +staging\.yaml:\d+, for common\/networks\.yaml:19/);
  expect(last.out).not.toContain("drift");
});
