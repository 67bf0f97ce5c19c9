/** Ordered rules are created, changed, moved and removed one by one. No rule is recreated without need. */

import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/model/json.ts";
import { at } from "../../../src/model/pointer.ts";
import { planHtml } from "../../../src/report/plan/plan-html.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { planMarkdown } from "../../../src/report/plan/plan-markdown.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { asked, listed, managed, managedAs } from "./manager.ts";

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

const first = [
  rule("dns", "action: ALLOW, section: mandatory, sourceZones: { objects: [{ zone: inside }] }"),
  rule("web", "action: ALLOW, destinationNetworks: { objects: [{ host: web }] }"),
  rule("mail"),
  rule("rest", "action: BLOCK, logBegin: true"),
];

function rulesOf(on: Stage): readonly { readonly name: Json; readonly id: Json; readonly section: Json }[] {
  const policy = at(listed(on, "/policy/accesspolicies")[0] ?? null, "/id");
  return listed(on, `/policy/accesspolicies/${policy}/accessrules`).map((each) => ({
    name: at(each, "/name") ?? null,
    id: at(each, "/id") ?? null,
    section: at(each, "/metadata/section") ?? null,
  }));
}

const namesOf = (on: Stage) => rulesOf(on).map(({ name }) => name);
const writesOf = ({ network }: Stage) =>
  network.log().flatMap(({ method, path, write }) => {
    const own = /accessrules(?:\/[^?]*)?(\?.*)?$/.exec(path);
    return write && own ? [`${method}${own[1] ?? ""}`] : [];
  });

const applied = (rules: readonly string[], before?: Stage) => managedAs(policyOf(rules), before);

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
    const on = managed(policyOf(first));
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

  test("that are taken out and made again keep all that nobody declares, and the plan says that they are", async () => {
    const on = await applied([]);
    const policy = at(asked(on, "GET", "/policy/accesspolicies"), "/items/0/id");
    const path = `/policy/accesspolicies/${policy}/accessrules`;
    const more = { users: { objects: [{ id: "u1", type: "User" }] }, logEnd: true, action: "ALLOW" };
    for (const name of ["a", "b"])
      asked(on, "POST", `${path}?category=Web`, { ...more, name, type: "AccessRule" });
    asked(on, "POST", `${path}?category=Mail`, { ...more, name: "c", type: "AccessRule" });
    const declared = managed(policyOf(["b", "a", "c"].map((name) => rule(name))), on);
    const made = await declared.plan();
    expect(made.plan.steps.flatMap(({ remakes = [] }) => remakes)).toEqual([
      { of: [{ name: "b" }], missing: "deployed" },
    ]);
    const formats = [planText(made.plan, plain), planMarkdown(made.plan), planHtml(made.plan)];
    for (const format of formats) {
      const shown = format.replaceAll(/\s+/g, " ");
      expect(shown).toContain("Removed and recreated");
      expect(shown).toContain("b: removed and created again, since this list cannot be reordered");
    }
    expect(JSON.stringify(planDocument(made.plan))).toContain('"remakes":{"of":[{"name":"b"}]');
    const { settled } = await declared.apply(made);
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    const shown = listed(declared, path);
    expect(shown.map((each) => [at(each, "/name"), at(each, "/metadata/category")])).toEqual([
      ...[
        ["b", "Web"],
        ["a", "Web"],
        ["c", "Mail"],
      ],
    ]);
    for (const each of shown) expect(each).toMatchObject(more);
    expect(writesOf(declared).filter((each) => !each.startsWith("GET"))).toEqual([
      ...["DELETE", "POST?category=Web&insertBefore=1"],
    ]);
  });

  test("stay in their category where they can, since order decides and categories do not", async () => {
    const on = await applied([]);
    const policy = at(asked(on, "GET", "/policy/accesspolicies"), "/items/0/id");
    const path = `/policy/accesspolicies/${policy}/accessrules`;
    for (const [name = "", category = ""] of [
      ["a", "Web"],
      ["b", "Mail"],
    ])
      asked(on, "POST", `${path}?category=${category}`, { name, action: "ALLOW", type: "AccessRule" });
    const declared = managed(policyOf([rule("b"), rule("a")]), on);
    const made = await declared.plan();
    expect(made.plan.steps.flatMap(({ remakes }) => remakes?.of ?? [])).toEqual([
      { name: "b", note: "it moves from the part Mail to Web" },
    ]);
    const { settled } = await declared.apply(made);
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    expect(namesOf(declared)).toEqual(["b", "a"]);
    expect((await declared.plan()).plan.changes).toEqual([]);
  });

  test("that are changed in place keep what no field knows", async () => {
    const on = await applied([rule("a")]);
    const policy = at(asked(on, "GET", "/policy/accesspolicies"), "/items/0/id");
    const path = `/policy/accesspolicies/${policy}/accessrules`;
    const id = at(listed(on, path)[0] ?? null, "/id");
    const users = { objects: [{ id: "u1", type: "User" }] };
    asked(on, "PUT", `${path}/${id}`, {
      id: id ?? null,
      name: "a",
      action: "ALLOW",
      type: "AccessRule",
      users,
    });
    const next = await applied([rule("a", "action: BLOCK")], on);
    expect(listed(next, path)).toMatchObject([{ name: "a", action: "BLOCK", users }]);
  });

  test("that could stand nowhere are refused when they are read", () => {
    const [dns = "", web = ""] = first;
    const staged = (rules: readonly string[]) => () => managed(policyOf(rules));
    expect(staged([web, dns])).toThrow("an element of mandatory is after an element of default");
    expect(staged([web, web])).toThrow("two elements have the same name: web");
  });
});

describe("rules of what is protected", () => {
  const protectedPolicy = (rules: readonly string[], protect = true) =>
    policyOf(rules).replace("        rules: [", `        protect: ${protect}\n        rules: [`);
  const [dns = "", web = "", mail = "", rest = ""] = first;

  test("are not removed and made again for another order: the plan says why, and the order stays", async () => {
    const on = await managedAs(protectedPolicy(first));
    for (const protect of [true, false]) {
      const set = managed(protectedPolicy([dns, mail, web, rest], protect), on);
      const base = set.load({ "a.yaml": protectedPolicy(first) });
      const made = await set.plan({ base });
      expect(made.plan.steps.map(({ kind }) => kind)).not.toContain("accessRules");
      expect(made.plan.unwritable.map(({ reason }) => reason)).toEqual([
        expect.stringMatching(
          /^it is protected: .* would be removed and recreated, since this product cannot reorder the list/,
        ),
      ]);
      expect(made.plan.guards).toEqual([]);
    }
  });

  test("are changed and added as ever", async () => {
    const on = await managedAs(protectedPolicy(first));
    const next = await managedAs(protectedPolicy([dns, web, rule("ftp"), mail, rest]), on);
    expect(namesOf(next)).toEqual(["dns", "web", "ftp", "mail", "rest"]);
  });
});
