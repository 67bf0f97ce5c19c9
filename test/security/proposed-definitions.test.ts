/**
 * A pull request cannot change what declarations mean. Its mappings, catalogs, modules and policies are used only after
 * the merge.
 */

import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readProject } from "../../src/project/read.ts";
import { entriesOf } from "../../src/simulator/log.ts";
import { worldSeedSchema } from "../../src/simulator/seed.ts";
import { simulator, trueup } from "../cli/command.ts";
import { commitAll, git, put, repository, scratch } from "../git/repositories.ts";
import { catalogFiles, desired, ipamKey, projectFor, servedEmpty } from "../project/own-catalogs/ipam.ts";

const example = fileURLToPath(new URL("../../examples/router/", import.meta.url));
const vrfFile = "mapping/deviceVrf.yaml";
const state = "desired-state/nuremberg.yaml";
const env = { OPS_PASSWORD: "canary-ops-password-3", OTHER_USER: "simulated-router-user" };
const declared = `target: routers
devices:
  nuremberg-1:
    host: 10.20.0.2
    vlans: { 10: { name: users }, 20: { name: printers } }
    users: { ops: { privilege: 15, password: { secret: "env:OPS_PASSWORD" } } }
`;
const mapped = "{ mapping: mapping, yang: yang/acme-router }";

/** A repository whose `main` was applied, and functions that work in it. */
interface Company {
  readonly cwd: string;
  /** Replaces a text in a file. Throws if the file does not contain the text. */
  readonly change: (file: string, from: string, to: string) => void;
  readonly run: (...args: string[]) => ReturnType<typeof trueup>;
  /** Returns every request so far that changes something, as `METHOD path`. */
  readonly writes: () => readonly string[];
}

function companyIn(cwd: string, run: Company["run"], writes: Company["writes"]): Company {
  const change: Company["change"] = (file, from, to) => {
    const text = readFileSync(join(cwd, file), "utf8");
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    put(cwd, { [file]: text.replace(from, to) });
  };
  return { cwd, change, run, writes };
}

interface Routers extends Company {
  /** Returns the router's users, with their privileges. */
  readonly users: () => Promise<readonly string[]>;
}

const userList = z.object({
  "acme-router:router": z.object({ user: z.array(z.object({ name: z.string(), privilege: z.number() })) }),
});

/** Creates a repository with the router of the example, over RESTCONF. */
async function routers(settings = mapped, files: Readonly<Record<string, string>> = {}): Promise<Routers> {
  const seed = worldSeedSchema.parse(JSON.parse(readFileSync(join(example, "world.json"), "utf8")));
  const served = await simulator({ seed, settings: { restconfMode: "rfc8040" } });
  const cwd = scratch();
  cpSync(example, cwd, { recursive: true });
  const writes = () => writesIn(entriesOf(served.world().log));
  const on = companyIn(cwd, (...args) => trueup(args, { cwd, env }), writes);
  const limits = "    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }\n";
  const url = `url: ${served.urls.restconf}\n${limits}`;
  on.change("trueup.yaml", "url: http://127.0.0.1:4804/devices/{host}\n", url);
  on.change("trueup.yaml", mapped, settings);
  rmSync(join(cwd, "desired-state/munich.yaml"));
  put(cwd, { [state]: declared, ".gitignore": "plans/\n.trueup/\n", ...files });
  git(cwd, "init", "-q", "-b", "main");
  commitAll(cwd);
  const first = await on.run("apply", "--yes");
  expect([first.err, first.status]).toEqual([expect.not.stringContaining("error["), 0]);
  const users: Routers["users"] = async () => {
    const authorization = `Basic ${btoa("simulated-router-user:simulated-router-password")}`;
    const path = `${served.urls.restconf.replace("{host}", "10.20.0.2")}/restconf/data/acme-router:router`;
    const reply = await fetch(path, { headers: { authorization } });
    const { user } = userList.parse(JSON.parse(await reply.text()))["acme-router:router"];
    return user.map(({ name, privilege }) => `${name} ${privilege}`);
  };
  return { ...on, users };
}

