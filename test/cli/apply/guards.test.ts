/** The guards in the real command: what they refuse, what allows it, and that nothing is sent before. */

import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { guardNames } from "../../../src/plan/guards/guards.ts";
import { emptyCompany } from "../../../src/simulator/company.ts";
import { entriesOf } from "../../../src/simulator/log.ts";
import { folder, projectFor, simulator, trueup, write } from "../command.ts";
import type { Ended } from "../commands-here.ts";

const offices = (count: number, more = "") =>
  Array.from({ length: count }, (_, at) => `  n${at}: { name: Site ${at}${more} }\n`).join("");
const cloud = (networks: string) => `target: cloud\norganization: Acme\nnetworks:\n${networks}`;
const routers = (body: string) => `target: routers
devices:
  rtr-berlin-1:
    host: 10.20.0.1
${body}`;

/** Creates a project. Also returns the writes that its simulator has received since the project was created. */
async function project(desired: string, { more = "", company = true } = {}) {
  const served = await simulator(company ? {} : { seed: emptyCompany() });
  const cwd = await folder({ "trueup.yaml": projectFor(served) + more, "desired-state/a.yaml": desired });
  const written = async () => {
    const report: unknown = await (await fetch(`${served.admin}/requests`)).json();
    return Number(Object(report).writes);
  };
  const run = (...args: readonly string[]) => trueup(args, { cwd });
  return { served, cwd, run, written };
}

/** Creates a project whose 12 networks were applied. The folder `applied` declares them. */
async function applied(later: string, more = "") {
  const on = await project(cloud(offices(12)), { company: false });
  expect((await on.run("apply", "--yes")).status).toBe(0);
  await cp(join(on.cwd, "desired-state"), join(on.cwd, "applied"), { recursive: true });
  await write(on.cwd, "desired-state/a.yaml", later);
  await write(on.cwd, "trueup.yaml", projectFor(on.served) + more);
  await fetch(`${on.served.admin}/reset-log`, { method: "POST" });
  return on;
}

/** Returns the consent that a refusal tells the user to type. */
function consentIn({ err }: Ended, guard: string): string {
  const [, consent = ""] =
    new RegExp(`If that is intended, add: --allow (${guard}@[0-9a-f]{64})$`, "m").exec(err) ?? [];
  expect(consent, err).not.toBe("");
  return consent;
}

type On = Awaited<ReturnType<typeof project>>;

/**
 * Checks that the apply is refused with status 4. A consent for another plan or another guard must change nothing, and
 * the consent that the refusal names must allow the apply.
 */
async function refusedThenAllowed(on: On, guard: string, args: readonly string[]): Promise<Ended> {
  const refused = await on.run("apply", "--yes", ...args);
  expect(refused.status, refused.err).toBe(4);
  const consent = consentIn(refused, guard);
  const fingerprint = consent.slice(guard.length + 1);
  const others = [`${guard}@${"0123456789abcdef".repeat(4)}`, `protect@${fingerprint}`];
  const other = await on.run("apply", "--yes", ...args, "--allow", ...others);
  expect(other.status).toBe(4);
  expect(consentIn(other, guard)).toBe(consent);
  expect(await on.written()).toBe(0);
  const allowed = await on.run("apply", "--yes", ...args, "--allow", consent);
  expect(allowed.status, allowed.err).toBe(0);
  expect(await on.written()).toBeGreaterThan(0);
  return refused;
}

