/**
 * Policy objects in Meraki's firewall rules. They are declared by key, sent by id, and shown by key, against the mode
 * `meraki`.
 */

import { describe, expect, test } from "vitest";
import { load } from "../../../src/load/load.ts";
import { asObject, isArray, type Json } from "../../../src/model/json.ts";
import { at } from "../../../src/model/pointer.ts";
import { drivers } from "../../../src/project/drivers.ts";
import type { World } from "../../../src/simulator/world.ts";
import { imported } from "../../import/live.ts";
import { projectText, stage } from "../../servers/virtual-time/run.ts";

const project = projectText().replace(
  "interface: dashboard\n",
  "interface: dashboard\n    dialect: meraki\n    settings: { batches: 'off' }\n",
);
const seed = { organizations: [{ id: "O_1", name: "Acme", networks: [{ id: "N_1", name: "Berlin" }] }] };
const settings = { dashboardMode: "meraki" } as const;

const objects = `policyObjects:
  web: { name: Web, category: network, type: cidr, cidr: 10.1.0.0/24 }
  mail: { name: Mail, category: network, type: fqdn, fqdn: mail.example.net }
policyObjectGroups:
  servers: { name: Servers, objects: [web] }
`;
const inRule = (destCidr: string, comment = "one") =>
  `            - { comment: ${comment}, policy: allow, protocol: tcp, srcCidr: Any, destCidr: ${destCidr} }\n`;
const declared = (rules: string, kept = objects) => ({
  "a.yaml": `target: cloud
organization: Acme
${kept}networks:
  berlin:
    name: Berlin
    appliance:
      firewall:
        l3FirewallRules:
          rules:
${rules}`,
});

const mixed = "[{ policyObject: web }, 10.0.0.0/8, { policyObjectGroup: servers }]";

function simulated(files: Readonly<Record<string, string>>, world?: World) {
  const on = stage({ project, seed, files, settings });
  if (world) on.network.world = world;
  return on;
}
type Staged = ReturnType<typeof simulated>;

const ids = (steps: readonly { readonly id: string }[]) => steps.map(({ id }) => id);
const states = ({ settled }: Awaited<ReturnType<Staged["apply"]>>) => [
  ...new Set(settled.map(({ outcome }) => outcome.state)),
];

/** Returns the rules as the dashboard keeps them. `path` is the end of their path. */
function stored({ network }: Staged, path = "l3FirewallRules"): readonly Json[] {
  const { rules } = network.world.dashboard.meraki?.policies?.get("O_1") ?? {};
  const found = [...(rules ?? [])].find(([each]) => each.endsWith(path))?.[1].rules;
  return isArray(found) ? found : [];
}
const destinations = (on: Staged) => stored(on).map((rule) => at(rule, "/destCidr"));

async function applied(files: Readonly<Record<string, string>>): Promise<Staged> {
  const on = simulated(files);
  expect(states(await on.apply(await on.plan()))).toEqual(["applied"]);
  return on;
}

/** Returns the servers' state after somebody has changed the text of the first rule. */
function withText({ network: { world } }: Staged, text: string): World {
  const { meraki } = world.dashboard;
  const own = meraki?.policies?.get("O_1");
  if (!meraki || !own) throw new Error("nothing to change");
  const rules = new Map(
    [...own.rules].map(([path, sent]) => {
      const [first = null, ...others] = isArray(sent.rules) ? sent.rules : [];
      return [path, { rules: [{ ...asObject(first), destCidr: text }, ...others] }];
    }),
  );
  const policies = new Map([["O_1", { ...own, rules }]]);
  return { ...world, dashboard: { ...world.dashboard, meraki: { ...meraki, policies } } };
}

