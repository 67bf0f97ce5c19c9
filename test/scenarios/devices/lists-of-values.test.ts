/** Writes of declared lists of values. They remove nothing that somebody else has written meanwhile. */

import { describe, expect, test } from "vitest";
import { withModules } from "../../../src/drivers/yang/with-modules.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { drivers } from "../../../src/project/drivers.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { Schema } from "../../../src/yang/schema/schema.ts";
import { stage } from "../../servers/virtual-time/run.ts";
import { moduleOf } from "../../yang/modules.ts";

const host = "10.20.0.1";
const box = moduleOf(
  "Box",
  `container top {
    leaf name { type string; } leaf secret { type string; }
    leaf-list tag { type string; } leaf-list few { type string; max-elements 3; } leaf-list step { type string; ordered-by user; }
    list port { key id; leaf id { type string; } leaf note { type string; } leaf-list tag { type string; } }
  }`,
);
const schema = new Schema([{ path: "box.yang", text: box }]);
const among = withModules(drivers, new Map([["yang", () => schema]]));
const specimen = {
  name: "x",
  secret: "x",
  tag: ["x"],
  few: ["x"],
  port: [{ id: "x", note: "x", tag: ["x"] }],
};

interface Case {
  readonly live: JsonObject;
  readonly declared: Json;
  readonly path?: string;
  readonly set?: string;
  readonly isModelled?: boolean;
  readonly on?: Partial<SimulatorSettings>;
}

/** Applies while a colleague writes an undeclared leaf. Returns the requests and the device's content afterwards. */
async function applied({
  live,
  declared,
  path = "/Box:top",
  set = "",
  isModelled = true,
  on: settings = {},
}: Case) {
  const credential = "{ username: { secret: env:USER }, password: { secret: env:PASSWORD } }";
  const target = "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}'";
  const yang = isModelled ? ", yang: yang" : "";
  const project = `version: 1
environment: virtual
targets:
  boxes: { ${target}, hosts: [10.20.0.0/16], credential: ${credential}, settings: { module: Box, container: top${yang}${set} } }
`;
  const devices = { one: { host, config: { [path]: declared } } };
  let meanwhile: (() => void) | undefined;
  const on = stage({
    project,
    // The colleague's write happens directly before the first write is sent.
    between: (wire) => ({
      send: (request, signal) => {
        if (request.method !== "GET") meanwhile?.();
        if (request.method !== "GET") meanwhile = undefined;
        return wire.send(request, signal);
      },
    }),
    seed: {
      routers: {
        [host]: { data: { "Box:top": live }, model: { "Box:top": specimen }, keys: { port: ["id"] } },
      },
    },
    settings: { restconfMode: "rfc8040", restconfEtags: "none", ...settings },
    files: { "a.yaml": `target: boxes\ndevices: ${JSON.stringify(devices)}\n` },
    drivers: among,
  });
  const made = await on.plan();
  meanwhile = () =>
    on.network.change({ interface: "restconf", host, path: "Box:top/secret", value: "colleague" });
  const { settled } = await on.apply(made);
  expect(settled.map(({ outcome }) => outcome)).toEqual([expect.objectContaining({ state: "applied" })]);
  expect((await on.plan()).plan.changes).toEqual([]);
  const sent = on.network
    .log()
    .filter(({ write, status }) => write && status < 300)
    .map(({ method, path }) => `${method} ${path.replace(/^.*\/data\/Box:top/, "")}`);
  return {
    sent,
    writes: made.plan.cost[0]?.writes,
    remakes: made.plan.steps.flatMap(({ remakes = [] }) => remakes),
    data: on.network.world.restconf.routers.get(host)?.data["Box:top"],
  };
}

describe.each<[string, Omit<Case, "live" | "declared">]>([
  ["a PATCH", {}],
  ["a YANG Patch", { set: ", write: yang-patch", on: { restconfYangPatch: true } }],
])("over %s", (_, how) => {
  test("a list that comes, grows or stays is merged, and a colleague's edit stays", async () => {
    for (const tag of [undefined, ["q"], ["r", "q"]]) {
      const live = { name: "n", ...(tag && { tag }) };
      const { data, writes } = await applied({ ...how, live, declared: { name: "m", tag: ["q", "r"] } });
      expect(data).toEqual({ name: "m", tag: expect.arrayContaining(["q", "r"]), secret: "colleague" });
      expect(writes).toBe(1);
    }
  });

  test("one that loses values loses these alone", async () => {
    const live = { name: "n", tag: ["a b", "q"], port: [{ id: "p/1", note: "x", tag: ["v", "w"] }] };
    const declared = { tag: ["q", "r"], port: [{ id: "p/1", tag: ["w"] }] };
    const { data, writes } = await applied({ ...how, live, declared });
    expect(data).toEqual({
      ...{ name: "n", tag: ["q", "r"], secret: "colleague" },
      port: [{ id: "p/1", note: "x", tag: ["w"] }],
    });
    expect(writes).toBe(how.set ? 1 : 3);
  });
});

test("each value that goes is a request of its own, after what comes", async () => {
  const { sent } = await applied({
    live: { tag: ["a b", "q"], port: [{ id: "p/1", tag: ["v", "w"] }] },
    declared: { tag: ["q", "r"], port: [{ id: "p/1", tag: ["w"] }] },
  });
  expect(sent).toEqual(["PATCH ", "DELETE /tag=a%20b", "DELETE /port=p%2F1/tag=v"]);
});

test("and before it where the list takes no more values", async () => {
  const { sent, data } = await applied({
    live: { few: ["a", "b", "c"] },
    declared: { few: ["c", "d", "e"] },
  });
  expect(sent).toEqual(["DELETE /few=a", "DELETE /few=b", "PATCH "]);
  expect(data).toEqual({ few: ["c", "d", "e"], secret: "colleague" });
});

describe("values in the order of the user", () => {
  const path = "/Box:top/step";

  test("are moved where they stand, by a request each, and none is missing in between", async () => {
    const { sent, data, writes, remakes } = await applied({
      path,
      live: { step: ["a", "b", "c"] },
      declared: ["c", "a", "d"],
    });
    expect(sent).toEqual([...["PUT /step=a?insert=last", "PUT /step=d?insert=last", "DELETE /step=b"]]);
    expect(data).toEqual({ step: ["c", "a", "d"], secret: "colleague" });
    expect([writes, remakes]).toEqual([3, []]);
  });

  test("without modules are taken out and made again, and the plan says which", async () => {
    const { sent, remakes } = await applied({
      ...{ path, live: { step: ["a", "b", "c"] }, declared: ["c", "a", "b"] },
      isModelled: false,
    });
    expect(sent).toEqual(["DELETE /step=a", "DELETE /step=b", "PATCH "]);
    expect(remakes).toEqual([{ of: [{ name: "a" }, { name: "b" }], missing: "between" }]);
  });
});
