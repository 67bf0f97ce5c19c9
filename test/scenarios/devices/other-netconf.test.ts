/**
 * A NETCONF device whose data is at another path than docs/open-points.md assumes. The target's settings name this
 * path.
 */

import { expect, test } from "vitest";
import { inTurn } from "../../servers/virtual-time/in-turn.ts";
import { edgeProject } from "./projects.ts";

const host = "10.20.0.1";
const project = edgeProject(`
      module: Other-system
      container: config
      hostname: name-of-host
      interfaces: ports/port
      read: get-config
      filter: xpath`);
const ports = [{ name: "1/0/1", description: "one" }];
const seed = {
  routers: {
    [host]: { data: { "Other-system:config": { "name-of-host": "r1", ports: { port: ports } } } },
  },
};

test("is read, planned, applied, changed, and planned again empty", async () => {
  const of = (name: string) => ({
    "a.yaml": `target: edge
devices:
  one: { host: ${host}, hostname: ${name}, interfaces: { GigabitEthernet 1/0/1: { description: ${name} } } }
`,
  });
  const world = await inTurn({ project, seed }, [of("first"), of("second")]);
  const live = world.restconf.routers.get(host)?.data;
  expect(live).toMatchObject({
    "Other-system:config": {
      "name-of-host": "second",
      ports: { port: [{ name: "1/0/1", description: "second" }] },
    },
  });
});
