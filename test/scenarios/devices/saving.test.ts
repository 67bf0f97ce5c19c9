/** What runs on devices is saved once after an apply: in virtual time, against the simulator's routers. */

import { describe, expect, test } from "vitest";
import { at } from "../../../src/model/pointer.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { type Stage, stage } from "../../virtual/run.ts";
import { twoProtocols } from "./projects.ts";

const project = (save: string) => twoProtocols({ settings: `{ ${save} }`, more: `settings: { ${save} }` });

const hosts = ["10.20.0.1", "10.20.0.2", "10.20.0.3"];
const seed: WorldSeed = {
  routers: Object.fromEntries(
    hosts.map((host) => [
      host,
      {
        data: {
          "Vendor-native:native": { hostname: "r", interface: { GigabitEthernet: [{ name: "1/0/1" }] } },
        },
      },
    ]),
  ),
};
/** Two names and an interface over NETCONF, one name over RESTCONF. */
const files = {
  "edge.yaml": `target: edge
devices:
  r1: { host: ${hosts[0]}, hostname: r1, interfaces: { GigabitEthernet 1/0/1: {} } }
  r2: { host: ${hosts[1]}, hostname: r2 }
`,
  "routers.yaml": `target: routers\ndevices:\n  r3: { host: ${hosts[2]}, hostname: r3 }\n`,
};

const savedName = ({ network }: Stage, host: string | undefined) =>
  at(network.world.restconf.routers.get(host ?? "")?.startup ?? {}, "/Vendor-native:native/hostname");
const saves = ({ network }: Stage) =>
  network
    .log()
    .flatMap(({ method, path }) =>
      ["copy-config", "save-config"].includes(method) || path.includes("/operations/") ? [method] : [],
    );
const withStartup = { netconf: { ...netconfDefaults, startup: true } };

describe("with save: true", () => {
  test("each device that was written to is saved once, after its last change; where nothing was, nothing is", async () => {
    const on = stage({ project: project("save: true"), seed, files, settings: withStartup });
    const result = await on.apply(await on.plan());
    expect(hosts.map((host) => savedName(on, host))).toEqual(["r1", "r2", "r3"]);
    expect(saves(on).toSorted()).toEqual(["POST", "copy-config", "copy-config"]);
    expect(result.finished).toEqual([
      { target: "edge", verb: "save", done: "saved", state: "done", names: hosts.slice(0, 2) },
      { target: "routers", verb: "save", done: "saved", state: "done", names: hosts.slice(2) },
    ]);
    await on.apply(await on.plan());
    expect(saves(on)).toHaveLength(3);
  });

  test("IOS-XE is asked in its own words; a device that keeps what runs is asked for nothing", async () => {
    const settings = { netconf: { ...netconfDefaults, saveConfig: true } };
    const own = stage({ project: project("save: true"), seed, files, settings });
    await own.apply(await own.plan());
    expect(saves(own).toSorted()).toEqual(["POST", "save-config", "save-config"]);
    expect(savedName(own, hosts[0])).toBe("r1");
    const keeps = stage({ project: project("save: true"), seed, files });
    const result = await keeps.apply(await keeps.plan());
    expect(saves(keeps)).toEqual(["POST"]);
    expect(result.finished?.map(({ state }) => state)).toEqual(["done", "done"]);
  });

  test("a device that refuses is named, the others are saved", async () => {
    const on = stage({ project: project("save: true"), seed, files, settings: withStartup });
    const made = await on.plan();
    const effect = { kind: "rpcError", tag: "operation-failed", message: "flash is full" } as const;
    on.network.fault({ interface: "netconf", methods: ["copy-config"], times: 1, effect });
    const { finished = [], settled } = await on.apply(made);
    expect(settled.every(({ outcome }) => outcome.state === "applied")).toBe(true);
    const edge = finished.filter(({ target }) => target === "edge");
    expect(edge.map(({ state, names }) => [state, names])).toEqual([
      ["done", [expect.any(String)]],
      ["failed", [expect.any(String)]],
    ]);
    expect(edge[1]?.problem?.message).toContain("flash is full");
    expect(hosts.filter((host) => savedName(on, host) !== undefined)).toHaveLength(2);
  });

  test("what went wrong on a device is not saved there, and the rest is", async () => {
    const on = stage({ project: project("save: true"), seed, files, settings: withStartup });
    const made = await on.plan();
    const effect = { kind: "rpcError", tag: "invalid-value", message: "no" } as const;
    on.network.fault({ interface: "netconf", methods: ["edit-config"], times: 1, effect });
    await on.apply(made);
    expect(hosts.filter((host) => savedName(on, host) !== undefined)).toHaveLength(2);
    const failed = hosts.find((host) => savedName(on, host) === undefined) ?? "";
    expect(
      at(on.network.world.restconf.routers.get(failed)?.data ?? {}, "/Vendor-native:native/hostname"),
    ).toBe("r");
  });

  test("what could not be saved since replies were lost is told with what to do: no apply without a change saves it", async () => {
    const on = stage({ project: project("save: true"), seed, files, settings: withStartup });
    const made = await on.plan();
    const effect = { kind: "lostBefore" } as const;
    on.network.fault({ interface: "netconf", methods: ["copy-config"], times: 100, effect });
    const { finished = [] } = await on.apply(made);
    const hints = finished.filter(({ state }) => state !== "done").map((each) => each.problem?.hint);
    expect(new Set(hints)).toEqual(
      new Set(["No later run knows of it: save it by hand, or let the next change of it do that."]),
    );
    const again = await on.apply(await on.plan());
    expect(again.finished).toBeUndefined();
  });

  test("a reply that is lost is asked for once more: to save twice does no harm", async () => {
    const on = stage({ project: project("save: true"), seed, files, settings: withStartup });
    const made = await on.plan();
    on.network.fault({
      interface: "netconf",
      methods: ["copy-config"],
      times: 1,
      effect: { kind: "lostAfter" },
    });
    const { finished } = await on.apply(made);
    expect(finished?.map(({ state }) => state)).toEqual(["done", "done"]);
  });
});

test("without it nothing is saved, and nothing is said of it", async () => {
  const on = stage({ project: project(""), seed, files, settings: withStartup });
  const result = await on.apply(await on.plan());
  expect([saves(on), result.finished]).toEqual([[], undefined]);
});

test("the plan's cost counts a request for each device that is written to", async () => {
  const [edge] = (await stage({ project: project("save: true"), seed, files }).plan()).plan.cost;
  const [plain] = (await stage({ project: project(""), seed, files }).plan()).plan.cost;
  expect((edge?.writes ?? 0) - (plain?.writes ?? 0)).toBe(2);
});
