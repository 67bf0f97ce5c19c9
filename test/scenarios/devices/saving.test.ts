/**
 * The running configuration of a device is saved once after an apply, in virtual time against the simulator's routers.
 */

import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { leftFinishes } from "../../../src/apply/activation/unfinished.ts";
import { endsOpen, journalOn, readJournal } from "../../../src/apply/journal.ts";
import { at } from "../../../src/model/pointer.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
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
/** The files change two names and an interface over NETCONF, and one name over RESTCONF. */
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
    const { unfinished } = await on.apply(made);
    expect(hosts.filter((host) => savedName(on, host) !== undefined)).toHaveLength(2);
    const failed = hosts.find((host) => savedName(on, host) === undefined) ?? "";
    expect(unfinished).toBeUndefined();
    expect(
      at(on.network.world.restconf.routers.get(failed)?.data ?? {}, "/Vendor-native:native/hostname"),
    ).toBe("r");
  });

  test("what could not be saved since replies were lost is told with what to do, and saved by the next apply", async () => {
    const on = stage({ project: project("save: true"), seed, files, settings: withStartup });
    const made = await on.plan();
    const effect = { kind: "lostBefore" } as const;
    on.network.fault({ interface: "netconf", methods: ["copy-config"], times: 6, effect });
    const { finished = [], unfinished } = await on.apply(made);
    const hints = finished.filter(({ state }) => state !== "done").map((each) => each.problem?.hint);
    expect(new Set(hints)).toEqual(
      new Set([
        "Apply again: the record in Git, or this machine's journal, says what to save. Or save it by hand.",
      ]),
    );
    expect(unfinished).toEqual([{ target: "edge", names: hosts.slice(0, 2) }]);
    const again = await on.plan({ unfinished });
    expect(again.plan.steps).toEqual([]);
    expect(again.plan.pending).toMatchObject([{ target: "edge", verb: "save", names: hosts.slice(0, 2) }]);
    expect(again.plan.cost).toContainEqual(expect.objectContaining({ target: "edge", writes: 2 }));
    const last = await on.apply(again);
    expect(last.finished).toMatchObject([{ target: "edge", state: "done", names: hosts.slice(0, 2) }]);
    expect(last.unfinished).toBeUndefined();
    expect(hosts.map((host) => savedName(on, host))).toEqual(["r1", "r2", "r3"]);
  });

  test("what an earlier run left is still to be saved where this one saves nothing of what it changes", async () => {
    const both = `target: edge\ndevices: { r1: { host: ${hosts[0]}, hostname: r1 }, r2: { host: ${hosts[1]}, hostname: r } }\n`;
    const on = stage({
      project: project("save: true"),
      ...{ seed, files: { "edge.yaml": both }, settings: withStartup },
    });
    const made = await on.plan({ unfinished: [{ target: "edge", names: hosts.slice(1, 2) }] });
    expect(made.plan.steps).toHaveLength(1);
    on.network.fault({
      interface: "netconf",
      methods: ["copy-config"],
      times: 6,
      effect: { kind: "lostBefore" },
    });
    expect((await on.apply(made)).unfinished).toEqual([{ target: "edge", names: hosts.slice(0, 2) }]);
  });

  test("a device where one change went well and another not is to be saved, whatever the next run changes", async () => {
    const two = `target: edge\ndevices: { r1: { host: ${hosts[0]}, hostname: r1, interfaces: { GigabitEthernet 1/0/1: { description: up } } } }\n`;
    const own = { project: project("save: true, transaction: resource"), files: { "edge.yaml": two } };
    const on = stage({ ...own, seed, settings: withStartup });
    const made = await on.plan();
    // The device supports no descriptions, so one of its two changes fails.
    const { settled, unfinished } = await on.apply(made);
    expect(settled.map(({ outcome }) => outcome.state).toSorted()).toEqual(["applied", "failed"]);
    expect(unfinished).toEqual([{ target: "edge", names: [hosts[0]] }]);
  });

  test("what is taken back needs no saving; what is in another part of the project waits", async () => {
    const on = stage({ project: project("save: true"), seed, files, settings: withStartup });
    const unfinished = [{ target: "edge", names: [...hosts.slice(0, 2), "10.20.0.99"] }];
    const only = (address: string) => address.includes("/r1");
    const { plan } = await on.plan({ unfinished, only });
    expect(plan.pending).toMatchObject([{ names: hosts.slice(0, 1) }]);
    const off = stage({ project: project("save: false"), seed, files, settings: withStartup });
    expect((await off.plan({ unfinished })).plan.pending).toBeUndefined();
    const made = await on.plan();
    const effect = { kind: "rpcError", tag: "invalid-value", message: "no" } as const;
    on.network.fault({ interface: "netconf", methods: ["edit-config"], times: 1, effect });
    const result = await on.apply(made, { rollbackOnFailure: true });
    expect(result.rolledBack).toBeDefined();
    expect(result.unfinished).toBeUndefined();
  });

  test("a run that is cut off leaves in its journal what it was to save", async () => {
    const on = stage({ project: project("save: true"), seed, files, settings: withStartup });
    const made = await on.plan();
    let text = "";
    const append = (more: string) => {
      text += more;
    };
    const disk = { append, flush: async () => {} };
    const digest = (of: string) => createHash("sha256").update(of).digest("hex");
    const left = () => leftFinishes(readJournal(text, digest).records).map(({ names }) => names);
    const journal = journalOn({ disk, digest, run: "a" });
    await on.apply(made, { journal, turns: 40 }).catch(() => {});
    expect(left()).toEqual([hosts.slice(0, 2), hosts.slice(2)]);
    text = "";
    const next = stage({ project: project("save: true"), seed, files, settings: withStartup });
    const result = await next.apply(await next.plan(), { journal: journalOn({ disk, digest, run: "b" }) });
    expect([left(), endsOpen(result)]).toEqual([[], false]);
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
