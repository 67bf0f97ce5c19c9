/** A dictionary attack on all output about products that show secrets, in fields that no catalog marks as secret. */

import { describe, expect, test } from "vitest";
import { snapshotDocument } from "../../../src/report/snapshot.ts";
import { folder, projectFor, simulator, trueup, write } from "../../cli/command.ts";
import { Depot, depotOf, madeKind } from "../../drivers/rest/depot.ts";
import { commitAll, git } from "../../git/repositories.ts";
import { expectNone, said } from "./traces.ts";

const words = {
  password: "monkeybars",
  community: "dragonfly",
  json: "baseballs",
  key: "sunshines",
} as const;

const path = "uni/fabric/mon-a";
const attributes = {
  descr: "what watches",
  pwd: words.password,
  trapCommunity: words.community,
  authKey: words.key,
  config: JSON.stringify({ user: "ops", password: words.json }),
  note: JSON.stringify({ user: "shown-user" }),
};

async function fabric(declared: string, seeded: Readonly<Record<string, string>> = attributes) {
  const served = await simulator({
    seed: {
      managedObjects: {
        "uni/fabric": { class: "fabricInst", attributes: {} },
        [path]: { class: "snmpGroup", attributes: seeded },
      },
    },
  });
  const allow = `secrets: { fingerprintKey: { secret: env:RECORD_KEY }, allow: ["env:POLL_*"] }`;
  const cwd = await folder({
    "trueup.yaml": projectFor(served).replace(/^secrets:\n(?: .*\n)+/m, `${allow}\n`),
    "desired-state/a.yaml": `target: fabric-east\nmanagedObjects:\n  ${path}: ${declared}\n`,
  });
  return { cwd, live: () => served.world().fabric.objects.get(path)?.attributes };
}

const env = { RECORD_KEY: "0123456789abcdef0123456789abcdef", POLL_PASSWORD: "quite-another-one" };

describe("a managed object of any class", () => {
  test("is shown, removed, imported and kept without the secrets in it", async () => {
    const { cwd } = await fabric("{ class: snmpGroup, attributes: { descr: what pages } }");
    commitAllNew(cwd);
    const texts: string[] = [];
    const run = async (...args: readonly string[]) => {
      const ended = await trueup(args, { cwd, env });
      texts.push(`${args.join(" ")}\n${ended.out}\n${ended.err}`);
      return ended;
    };
    await run(
      "plan",
      "--requests",
      ...["json", "md", "html", "sarif", "xml"].flatMap((each) => ["--out", `plan.${each}`]),
    );
    await run("drift", "--format", "json");
    await run("observe", "--out", "snapshot.json");
    await run("adopt");
    await run("explain", `fabric-east/managedObject/${path}`);
    await run("import", "fabric-east", "--import-report", "report.json");
    await run("--log-level", "debug", "apply", "--yes");
    await trueup(["plan"], { cwd, env });
    // The plan of a removal shows the complete resource.
    commitAll(cwd, { "desired-state/a.yaml": "target: fabric-east\n" });
    const removal = await run("plan", "--base", "HEAD~1", "--prune", "--format", "json");
    const { changes }: { changes: readonly { action: string }[] } = JSON.parse(removal.out);
    expect(changes).toMatchObject([{ action: "remove" }]);
    expect(removal.out).toContain("$hidden");
    expect(removal.out).toContain("shown-user");
    expectNone([...texts, await said(cwd)].join("\n"), Object.values(words));
  });

  test("keeps them when something else is changed, and takes them by reference", async () => {
    const own = "{ class: snmpGroup, attributes: { descr: what pages, pwd: { secret: env:POLL_PASSWORD } } }";
    const { cwd, live } = await fabric(own);
    const planned = await trueup(["plan", "--requests"], { cwd, env });
    const consents = [...planned.out.matchAll(/--allow (\S+@[0-9a-f]{64})/g)].flatMap(([, each = ""]) => [
      "--allow",
      each,
    ]);
    const applied = await trueup(["--log-level", "debug", "apply", "--yes", ...consents], { cwd, env });
    expect([applied.status, applied.err]).toEqual([0, expect.any(String)]);
    expect(live()).toEqual({ ...attributes, descr: "what pages", pwd: env.POLL_PASSWORD });
    const rotated = { ...env, POLL_PASSWORD: "another-of-today" };
    expect((await trueup(["plan"], { cwd, env: rotated })).out).toContain("cannot be read back");
    expectNone(planned.out + applied.out + applied.err, [...Object.values(words), env.POLL_PASSWORD]);
  });

  test("says of plain text that it is a secret, and never whether it is the live one", async () => {
    const plans = [];
    for (const live of [words.password, "another-word-of-9"]) {
      const { cwd } = await fabric("{ class: snmpGroup, attributes: { descr: what watches } }", {
        ...attributes,
        pwd: live,
      });
      commitAllNew(cwd);
      git(cwd, "checkout", "-q", "-b", "proposal");
      const guess = `target: fabric-east\nmanagedObjects:\n  ${path}: { class: snmpGroup, attributes: { pwd: ${words.password} } }\n`;
      commitAll(cwd, { "desired-state/a.yaml": guess });
      const { out, err, status } = await trueup(
        ["plan", "--config-from", "main", "--base", "main", "--format", "json"],
        { cwd, env },
      );
      expect([status, err]).toEqual([
        0,
        expect.stringContaining(
          "warning[plain-text-secret]: `attributes.pwd` contains a secret in plain text",
        ),
      ]);
      const { changes }: { changes: unknown } = JSON.parse(out);
      plans.push(JSON.stringify(changes));
    }
    expect(plans[0]).toBe(plans[1]);
  });

  test("cannot be declared by what a plan shows of a hidden value", async () => {
    const { cwd, live } = await fabric("{ class: snmpGroup, attributes: { descr: what pages } }");
    commitAllNew(cwd);
    commitAll(cwd, { "desired-state/a.yaml": "target: fabric-east\n" });
    const { out } = await trueup(["plan", "--base", "HEAD~1", "--prune", "--format", "json"], { cwd, env });
    const [shown] = /\{\s*"\$hidden": "[0-9a-f]{32}"\s*\}/.exec(out) ?? [];
    expect(shown).toBeDefined();
    const copied = `{ class: snmpGroup, attributes: { descr: ${shown?.replaceAll(/\s+/g, " ")} } }`;
    await write(cwd, "desired-state/a.yaml", `target: fabric-east\nmanagedObjects:\n  ${path}: ${copied}\n`);
    const { status, err } = await trueup(["apply", "--yes"], { cwd, env });
    expect([status, err]).toEqual([1, expect.stringContaining("attributes.descr")]);
    expect(live()).toEqual(attributes);
  });
});

