/** What a record contains about secrets after an apply: only secrets that are now live. */

import { describe, expect, test } from "vitest";
import { secretsApplied } from "../../src/apply/applied-secrets.ts";
import { secretCheckOf } from "../../src/diff/secrets.ts";
import type { Change } from "../../src/model/change.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { Outcome, SettledStep } from "../../src/model/reply.ts";
import type { SecretFingerprints } from "../../src/model/secret.ts";
import { network, ssid } from "../properties/declared.ts";

const secrets = ["/password"];
const guest = ssid("berlin.1", { name: "Guest", password: { secret: "env:PSK" } }, { secrets });
const { address } = guest;
const office = network("berlin", { name: "Berlin" });

const of = (fingerprint: string, key = "k"): SecretFingerprints => ({
  key,
  of: [{ address, path: "/password", fingerprint }],
});

const update: Change = {
  action: "update",
  address,
  desired: guest,
  live: { value: { name: "Guest" } },
  differences: [{ path: "/password", desired: { secret: "env:PSK" }, cause: "pending", rotated: true }],
};
const create: Change = { action: "create", address, desired: guest, cause: "pending" };
const remove: Change = { action: "remove", address, base: guest, live: { value: {} }, cause: "pending" };

function planOf(...changes: readonly Change[]): Plan {
  const steps = changes.map((change) => ({ id: "1", because: [change.address] }));
  const plan: Pick<Plan, "changes" | "moved"> & { readonly steps: unknown } = { changes, steps, moved: [] };
  return JSON.parse(JSON.stringify(plan));
}

const ended = (state: Outcome["state"]): readonly SettledStep[] => [
  { step: "1", address, outcome: JSON.parse(JSON.stringify({ state })) },
];

const sides = { now: of("new"), recorded: of("old"), plan: planOf(update), isLive: () => true };

describe("the fingerprints after an apply", () => {
  test.each([
    ["applied", "new"],
    ["converged", "new"],
    ["failed", "old"],
    ["unknown", "old"],
    ["skipped", "old"],
  ] as const)("of a secret whose write ended %s is the %s one", (state, fingerprint) => {
    expect(secretsApplied({ ...sides, settled: ended(state) })).toEqual(of(fingerprint));
  });

  test("of what was accepted and had no effect is the old one, and of what is not there none", () => {
    const settled = ended("applied");
    const still = {
      address,
      path: "/name",
      desired: "Guest",
      live: "Lab",
      likely: "server default",
    } as const;
    const [name] = update.differences;
    if (!name) throw new Error("there is a difference");
    const both: Change = {
      ...update,
      differences: [...update.differences, { ...name, path: "/name", desired: "Guest", live: "Lab" }],
    };
    const written = { ...sides, settled, plan: planOf(both) };
    expect(secretsApplied({ ...written, nonConvergent: [still] })).toEqual(of("old"));
    expect(secretsApplied({ ...written, nonConvergent: [{ ...still, live: "Corp" }] })).toEqual(of("new"));
    const missing = { address, path: "", likely: "not there yet" } as const;
    const made = { ...sides, recorded: undefined, plan: planOf(create), isLive: () => false, settled };
    expect(secretsApplied({ ...made, nonConvergent: [missing] }).of).toEqual([]);
    expect(secretsApplied(made)).toEqual(of("new"));
  });

  test("of what was taken back is the old one: it is written again", () => {
    const settled = ended("applied");
    expect(secretsApplied({ ...sides, settled, rolledBack: settled })).toEqual(of("old"));
  });

  test("of what went with the network that was taken back there is none", () => {
    const made: Change = { action: "create", address: office.address, desired: office, cause: "pending" };
    const both = { ...sides, recorded: undefined, plan: planOf(made, create), isLive: () => false };
    const settled = [...ended("applied"), { ...ended("applied")[0], step: "2", address: office.address }];
    const rolledBack = JSON.parse(JSON.stringify(settled.slice(1)));
    expect(secretsApplied({ ...both, settled: JSON.parse(JSON.stringify(settled)), rolledBack }).of).toEqual(
      [],
    );
  });

  test("of what was created is the new one; of what was not created there is none", () => {
    const made = { ...sides, recorded: undefined, plan: planOf(create), isLive: () => false };
    expect(secretsApplied({ ...made, settled: ended("applied") })).toEqual(of("new"));
    expect(secretsApplied({ ...made, settled: ended("failed") }).of).toEqual([]);
  });

  test("of what was removed there is none any more", () => {
    const gone = { ...sides, now: { key: "k", of: [] }, plan: planOf(remove) };
    expect(secretsApplied({ ...gone, settled: ended("applied") }).of).toEqual([]);
    expect(secretsApplied({ ...gone, settled: ended("failed") })).toEqual(of("old"));
  });

  test("of what went with a network is none any more where only the way back has seen that, and made that again", () => {
    const step = { id: "1", operation: "remove", because: [office.address, address] };
    const both = planOf({ ...remove, address: office.address, base: office }, remove);
    const plan = { ...both, steps: JSON.parse(JSON.stringify([{ ...step, address: office.address }])) };
    const gone = { ...sides, now: { key: "k", of: [] }, plan, settled: ended("unknown") };
    const again = (of: typeof address): SettledStep => ({
      ...{ step: `create ${of}`, address: of },
      outcome: { state: "applied", id: undefined },
    });
    expect(secretsApplied(gone)).toEqual(of("old"));
    expect(secretsApplied({ ...gone, rolledBack: [again(office.address)] }).of).toEqual([]);
    const whole = [again(office.address), again(address)];
    expect(secretsApplied({ ...gone, rolledBack: whole })).toEqual(of("old"));
  });

  test("of what would have gone with a network that is still there is the old one", () => {
    const both = planOf({ ...remove, address: office.address, base: office }, remove);
    const steps = [
      { id: "1", operation: "remove", address: office.address, because: [office.address, address] },
    ];
    const plan = { ...both, steps: JSON.parse(JSON.stringify(steps)) };
    const gone = { ...sides, now: { key: "k", of: [] }, plan, settled: ended("applied") };
    const still = { address: office.address, path: "", live: {}, likely: "server default" } as const;
    expect(secretsApplied(gone).of).toEqual([]);
    expect(secretsApplied({ ...gone, nonConvergent: [still] })).toEqual(of("old"));
  });

  test("of what nobody looked at is the old one, or none", () => {
    const unseen = { ...sides, plan: planOf(), isLive: () => false, settled: [] };
    expect(secretsApplied(unseen)).toEqual(of("old"));
    expect(secretsApplied({ ...unseen, recorded: undefined }).of).toEqual([]);
  });

  test("of what is live and was never recorded is the one of now: it is taken as it stands", () => {
    const first = { ...sides, plan: planOf(), recorded: undefined, settled: [] };
    expect(secretsApplied(first)).toEqual(of("new"));
  });

  test("with another key begin anew", () => {
    const rekeyed = { ...sides, plan: planOf(), now: of("new", "other"), settled: [] };
    expect(secretsApplied(rekeyed)).toEqual(of("new", "other"));
  });
});

describe("what the record says of a secret", () => {
  test.each([
    ["same", of("old"), of("old")],
    ["rotated", of("new"), of("old")],
    [undefined, of("new"), undefined],
    [undefined, of("new", "other"), of("old")],
    [undefined, { key: "k", of: [] }, of("old")],
  ] as const)("is %s", (said, is, was) => {
    expect(secretCheckOf(is, was)(address, "/password")).toBe(said);
  });
});
