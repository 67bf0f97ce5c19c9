/** Fabrics and pools of an area, a building or a floor. One field refers by key to a resource of any of these kinds. */

import { describe, expect, test } from "vitest";
import type { Desired } from "../../../src/model/desired.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    dialect: catalyst-center
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;
const sites = `target: campus
areas: { global: { name: Global }, berlin: { name: Berlin, parent: global } }
buildings:
  hq:
    name: HQ
    parent: berlin
    country: Germany
    latitude: 52.5
    longitude: 13.4
    floors: { one: { name: One, floorNumber: 1, rfModel: Cubes And Walled Offices, width: 10, length: 10, height: 10 } }
`;
const fabric = (site: string) => `fabric:
  sites: { own: { site: ${site}, authenticationProfileName: No Authentication, isPubSubEnabled: true } }
`;
const nothing: Desired = { resources: new Map(), locate: () => undefined };

function campus(text: string) {
  return stage({
    project,
    files: { "desired-state/campus.yaml": text },
    settings: { controllerMode: "catalyst-center" },
  });
}

describe.each([
  ["area", "berlin", "Berlin"],
  ["building", "hq", "HQ"],
  ["floor", "hq.one", "One"],
])("a fabric site of a %s", (_, key, name) => {
  test("is made after it, with its id, and is as declared then", async () => {
    const on = campus(sites + fabric(key));
    const made = await on.plan({ base: nothing });
    const result = await on.apply(made);
    expect(result.settled.map(({ outcome }) => outcome.state)).not.toContain("failed");
    expect(result.nonConvergent).toEqual([]);
    const things = [...(on.network.world.controller.catalyst?.things ?? [])];
    const [, site] = things.find(([, { collection }]) => collection === "fabricSites") ?? [];
    const [id] = things.find(([, { value }]) => value.name === name) ?? [];
    expect(site?.value.siteId).toBe(id);
    const { plan } = await on.plan({ base: on.context.desired });
    expect([plan.changes, plan.unknown]).toEqual([[], []]);
  });
});
