/**
 * Names in another spelling. A resource whose id is in the record is recognized by this id, and trueup creates nothing
 * beside an unknown resource with a similar name.
 */

import { describe, expect, test } from "vitest";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import type { Normalisation } from "../../../src/simulator/wire/settings.ts";
import { commitAll, repository } from "../../git/repositories.ts";
import { projectFor, simulator, trueup } from "../command.ts";

const declaring = (name: string, more = "") => ({
  "desired-state/labs.yaml": `target: cloud
organization: Acme
networks:
  lab: { name: ${JSON.stringify(name)}, timeZone: Etc/UTC${more} }
`,
});

async function served(normalise: readonly Normalisation[]) {
  const seed = { organizations: [{ id: "O_1", name: "Acme", networks: [] }] };
  return simulator({ seed, settings: { normalise, readinessMs: 0 } });
}

/** Creates a project for a simulator. With `nothing`, the record has version 1 and remembers nothing. */
function projectIn(
  at: RunningSimulator,
  files: Readonly<Record<string, string>>,
  remembers?: "nothing",
): string {
  const text = projectFor(at) + (remembers ? "git: { recordVersion: 1 }\n" : "");
  return repository({ "trueup.yaml": text, ".gitignore": ".trueup/\n", ...files });
}

function networks(at: RunningSimulator): readonly string[] {
  return [...at.world().dashboard.networks.values()].map(({ fields }) => String(fields.name));
}

const run = (cwd: string, ...args: readonly string[]) => trueup(args, { cwd });

describe.each([
  ["trimName", "Berlin  Office", "Berlin Office"],
  ["upperCaseName", "Lab-1", "LAB-1"],
  ["composeName", "Zu\u0308rich", "Z\u00fcrich"],
] as const)("a server with %s, and %j", (normalise, name, stored) => {
  test("has one network, and the next plan is empty", async () => {
    const at = await served([normalise]);
    const cwd = projectIn(at, declaring(name));
    const first = await run(cwd, "apply", "--yes");
    expect([first.status, networks(at)]).toEqual([0, [stored]]);
    expect(first.out).toContain("Stored under another name by the server, and known by its id");
    for (const args of [
      ["apply", "--yes"],
      ["plan", "--detailed-exitcode"],
      ["drift", "--detailed-exitcode"],
    ])
      expect(await run(cwd, ...args)).toMatchObject({ status: 0 });
    expect(networks(at)).toEqual([stored]);
  });

  test("has one network where nothing is remembered, and what was made is held", async () => {
    const at = await served([normalise]);
    const cwd = projectIn(at, declaring(name), "nothing");
    await run(cwd, "apply", "--yes");
    expect(networks(at)).toEqual([stored]);
    for (const args of [
      ["apply", "--yes"],
      ["apply", "--yes", "--only", "cloud/network/lab"],
    ]) {
      const again = await run(cwd, ...args);
      expect([again.status, networks(at)]).toEqual([1, [stored]]);
      expect(again.out).toContain(
        "Not created: a live resource has a name that differs only in case, blanks or Unicode form",
      );
    }
    const plan = await run(cwd, "plan");
    expect(plan.out).toContain("1 cannot be written");
    expect(plan.out).toContain("If both are the same resource, declare the live name.");

    commitAll(cwd, declaring(stored));
    expect((await run(cwd, "apply", "--yes")).status).toBe(0);
    expect((await run(cwd, "plan", "--detailed-exitcode")).status).toBe(0);
    expect(networks(at)).toEqual([stored]);
  });
});

describe("two networks whose names differ in case alone", () => {
  async function beside() {
    const at = await served([]);
    await run(projectIn(at, declaring("LAB")), "apply", "--yes");
    const cwd = projectIn(at, declaring("Lab", ", ssids: { 0: { name: Guest } }"));
    const plan: { fingerprint: string; alikeConsent: string; alike: readonly unknown[] } = JSON.parse(
      (await run(cwd, "plan", "--format", "json")).out,
    );
    return { at, cwd, plan };
  }

  test("are made by the consent that the plan names, in every format, and what is in the second with it", async () => {
    const { at, cwd, plan } = await beside();
    expect(plan.alike).toEqual([{ address: "cloud/network/lab", identity: "Lab", live: "LAB" }]);
    expect(plan.alikeConsent).toBe(`alike@${plan.fingerprint}`);
    for (const format of ["text", "markdown", "html", "sarif", "junit"])
      expect((await run(cwd, "plan", "--format", format)).out).toContain(plan.alikeConsent);
    const held = await run(cwd, "apply", "--yes");
    expect([held.status, networks(at)]).toEqual([1, ["LAB"]]);

    const done = await run(cwd, "apply", "--yes", "--allow", plan.alikeConsent);
    expect([done.status, networks(at)]).toEqual([0, ["LAB", "Lab"]]);
    expect((await run(cwd, "plan", "--detailed-exitcode")).status).toBe(0);
  });

  test("are not made by the consent of another plan", async () => {
    const { at, cwd } = await beside();
    const refused = await run(cwd, "apply", "--yes", "--allow", `alike@${"0".repeat(64)}`);
    expect([refused.status, networks(at)]).toEqual([4, ["LAB"]]);
    expect(refused.err).toContain(
      "is not for this plan, so the changes that need this consent would not be applied",
    );
  });
});

describe("a network that was applied, and renamed by hand in case alone", () => {
  async function renamedByHand(remembers?: "nothing") {
    const at = await served([]);
    const cwd = projectIn(at, declaring("Lab"), remembers);
    expect((await run(cwd, "apply", "--yes")).status).toBe(0);
    const [id = ""] = at.world().dashboard.networks.keys();
    const renamed = await fetch(`${at.urls.dashboard}/api/v1/networks/${id}`, {
      method: "PUT",
      headers: { "x-vendor-api-key": "simulated-api-key", "content-type": "application/json" },
      body: JSON.stringify({ name: "LAB" }),
    });
    expect(renamed.status).toBe(200);
    return { at, cwd };
  }

  test("gets its name back", async () => {
    const { at, cwd } = await renamedByHand();
    const plan = await run(cwd, "plan");
    expect(plan.out).toContain("Renamed by somebody; apply restores the declared name (1)");
    expect(await run(cwd, "apply", "--yes")).toMatchObject({ status: 0 });
    expect(networks(at)).toEqual(["Lab"]);
  });

  test("is held as drift where nothing is remembered, and never made a second time", async () => {
    const { at, cwd } = await renamedByHand("nothing");
    for (const only of [[], ["--only", "drift"]]) {
      const again = await run(cwd, "apply", "--yes", ...only);
      expect([again.status, networks(at)]).toEqual([1, ["LAB"]]);
      expect(again.out).toContain('network lab would be created as "Lab", beside "LAB"');
    }
  });

  test("is not named where a plan is about drift, and what Git adds is not", async () => {
    const at = await served([]);
    await run(projectIn(at, declaring("LAB")), "apply", "--yes");
    const other = declaring("Office")["desired-state/labs.yaml"].replace("lab:", "office:");
    const cwd = projectIn(at, { "desired-state/office.yaml": other });
    expect((await run(cwd, "apply", "--yes")).status).toBe(0);
    commitAll(cwd, declaring("Lab"));
    expect((await run(cwd, "plan")).out).toContain("Not created: a live resource has a name");
    expect((await run(cwd, "plan", "--only", "drift")).out).not.toContain("Held");
  });
});
