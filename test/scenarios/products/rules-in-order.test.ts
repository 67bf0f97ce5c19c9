/** Rules in order: made, changed, moved and taken out one by one, and no rule made again without need. */

import { describe, expect, test } from "vitest";
import { isArray, type Json, parseJson } from "../../../src/model/json.ts";
import { at } from "../../../src/model/pointer.ts";
import { respond } from "../../../src/simulator/respond.ts";
import { stage } from "../../virtual/run.ts";

const project = `version: 1
environment: virtual
targets:
  walls:
    interface: firewall
    dialect: fmc
    url: https://fmc.example.net
    credential: { token: { secret: env:CDFMC_TOKEN } }
secrets: { allow: ["env:*_PSK"] }
`;

const rule = (name: string, words = "action: ALLOW") => `{ name: ${name}, ${words} }`;
const policyOf = (rules: readonly string[]) => `target: walls
policies:
  accessControlPolicies:
    branch:
      name: Branch
      defaultAction: { action: BLOCK }
      accessRules:
        rules: [${rules.join(", ")}]
objects:
  hosts: { web: { name: web-1, value: 10.1.0.10 } }
  securityZones: { inside: { name: inside, interfaceMode: ROUTED } }
`;

type Staged = ReturnType<typeof stage>;

const first = [
  rule("dns", "action: ALLOW, section: mandatory, sourceZones: { objects: [{ zone: inside }] }"),
  rule("web", "action: ALLOW, destinationNetworks: { objects: [{ host: web }] }"),
  rule("mail"),
  rule("rest", "action: BLOCK, logBegin: true"),
];

const domain = "/api/fmc_config/v1/domain/e276abec-e0f2-11e3-8169-6d9ed49b625f";

/** What the manager itself says, asked by hand. */
function asked({ network, clock }: Staged, method: string, path: string, body: Json = null): Json {
  const headers = { authorization: "Bearer simulated-cdfmc-token" };
  const request = {
    interface: "firewall",
    method,
    path: `${domain}${path}`,
    headers,
    origin: "https://x",
  } as const;
  const done = respond(network.world, { ...request, body: JSON.stringify(body) }, clock.now());
  network.world = done.world;
  return parseJson(done.reply.body) ?? null;
}

function rulesOf(on: Staged): readonly { readonly name: Json; readonly id: Json; readonly section: Json }[] {
  const policy = at(asked(on, "GET", "/policy/accesspolicies"), "/items/0/id");
  const items = at(
    asked(on, "GET", `/policy/accesspolicies/${policy}/accessrules?expanded=true&limit=1000`),
    "/items",
  );
  return (isArray(items ?? null) ? (items as readonly Json[]) : []).map((each) => ({
    name: at(each, "/name") ?? null,
    id: at(each, "/id") ?? null,
    section: at(each, "/metadata/section") ?? null,
  }));
}

const namesOf = (on: Staged) => rulesOf(on).map(({ name }) => name);
const writesOf = ({ network }: Staged) =>
  network.log().flatMap(({ method, path, write }) => {
    const own = /accessrules(?:\/[^?]*)?(\?.*)?$/.exec(path);
    return write && own ? [`${method}${own[1] ?? ""}`] : [];
  });

