/**
 * Policies and objects that other people manage too: single rules, categories, and values of an object that apply to
 * only one firewall.
 */

import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/model/json.ts";
import { at } from "../../../src/model/pointer.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { asked, listed, managed, managedAs } from "./manager.ts";

const policy = (inside: string) => `target: walls
policies:
  accessControlPolicies:
    branch:
      name: Branch
      defaultAction: { action: BLOCK }
${inside}
`;

const rulesAt = (on: Stage) => {
  const id = at(listed(on, "/policy/accesspolicies")[0] ?? null, "/id");
  return `/policy/accesspolicies/${id}/accessrules`;
};
const shown = (on: Stage) =>
  listed(on, rulesAt(on)).map((each) =>
    ["/metadata/section", "/metadata/category", "/name"].map((place) => at(each, place) ?? null).join(" "),
  );
const writesOf = ({ network }: Stage) =>
  network.log().flatMap(({ method, path, write }) => {
    const own = /(?:accessrules|categories|hosts)(?:\/[^?]*)?(\?.*)?$/.exec(path);
    return write && own ? [`${method}${own[1] ?? ""}`] : [];
  });

describe("a single rule", () => {
  const ours = (words: string) =>
    policy(`      categories:
        ours: { name: Ours, section: mandatory }
      singleRules:
        dns: { name: dns, action: ALLOW, ${words} }`);

  test("is put into its category, stays itself when it changes, and all others are left alone", async () => {
    const before = await managedAs(policy(""));
    for (const name of ["theirs 1", "theirs 2"])
      asked(before, "POST", rulesAt(before), { name, action: "TRUST", type: "AccessRule" });
    const made = await managedAs(ours("category: Ours"), before);
    expect(shown(made)).toEqual([
      "Mandatory Ours dns",
      "Default --Undefined-- theirs 1",
      "Default --Undefined-- theirs 2",
    ]);
    expect(writesOf(made)).toEqual(["POST?section=mandatory", "POST?category=Ours"]);
    const own = at(listed(made, rulesAt(made))[0] ?? null, "/id");
    const changed = await managedAs(ours("category: Ours, logEnd: true"), made);
    expect(at(listed(changed, rulesAt(changed))[0] ?? null, "/id")).toBe(own);
    expect(at(listed(changed, rulesAt(changed))[0] ?? null, "/logEnd")).toBe(true);
    expect(shown(changed)).toHaveLength(3);
    // None of these resources is declared, so the plan is empty.
    expect((await managed(policy(""), changed).plan()).plan.steps).toEqual([]);
  });

  test("is made before or after the rule with a number, and its body does not say where", async () => {
    const before = await managedAs(policy(""));
    for (const name of ["a", "b"]) asked(before, "POST", rulesAt(before), { name, action: "TRUST" });
    const made = await managedAs(
      policy(`      singleRules:
        first: { name: first, action: ALLOW, insertBefore: 1 }
        last: { name: last, action: ALLOW, insertAfter: 3 }`),
      before,
    );
    const names = shown(made).map((each) => each.split(" ").at(-1));
    expect(names.toSorted()).toEqual(["a", "b", "first", "last"]);
    expect(names[0]).toBe("first");
    expect(listed(made, rulesAt(made)).filter((each) => at(each, "/insertBefore") !== undefined)).toEqual([]);
  });
});

test("rules name their category: one that is said to be in another is made again there, and the plan says so", async () => {
  const rules = (first: string, second: string) =>
    policy(`      categories:
        web: { name: Web }
        mail: { name: Mail }
      accessRules:
        rules:
          - { name: a, action: ALLOW, category: ${first} }
          - { name: b, action: ALLOW, category: ${second} }`);
  const made = await managedAs(rules("Web", "Mail"));
  expect(shown(made)).toEqual(["Default Web a", "Default Mail b"]);
  const moved = managed(rules("Web", "Web"), made);
  const { plan } = await moved.plan();
  expect(JSON.stringify(plan.steps)).toContain("b");
  const done = await managedAs(rules("Web", "Web"), made);
  expect(shown(done)).toEqual(["Default Web a", "Default Web b"]);
  expect(writesOf(done).filter((each) => each.startsWith("PUT"))).toEqual([]);
});

describe("an override", () => {
  const firewalls = (on: Stage) => listed(on, "/devices/devicerecords");
  const host = (name: string, overrides: string) => `target: walls
objects:
  hosts:
    web: { name: web, value: 10.0.0.80, overridable: true, overrides: { ${overrides} } }
devices:
  edge: { name: ${name} }
`;
  const ofWeb = (on: Stage): readonly Json[] => {
    const id = at(listed(on, "/object/hosts")[0] ?? null, "/id");
    return listed(on, `/object/hosts/${id}/overrides`);
  };

  test("is of one firewall, by its key: made, changed, and the object keeps its own value", async () => {
    const name = String(at(firewalls(managed("target: walls\n"))[0] ?? null, "/name"));
    const made = await managedAs(host(name, "edge: { name: web, device: edge, value: 10.9.0.80 }"));
    const [own] = ofWeb(made);
    expect(at(own ?? null, "/value")).toBe("10.9.0.80");
    expect(at(own ?? null, "/overrides/target")).toEqual({
      ...{ id: at(firewalls(made)[0] ?? null, "/id"), type: "Device" },
    });
    expect(writesOf(made)).toEqual(["POST", "POST?bulk=true"]);
    const changed = await managedAs(host(name, "edge: { name: web, device: edge, value: 10.9.0.81 }"), made);
    expect(ofWeb(changed).map((each) => at(each, "/value"))).toEqual(["10.9.0.81"]);
    expect(at(listed(changed, "/object/hosts")[0] ?? null, "/value")).toBe("10.0.0.80");
    expect(writesOf(changed)).toEqual(["PUT"]);
  });

  test("of a domain is found again by its id, and one that nobody declares is left alone", async () => {
    const name = String(at(firewalls(managed("target: walls\n"))[0] ?? null, "/name"));
    const made = await managedAs(host(name, "lab: { name: web, domain: dom-1, value: 10.8.0.80 }"));
    const other = await managedAs(host(name, "edge: { name: web, device: edge, value: 10.9.0.80 }"), made);
    expect(ofWeb(other).map((each) => at(each, "/overrides/target/type"))).toEqual(["Domain", "Device"]);
  });
});
