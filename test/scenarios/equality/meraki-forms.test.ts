/**
 * A Meraki dashboard that stores values in the spellings that public reports describe. After an apply, no difference
 * remains.
 */

import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/model/json.ts";
import { stage } from "../../servers/virtual-time/run.ts";
import { networkReports } from "./network-reports.ts";
import { ruleReports } from "./rule-reports.ts";
import { SpellingDashboard } from "./spelling-dashboard.ts";
import { berlin, network, object, objects, type Report, rulesWith } from "./spellings.ts";

const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://api.example.net
    credential: { apiKey: { secret: env:KEY } }
    settings: { batches: "off" }
secrets: { allow: ["env:*_PSK"] }
`;

function staged({ file, places }: Pick<Report, "file" | "places">) {
  const dashboard = new SpellingDashboard(places);
  const files = { "a.yaml": `target: cloud\norganization: Acme\n${file}` };
  const on = stage({ project, files, between: () => dashboard.wire });
  /** Returns the plan of a second run, after everything has been applied. */
  const next = () => on.plan({ base: on.load(files), prune: true });
  return { dashboard, on, next };
}

describe.each([...ruleReports, ...networkReports].map((report) => [report.says, report] as const))(
  "%s",
  (_, report) => {
    test(`is no difference once it is applied (${report.at.join(" ")})`, async () => {
      const { dashboard, on, next } = staged(report);
      const result = await on.apply(await on.plan());
      expect(new Set(result.settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
      const writes = dashboard.written.length;
      expect(writes).toBeGreaterThan(0);
      expect((await next()).plan.changes).toEqual([]);
      await on.apply(await next());
      expect(dashboard.written).toHaveLength(writes);
    });
  },
);

describe("what a person changes in a rule", () => {
  const path = `${network}/appliance/firewall/l3FirewallRules`;
  const file = berlin(`    appliance:
      firewall:
        l3FirewallRules:
          rules:
            - { comment: web, policy: allow, protocol: tcp, srcCidr: any, destPort: '443', destCidr: any }
            - { policy: deny, protocol: any, srcCidr: any, destCidr: 10.0.0.0/8 }
`);
  const changed = (by: (rules: readonly Json[]) => readonly Json[]) => (value: Json) => ({
    rules: by(objects(object(value).rules)),
  });
  const first = (members: Record<string, Json>) =>
    changed(([rule = {}, ...others]) => [{ ...object(rule), ...members }, ...others]);
  const somebody = { comment: "somebody", policy: "allow", protocol: "Any", srcCidr: "Any", destCidr: "Any" };

  // https://github.com/cisco-open/terraform-provider-meraki/issues/263
  test.each([
    ["its comment", first({ comment: "Web" })],
    ["what it does", first({ policy: "deny" })],
    ["a port", first({ destPort: "80" })],
    ["a port that was not declared", first({ srcPort: "1024-65535" })],
    ["a network", first({ destCidr: "10.0.0.0/8" })],
    ["one network of two", first({ srcCidr: "Any,10.0.0.0/8" })],
    ["the protocol", first({ protocol: "udp" })],
    ["whether it is logged", first({ syslogEnabled: true })],
    ["a rule more before it", changed((rules) => [somebody, ...rules])],
    ["a rule more at the end", changed((rules) => [...rules.slice(0, -1), somebody, ...rules.slice(-1)])],
    ["a rule less", changed(([_, ...others]) => others)],
    ["their order", changed(([one = {}, two = {}, ...others]) => [two, one, ...others])],
  ])("is seen and put back: %s", async (_, by) => {
    const { dashboard, on, next } = staged({ file, places: [{ path, spell: rulesWith() }] });
    await on.apply(await on.plan());
    const before = dashboard.at(path);
    dashboard.change(path, by);
    const made = await next();
    expect(made.plan.changes.map(({ action }) => action)).toEqual(["update"]);
    await on.apply(made);
    expect(dashboard.at(path)).toEqual(before);
  });
});
