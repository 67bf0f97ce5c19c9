/**
 * Secrets that a product shows. They are redacted as soon as they are read, and are compared only in runs that may
 * report the result.
 */

import { expect, test } from "vitest";
import { shownSecrets } from "../../../src/engine/shown-secrets.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { UnresolvedSecret } from "../../../src/model/secret.ts";
import { snapshotDocument } from "../../../src/report/snapshot.ts";
import { openRedactor } from "../../../src/runtime/secrets/redactor.ts";
import { secrets } from "../../servers/virtual-time/run.ts";
import { Depot, depotOf, madeKind } from "./depot.ts";

const kinds = [
  madeKind("site", "/sites", {
    fields: {
      name: { type: "string" },
      password: { type: "string", wire: "psk", secret: "shown", shownIf: { mode: "psk" } },
      mode: { type: "string" },
      users: {
        type: "array",
        identity: ["user"],
        items: {
          type: "object",
          properties: { user: { type: "string" }, pass: { type: "string", secret: "shown" } },
        },
      },
    },
  }),
];

const file = `sites:
  berlin:
    name: Berlin
    mode: psk
    password: { secret: env:CORP_PSK }
    users: [{ user: a, pass: { secret: env:GUEST_PSK } }, { user: b, pass: { secret: env:CORP_PSK } }]
`;
const all = ["/password", "/users/0/pass", "/users/1/pass"];
const canary = "live-canary-8361";

/**
 * Returns the applied state, for a run that can resolve these secrets. If `proposal` is true, the run must not report
 * comparisons.
 */
async function stagedAfter(change: (record: JsonObject) => JsonObject, opened = secrets, proposal = false) {
  const all = openRedactor();
  const redactor = all.by({ name: "depot" });
  const depot = new Depot();
  await depotOf(kinds, depot).applied(file);
  const [path = "", record = {}] = [...depot.records][0] ?? [];
  depot.records.set(path, change(record));
  return { on: depotOf(kinds, depot, shownSecrets(opened, { redactor, proposal })), depot, redactor, all };
}

const users = (pass: string): Json => [
  { user: "b", pass: "canary-corp-psk" },
  { user: "a", pass },
];

test("one that is the same is verified, wherever it stands", async () => {
  const { on } = await stagedAfter((record) => ({ ...record, users: users("canary-guest-psk") }));
  expect(await on.planned(file)).toMatchObject({ changes: [], unverifiable: [] });
});

test("one that somebody changed is drift, is set back, and then it is the same again", async () => {
  const { on, depot } = await stagedAfter((record) => ({ ...record, psk: canary, users: users(canary) }));
  const { changes } = await on.planned(file);
  expect(changes).toMatchObject([
    {
      differences: [
        { path: "/password", cause: "drift" },
        { path: "/users/0/pass", cause: "drift" },
      ],
    },
  ]);
  const { outcomes, plan } = await on.applied(file, file);
  expect(outcomes).toEqual(["applied"]);
  expect(plan).toMatchObject({ steps: [], unverifiable: [] });
  expect(JSON.stringify([...depot.records.values()])).not.toContain(canary);
});

test("what nobody has applied keeps its own, but is said to be the same where it is", async () => {
  const { on } = await stagedAfter((record) => ({ ...record, psk: canary }));
  const set = on.staged(file);
  const base = set.load({ "a.yaml": "target: depot\n" });
  const { plan } = await set.plan({ base });
  expect(plan.secretsTakenOver.map(({ path }) => path)).toEqual(["/password"]);
});

test.each([
  ["a proposal", secrets, true],
  ["a run without the secrets", new Map([["env:CORP_PSK", new UnresolvedSecret("env:CORP_PSK")]]), false],
])("%s cannot tell, whatever is live, and its plan is the same", async (_, opened, proposal) => {
  const changed = await stagedAfter((record) => ({ ...record, psk: canary }), opened, proposal);
  const same = await stagedAfter((record) => record, opened, proposal);
  const [one, other] = [await changed.on.planned(file), await same.on.planned(file)];
  expect(one.unverifiable.map(({ path }) => path)).toEqual(all);
  expect(one.fingerprint).toBe(other.fingerprint);
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});

test.each([
  ["stars", "********"],
  ["nothing", null],
])("one that is shown as %s is not shown", async (_, psk) => {
  const { on } = await stagedAfter((record) => ({ ...record, psk }));
  expect((await on.planned(file)).unverifiable.map(({ path }) => path)).toEqual(["/password"]);
});

test("no plan, snapshot or import has one, and the redactor knows it once it is read", async () => {
  const { on, redactor, all } = await stagedAfter((record) => ({
    ...record,
    psk: canary,
    users: users(canary),
  }));
  expect(redactor.text(`it is ${canary}`)).toContain(canary);
  const set = on.staged(file);
  const { plan, snapshot } = await set.plan();
  expect(redactor.text(`it is ${canary}`)).toBe("it is [secret]");
  // A value that is secret at one target is ordinary text at another target.
  expect(all.of("other").text(`it is ${canary}`)).toContain(canary);
  const document = snapshotDocument(snapshot, { desired: set.context.desired, environment: "test" });
  const live = await on.imported();
  const journal: unknown[] = [];
  const made = await set.plan();
  const note = (entry: unknown) => void journal.push(entry);
  await set.apply(made, { journal: { note, write: async (entry) => note(entry) } });
  for (const said of [plan, document, [...snapshot.observations], live.texts, live, set.events, journal])
    expect(JSON.stringify(said)).not.toMatch(/live-canary|canary-corp|canary-guest/);
});