describe("removals", () => {
  const pruned = ["--base", "applied", "--prune"];

  test("of over 30 % of the networks are refused until exactly this plan is allowed", async () => {
    const on = await applied(cloud(offices(8)));
    const { err } = await refusedThenAllowed(on, "removals", pruned);
    expect(err).toContain("Refused: 4 of 12 cloud/network would be removed:");
    expect(err).toContain("cloud/network/n11");
    expect(await on.written()).toBe(4);
  });

  test("without --prune are listed and kept; with `prune: true` in trueup.yaml they are carried out", async () => {
    const on = await applied(cloud(offices(11)));
    const kept = await on.run("apply", "--yes", "--base", "applied");
    expect(kept).toMatchObject({ status: 0 });
    expect(kept.out).toContain("Kept, though no longer declared: network n11.");
    expect(await on.written()).toBe(0);
    await write(on.cwd, "trueup.yaml", `${projectFor(on.served)}prune: true\n`);
    const gone = await on.run("apply", "--yes", "--base", "applied");
    expect(gone).toMatchObject({ status: 0 });
    expect(gone.out).toContain("- network n11");
    expect(on.served.world().dashboard.networks.size).toBe(11);
  });

  test("without --base do not happen, not even with --prune", async () => {
    const on = await applied(cloud(offices(1)));
    expect((await on.run("apply", "--yes", "--prune")).status).toBe(0);
    expect(await on.written()).toBe(0);
  });

  test("of what base protects can't be allowed, and it is said how it could be removed", async () => {
    const on = await applied(cloud(offices(11)));
    await write(on.cwd, "applied/a.yaml", cloud(offices(12, ", protect: true")));
    const refused = await on.run("apply", "--yes", ...pruned);
    expect(refused.status).toBe(4);
    expect(refused.err).toContain("cloud/network/n11");
    expect(refused.err).toContain("No consent allows this.");
    expect(refused.err).not.toContain("--allow");
    const { fingerprint } = JSON.parse((await on.run("plan", ...pruned, "--format", "json")).out);
    const again = await on.run("apply", "--yes", ...pruned, "--allow", `protect@${fingerprint}`);
    expect(again.status).toBe(4);
    expect(await on.written()).toBe(0);
  });
});

test("what an exclusive tree would lose is refused until exactly this plan is allowed", async () => {
  const port = "{ description: spare, ownership: exclusive }";
  const on = await project(routers(`    interfaces: { GigabitEthernet 1/0/4: ${port} }\n`));
  const { err } = await refusedThenAllowed(on, "omission", []);
  expect(err).toContain("Refused: 1 field that is not declared would be removed");
});

test("a change to the way in to a device is refused until exactly this plan is allowed", async () => {
  const on = await project(
    routers(`    keys: { /Vendor-native:native/interface/Loopback: [name] }
    config:
      /Vendor-native:native/interface/Loopback: [{ name: "0", shutdown: true }]
`),
  );
  const { err } = await refusedThenAllowed(on, "lockout", []);
  expect(err).toContain(
    "this change could cut trueup off from 10.20.0.1, because it changes the management path: its own interface",
  );
});

describe("a freeze", () => {
  const always = (targets: string) =>
    `freeze:\n  - { from: "2000-01-01T00:00:00Z", to: "2999-01-01T00:00:00Z", reason: year end${targets} }\n`;

  test("is refused until exactly this plan is allowed; plan and drift go on", async () => {
    const on = await project(cloud(offices(1)), { more: always("") });
    expect((await on.run("plan")).status).toBe(0);
    expect((await on.run("drift")).status).toBe(0);
    const { err } = await refusedThenAllowed(on, "freeze", []);
    expect(err).toContain("a freeze is in force: year end (2000-01-01T00:00:00Z to 2999-01-01T00:00:00Z)");
    expect((await on.run("apply", "--yes")).status).toBe(0);
  });

  test("of another target lets this one pass", async () => {
    const on = await project(cloud(offices(1)), { more: always(", targets: [fabric-east]") });
    expect((await on.run("apply", "--yes")).status).toBe(0);
    expect(await on.written()).toBe(1);
  });
});

test("several dangers in one plan need a consent each, and the refusal names all that are missing", async () => {
  const on = await applied(
    cloud(offices(6)),
    `freeze:\n  - { from: "2000-01-01T00:00:00Z", to: "2999-01-01T00:00:00Z", reason: year end }\n`,
  );
  const args = ["apply", "--yes", "--base", "applied", "--prune"];
  const both = await on.run(...args);
  const one = await on.run(...args, "--allow", consentIn(both, "removals"));
  expect(one.status).toBe(4);
  expect(one.err).not.toContain("removals@");
  expect(await on.written()).toBe(0);
  const all = ["--allow", consentIn(both, "removals"), "--allow", consentIn(one, "freeze")];
  expect((await on.run(...args, ...all)).status).toBe(0);
});

