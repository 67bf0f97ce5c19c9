/**
 * Measures the requests of an apply that writes everywhere, in virtual time: three SSIDs in each of many networks,
 * at 5 per second.
 */

import type { WorldSeed } from "../src/simulator/world.ts";
import { stage } from "../test/servers/virtual-time/run.ts";
import { type Row, table } from "./table.ts";

/** One row for an apply right after its plan, and one for an apply after a person's confirmation. */
export async function longApply(networks: number): Promise<string> {
  const rows = [];
  rows.push(await rowOf("right after the plan", networks, 0));
  rows.push(await rowOf("ten seconds after it", networks, 10_000));
  return table("Requests of an apply that writes everywhere", rows);
}

async function rowOf(what: string, networks: number, after: number): Promise<Row> {
  const names = Array.from({ length: networks }, (_, at) => `Site ${String(at).padStart(5, "0")}`);
  const slots = [0, 1, 2];
  const ssids = slots.map((number) => ({ number, name: `Corp ${number}`, vlan: 10 }));
  const seed: WorldSeed = {
    organizations: [{ id: "O_1", name: "Acme", networks: names.map((name) => ({ name, ssids })) }],
  };
  const declared = slots.map((slot) => `      ${slot}: { name: Corp ${slot}, vlan: 20 }\n`).join("");
  const entries = names.map(
    (name) => `  ${name.replace(" ", "-")}:\n    name: ${name}\n    ssids:\n${declared}`,
  );
  const text = `target: cloud\norganization: Acme\nnetworks:\n${entries.join("")}`;
  const on = stage({ seed, files: { "a.yaml": text } });
  const made = await on.plan();
  const before = on.network.log().length;
  const lastOfPlan = on.clock.now();
  const { settled } = await on.apply(made, { after });
  if (settled.some(({ outcome }) => outcome.state !== "applied")) throw new Error("a step was not applied");
  const log = on.network.log().slice(before);
  const writes = log.filter(({ write }) => write);
  const last = writes.at(-1)?.at ?? 0;
  const reads = log.filter(({ write }) => !write);
  return {
    apply: what,
    "reads of the plan": before,
    writes: writes.length,
    "reads before writes": reads.filter(({ at }) => at < last).length,
    "reads to verify": reads.filter(({ at }) => at > last).length,
    seconds: Math.round((on.clock.now() - lastOfPlan - after) / 1000),
  };
}
