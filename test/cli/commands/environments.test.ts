/**
 * Several environments: `init` begins with one and adds others. `doctor --workflow` checks the workflows against them.
 */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { folder, trueup, write } from "../command.ts";

const pinned = ["--package", "https://packages.example.net/t.tgz", "--sha256", "a".repeat(64)];

/** Creates a repository whose remote is at this host. */
async function repository(host: string): Promise<string> {
  const cwd = await folder();
  execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd });
  execFileSync("git", ["remote", "add", "origin", `git@${host}.com:acme/network.git`], { cwd });
  return cwd;
}

const read = (cwd: string, path: string) => readFileSync(join(cwd, path), "utf8");
const init = (cwd: string, environment?: string, more: readonly string[] = []) =>
  trueup([...(environment === undefined ? [] : ["--environment", environment]), "init", ...pinned, ...more], {
    cwd,
  });

/** Returns the matrix of each workflow that has one, by file. */
function matrices(cwd: string): Readonly<Record<string, unknown>> {
  const folderOf = join(cwd, ".github/workflows");
  return Object.fromEntries(
    readdirSync(folderOf).flatMap((name) => {
      const { jobs } = parse(readFileSync(join(folderOf, name), "utf8"));
      return Object.values<{ strategy?: { matrix: { environment: unknown } } }>(jobs).flatMap(
        ({ strategy }) => (strategy ? [[name, strategy.matrix.environment] as const] : []),
      );
    }),
  );
}

const all = (environments: readonly string[]) =>
  Object.fromEntries(
    ["apply", "comment", "drift", "plan", "snapshot"].map((name) => [`trueup-${name}.yml`, environments]),
  );

async function doctored(cwd: string): Promise<string> {
  return (await trueup(["doctor", "--workflow"], { cwd })).out;
}