function writesIn(log: readonly { readonly method: string; readonly path: string }[]): readonly string[] {
  return log.flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`]));
}

/** Commits the changes as a branch, plans the branch like a pull request, and checks out `main` again. */
async function proposed({ cwd, run }: Company, name: string, ...more: string[]) {
  git(cwd, "checkout", "-q", "-b", name);
  commitAll(cwd);
  put(cwd, { "plans/.keep": "" });
  const from = ["--config-from", "main", "--proposal-base", "main"];
  const planned = await run("plan", ...from, "--out", `plans/${name}.json`, ...more);
  git(cwd, "checkout", "-q", "--force", "main");
  return planned;
}

function merge({ cwd }: Company, ...names: readonly string[]): void {
  for (const name of names) git(cwd, "merge", "-q", "--no-edit", name);
}

/** Applies the reviewed plans. Returns the output and the requests. */
async function appliedPlans({ run, writes }: Company) {
  const before = writes().length;
  const { err, out, status } = await run("apply", "--plans", "plans");
  return { err, out, status, sent: writes().slice(before) };
}

const skipped = "that no reviewed plan contains";
const redefined = "were reviewed with another definition";

/** Declares a VRF that a hostile mapping turns into a user with the highest privilege. */
const declareVrf = (on: Company) =>
  on.change(state, "    users:", '    vrfs: { backup: { rd: "15" } }\n    users:');
const makeUsersOfVrfs = (on: Company) => {
  on.change(vrfFile, "/vrf[name={key}]", "/user[name={key}]");
  on.change(vrfFile, "rd: { type: string,", 'rd: { type: string, path: privilege, values: { "15": 15 },');
};

describe("a mapping that a proposal changes", () => {
  test("does not count in its plan, and what it changes waits for a person", async () => {
    const on = await routers("{ mapping: mapping }");
    makeUsersOfVrfs(on);
    declareVrf(on);
    const { out, err, status } = await proposed(on, "mine", "--requests");
    expect(status).toBe(0);
    expect(err).toContain(
      `warning[mapping-differs]: the pull request changes ${vrfFile}, but this plan uses the`,
    );
    expect(out).toContain("VRF nuremberg-1.backup");
    expect(out).toContain('"vrf": [');
    expect(out).not.toContain('"user"');
    merge(on, "mine");
    const applied = await appliedPlans(on);
    expect(applied.err).toContain(skipped);
    expect(applied.err).toContain(`Plans of routers ${redefined}`);
    expect(applied).toMatchObject({ sent: [], status: 0 });
    expect(await on.users()).toEqual(["ops 15"]);
    const rest = JSON.parse((await on.run("plan", "--format", "json")).out);
    expect((await on.run("apply", "--approved", rest.fingerprint)).status).toBe(0);
    expect(await on.users()).toEqual(["ops 15", "backup 15"]);
  });

  test("does not take a guard away: what it guards is guarded, and waits", async () => {
    const on = await routers();
    on.change("mapping/deviceUser.yaml", 'lockout: ["*"]\n', "");
    on.change(state, "privilege: 15", "privilege: 1");
    const { out, err } = await proposed(on, "mine");
    expect(err).toContain("warning[mapping-differs]: the pull request changes mapping/deviceUser.yaml");
    expect(out).toContain("lockout@");
    merge(on, "mine");
    expect(await appliedPlans(on)).toMatchObject({ sent: [], err: expect.stringContaining(redefined) });
  });

  test("makes no plan count that was reviewed before it, in whatever order both are merged", async () => {
    for (const order of [
      ["vrf", "mapping"],
      ["mapping", "vrf"],
    ]) {
      const on = await routers("{ mapping: mapping }");
      declareVrf(on);
      expect((await proposed(on, "vrf")).err).not.toContain("differs");
      makeUsersOfVrfs(on);
      await proposed(on, "mapping");
      merge(on, ...order);
      expect(await appliedPlans(on)).toMatchObject({ sent: [], err: expect.stringContaining(redefined) });
      const one = await on.run("apply", "plans/vrf.json");
      expect(one.status).toBe(4);
      expect(one.err).toContain("but the plan has changed since then. What changed:");
      expect(one.err).toContain("~ routers: its definition has changed");
    }
  });

  test.each([
    ["is taken out", (cwd: string) => rmSync(join(cwd, "mapping"), { recursive: true })],
    ["has a mistake", (cwd: string) => writeFileSync(join(cwd, vrfFile), "kind: [\n")],
    [
      "is a link to another folder",
      (cwd: string) => {
        renameSync(join(cwd, "mapping"), join(cwd, "other"));
        writeFileSync(join(cwd, "other/deviceVrf.yaml"), "kind: [\n");
        symlinkSync("other", join(cwd, "mapping"));
      },
    ],
    [
      "is a file",
      (cwd: string) => {
        rmSync(join(cwd, "mapping"), { recursive: true });
        writeFileSync(join(cwd, "mapping"), "");
      },
    ],
    [
      "is a submodule",
      (cwd: string) => {
        const other = repository({ "mapping.yaml": "mapping: [\n" });
        git(cwd, "rm", "-rq", "mapping");
        git(cwd, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "mapping");
      },
    ],
    ["has one kind more", (cwd: string) => cpSync(join(cwd, vrfFile), join(cwd, "mapping/deviceMore.yaml"))],
  ])("counts as main has it where it %s", async (_, act) => {
    const on = await routers();
    act(on.cwd);
    const { err, out, status } = await proposed(on, "mine");
    expect(err).toContain("warning[mapping-differs]: the pull request changes mapping/device");
    expect([out, status]).toEqual([expect.stringContaining("nothing to do"), 0]);
  });

  test("counts where it was planned without --config-from: locally the work tree decides", async () => {
    const on = await routers("{ mapping: mapping }");
    makeUsersOfVrfs(on);
    declareVrf(on);
    commitAll(on.cwd);
    put(on.cwd, { "plans/.keep": "" });
    const { out, err } = await on.run("plan", "--requests", "--out", "plans/own.json");
    expect(err).not.toContain("mapping-differs");
    expect(out).toContain('"user"');
    expect((await appliedPlans(on)).status).toBe(0);
    expect(await on.users()).toEqual(["ops 15", "backup 15"]);
  });
});

test("where nothing that defines words is changed, a reviewed plan is carried out", async () => {
  const on = await routers();
  on.change(state, "name: printers", "name: scanners");
  on.change("trueup.yaml", "version: 1", "version: 1\n# A comment defines nothing.");
  await proposed(on, "mine");
  merge(on, "mine");
  const { sent, err } = await appliedPlans(on);
  expect(err).not.toContain(skipped);
  expect(new Set(sent)).toEqual(
    new Set(["PATCH /devices/10.20.0.2/restconf/data/acme-router:router/vlan=20"]),
  );
});

test("modules are those of main, and a proposal that changes them has nothing applied unseen", async () => {
  const on = await routers();
  on.change("yang/acme-router/acme-router.yang", 'range "1..4094"', 'range "1..9999"');
  on.change("mapping/deviceVlan.yaml", "maximum: 4094", "maximum: 9999");
  const wide = await proposed(on, "wide");
  expect(wide.err).toContain(
    "warning[module-differs]: the pull request changes yang/acme-router/acme-router.yang",
  );
  on.change(state, "name: printers", "name: scanners");
  expect((await proposed(on, "mine")).err).not.toContain("differs");
  merge(on, "wide", "mine");
  expect(await appliedPlans(on)).toMatchObject({ sent: [], err: expect.stringContaining(redefined) });
});

test("what main's modules refuse is refused, whatever modules a proposal brings", async () => {
  const on = await routers();
  on.change("yang/acme-router/acme-router.yang", String.raw`pattern '\d+:\d+';`, "");
  on.change(state, "    users:", "    vrfs: { blue: { rd: nonsense } }\n    users:");
  const { err, status } = await proposed(on, "mine");
  expect(err).toContain("error[invalid-value]: must be a text that matches");
  expect(status).toBe(1);
});

const policy = `- name: privileges-stay
  about: { kind: deviceUser }
  assert: 'resource.fields.privilege == 15'
  message: the user \${resource.key} is not an administrator
`;

test("policies are those of main, and a proposal that changes them has nothing applied unseen", async () => {
  const on = await routers(mapped, { "policies/own.yaml": policy });
  rmSync(join(on.cwd, "policies/own.yaml"));
  on.change(state, "name: printers", "name: scanners");
  const { err } = await proposed(on, "mine");
  expect(err).toContain("warning[policy-differs]: the pull request changes policies/own.yaml");
  merge(on, "mine");
  expect(await appliedPlans(on)).toMatchObject({ sent: [], err: expect.stringContaining(redefined) });
});

test.each([
  ["settings that name another mapping", "mapping: mapping,", "mapping: others,"],
  [
    "settings that say where things are written",
    "mapping: mapping,",
    "mapping: mapping, transaction: resource,",
  ],
  ["another account", "env:ROUTER_USER", "env:OTHER_USER"],
  ["removals without being asked for", "version: 1", "version: 1\nprune: true"],
  ["guards that are loosened", "settings:", "guards: { removals: { percent: 100 } }\n    settings:"],
])("a project file with %s has nothing applied unseen", async (_, from, to) => {
  const on = await routers();
  cpSync(join(on.cwd, "mapping"), join(on.cwd, "others"), { recursive: true });
  on.change("others/deviceVlan.yaml", "fields:", "description: Another.\nfields:");
  commitAll(on.cwd);
  on.change("trueup.yaml", from, to);
  on.change(state, "name: printers", "name: scanners");
  const { err } = await proposed(on, "mine");
  expect(err).toContain("warning[config-differs]");
  merge(on, "mine");
  expect((await on.run("validate")).status).toBe(0);
  expect(await appliedPlans(on)).toMatchObject({ sent: [], err: expect.stringContaining(redefined) });
});

test("a catalog of the project is defined anew by whoever changes it", async () => {
  const served = await servedEmpty();
  const files = { "trueup.yaml": projectFor(served), "desired-state/ipam.yaml": desired, ...catalogFiles() };
  const cwd = repository({ ...files, ".gitignore": "plans/\n.trueup/\n" });
  const writes = () => writesIn(entriesOf(served.world().log));
  const on = companyIn(cwd, (...args) => trueup(args, { cwd, env: ipamKey }), writes);
  on.change("catalogs/our-ipam/vlan.yaml", "title:", "description: Another.\ntitle:");
  const { err } = await proposed(on, "mine");
  expect(err).toContain("warning[catalog-differs]: the pull request changes catalogs/our-ipam/vlan.yaml");
  merge(on, "mine");
  expect(await appliedPlans(on)).toMatchObject({
    sent: [],
    err: expect.stringContaining(`ipam ${redefined}`),
  });
});

describe("a folder of words", () => {
  const config = `version: 1
environment: test
targets:
  routers:
    interface: restconf
    dialect: rfc8040
    url: https://{host}
    hosts: [10.20.0.0/16]
    credential: { username: u, password: { secret: env:ROUTER_PASSWORD } }
    settings: { mapping: parts/mapping, yang: parts/yang }
`;
  const texts = (folder: string) => ({
    [`${folder}/mapping.yaml`]: readFileSync(join(example, "mapping/mapping.yaml"), "utf8"),
    [`${folder}/deviceVrf.yaml`]: readFileSync(join(example, vrfFile), "utf8"),
  });
  const yang = readFileSync(join(example, "yang/acme-router/acme-router.yang"), "utf8");
  const project = { "network/trueup.yaml": config, "network/desired-state/a.yaml": "" };
  const found = async (top: string) =>
    (await readProject(join(top, "network"), undefined, { revision: "main" })).problems.map(
      ({ code, message, severity }) => (severity === "error" ? `${code}: ${message}` : code),
    );
  const proposal = (top: string) => git(top, "checkout", "-q", "-B", "proposal");

  test("may be this machine's: neither main nor the proposal has it", async () => {
    const top = repository({ ...project, ".gitignore": "parts/\n" });
    proposal(top);
    put(join(top, "network"), { ...texts("parts/mapping"), "parts/yang/acme-router.yang": yang });
    expect(await found(top)).toEqual(["empty-file"]);
  });

  test("is not one that the proposal adds, nor one behind its link", async () => {
    const top = repository(project);
    proposal(top);
    const own = { ...texts("parts/mapping"), "parts/yang/acme-router.yang": yang };
    put(join(top, "network"), own);
    commitAll(top);
    const refused = [
      expect.stringContaining("no-mapping: there is no mapping `parts/mapping`"),
      expect.stringContaining("no-modules: "),
    ];
    expect((await found(top)).filter((each) => each.includes(": "))).toEqual(refused.slice(0, 1));
    renameSync(join(top, "network/parts"), join(top, "network/elsewhere"));
    symlinkSync("elsewhere", join(top, "network/parts"));
    expect((await found(top)).filter((each) => each.includes(": "))).toEqual(refused.slice(0, 1));
    commitAll(top);
    expect((await found(top)).filter((each) => each.includes(": "))).toEqual(refused.slice(0, 1));
  });

  test("in a submodule counts while the proposal has the same commit of it", async () => {
    const other = repository({ ...texts("mapping"), "yang/acme-router.yang": yang });
    const top = repository(project);
    const local = ["-c", "protocol.file.allow=always"];
    git(top, ...local, "submodule", "--quiet", "add", other, "network/parts");
    commitAll(top);
    proposal(top);
    expect(await found(top)).toEqual(["empty-file"]);
    commitAll(join(top, "network/parts"), { "mapping/deviceVrf.yaml": "kind: [\n" });
    commitAll(top);
    expect((await found(top)).filter((each) => each.includes(": "))).toEqual([
      expect.stringContaining(
        "trusted-file-differs: the pull request's parts/mapping differs from that of main",
      ),
    ]);
  });
});
