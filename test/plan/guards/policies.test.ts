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
      hint: "Close it. If that is meant, add: --allow policy:no-open@f1",
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
