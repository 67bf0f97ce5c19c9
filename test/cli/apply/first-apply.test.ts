/**
 * The first apply of networks that already existed: nothing undeclared is sent, secrets stay, and the record is
 * written.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { commitAll, git, repository } from "../../git/repositories.ts";
import { companyKinds } from "../../import/live.ts";
import { fewer, isLong } from "../../long-forms.ts";
import { projectFor, simulator, trueup } from "../command.ts";

const sites = Array.from({ length: 25 }, (_, at) => `Site ${at + 1}`);

/** 25 networks, each with its own password. */
const company: WorldSeed = {
  organizations: [
    {
      id: "O_1",
      name: "Acme",
      networks: sites.map((name, at) => ({
        name,
        timeZone: "Europe/Berlin",
        ssids: {
          0: { name: "Corp", enabled: true, authMode: "psk", encryptionMode: "wpa", password: psk(at + 1) },
        },
      })),
    },
  ],
};

function psk(site: number): string {
  return `live-canary-psk-${site}!`;
}

const variable = (site: number) => `SITE_${site}_CORP_PSK`;

/** The declared password of each site. It always differs from the live password. */
const declared = Object.fromEntries(
  sites.map((_, at) => [`ACME_${variable(at + 1)}`, `git-canary-psk-${at + 1}!`]),
);

function servedCompany(seed = company, mode: "neutral" | "meraki" = "neutral") {
  return simulator({ seed, settings: { dashboardMode: mode } });
}

function projectIn(served: RunningSimulator, files: Readonly<Record<string, string>> = {}): string {
  const project = projectFor(served);
  const isMeraki = served.world().settings.dashboardMode === "meraki";
  const dialect = isMeraki ? project.replace("dashboard\n", "dashboard\n    dialect: meraki\n") : project;
  return repository({ "trueup.yaml": dialect, ".gitignore": ".trueup/\n", ...files });
}

function run(cwd: string, ...args: readonly string[]) {
  return trueup(args, { cwd, env: { ...declared, NEW_PSK: "rotated-canary-psk" } });
}

/** Returns the passwords that the simulated controller has. */
function passwords(served: RunningSimulator): readonly string[] {
  const text = JSON.stringify(served.world().dashboard, (_, value) =>
    value instanceof Map ? Object.fromEntries(value) : value,
  );
  return [...text.matchAll(/(?:live|git|rotated)-canary-psk(?:-\d+!)?/g)].map(([found]) => found);
}

async function writes(served: RunningSimulator): Promise<number> {
  const report: { writes: number } = JSON.parse(await (await fetch(`${served.admin}/requests`)).text());
  return report.writes;
}

/** Returns the options that limit a command to the part of the product that the simulated company has. */
function only(served: RunningSimulator): readonly string[] {
  if (served.world().settings.dashboardMode !== "meraki") return [];
  return companyKinds.flatMap((kind) => ["--only", `cloud/${kind}/*`]);
}

async function imported(served: RunningSimulator): Promise<string> {
  const cwd = projectIn(served);
  const ended = await run(cwd, "import", "cloud", "--secrets", ...only(served));
  expect([ended.status, ended.err]).toEqual([0, ""]);
  expect(ended.out).toContain("run `trueup apply` once");
  commitAll(cwd);
  return cwd;
}

async function planIn(cwd: string) {
  const plan: {
    fingerprint: string;
    changes: readonly { address: string }[];
    secretsTakenOver: readonly { address: string }[];
    secretsConsent?: string;
  } = JSON.parse((await run(cwd, "plan", "--format", "json")).out);
  return plan;
}

const live = sites.map((_, at) => psk(at + 1));

