import { expect, test } from "vitest";
import type { Change } from "../../../src/model/change.ts";
import type { Policy, PolicyFinding } from "../../../src/model/policy.ts";
import { finding, unconsented } from "../../../src/plan/guards/guards.ts";
import { metPolicies } from "../../../src/plan/guards/policies.ts";

const policy = (name: string, more: Partial<Policy> = {}): Policy => ({
  name,
  about: { is: "each", kinds: [], addresses: [], except: [] },
  assert: "true",
  message: "m",
  severity: "error",
  timeZone: "UTC",
  at: { file: "policies/a.yaml", line: 1, column: 1 },
  ...more,
});
const found = (of: Policy, key: string): PolicyFinding => ({
  policy: of,
  message: `${key} is wrong`,
  addresses: [`cloud/ssid/${key}`],
  path: "",
});
const update = (key: string, action = "update") =>
  ({ action, address: `cloud/ssid/${key}` }) as unknown as Change;
const desired = { locate: () => undefined };

test("a plan meets what is wrong with what it writes, and a consent names the policy and that plan", () => {
  const open = policy("no-open", { fix: "Close it." });
  const soft = policy("soft", { severity: "warning" });
  const all = [found(open, "a"), found(open, "b"), found(soft, "a"), found(soft, "c")];
  const met = metPolicies({ found: all, ofPlan: () => [] }, [update("a")], desired);
  expect(met.warnings).toMatchObject([{ policy: "soft", addresses: ["cloud/ssid/a"] }]);
  const guards = met.dangers.map((danger) => finding(danger, "f1"));
  expect(guards).toMatchObject([
    {
      message: "policy no-open: a is wrong",
      hint: "Close it. If that is intended, add: --allow policy:no-open@f1",
    },
  ]);
  expect(unconsented({ guards }, ["policy:no-open@f2", "policy:soft@f1"])).toHaveLength(1);
  expect(unconsented({ guards }, ["policy:no-open@f1"])).toEqual([]);
});

test("where something goes, what is wrong with many counts too, for that may be why", () => {
  const every = policy("every", { about: { is: "all", kinds: [], addresses: [], except: [] } });
  const judge = { found: [found(every, "a")], ofPlan: () => [] };
  expect(metPolicies(judge, [update("z")], desired).dangers).toEqual([]);
  expect(metPolicies(judge, [update("z", "remove")], desired).dangers).toHaveLength(1);
});

const written = (...keys: readonly string[]) => keys.map((key) => update(key));
const about = (is: "each" | "all") => ({ about: { is, kinds: [], addresses: [], except: [] } });

test("what is about nothing that is there is met by any write, and by a plan that writes nothing not at all", () => {
  const none: PolicyFinding = { ...found(policy("some", about("all")), "a"), addresses: [] };
  const of = (changes: readonly Change[], one = none) =>
    metPolicies({ found: [one], ofPlan: () => [] }, changes, desired).dangers.length;
  expect(of(written("z"))).toBe(1);
  expect(of([])).toBe(0);
  expect(of(written("z"), { ...none, policy: policy("each", about("each")) })).toBe(0);
  expect(of([update("z", "remove")], found(policy("each", about("each")), "a"))).toBe(0);
  expect(of([update("y"), update("z", "remove")], found(policy("all", about("all")), "a"))).toBe(1);
});

test("what concerns several is met when one of them is written, and says where the first was declared", () => {
  const of = policy("pairs");
  const both = { ...found(of, "a"), addresses: ["cloud/ssid/a", "cloud/ssid/b"], path: "/vlan" } as const;
  const where = {
    locate: (address: string, path: string) => ({ file: `${address}${path}`, line: 7, column: 1 }),
  };
  const [met] = metPolicies({ found: [both], ofPlan: () => [] }, written("b"), where as never).dangers;
  expect(met).toMatchObject({
    at: { file: "cloud/ssid/a/vlan" },
    addresses: ["cloud/ssid/a", "cloud/ssid/b"],
  });
  const nowhere = { ...both, addresses: [] };
  const [plain] = metPolicies({ found: [], ofPlan: () => [nowhere] }, written("b"), where as never).dangers;
  expect(plain?.at).toBeUndefined();
});

test("three findings are told in words, each once, and the others are counted", () => {
  const of = policy("open");
  const message = (keys: readonly string[]) => {
    const all = keys.map((key) => found(of, key));
    return metPolicies({ found: all, ofPlan: () => [] }, written(...keys), desired).dangers[0]?.message;
  };
  expect(message(["a", "b", "c"])).toBe("policy open: a is wrong; b is wrong; c is wrong");
  expect(message(["a", "b", "c", "d", "e"])).toBe(
    "policy open: a is wrong; b is wrong; c is wrong; and 2 more",
  );
  expect(message(["a", "a"])).toBe("policy open: a is wrong");
});
