/** Guards against plans that do too much, tested with the files that people write (docs/guards.md). */

import { expect, test } from "vitest";
import { stage } from "../servers/virtual-time/run.ts";

const numbers = Array.from({ length: 12 }, (_, at) => at);
const network = (at: number, more = "") => `  n${at}: { name: Site ${at}${more} }\n`;
const company = (networks: readonly string[]) => ({
  "desired-state/cloud.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks.join("")}`,
});

/** Applies `declared`. Then only `left` is still declared. Returns the stage. */
async function afterwards(declared: readonly string[], left: readonly string[]) {
  const on = stage({ files: company(declared), settings: { readinessMs: 0 } });
  await on.apply(await on.plan());
  const base = on.load(company(declared));
  Object.assign(on.context, { desired: on.load(company(left)) });
  return { on, base };
}

test("without --prune what is no longer declared is listed and kept", async () => {
  const { on, base } = await afterwards([network(0), network(1)], [network(0)]);
  const made = await on.plan({ base });
  expect(made.plan).toMatchObject({ steps: [], changes: [], kept: ["cloud/network/n1"] });
  await on.apply(made);
  expect(on.network.log().filter(({ method }) => method === "DELETE")).toEqual([]);
});

test("what was declared with `protect: true` is not removed, and no consent changes that", async () => {
  const { on, base } = await afterwards([network(0), network(1, ", protect: true")], [network(0)]);
  const { plan } = await on.plan({ base, prune: true });
  expect(plan.guards).toMatchObject([{ guard: "protect", addresses: ["cloud/network/n1"] }]);
  expect(plan.guards[0]).not.toHaveProperty("consent");
});

test("the removal of more than a third of the networks needs a consent that names the plan", async () => {
  const all = numbers.map((at) => network(at));
  const { on, base } = await afterwards(all, all.slice(0, 7));
  const { plan } = await on.plan({ base, prune: true });
  expect(plan.steps).toHaveLength(5);
  expect(plan.guards).toMatchObject([{ guard: "removals", consent: `removals@${plan.fingerprint}` }]);
});

test("a change of the address by which a device is reached needs a consent", async () => {
  const router = `target: routers
devices:
  rtr-berlin-1:
    host: 10.20.0.1
    keys: { /Vendor-native:native/interface/Loopback: [name] }
    config:
      /Vendor-native:native/interface/Loopback:
        - { name: "0", ip: { address: { primary: { address: 10.20.0.99 } } } }
`;
  const { plan } = await stage({ files: { "desired-state/r.yaml": router } }).plan();
  expect(plan.guards).toMatchObject([{ guard: "lockout", consent: `lockout@${plan.fingerprint}` }]);
});

test("a fingerprint is of the live values too: what somebody changes after the review is another plan", async () => {
  const on = stage({ files: company(["  berlin: { name: Berlin Office, tags: [new] }\n"]) });
  const reviewed = (await on.plan()).plan.fingerprint;
  expect((await on.plan()).plan.fingerprint).toBe(reviewed);
  on.network.change({ interface: "dashboard", network: "Berlin Office", set: { tags: ["theirs"] } });
  expect((await on.plan()).plan.fingerprint).not.toBe(reviewed);
});