describe("init", () => {
  test("begins with one in an empty repository, and adds another after it: each is in order, and in all workflows", async () => {
    const cwd = await repository("github");
    expect(await init(cwd, "staging")).toMatchObject({ status: 0, err: "" });
    expect(read(cwd, "staging.yaml")).toContain("environment: staging\ndesiredState: [common, staging]\n");
    expect(matrices(cwd)).toEqual(all(["staging"]));
    const added = await init(cwd, "production");
    expect(added).toMatchObject({ status: 0, err: "" });
    expect(added.out).toContain("1. Name the controllers and credentials of production in production.yaml");
    const own = read(cwd, "production.yaml");
    expect(own).toContain("environment: production\ndesiredState: [common, production]\n");
    expect(own).toContain("url: https://production.invalid\n");
    expect(own).toContain("{ secret: env:PRODUCTION_DASHBOARD_API_KEY }");
    expect(matrices(cwd)).toEqual(all(["production", "staging"]));
    for (const name of ["staging", "production"])
      expect((await trueup(["--environment", name, "validate"], { cwd })).out).toContain("2 resources");
    expect(await doctored(cwd)).toMatch(/✔ environments +each workflow runs for production, staging/);
    const again = await init(cwd, "production");
    expect(again).toMatchObject({ status: 1, out: "" });
    expect(again.err).toContain("Nothing was written: production.yaml, staging.yaml, .github/");
    expect((await init(cwd)).err).toBe(again.err);
  });

  test("adds one to a project with trueup.yaml, which stays; runners and time limits are kept", async () => {
    const cwd = await repository("github");
    await init(cwd);
    const before = read(cwd, "trueup.yaml");
    expect(matrices(cwd)).toEqual({});
    for (const name of ["apply", "plan"]) {
      const path = `.github/workflows/trueup-${name}.yml`;
      const set = read(cwd, path).replaceAll("ubuntu-24.04", "[self-hosted, ephemeral]");
      await write(cwd, path, set.replaceAll("timeout-minutes: 60", "timeout-minutes: 7"));
    }
    const added = await init(cwd, "lab-2");
    expect(added).toMatchObject({ status: 0, err: "" });
    expect(added.out).toContain("Rename trueup.yaml after its environment");
    expect(read(cwd, "trueup.yaml")).toBe(before);
    expect(matrices(cwd)).toEqual(all(["lab-2", "production"]));
    const { jobs } = parse(read(cwd, ".github/workflows/trueup-apply-environment.yml"));
    for (const job of [jobs.reviewed, jobs.rest])
      expect(job).toMatchObject({ "runs-on": ["self-hosted", "ephemeral"], "timeout-minutes": 7 });
    expect(jobs.rest.environment).toBe("${{ format(vars.TRUEUP_APPROVAL, inputs.environment) }}");
    expect(read(cwd, "lab-2.yaml")).toContain("{ secret: env:LAB_2_DASHBOARD_API_KEY }");

    // After an environment is removed, the workflows are as before it was added. Workflows that no other workflow calls
    // are reported.
    rmSync(join(cwd, "lab-2.yaml"));
    expect(await doctored(cwd)).toContain("workflows run for lab-2, but no project file describes it");
    const back = await init(cwd);
    expect(back.status).toBe(0);
    expect(back.out).toContain(
      "- .github/workflows/trueup-apply-environment.yml is no longer used: remove it",
    );
    expect(matrices(cwd)).toEqual({});
    expect(await doctored(cwd)).not.toContain("environments");
  });

  test("gives the new one what the others share, and addresses and variables of its own", async () => {
    const cwd = await folder({
      "staging.yaml": `version: 1
environment: staging
desiredState:
  - base
  - "everywhere"
  - staging
targets:
  routers:
    interface: restconf
    url: "https://routers.example.net:8443/devices/{host}" # by name
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:STAGING_USER }, password: { secret: "env:ROUTER_PASSWORD" } }
`,
    });
    expect((await init(cwd, "production")).status).toBe(0);
    const text = read(cwd, "production.yaml");
    expect(parse(text)).toEqual({
      version: 1,
      environment: "production",
      desiredState: ["base", "everywhere", "production"],
      targets: {
        routers: {
          interface: "restconf",
          url: "https://production.invalid/devices/{host}",
          hosts: ["10.20.0.0/16"],
          credential: {
            username: { secret: "env:PRODUCTION_USER" },
            password: { secret: "env:PRODUCTION_ROUTER_PASSWORD" },
          },
        },
      },
    });
    expect(text).toContain("# by name");
  });

  test("has next steps that a person can take as they are, and an address that validate accepts", async () => {
    const cwd = await folder();
    const first = await init(cwd, "staging");
    const steps = first.out.split("\n").filter((line) => /^ {2}\d\. /.test(line));
    expect(steps.slice(-2)).toEqual([
      "  5. trueup --environment staging apply  changes it, after asking",
      "  6. trueup --environment NAME init     adds another environment",
    ]);
    // People often try a new project like this: against a simulator, without TLS.
    await write(
      cwd,
      "staging.yaml",
      read(cwd, "staging.yaml").replace(/url: .*/, "url: http://127.0.0.1:9801"),
    );
    const added = await init(cwd, "lab");
    expect(added.out).toContain("trueup --environment lab apply");
    expect(added.out).not.toContain("NAME");
    expect(read(cwd, "lab.yaml")).toContain("url: https://lab.invalid\n");
    expect((await trueup(["--environment", "lab", "validate"], { cwd })).status).toBe(0);
  });

  test("leaves a workflow with changes of somebody's own, shows what it needs, and ends with 1", async () => {
    const cwd = await repository("github");
    await init(cwd, "staging");
    const path = ".github/workflows/trueup-plan.yml";
    const mine = read(cwd, path).replace("    steps:\n", "    steps:\n      - run: echo mine\n");
    await write(cwd, path, mine);
    const added = await init(cwd, "production");
    expect(added.status).toBe(1);
    expect(added.out).toMatch(/^ {4}\+ +matrix: \{ environment: \[production, staging\] \}$/m);
    expect(added.err).toContain(`${path} is left unchanged, because somebody has edited it`);
    expect(read(cwd, path)).toBe(mine);
    const { plan: _, ...others } = { ...all(["production", "staging"]), plan: undefined };
    expect(matrices(cwd)).toEqual({ ...others, "trueup-plan.yml": ["staging"] });
    expect(await doctored(cwd)).toMatch(
      /✘ environments +workflows do not run for all environments: production: plan/,
    );
  });

  test("brings workflows of an earlier version up to this one: those know nothing of environments", async () => {
    const cwd = await repository("github");
    await init(cwd);
    const earlier = new URL("../../upgrade/workflows/first/action.yml", import.meta.url);
    await write(cwd, ".trueup/action.yml", readFileSync(earlier, "utf8"));
    expect((await init(cwd, "staging")).out).toContain("✔ .trueup/action.yml\n");
    expect(read(cwd, ".trueup/action.yml")).toContain("TRUEUP_ENVIRONMENT");
  });

  test("writes jobs of GitLab for each, and a person may put a list into another order", async () => {
    const lab = await repository("gitlab");
    await init(lab, "staging");
    await init(lab, "prod.eu");
    const jobs = parse(read(lab, ".trueup/gitlab.yml"));
    const shown = Object.keys(jobs).filter((name) => !/^\.|^trueup:command$/.test(name));
    expect(shown).toEqual(
      ["prod.eu", "staging"].flatMap((name) =>
        ["plan", "planned", "apply", "drift", "approved"].map((job) => `trueup:${job}:${name}`),
      ),
    );
    expect(jobs["trueup:apply:prod.eu"]).toEqual({
      extends: ".trueup:apply",
      variables: { TRUEUP_ENVIRONMENT: "prod.eu" },
      needs: ["trueup:planned:prod.eu"],
      environment: "prod.eu",
      resource_group: "prod.eu",
    });
    expect(await doctored(lab)).toMatch(/✔ environments +each workflow runs for prod\.eu, staging/);
    const hub = await repository("github");
    await init(hub, "staging");
    await init(hub, "production");
    const path = ".github/workflows/trueup-drift.yml";
    const other = read(hub, path).replace("[production, staging]", "[staging, production]");
    await write(hub, path, other);
    expect((await init(hub)).err).toContain("Nothing was written");
    expect(read(hub, path)).toBe(other);
  });

  test("refuses what is no name of an environment, and an import that may be meant for either", async () => {
    const cwd = await repository("github");
    expect((await init(cwd, "a b")).err).toContain("has at most 63 letters, digits");
    await init(cwd, "staging");
    await init(cwd, "production");
    const either = await init(cwd, undefined, ["--import", "https://api.meraki.com"]);
    expect(either).toMatchObject({ status: 1, out: "" });
    expect(either.err).toContain(
      "project files exist already (production.yaml, staging.yaml): name the one to import into",
    );
  });
});

describe("TRUEUP_ENVIRONMENT", () => {
  const project = (name: string) => `version: 1\nenvironment: ${name}\ndesiredState: ${name}\ntargets: {}\n`;

  test("chooses the project file as --environment does; what is written counts before it", async () => {
    const cwd = await folder({
      "a.yaml": project("staging"),
      "b.yaml": project("production"),
      "staging/x.yaml": "",
      "production/x.yaml": "",
    });
    const described = async (args: readonly string[], TRUEUP_ENVIRONMENT: string) => {
      const { out } = await trueup([...args, "doctor", "--format", "json"], {
        cwd,
        env: { TRUEUP_ENVIRONMENT },
      });
      return /environment (\w+):/.exec(out)?.[1];
    };
    expect(await described([], "staging")).toBe("staging");
    expect(await described(["--environment", "production"], "staging")).toBe("production");
    expect(await described(["--project", "b.yaml"], "staging")).toBe("production");
    const none = await trueup(["validate"], { cwd, env: { TRUEUP_ENVIRONMENT: "" } });
    expect(none.err).toContain("`--environment staging`, `--environment production`");
  });
});