describe("25 passwords that were imported", () => {
  test.each(fewer(["neutral", "meraki"] as const, 1))(
    "from %s stay as they are: the plan tells of each, apply sends nothing, and a new reference writes one",
    async (mode) => {
      const served = await servedCompany(company, mode);
      const cwd = await imported(served);
      expect((await run(cwd, "import", "cloud", "--secrets", ...only(served))).status).toBe(0);

      const plan = await run(cwd, "plan", "--detailed-exitcode");
      expect(plan.status).toBe(0);
      expect(plan.out).toContain("Plan: nothing to do");
      expect(plan.out).toContain("25 secrets stay as they are");
      for (const at of sites.keys()) expect(plan.out).toContain(`SSID site-${at + 1}.0 password`);
      expect(plan.out).toMatch(/add: --allow secrets@[0-9a-f]{64}\n/);
      const markdown = await run(cwd, "plan", "--format", "markdown");
      expect(markdown.out).toContain("### 25 secrets stay as they are");

      const applied = await run(cwd, "apply", "--yes");
      expect([applied.status, await writes(served)]).toEqual([0, 0]);
      expect(git(cwd, "cat-file", "tag", "refs/trueup/test/applied")).toContain("trueup");
      const quiet = await run(cwd, "plan", "--detailed-exitcode");
      expect([quiet.status, quiet.out]).toEqual([0, expect.not.stringContaining("stay as they are")]);
      expect(passwords(served)).toEqual(live);

      const path = "desired-state/cloud/acme/site-7.yaml";
      const text = readFileSync(join(cwd, path), "utf8").replace(/env:\w+/, "env:NEW_PSK");
      commitAll(cwd, { [path]: text });
      expect((await run(cwd, "plan")).out).toContain("Plan: 0 to create, 1 to update, 0 to remove");
      expect((await run(cwd, "apply", "--yes")).status).toBe(0);
      expect(await writes(served)).toBe(1);
      expect(passwords(served)).toEqual(live.with(6, "rotated-canary-psk"));
    },
  );

  test("are written with the consent that the plan names, once", async () => {
    const served = await servedCompany();
    const cwd = await imported(served);
    const { secretsConsent = "", secretsTakenOver } = await planIn(cwd);
    expect(secretsTakenOver).toHaveLength(25);
    const other = `secrets@${"0".repeat(64)}`;
    const refused = await run(cwd, "apply", "--yes", "--allow", other);
    expect([refused.status, await writes(served)]).toEqual([4, 0]);
    expect(refused.err).toContain("is not for this plan");

    const done = await run(cwd, "apply", "--yes", "--allow", secretsConsent);
    expect([done.status, await writes(served)]).toEqual([0, 25]);
    expect(done.out).toContain("Apply: 25 applied");
    expect(passwords(served)).toEqual(Object.values(declared));
    const after = await planIn(cwd);
    expect([after.changes, after.secretsTakenOver]).toEqual([[], []]);
  });
});

