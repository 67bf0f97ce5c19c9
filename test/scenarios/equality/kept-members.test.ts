/**
 * Rules that are declared only in part. The undeclared part is no difference, survives writes, and never moves to
 * another rule.
 */

import { describe, expect, test } from "vitest";
import { previews } from "../../../src/engine/requests.ts";
import { adoptedKind } from "../../../src/import/accepted-fields.ts";
import { adopt } from "../../../src/import/edit/adopt.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { driftOf } from "../../../src/report/drift/drift.ts";
import { planMarkdown } from "../../../src/report/plan/plan-markdown.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import { openRedactor } from "../../../src/runtime/secrets/redactor.ts";
import { json } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";
import { SpellingDashboard } from "./spelling-dashboard.ts";
import { asSent, berlin, network, object, objects, rulesWith } from "./spellings.ts";

const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://api.example.net
    credential: { apiKey: { secret: env:KEY } }
    settings: { batches: "off" }
`;

const path = `${network}/groupPolicies`;
const shaping = "firewallAndTrafficShaping";

/** Returns a traffic shaping rule for one host. */
const rule = (host: string, more = "") => `{ definitions: [{ type: host, value: ${host} }]${more} }`;
const guests = (...rules: readonly string[]) =>
  `target: cloud\norganization: Acme\n${berlin(`    groupPolicies:
      guests:
        name: guests
        ${shaping}: { settings: custom, trafficShapingRules: [${rules.join(", ")}] }
`)}`;

function staged(text: string, dashboard: SpellingDashboard, refuses = "nothing") {
  const on = stage({
    project,
    files: { "a.yaml": text },
    between: () => ({
      send: async (request, signal) =>
        request.method !== "GET" && request.url.includes(refuses)
          ? json(400, { errors: ["no"] })
          : dashboard.wire.send(request, signal),
    }),
  });
  const next = (base = text) => on.plan({ base: on.load({ "a.yaml": base }) });
  return { on, next };
}

const rulesIn = (policies: Json) =>
  objects(object(object(objects(policies)[0])[shaping]).trafficShapingRules);

/** Returns a function that changes the rules as somebody else would. */
const changed = (by: (rules: readonly JsonObject[]) => readonly Json[]) => (policies: Json) =>
  objects(policies).map((policy) => ({
    ...policy,
    [shaping]: { ...object(policy[shaping]), trafficShapingRules: by(rulesIn(policies)) },
  }));

/** Returns the host of each rule, and the value that somebody else has set. */
const hosts = (dashboard: SpellingDashboard) =>
  rulesIn(dashboard.at(path)).map(({ definitions, dscpTagValue = null }) => [
    objects(definitions)[0]?.value ?? null,
    dscpTagValue,
  ]);

/** Applies the given rules, or two rules by default. Then somebody else sets undeclared values of each rule. */
async function applied(...rules: readonly string[]) {
  const dashboard = new SpellingDashboard([
    { path, key: "groupPolicyId", spell: asSent },
    { path: `${network}/switch/settings`, first: { vlan: 1 }, spell: asSent },
  ]);
  const before = guests(...(rules.length > 0 ? rules : [rule("a.example"), rule("b.example")]));
  const { on } = staged(before, dashboard);
  await on.apply(await on.plan());
  dashboard.change(
    path,
    changed((all) => all.map((each, at) => ({ ...each, dscpTagValue: 10 + at, uuid: `r${at}` }))),
  );
  return { dashboard, before };
}

describe("what somebody has set of a rule, and nobody declares", () => {
  test("is no difference", async () => {
    const { dashboard, before } = await applied();
    const { next } = staged(before, dashboard);
    expect((await next()).plan.changes).toEqual([]);
  });

  test.each<readonly [string, readonly string[], Json]>([
    [
      "another before it",
      [rule("new.example"), rule("a.example"), rule("b.example")],
      [
        ["new.example", null],
        ["a.example", 10],
        ["b.example", 11],
      ],
    ],
    [
      "another between",
      [rule("a.example"), rule("new.example"), rule("b.example")],
      [
        ["a.example", 10],
        ["new.example", null],
        ["b.example", 11],
      ],
    ],
    ["one less", [rule("b.example")], [["b.example", 11]]],
    [
      "another order",
      [rule("b.example"), rule("a.example")],
      [
        ["b.example", 11],
        ["a.example", 10],
      ],
    ],
    [
      "another host in one",
      [rule("a.example"), rule("c.example")],
      [
        ["a.example", 10],
        ["c.example", null],
      ],
    ],
    [
      "one that says it itself",
      [rule("a.example", ", dscpTagValue: 0"), rule("b.example")],
      [
        ["a.example", 0],
        ["b.example", 11],
      ],
    ],
  ])("stays with its rule: %s", async (_, rules, there) => {
    const { dashboard, before } = await applied();
    const { on, next } = staged(guests(...rules), dashboard);
    const made = await next(before);
    const result = await on.apply(made);
    expect(result.nonConvergent).toEqual([]);
    expect(hosts(dashboard)).toEqual(there);
    expect(JSON.stringify(dashboard.written)).not.toContain("uuid");
    expect((await on.plan({ base: on.context.desired })).plan.changes).toEqual([]);
  });

  test("is sent as it is right before the write, and shown by --requests as it is in the plan", async () => {
    const { dashboard, before } = await applied();
    const { on, next } = staged(guests(rule("a.example"), rule("b.example"), rule("c.example")), dashboard);
    const made = await next(before);
    const [shown] = previews(on.context, made, openRedactor());
    expect(JSON.stringify(shown?.request.body)).toContain('"dscpTagValue":10');
    dashboard.change(
      path,
      changed((all) => all.map((each) => ({ ...each, dscpTagValue: 46 }))),
    );
    const { settled } = await on.apply(made);
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    expect(hosts(dashboard)).toEqual([
      ["a.example", 46],
      ["b.example", 46],
      ["c.example", null],
    ]);
  });

  test("is not shown as different where its rule is as declared", async () => {
    const { dashboard, before } = await applied();
    const { next } = staged(guests(rule("a.example"), rule("new.example"), rule("b.example")), dashboard);
    const { plan } = await next(before);
    for (const text of [planText(plan, plain), planMarkdown(plan)]) {
      expect(text).toContain("new.example");
      expect(text).not.toMatch(/dscpTagValue|uuid/);
    }
  });

  test("is declared no longer: it is unmanaged, and stays", async () => {
    const { dashboard } = await applied();
    const before = guests(rule("a.example", ", dscpTagValue: 10"), rule("b.example"));
    const { next } = staged(guests(rule("a.example"), rule("b.example")), dashboard);
    const { plan } = await next(before);
    expect(plan.changes).toEqual([]);
    expect(plan.released.map(({ path: field }) => field)).toEqual([
      `/${shaping}/trafficShapingRules/0/dscpTagValue`,
    ]);
  });

  test("does not stand in the way of taking back drift alone", async () => {
    const { dashboard, before } = await applied();
    dashboard.change(
      path,
      changed(([one = {}]) => [one]),
    );
    const { on } = staged(before.replace("settings: custom", "settings: ignore"), dashboard);
    const base = on.load({ "a.yaml": before });
    const made = await on.plan({ base, driftOnly: true });
    await on.apply(made);
    expect(hosts(dashboard)).toEqual([
      ["a.example", 10],
      ["b.example", null],
    ]);
    const policy = object(object(objects(dashboard.at(path))[0])[shaping]);
    expect(policy.settings).toBe("custom");
  });

  test("comes back with a rollback", async () => {
    const { dashboard, before } = await applied();
    const was = dashboard.at(path);
    const more = `${guests(rule("a.example"), rule("c.example"))}    switch: { settings: { vlan: 7 } }\n`;
    const { on, next } = staged(more, dashboard, "/switch/settings");
    const made = await next(before);
    const result = await on.apply(made, { rollbackOnFailure: true });
    expect(result.settled.map(({ outcome }) => outcome.state)).toContain("applied");
    expect(result.rolledBack).toMatchObject({ left: [], nonConvergent: [] });
    expect(hosts(dashboard)).toEqual(
      rulesIn(was).map(({ definitions, dscpTagValue = null }) => [
        objects(definitions)[0]?.value,
        dscpTagValue,
      ]),
    );
  });
});

describe("what is live of rules", () => {
  const l3 = `${network}/appliance/firewall/l3FirewallRules`;
  const firewall = (...rules: readonly string[]) =>
    `target: cloud\norganization: Acme\n${berlin(`    appliance:
      firewall:
        l3FirewallRules:
          rules:
${rules.map((each) => `            - ${each}\n`).join("")}`)}`;
  const deny = "{ policy: deny, protocol: any, srcCidr: any, destCidr: 10.0.0.0/8 }";
  const web = "{ comment: web, policy: allow, protocol: tcp, srcCidr: any, destPort: '443', destCidr: any }";

  test("is adopted as far as it differs: people's spelling stays, and nothing that is filled in is written", async () => {
    const dashboard = new SpellingDashboard([{ path: l3, spell: rulesWith() }]);
    const files = { "a.yaml": firewall(web, deny) };
    const on = stage({ project, files, between: () => dashboard.wire });
    await on.apply(await on.plan());
    const own = {
      policy: "allow",
      protocol: "udp",
      srcCidr: "Any",
      destPort: "53",
      destCidr: "10.0.0.53/32",
    };
    dashboard.change(l3, (value) => {
      const [first = {}, ...others] = objects(object(value).rules);
      const filled = { ...own, comment: "", srcPort: "Any", syslogEnabled: false, ruleId: "7" };
      return { rules: [{ ...first, destPort: "8443" }, filled, ...others] };
    });
    const { plan } = await on.plan({ base: on.context.desired });
    const texts = Object.entries(files).map(([file, text]) => ({ path: file, text }));
    const reload = (now: readonly { path: string; text: string }[]) =>
      on.load(Object.fromEntries(now.map(({ path: file, text }) => [file, text])));
    const { files: written, notAdopted } = adopt({
      files: texts,
      desired: on.context.desired,
      changes: driftOf(plan).drifted,
      kindOf: ({ target, kind: named }) => {
        const kind = on.context.targets.get(target)?.driver.kinds.find(({ name }) => name === named);
        return kind && adoptedKind(kind);
      },
      repeatsSecret: () => false,
      reload,
    });
    expect(notAdopted).toEqual([]);
    const [{ text = "" } = {}] = written;
    for (const filled of ["syslogEnabled", "ruleId", "srcPort", 'comment: ""', "comment: ''"])
      expect(text).not.toContain(filled);
    const next = stage({ project, files: { "a.yaml": text }, between: () => dashboard.wire });
    expect((await next.plan({ base: next.context.desired })).plan.changes).toEqual([]);
  });
});