/** Turns a folder into a repository. Its branch contains all files of the folder. */
function commitAllNew(cwd: string): void {
  git(cwd, "init", "-q", "-b", "main");
  commitAll(cwd);
}

describe("members that no field of a kind declares", () => {
  const kinds = [
    madeKind("site", "/sites", {
      update: { method: "PUT", path: "/sites/{id}", send: "merged" },
      fields: { name: { type: "string" }, zone: { type: "string" }, more: { type: "object" } },
    }),
  ];
  const file = "sites:\n  berlin: { name: Berlin, zone: a, more: { color: red } }\n";

  test("are hidden in what is said, and written back as they are", async () => {
    const depot = new Depot();
    const on = depotOf(kinds, depot);
    await on.applied(file);
    const [at = "", record = {}] = [...depot.records][0] ?? [];
    const hidden = {
      adminPassword: words.password,
      snmp: { communityString: words.community, port: 161 },
      users: [{ name: "ops", pwd: words.key }],
      apiKeys: ["princesses", "butterfly"],
    };
    depot.records.set(at, { ...record, ...hidden, more: { color: "red", config: attributes.config } });
    const changed = file.replace("zone: a", "zone: b");
    const set = on.staged(changed);
    const { plan, snapshot } = await set.plan();
    const document = snapshotDocument(snapshot, { desired: set.context.desired, environment: "test" });
    const { outcomes, made } = await on.applied(changed);
    const removed = await on
      .staged("")
      .plan({ base: on.staged(changed).load({ "a.yaml": `target: depot\n${changed}` }), prune: true });
    const all = JSON.stringify([plan, document, made.plan, removed.plan, await on.imported()]);
    expectNone(all, [...Object.values(words), "princesses", "butterfly"]);
    expect(outcomes).toEqual(["applied"]);
    expect(depot.records.get(at)).toMatchObject({ ...hidden, zone: "b" });
  });
});
