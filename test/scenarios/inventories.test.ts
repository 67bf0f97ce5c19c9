/** Writable inventories, against the simulator: a controller's devices, and server profiles. */

import { describe, expect, test } from "vitest";
import { type Stage, stage } from "../servers/virtual-time/run.ts";

const controller = `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;

test("a device is added to the controller's inventory once; one that differs there is told, and holds nothing back", async () => {
  const on = stage({
    project: controller,
    files: {
      "desired-state/campus.yaml": `target: campus
devices:
  new: { name: sw-new-1, type: Switch 9300, managementIpAddress: 10.1.1.11 }
  known: { name: dev-bangkok-1, type: Something else, managementIpAddress: 10.30.1.12 }
`,
    },
  });
  const made = await on.plan();
  expect(made.plan.steps.map(({ id }) => id)).toEqual(["create campus/controllerDevice/new"]);
  expect(made.plan.unwritable).toMatchObject([{ address: "campus/controllerDevice/known" }]);
  const { settled } = await on.apply(made);
  expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
  const again = await on.plan();
  expect(again.plan.steps).toEqual([]);
  expect(again.plan.unmanaged).toEqual({ "campus/controllerDevice": 299 });
});

test("a device that somebody adds otherwise meanwhile is told, for it cannot be changed, whatever is asked", async () => {
  const on = stage({
    project: controller,
    files: {
      "a.yaml":
        "target: campus\ndevices: { new: { name: sw-new-1, managementIpAddress: 10.1.1.11, type: x } }\n",
    },
  });
  const made = await on.plan();
  const { controller: inventory } = on.network.world;
  const theirs = { id: "theirs", name: "sw-new-1", type: "y", managementIpAddress: "10.1.1.11" };
  const devices = new Map([...inventory.devices, ["theirs", theirs]]);
  on.network.world = { ...on.network.world, controller: { ...inventory, devices } };
  const { settled } = await on.apply(made, { onConflict: "overwrite" });
  const problem = { code: "conflict", message: expect.stringContaining("cannot be updated on this product") };
  expect(settled).toMatchObject([{ outcome: { state: "failed", problem } }]);
});

describe("a device that is added with 202 and shown later", () => {
  const added = {
    "a.yaml":
      "target: campus\ndevices: { new: { name: sw-new-1, managementIpAddress: 10.1.1.11, type: x } }\n",
  };
  const posts = ({ network }: Stage) => network.log().filter(({ write }) => write);

  test.each([1, 12_000, 14_000])("after %i ms is waited for, and is as declared", async (addedAfterMs) => {
    const on = stage({ project: controller, files: added, settings: { addedAfterMs } });
    const result = await on.apply(await on.plan());
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
    expect(posts(on).filter(({ path }) => path.endsWith("network-device"))).toHaveLength(1);
    expect((await on.plan()).plan.changes).toEqual([]);
  });

  test("is not there yet once the target's patience is over, and is asked for a few times only", async () => {
    const on = stage({
      project: controller,
      files: added,
      settings: { addedAfterMs: 3_600_000, pageSize: 500 },
    });
    const made = await on.plan();
    const before = on.network.log().length;
    const { nonConvergent } = await on.apply(made);
    expect(nonConvergent).toMatchObject([
      { address: "campus/controllerDevice/new", likely: "not there yet" },
    ]);
    const lists = on.network
      .log()
      .slice(before)
      .filter(({ write }) => !write);
    expect(lists.length).toBeLessThan(12);
  });

  test("is looked for once where limits.createVisibleSeconds is 0", async () => {
    const project = controller.replace(
      "interface: controller",
      "interface: controller\n    limits: { createVisibleSeconds: 0 }",
    );
    const on = stage({ project, files: added, settings: { addedAfterMs: 3_600_000 } });
    const made = await on.plan();
    const began = on.clock.now();
    const { nonConvergent } = await on.apply(made);
    expect(nonConvergent).toHaveLength(1);
    expect(on.clock.now() - began).toBeLessThan(30_000);
  });
});

const manager = `version: 1
environment: virtual
targets:
  servers:
    interface: servers
    url: https://servers.example.net
    credential: { clientId: simulated-servers-client, clientSecret: { secret: env:SERVERS_SECRET } }
    settings: { inventory: complete }
`;

test("profiles that are missing are created, those that differ are changed, those that nobody declares are told", async () => {
  const on = stage({
    project: manager,
    files: {
      "desired-state/servers.yaml": `target: servers
devices:
  changed: { serial: SRV00000001, description: primary database }
  by-name: { name: srv-berlin-2, model: Rack Server 9U }
  missing: { serial: NEW1, name: srv-new-1 }
`,
    },
  });
  const made = await on.plan();
  expect(made.plan.steps.map(({ id }) => id).toSorted()).toEqual([
    "create servers/serverProfile/missing",
    "update servers/serverProfile/by-name",
    "update servers/serverProfile/changed",
  ]);
  expect(made.plan.unwritable).toHaveLength(46);
  const { settled } = await on.apply(made);
  expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied", "applied", "applied"]);
  const again = await on.plan();
  expect(again.plan.changes).toEqual([]);
  const profiles = [...on.network.world.servers.profiles.values()];
  expect(profiles.find(({ name }) => name === "srv-berlin-2")).toMatchObject({ model: "Rack Server 9U" });
});