test("a consent does not say yes: without --yes or --approved nothing is sent", async () => {
  const on = await applied(cloud(offices(8)));
  const args = ["apply", "--base", "applied", "--prune"];
  const consent = consentIn(await on.run(...args), "removals");
  const asked = await on.run(...args, "--allow", consent);
  expect(asked.status).toBe(4);
  expect(asked.err).toContain("there is no terminal to confirm on");
  expect(await on.written()).toBe(0);
  const approved = ["--approved", consent.slice("removals@".length)];
  expect((await on.run(...args, ...approved)).status).toBe(4);
  expect((await on.run(...args, ...approved, "--allow", consent)).status).toBe(0);
});

describe("a consent to what no guard is called", () => {
  const whole = "0123456789abcdef".repeat(4);
  test.each([
    ["removal", "Did you mean `removals`? "],
    ["Lockout", "Did you mean `lockout`? "],
    ["policy:ninght-only", "Did you mean `policy:night-only`? "],
    ["everything", ""],
    ["policy", ""],
    ["", ""],
  ])("%j is refused with 1 before anything is asked, with the names that there are", async (name, meant) => {
    const on = await project(cloud(offices(1)));
    const night = "- { name: night-only, about: plan, assert: 'run.time < \"06:00\"', message: by day }\n";
    await write(on.cwd, "policies/own.yaml", night);
    const ended = await on.run("apply", "--yes", "--allow", `protect@${whole}`, `${name}@${whole}`);
    expect(ended).toMatchObject({ status: 1, out: "" });
    expect(ended.err).toContain(
      `error[unknown-consent]: --allow ${name}@${whole} names neither a guard nor a policy`,
    );
    const names =
      "alike, base, freeze, health, lockout, moderators, omission, protect, removals, secrets, vanished";
    expect(ended.err).toContain(
      `${meant}A consent is NAME@FINGERPRINT. NAME is policy:POLICY or one of ${names}.`,
    );
    expect(await on.written()).toBe(0);
    expect(entriesOf(on.served.world().log)).toEqual([]);
  });

  test("a fingerprint alone names none either; the name of every guard and policy that there is is one", async () => {
    const on = await project(cloud(offices(1)));
    const night = "- { name: night-only, about: plan, assert: 'plan.removes < 5', message: by day }\n";
    await write(on.cwd, "policies/own.yaml", night);
    expect(await on.run("apply", "--yes", "--allow", whole)).toMatchObject({ status: 1 });
    // If both the guard's name and the digits are wrong, the error is about the name.
    const both = await on.run("apply", "--yes", "--allow", "removal@abc");
    expect(both).toMatchObject({ status: 1, err: expect.stringContaining("Did you mean `removals`?") });
    const known = [...guardNames.filter((name) => name !== "policy"), "health", "policy:night-only"];
    const allow = known.flatMap((name) => ["--allow", `${name}@${whole}`]);
    expect(await on.run("apply", "--yes", ...allow)).toMatchObject({ status: 0 });
  });
});

test("ignored fields are counted in the plan, in every format, and nothing is sent for them", async () => {
  const on = await applied(
    cloud(offices(12, ", timeZone: Europe/Berlin")),
    'ignore: [{ address: "cloud/network/*", fields: [/timeZone] }]\n',
  );
  const told = "12 fields not compared: see";
  expect((await on.run("plan")).out).toContain(`${told} \`ignore:\` in trueup.yaml.`);
  const files = ["--out", "plan.json", "--format", "markdown"];
  expect((await on.run("plan", ...files)).out).toContain(`- ${told} \`ignore:\` in \`trueup.yaml\`.`);
  expect(JSON.parse(await readFile(join(on.cwd, "plan.json"), "utf8"))).toMatchObject({
    ignored: 12,
    steps: [],
  });
  expect((await on.run("apply", "--yes")).status).toBe(0);
  expect(await on.written()).toBe(0);
});
