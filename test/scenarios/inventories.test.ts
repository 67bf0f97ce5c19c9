/** Inventories that can be written, against the simulator: a controller's devices, and server profiles. */

import { expect, test } from "vitest";
import { stage } from "../virtual/run.ts";

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