describe("a rule that names policy objects", () => {
  const two = declared(inRule(mixed) + inRule("[{ policyObject: web }]", "two"));

  test("is sent with their ids, after them, in one text, and is no difference afterwards", async () => {
    const on = await applied(two);
    const texts = destinations(on);
    expect(texts).toEqual(["10.0.0.0/8,OBJ(1000002),GRP(1000003)", "OBJ(1000002)"]);
    const { plan } = await on.plan({ base: on.load(two), prune: true });
    expect([plan.changes, plan.unknown]).toEqual([[], []]);
  });

  test.each([
    "appliance: { firewall: { inboundFirewallRules: { rules: [RULE] } } }",
    "appliance: { firewall: { cellularFirewallRules: { rules: [RULE] } } }",
  ])("may be one of %s", async (rules) => {
    const rule = `{ policy: deny, protocol: any, srcCidr: [{ policyObjectGroup: servers }], destCidr: Any }`;
    const text = `target: cloud\norganization: Acme\n${objects}networks:\n  berlin:\n    name: Berlin\n    ${rules.replace("RULE", rule)}\n`;
    const on = await applied({ "a.yaml": text });
    expect(stored(on, "Rules")).toMatchObject([{ srcCidr: "GRP(1000003)" }]);
  });

  test("may be one of the organization's VPN", async () => {
    const rule = `{ policy: deny, protocol: any, srcCidr: Any, destCidr: [{ policyObject: web }] }`;
    const text = `target: cloud\norganization: Acme\n${objects}appliance: { vpn: { vpnFirewallRules: { rules: [${rule}] } } }\n`;
    const on = await applied({ "a.yaml": text });
    expect(stored(on, "vpnFirewallRules")).toMatchObject([{ destCidr: "OBJ(1000002)" }]);
  });

  test.each([
    ["GRP(1000003), 10.0.0.0/8 ,OBJ(1000002)", "in another order"],
    ["OBJ(1000002),OBJ(1000002),10.0.0.0/8,GRP(1000003)", "twice"],
  ])("is as declared where the answer is %s: %s", async (text) => {
    const on = simulated(two, withText(await applied(two), text));
    expect((await on.plan({ base: on.load(two) })).plan.changes).toEqual([]);
  });

  test("shows the id of an object that nobody declares, and is put back", async () => {
    const on = simulated(two, withText(await applied(two), "OBJ(42)"));
    const made = await on.plan({ base: on.load(two) });
    expect(ids(made.plan.steps)).toEqual(["update cloud/applianceL3FirewallRules/berlin"]);
    expect(JSON.stringify(made.plan.changes)).toContain('"destCidr":[{"policyObject":{"id":"42"}}]');
    expect(states(await on.apply(made, { onConflict: "overwrite" }))).toEqual(["applied"]);
    expect(destinations(on)).toEqual(["10.0.0.0/8,OBJ(1000002),GRP(1000003)", "OBJ(1000002)"]);
  });

  test("stays as it is when an object gets another name, or another key", async () => {
    const world = (await applied(two)).network.world;
    const named = { "a.yaml": two["a.yaml"].replace("name: Web", "name: Website") };
    const on = simulated(named, world);
    expect(ids((await on.plan({ base: on.load(two) })).plan.steps)).toEqual([
      "update cloud/policyObject/web",
    ]);
    const keyed = two["a.yaml"].replaceAll(/ {2}web:|Object: web|\[web\]/g, (text) =>
      text.replace("web", "www"),
    );
    const other = simulated({ "a.yaml": keyed }, world);
    const { plan } = await other.plan({ base: other.load(two), prune: true });
    expect([plan.steps, plan.unknown, keyed.match(/www/g)?.length]).toEqual([[], [], 4]);
  });

  test("lets go of an object before that is removed", async () => {
    const world = (await applied(two)).network.world;
    const less = declared(
      inRule("10.0.0.0/8"),
      "policyObjects: { mail: { name: Mail, category: network, type: fqdn, fqdn: mail.example.net } }\n",
    );
    const on = simulated(less, world);
    const made = await on.plan({ base: on.load(two), prune: true });
    expect(ids(made.plan.steps)).toEqual([
      "update cloud/applianceL3FirewallRules/berlin",
      "remove cloud/policyObjectGroup/servers",
      "remove cloud/policyObject/web",
    ]);
    expect(states(await on.apply(made))).toEqual(["applied"]);
    expect(destinations(on)).toEqual(["10.0.0.0/8"]);
  });

  test("is imported with keys, and with the ids of objects that nobody declares", async () => {
    const { world } = (await applied(two)).network;
    const whole = await imported({ seed, project, settings, world });
    const text = Object.values(whole.texts).join("");
    expect(text).toMatch(/destCidr: *\n? *(?:\[|- )[^\]]*policyObject: web/);
    expect([whole.problems, whole.plan.changes]).toEqual([[], []]);
    const rules = await imported({
      seed,
      project,
      settings,
      world,
      only: ["cloud/network/*", "cloud/applianceL3FirewallRules/*"],
    });
    expect(Object.values(rules.texts).join("")).toContain('id: "1000002"');
    expect([rules.problems, rules.plan.changes]).toEqual([[], []]);
  });
});

describe("the text of a rule", () => {
  test("may say the ids itself, as before", async () => {
    const world = (await applied(declared(inRule(mixed)))).network.world;
    const files = declared(inRule('"OBJ(1000002), 10.0.0.0/8, GRP(1000003)"'));
    const on = simulated(files, world);
    expect((await on.plan()).plan.changes).toEqual([]);
  });

  test.each(["OBJ(../../x)", "OBJ(1),OBJ(2", "OBJ()", "GRP(1) OBJ(2)", "obj(1)"])(
    "is only text where it is %s, and the product says what it thinks of it",
    async (text) => {
      const on = simulated(declared(inRule(JSON.stringify(text)), ""));
      const { settled } = await on.apply(await on.plan());
      const sent = on.network.log().filter(({ method }) => method === "PUT");
      expect([settled.length, sent.length]).toEqual([1, 1]);
    },
  );

  test("is refused by the product with an id that it does not have", async () => {
    const on = simulated(declared(inRule("[{ policyObject: { id: '42' } }]"), ""));
    const { settled } = await on.apply(await on.plan());
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["failed"]);
    expect(JSON.stringify(settled)).toContain("references to Network Objects or Groups which don't exist");
  });

  test.each([
    ["[{ policyObject: wbe }]", "refers to the policy object `wbe`"],
    ["[{ policyObject: web, policyObjectGroup: servers }]", "exactly one of"],
    ["[{ policyObject: { id: '1),OBJ(2' } }]", "not an id"],
    ["[{ object: web }]", "object"],
    ["[]", "destCidr"],
  ])("%s is an error: %s", (text, message) => {
    const files = Object.entries(declared(inRule(text))).map(([path, each]) => ({ path, text: each }));
    const { problems } = load({
      project: simulated(declared(inRule("Any"))).context.project,
      files,
      drivers,
    });
    expect(problems.map((each) => each.message).join("\n")).toContain(message);
  });
});
