/**
 * A resource that somebody renames in the product's user interface, until it is removed; and records with other ids.
 */

import { describe, expect, test } from "vitest";
import type { Memory } from "../../../src/model/memory.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { applied as appliedRef, opened, recalled, remember } from "../../git/remembering.ts";
import { commitAll, repository } from "../../git/repositories.ts";
import { projectFor, simulator, trueup } from "../command.ts";

const offices = (...names: readonly string[]) => ({
  "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:${
    names.length > 0
      ? `\n${names.map((name) => `  ${name.toLowerCase()}: { name: ${name} }\n`).join("")}`
      : " {}\n"
  }`,
});

const names = (at: RunningSimulator) =>
  [...at.world().dashboard.networks.values()].map(({ fields }) => String(fields.name));

/** Creates a project with two applied offices. Also returns a function that renames one of them by hand. */
async function applied() {
  const seed = { organizations: [{ id: "O_1", name: "Acme", networks: [] }] };
  const at = await simulator({ seed, settings: { readinessMs: 0 } });
  const cwd = repository({
    "trueup.yaml": projectFor(at),
    ".gitignore": ".trueup/\n",
    ...offices("Berlin", "Oslo"),
  });
  const run = (...args: readonly string[]) => trueup(args, { cwd });
  expect(await run("apply", "--yes")).toMatchObject({ status: 0 });
  const rename = async (from: string, to: string) => {
    const body = JSON.stringify({ interface: "dashboard", network: from, set: { name: to } });
    expect(await fetch(`${at.admin}/change`, { method: "POST", body })).toMatchObject({ ok: true });
  };
  return { at, cwd, run, rename };
}

test("what somebody renamed is one rename in plan, drift and adopt, and one network all the time", async () => {
  const { at, cwd, run, rename } = await applied();
  await rename("Berlin", "Zentrale");
  const plan = await run("plan", "--detailed-exitcode");
  expect(plan).toMatchObject({ status: 2, out: expect.stringContaining("Renamed by somebody") });
  expect(plan.out).toContain("0 to create, 1 to update, 0 to remove, 1 drifted");
  expect((await run("drift")).out).toContain("now Zentrale, declared Berlin");
  const snapshot = await run("observe");
  expect(JSON.parse(snapshot.out).observations[0]).toMatchObject({
    known: "id",
    value: { name: "Zentrale" },
  });
  expect(snapshot.out).not.toContain("N_0");

  expect(await run("apply", "--yes")).toMatchObject({ status: 0 });
  expect(names(at)).toEqual(["Berlin", "Oslo"]);
  await rename("Berlin", "Zentrale");
  expect(await run("adopt", "cloud/network/berlin")).toMatchObject({ status: 0 });
  commitAll(cwd, {});
  expect(await run("plan", "--detailed-exitcode")).toMatchObject({ status: 0 });
  expect(names(at)).toEqual(["Zentrale", "Oslo"]);
});

describe("what Git dropped", () => {
  const pruned = async ({ run, cwd }: Awaited<ReturnType<typeof applied>>) => {
    commitAll(cwd, offices("Berlin"));
    return run("apply", "--yes", "--prune");
  };

  test("is removed by its name and id", async () => {
    const on = await applied();
    expect(await pruned(on)).toMatchObject({ status: 0 });
    expect(names(on.at)).toEqual(["Berlin"]);
  });

  test("and somebody renamed is not removed, whatever the record says", async () => {
    const on = await applied();
    await on.rename("Oslo", "Kept for audit");
    expect((await pruned(on)).out).toContain("trueup removes nothing by its id alone");
    expect(names(on.at)).toEqual(["Berlin", "Kept for audit"]);
  });

  test("and was removed by hand takes nothing else along, whatever id and name a forged record has", async () => {
    const on = await applied();
    const { networks } = on.at.world().dashboard;
    const idOf = (name: string) => [...networks].find(([, { fields }]) => fields.name === name)?.[0] ?? "";
    const [berlin, oslo] = [idOf("Berlin"), idOf("Oslo")];
    on.at.edit((world) => {
      const others = new Map([...world.dashboard.networks].filter(([id]) => id !== oslo));
      return { ...world, dashboard: { ...world.dashboard, networks: others } };
    });
    const repository = await opened(on.cwd);
    const { memory } = await recalled(repository);
    const own = memory.resources.get("cloud/network/oslo");
    if (!own) throw new Error("Oslo is not remembered");
    const forged: Memory = {
      ...memory,
      resources: new Map([["cloud/network/oslo", { ...own, id: berlin, name: "Berlin" }]]),
    };
    const was = await appliedRef(repository);
    expect(await remember(repository, forged, { was, record: was.record })).toMatchObject({ is: "moved" });
    commitAll(on.cwd, offices());
    await on.run("apply", "--yes", "--prune", "--only", "cloud/network/oslo");
    expect(names(on.at)).toEqual(["Berlin"]);
  });
});
