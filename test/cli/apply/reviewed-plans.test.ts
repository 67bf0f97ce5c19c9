/**
 * `apply --plans`: a removal removes only the reviewed object, and only with the content that it had during the review.
 */

import { expect, test } from "vitest";
import type { LiveChange } from "../../../src/simulator/live-change.ts";
import { folder, projectFor, simulator, trueup } from "../command.ts";

const cloud = (networks: string) => `target: cloud\norganization: Acme\nnetworks: ${networks}\n`;
const old = "old: { name: Old, ssids: { 0: { name: Corp } } }";

/** Returns a network that is no longer declared, and a reviewed plan that removes it together with its SSID. */
async function reviewed() {
  const networks = ["Kept", "Old"].map((name) => ({ name, ssids: { 0: { name: "Corp" } } }));
  const served = await simulator({ seed: { organizations: [{ id: "O_1", name: "Acme", networks }] } });
  const cwd = await folder({
    "trueup.yaml": projectFor(served),
    "desired-state/a.yaml": cloud("{ kept: { name: Kept } }"),
    "applied/a.yaml": cloud(`{ kept: { name: Kept }, ${old} }`),
  });
  const run = (command: string, ...args: readonly string[]) =>
    trueup([command, "--base", "applied", "--prune", ...args], { cwd });
  const byHand = async (change: LiveChange) => {
    const sent = { method: "POST", body: JSON.stringify(change) };
    expect((await fetch(`${served.admin}/change`, sent)).status).toBe(204);
  };
  const names = () => [...served.world().dashboard.networks.values()].map(({ fields }) => fields.name);
  expect((await run("plan", "--out", "plans/a.json")).status).toBe(0);
  const apply = () => run("apply", "--yes", "--plans", "plans");
  return { run, apply, byHand, names };
}

const network = (set: object, more: object = {}): LiveChange =>
  ({ interface: "dashboard", network: "Old", set, ...more }) as LiveChange;

test("a removal that was reviewed is carried out", async () => {
  const { apply, names } = await reviewed();
  expect(await apply()).toMatchObject({ status: 0, err: expect.not.stringContaining("Skipped") });
  expect(names()).toEqual(["Kept"]);
});

test("another network of the same name, with the same values, stays until someone has reviewed that", async () => {
  const { run, apply, byHand, names } = await reviewed();
  await byHand({ interface: "dashboard", network: "Old", remove: true });
  await byHand(network({}, { organizationId: "O_1" }));
  await byHand(network({ name: "Corp" }, { ssid: 0 }));
  const skipped = await apply();
  expect(skipped.err).toContain("Skipped 2 changes that no reviewed plan contains");
  expect(names()).toEqual(["Kept", "Old"]);
  expect((await run("plan", "--out", "plans/b.json")).status).toBe(0);
  expect(await apply()).toMatchObject({ status: 0, err: expect.not.stringContaining("Skipped") });
  expect(names()).toEqual(["Kept"]);
});

test("a network that holds more than was reviewed stays until someone has seen what goes with it", async () => {
  const { run, apply, byHand, names } = await reviewed();
  await byHand(network({ name: "Lab" }, { ssid: 3 }));
  expect((await apply()).err).toContain(
    "Skipped 1 change that no reviewed plan contains:\n  cloud/network/old\n",
  );
  expect(names()).toEqual(["Kept", "Old"]);
  const { out } = await run("plan", "--out", "plans/b.json");
  expect(out).toContain("not declared");
  await apply();
  expect(names()).toEqual(["Kept"]);
});
