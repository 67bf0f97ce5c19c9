/** Routers that offer single resources but no container. The specification shows only reads of single resources. */

import { describe, expect, test } from "vitest";
import { builtInCompany } from "../../src/simulator/company.ts";
import { projectText, type Setting, type Stage, stage } from "../servers/virtual-time/run.ts";

const native = builtInCompany().routers?.["10.20.0.1"]?.data["Vendor-native:native"];
const port = "GigabitEthernet 1/0/1";
const files = (interfaces: object) => ({
  "desired-state/routers.yaml": JSON.stringify({
    target: "routers",
    devices: { r1: { host: "10.20.0.1", hostname: "renamed", interfaces } },
  }),
});
const routers = (dialect: string, status: 404 | 405): Omit<Setting, "files"> => ({
  project: projectText().replace("interface: restconf", `interface: restconf\n    dialect: ${dialect}`),
  settings: {
    restconfMode: dialect === "rfc8040" ? "rfc8040" : "neutral",
    restconfContainers: status,
  },
});
const reads = (on: Stage) => on.network.log().filter(({ write }) => !write);

describe.each([
  ["neutral", 404],
  ["neutral", 405],
  ["rfc8040", 404],
  ["rfc8040", 405],
] as const)("a router of %s that answers its container with %i", (dialect, status) => {
  test("is changed by resource, and is as declared afterwards; its reads are counted", async () => {
    const on = stage({ files: files({ [port]: { description: "new" } }), ...routers(dialect, status) });
    const made = await on.plan();
    expect(made.plan.unknown).toEqual([]);
    expect(made.plan.cost).toContainEqual(expect.objectContaining({ target: "routers", reads: 3 }));
    expect(reads(on)).toHaveLength(3);
    const { settled, nonConvergent } = await on.apply(made);
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied", "applied"]);
    expect(nonConvergent).toEqual([]);
    expect(native).toBeDefined();
    const again = await on.plan();
    expect(again.plan.changes).toEqual([]);
  });

  test("has an interface that is missing beside one that is there, and none of which nothing is known", async () => {
    const beside = { [port]: { description: "new" }, "GigabitEthernet 1/0/99": { description: "x" } };
    const known = await stage({ files: files(beside), ...routers(dialect, status) }).plan();
    expect(known.plan.unknown).toEqual([]);
    const missing = dialect === "neutral" ? known.plan.unwritable : known.plan.changes;
    expect(missing.map(({ address }) => address)).toContain(
      "routers/deviceInterface/r1.GigabitEthernet 1/0/99",
    );
    const alone = { "GigabitEthernet 1/0/99": { description: "x" } };
    const unknown = await stage({ files: files(alone), ...routers(dialect, status) }).plan();
    expect(unknown.plan.steps).toEqual([]);
    expect(unknown.plan.unknown.map(({ problem: { code } }) => code)).toEqual(["no-tree", "no-tree"]);
  });
});
