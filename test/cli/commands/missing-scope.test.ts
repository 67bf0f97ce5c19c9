/**
 * Parents that the project file or desired state names, but that do not exist. plan, apply and drift end with 1 and
 * report the missing parent first.
 */

import { describe, expect, test } from "vitest";
import { commitAll, repository } from "../../git/repositories.ts";
import { projectFor, simulator, trueup, write } from "../command.ts";

const inAcme = (organization: string) => `target: cloud
organization: ${organization}
networks:
  berlin: { name: Berlin Office, ssids: { 0: { name: Acme Corp, vlan: 20 } } }
  aarhus: { name: Aarhus Office, ssids: { 0: { name: a }, 1: { name: b } } }
`;
const why =
  'cloud/organization/Akme: the target\'s credential sees no organization "Akme", and trueup cannot create one: correct its name, or create it on the controller';

/** Creates a project with Acme's networks in an organization that does not exist, and a tenant to create. */
async function project({ organization = "Akme" } = {}) {
  const served = await simulator();
  const cwd = repository({
    "trueup.yaml": projectFor(served),
    ".gitignore": ".trueup/\n",
    "desired-state/cloud.yaml": inAcme(organization),
    "desired-state/fabric.yaml": "target: fabric-east\ntenants: { lab: { description: Lab } }\n",
  });
  return { cwd, served, run: (...args: string[]) => trueup(args, { cwd }) };
}

/** Returns the organizations, with another name for Acme. */
const renamed = (organizations: ReadonlyMap<string, string>) =>
  new Map([...organizations].map(([id, name]) => [id, name === "Acme" ? "Acme Ltd" : name]));

const firstOf = (text: string) => text.split("\n").slice(0, 3).join("\n");

describe("an organization that does not exist", () => {
  test("is the first that a plan says, with the place, and the plan ends with 1", async () => {
    const { run } = await project();
    const plan = await run("plan", "--detailed-exitcode");
    expect(plan.status).toBe(1);
    expect(firstOf(plan.out)).toBe(
      `Missing, and trueup cannot create it\n  ! ${why}  desired-state/cloud.yaml:2\n    5 resources wait for it`,
    );
    expect(plan.out.split(why)).toHaveLength(2);
    expect(plan.out).toContain("create cloud/network/berlin: it waits for cloud/organization/Akme");
    expect(plan.out).toContain("+ tenant lab");
    expect((await run("plan", "--only", "fabric-east/*")).status).toBe(0);
  });

  test("is said although only what is in it was asked for", async () => {
    const { run } = await project();
    const plan = await run("plan", "--only", "cloud/network/berlin");
    expect([plan.status, firstOf(plan.out).includes(why)]).toEqual([1, true]);
    expect(plan.out).toContain("Plan: nothing that can be written; 2 cannot be written");
  });

  test("is named by check, where nothing in it could be tried", async () => {
    const { run } = await project();
    const { out } = await run("check");
    expect(out).toContain(
      "- cloud: read networks: not tried, because trueup sees none of the declared parents: organization/Akme\n",
    );
    const { checks } = JSON.parse((await run("check", "--format", "json")).out);
    expect(checks.find(({ what }: { readonly what: string }) => what === "read networks")).toEqual({
      ...{ target: "cloud", what: "read networks", allowed: null },
    });
  });

  test("stands first in every format", async () => {
    const { run } = await project();
    const of = async (format: string, ...more: string[]) =>
      (await run("plan", "--format", format, ...more)).out;
    const markdown = await of("markdown");
    const at = markdown.indexOf("### Missing, and trueup cannot create it");
    expect(at).toBeGreaterThan(0);
    expect(markdown.indexOf("sees no organization")).toBeGreaterThan(at);
    expect(markdown.indexOf("###")).toBe(at);
    const page = await of("html");
    expect(page.indexOf("sees no organization")).toBeLessThan(page.indexOf('class="tiles"'));
    const sarif = JSON.parse(await of("sarif"));
    expect(sarif.runs[0].results[0]).toMatchObject({ ruleId: "cannot-be-written", level: "error" });
    expect(sarif.runs[0].results[0].message.text).toContain("sees no organization");
    const json = JSON.parse(await of("json", "--only", "cloud/network/berlin"));
    const named = json.unwritable.map(({ address }: { readonly address: string }) => address);
    expect(named).toEqual(["cloud/network/berlin", "cloud/organization/Akme"]);
  });

  test("ends an apply with 1 where nothing else is to be done, and with 3 where the rest was", async () => {
    const { run } = await project();
    const part = await run("apply", "--yes", "--only", "cloud/*");
    expect([part.status, firstOf(part.out).includes(why)]).toEqual([1, true]);
    const all = await run("apply", "--yes");
    expect([all.status, firstOf(all.out).includes(why)]).toEqual([3, true]);
    expect(all.out).toContain("Apply: 1 applied, 6 cannot be written");
  });

  test("and that was there when it was applied is no drift of all that was in it: it is said first, and ends with 1", async () => {
    const { run, served, cwd } = await project({ organization: "Acme" });
    expect((await run("apply", "--yes")).status).toBe(0);
    served.edit((world) => ({
      ...world,
      dashboard: { ...world.dashboard, organizations: renamed(world.dashboard.organizations) },
    }));
    const drift = await run("drift", "--detailed-exitcode");
    expect(drift.status).toBe(1);
    expect(firstOf(drift.out)).toContain('the target\'s credential sees no organization "Acme"');
    expect((await run("drift", "--format", "markdown")).out).toContain(
      "### Missing, and trueup cannot create it",
    );
    expect((await run("drift", "--format", "html")).out).toContain("sees no organization");
    const { missing } = JSON.parse((await run("drift", "--format", "json")).out);
    expect(missing).toMatchObject([{ address: "cloud/organization/Acme", at: { line: 2 } }]);
    const sarif = JSON.parse((await run("drift", "--format", "sarif")).out);
    expect(sarif.runs[0].results[0].message.text).toContain("sees no organization");
    await write(cwd, "desired-state/cloud.yaml", inAcme("Acme Ltd"));
    commitAll(cwd);
    expect((await run("plan")).status).toBe(0);
  });
});

test("of a target that cannot be read the cause is the first that a plan says, and is said once", async () => {
  const { run, cwd, served } = await project();
  await write(cwd, "trueup.yaml", projectFor(served).replace(served.urls.dashboard, "http://127.0.0.1:9"));
  const plan = await run("plan");
  expect(plan.status).toBe(1);
  const at = (text: string) => plan.out.indexOf(text);
  expect(firstOf(plan.out)).toContain("error[unreachable]");
  expect(at("error[unreachable]")).toBeLessThan(at("+ tenant lab"));
  expect(plan.out.split("cannot be reached")).toHaveLength(2);
  expect(plan.out).toContain("so the live state of cloud/organization/Akme, cloud/network/aarhus");
  const { out } = await run("plan", "--format", "markdown");
  expect(out.indexOf("### Unknown")).toBeLessThan(out.indexOf("Lab"));
  expect(out.split("cannot be reached")).toHaveLength(2);
  const drift = await run("drift");
  expect(drift.status).toBe(1);
  expect(drift.out.split("cannot be reached")).toHaveLength(2);
});
