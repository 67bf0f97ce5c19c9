/**
 * Values that a product fills in if nothing is sent. They are not imported, they are not a difference, and editors know
 * them.
 */

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { driversWith } from "../../../src/drivers/index.ts";
import { productSchemas } from "../../../src/load/schemas.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { imported, nothingApplied } from "../../import/live.ts";
import { json } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const drivers = driversWith(
  catalogsIn({ path: fileURLToPath(new URL("fixture", import.meta.url)), compiled: false }),
);
const project = `version: 1
environment: virtual
targets:
  estate:
    interface: servers
    dialect: orchard
    url: https://orchard.example.net
    credential: { username: someone, password: { secret: env:PASSWORD } }
    settings: { season: spring }
`;

/** Returns an orchard with one farm. The server fills in missing values. */
function orchardWith(farm: JsonObject): Wire {
  return {
    send: async ({ url }) => {
      const { pathname } = new URL(url);
      if (pathname === "/login") return json(200, { session: { token: "fruit" } });
      if (pathname.endsWith("/farms"))
        return json(200, { data: [{ farm: { farmId: "f1", ...farm } }], total: 1 });
      if (pathname.endsWith("/irrigation")) return json(200, { hours: 0 });
      return json(200, pathname.endsWith("/rows") ? { data: [], total: 0 } : []);
    },
  };
}

const shown = {
  label: "North",
  open: "no",
  soil: { kind: "loam", depth: 30 },
  visits: [
    { day: "monday", hour: 9 },
    { day: "friday", hour: 14 },
  ],
};

async function importOf(farm: JsonObject) {
  const wire = orchardWith(farm);
  return imported({
    seed: { organizations: [] },
    ...{ drivers, project, target: "estate", base: nothingApplied, between: () => wire },
  });
}

test("an import writes no line for what the product fills in, and reads back to an empty plan", async () => {
  const { texts, plan, problems, leftOut, omitted } = await importOf(shown);
  expect([problems, leftOut, omitted, plan.changes]).toEqual([[], [], [], []]);
  expect(Object.values(texts).join("")).toContain(`farms:
  north:
    name: North
    visits: [{ day: friday, hour: 14 }, { day: monday }]
`);
});

test("what is otherwise than filled in stands in the import", async () => {
  const { texts, plan } = await importOf({ ...shown, open: "yes", soil: { kind: "clay", depth: 30 } });
  const text = Object.values(texts).join("");
  expect(text).toContain("open: true");
  expect(text).toContain("soil: { kind: clay }\n");
  expect(text).not.toContain("depth");
  expect(plan.changes).toEqual([]);
});

test("an element of a list that leaves out what is filled in differs in nothing", async () => {
  const planned = async (visits: string) => {
    const file = `target: estate\nfarms: { north: { name: North, visits: ${visits} } }\n`;
    const set = stage({ project, drivers, files: { "a.yaml": file }, between: () => orchardWith(shown) });
    return (await set.plan()).plan.changes.map(({ action }) => action);
  };
  expect(await planned("[{ day: monday }, { day: friday, hour: 14 }]")).toEqual([]);
  expect(await planned("[{ day: monday }, { day: friday }]")).toEqual(["update"]);
});

test("editors are shown what is filled in", () => {
  const [schema] = Object.values(productSchemas(drivers));
  expect(JSON.stringify(schema)).toContain('"default":9');
});