describe("what is declared by hand for what exists already", () => {
  const byHand = (fields: string) => ({
    "desired-state/hand.yaml": `target: cloud
organization: Acme
networks:
  first: { name: Site 1, timeZone: Europe/Berlin, ssids: { 0: { ${fields} } } }
`,
  });

  test("keeps its password also where other fields are written, and where base knows other resources", async () => {
    const served = await servedCompany();
    const lab =
      "target: cloud\norganization: Acme\nnetworks: { lab: { name: Lab, timeZone: Europe/Berlin } }\n";
    const cwd = projectIn(served, { "desired-state/lab.yaml": lab });
    expect((await run(cwd, "apply", "--yes")).status).toBe(0);

    commitAll(cwd, byHand("name: Corporate, password: { secret: env:NEW_PSK }"));
    const plan = await run(cwd, "plan");
    expect(plan.out).toContain("1 secret stays as it is");
    expect(plan.out).toContain("Plan: 0 to create, 1 to update, 0 to remove");
    expect((await run(cwd, "apply", "--yes")).status).toBe(0);
    expect(passwords(served)).toEqual(live);
    expect(JSON.stringify(await planIn(cwd))).not.toContain("Corporate");
  });

  test.each(fewer(["--approved", "--plans"], 1))(
    "has its password written where that is reviewed (%s) and consented to",
    async (option) => {
      const served = await servedCompany();
      const cwd = projectIn(served, byHand("name: Corporate, password: { secret: env:NEW_PSK }"));
      const { fingerprint, secretsConsent = "" } = await planIn(cwd);
      await run(cwd, "plan", "--out", ".trueup/reviewed/1.json");
      const review = option === "--plans" ? ".trueup/reviewed" : fingerprint;
      const done = await run(cwd, "apply", "--yes", option, review, "--allow", secretsConsent);
      expect([done.status, await writes(served)]).toEqual([0, 1]);
      expect(passwords(served)).toEqual(live.with(0, "rotated-canary-psk"));
    },
  );

  if (isLong)
    test("keeps its password where the product takes fields beside it as one", async () => {
      const served = await servedCompany(company, "meraki");
      const fields = "name: Corp, wpaEncryptionMode: WPA3 only, password: { secret: env:NEW_PSK }";
      const cwd = projectIn(served, byHand(fields));
      const done = await run(cwd, "apply", "--yes");
      expect([done.status, await writes(served)]).toEqual([0, 1]);
      expect(passwords(served)).toEqual(live);
    });

  if (isLong)
    test("keeps being told as long as its apply fails", async () => {
      const served = await servedCompany();
      const cwd = projectIn(served, byHand("name: Corporate, password: { secret: env:NEW_PSK }"));
      const fault = {
        effect: { kind: "answer", status: 403 },
        interface: "dashboard",
        methods: ["PUT"],
        times: 1,
      };
      await fetch(`${served.admin}/faults`, { method: "POST", body: JSON.stringify(fault) });
      expect((await run(cwd, "apply", "--yes")).status).toBe(1);
      expect((await run(cwd, "plan")).out).toContain("1 secret stays as it is");
      expect(passwords(served)).toEqual(live);
    });
});

test("a name that was edited before the first apply is told as a second network, with how to avoid it", async () => {
  const served = await servedCompany();
  const cwd = await imported(served);
  const path = "desired-state/cloud/acme/site-3.yaml";
  const text = readFileSync(join(cwd, path), "utf8");
  commitAll(cwd, { [path]: text.replace("Site 3", "Headquarters") });
  for (const format of ["text", "markdown", "html"]) {
    const { out } = await run(cwd, "plan", "--format", format);
    expect(out).toMatch(/would be created as .{0,8}Headquarters/);
    expect(out).toContain("Site 3");
    expect(out).toContain("declare the live name, commit, apply once, and then rename it");
  }
  commitAll(cwd, { [path]: text });
  expect((await run(cwd, "apply", "--yes")).status).toBe(0);
  commitAll(cwd, { [path]: text.replace("Site 3", "Headquarters") });
  const { out } = await run(cwd, "plan");
  expect(out).toContain("Plan: 0 to create, 1 to update, 0 to remove");
  expect(out).not.toContain("would be created");
  expect((await run(cwd, "apply", "--yes")).status).toBe(0);
  expect([await writes(served), passwords(served)]).toEqual([1, live]);
});

test("a live name that holds a secret is shown without it where a second network is told", async () => {
  const seed = { organizations: [{ id: "O_1", name: "Acme", networks: [{ name: "rotated-canary-psk" }] }] };
  const served = await servedCompany(seed);
  const cwd = projectIn(served, {
    "desired-state/hand.yaml": `target: cloud
organization: Acme
networks:
  rotated-canary-psk:
    name: Lab
    timeZone: Etc/UTC
    ssids: { 0: { name: Corp, password: { secret: env:NEW_PSK } } }
`,
  });
  for (const format of ["text", "markdown", "json"]) {
    const { out } = await run(cwd, "plan", "--format", format);
    expect(out).toMatch(/"\[secret\]"|quot;\\\[secret\\\]/);
    expect(out).not.toMatch(/beside.{0,20}rotated|live": "rotated/);
  }
});