async function applied(rules: readonly string[], before?: Staged): Promise<Staged> {
  const on = stage({ project, files: { "a.yaml": policyOf(rules) }, settings: { firewallMode: "fmc" } });
  if (before) on.network.world = { ...before.network.world, log: undefined };
  const result = await on.apply(await on.plan());
  expect(new Set(result.settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
  expect(result.nonConvergent).toEqual([]);
  expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  return on;
}

describe("the rules of an access control policy", () => {
  test("are made with their policy, in the order in which they are declared, each in its section", async () => {
    const on = await applied(first);
    expect(rulesOf(on).map(({ name, section }) => `${section} ${name}`)).toEqual([
      ...["Mandatory dns", "Default web", "Default mail", "Default rest"],
    ]);
    expect(writesOf(on)).toEqual([
      ...["POST?section=mandatory", "POST?section=default", "POST?section=default&insertAfter=2"],
      "POST?section=default&insertAfter=3",
    ]);
  });

  test("stay where they are when one is put between them, one is changed and one goes", async () => {
    const on = await applied(first);
    const ids = new Map(rulesOf(on).map(({ name, id }) => [name, id]));
    const [dns = "", web = "", , rest = ""] = first;
    const next = await applied(
      [dns, web, rule("ftp"), rest.replace("logBegin: true", "logBegin: false")],
      on,
    );
    expect(namesOf(next)).toEqual(["dns", "web", "ftp", "rest"]);
    expect(writesOf(next)).toEqual(["DELETE", "PUT", "POST?section=default&insertAfter=2"]);
    for (const { name, id } of rulesOf(next)) if (name !== "ftp") expect(id).toBe(ids.get(name));
  });

  test("are moved by making the fewest again, and another section is another place", async () => {
    const on = await applied(first);
    const [dns = "", web = "", mail = "", rest = ""] = first;
    const turned = await applied([dns, mail, rest, web], on);
    expect(namesOf(turned)).toEqual(["dns", "mail", "rest", "web"]);
    expect(writesOf(turned)).toEqual(["DELETE", "POST?section=default&insertAfter=3"]);
    const raised = await applied([dns, rule("web", "action: ALLOW, section: mandatory"), mail, rest], turned);
    expect(
      rulesOf(raised)
        .map(({ name, section }) => `${section} ${name}`)
        .slice(0, 2),
    ).toEqual([...["Mandatory dns", "Mandatory web"]]);
    expect(writesOf(raised)).toHaveLength(2);
  });

  test("that somebody else has put in or moved is drift: the plan says so, and apply mends it", async () => {
    const on = await applied(first);
    const policy = at(asked(on, "GET", "/policy/accesspolicies"), "/items/0/id");
    const path = `/policy/accesspolicies/${policy}/accessrules?insertBefore=1`;
    asked(on, "POST", path, { name: "any", action: "ALLOW", type: "AccessRule" });
    const { plan } = await on.plan();
    expect(plan.changes).toHaveLength(1);
    expect(plan.cost.map(({ writes }) => writes)).toEqual([1]);
    expect(JSON.stringify(plan.changes)).toContain("any");
    const mended = await applied(first, on);
    expect(namesOf(mended)).toEqual(["dns", "web", "mail", "rest"]);
  });

  test("of which one is refused are looked at again: what was carried out stands, and the rest is told", async () => {
    const on = stage({ project, files: { "a.yaml": policyOf(first) }, settings: { firewallMode: "fmc" } });
    const body = '{"error":{"messages":[{"description":"no such thing"}]}}';
    on.network.fault({
      ...{ interface: "firewall", methods: ["POST"], path: "*/accessrules", after: 3, times: 9 },
      effect: { kind: "answer", status: 400, headers: { "content-type": "application/json" }, body },
    });
    const result = await on.apply(await on.plan());
    const failed = result.settled.filter(({ outcome }) => outcome.state === "failed");
    expect(JSON.stringify(failed)).toContain("no such thing");
    expect(failed).toHaveLength(1);
    expect(namesOf(on)).toEqual(["dns", "web", "mail"]);
    expect(writesOf(on).filter((each) => each === "POST?section=default&insertAfter=2")).toHaveLength(1);
    on.network.world = { ...on.network.world, faults: [] };
    expect(namesOf(await applied(first, on))).toEqual(["dns", "web", "mail", "rest"]);
  });

  test("that could stand nowhere are refused when they are read", () => {
    const [dns = "", web = ""] = first;
    const staged = (rules: readonly string[]) => () =>
      stage({ project, files: { "a.yaml": policyOf(rules) }, settings: { firewallMode: "fmc" } });
    expect(staged([web, dns])).toThrow("an element of mandatory stands after one of default");
    expect(staged([web, web])).toThrow("two elements have the name web");
  });
});
