/**
 * Policies in a plan. Errors are listed among the plan's guards, and can be allowed for this plan only. Warnings are
 * listed separately.
 */

import { expect, test } from "vitest";
import type { Policy, PolicyFinding } from "../../src/model/policy.ts";
import { absent, present } from "../properties/compared.ts";
import { network, organization } from "../properties/declared.ts";
import { planOf } from "../properties/planned.ts";

const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin" });
const of = {
  desired: [acme, berlin],
  live: { "cloud/organization/Acme": present({}), "cloud/network/berlin": absent },
};
const policy = (name: string, severity: Policy["severity"]): Policy => ({
  ...{ name, severity, assert: "false", message: "m", timeZone: "UTC" },
  about: { is: "each", kinds: [], addresses: [], except: [] },
  at: { file: "policies/a.yaml", line: 1, column: 1 },
});
const found = (name: string, severity: Policy["severity"]): PolicyFinding => ({
  ...{ policy: policy(name, severity), message: `${name} is not kept` },
  ...{ addresses: [berlin.address], path: "" },
});
const judging = (...all: readonly PolicyFinding[]) => ({ found: all, ofPlan: () => [] });

test("an error is a guard, and the plan says how to consent to it", () => {
  const made = planOf({ ...of, policies: judging(found("named", "error"), found("tagged", "warning")) });
  expect(made.guards).toMatchObject([
    { guard: "policy", policy: "named", consent: `policy:named@${made.fingerprint}` },
  ]);
  expect(made.policyWarnings).toMatchObject([{ policy: "tagged", addresses: [berlin.address] }]);
});

test("stands behind what the guards find themselves, which stays", () => {
  const many = Array.from({ length: 12 }, (_, at) => network(`n${at}`, { name: `n${at}` }));
  const live = Object.fromEntries(many.map(({ address }) => [address, present({})]));
  const made = planOf({
    ...{ desired: [acme, berlin], base: [acme, ...many], live: { ...of.live, ...live } },
    policies: judging(found("named", "error")),
  });
  expect(made.guards.map(({ guard }) => guard)).toEqual(["removals", "policy"]);
});

test("a plan that keeps all policies has nothing to warn of", () => {
  const made = planOf({ ...of, policies: judging() });
  expect([made.guards, made.policyWarnings]).toEqual([[], undefined]);
});

test("a preview names what is wrong, and no consent: it cannot be approved", () => {
  const made = planOf({
    ...{ ...of, policies: judging(found("named", "error")) },
    preview: { takenAt: "2026-01-02T03:04:05Z", ageSeconds: 60 },
  });
  expect(made.fingerprint).toMatch(/^preview-/);
  expect(made.guards).toMatchObject([
    {
      guard: "policy",
      message: "policy named: named is not kept",
      hint: expect.stringContaining("plan that reads the network"),
    },
  ]);
  expect(made.guards[0]).not.toHaveProperty("consent");
});
