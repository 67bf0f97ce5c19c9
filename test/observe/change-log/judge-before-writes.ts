/** Drawn changes by somebody else between plan and apply, seen by the log or by reads: both must conclude the same. */

import { seeded } from "../../servers/virtual-time/clock.ts";
import { differs } from "../../simulation/differs.ts";
import { type Draw, maybe, pick, under } from "../../simulation/draw.ts";
import { count, declared, honest, staged } from "./staged.ts";

/** Falsifies the outcomes of the apply that asked the log, to check whether the judge notices. */
export type BeforeWritesLie = (states: readonly string[]) => readonly string[];

/** A change that somebody makes. */
interface Edit {
  readonly network: string;
  readonly ssid: number;
  readonly set: Readonly<Record<string, string | boolean>>;
  /** Milliseconds after the plan. */
  readonly at: number;
}

const lateMs = 30_000;

function editOf(draw: Draw): Edit {
  const at = under(draw, count);
  const slot = under(draw, 3);
  const set = {
    ...(maybe(draw, 0.7) && { name: pick(draw, ["Theirs", nameOf(`site-${at}`, slot)]) }),
    ...(maybe(draw, 0.5) && { enabled: maybe(draw, 0.5) }),
    ...(maybe(draw, 0.3) && { visible: false }),
  };
  return { network: `N_${at}`, ssid: slot, set, at: 1 + under(draw, 14_000) };
}

/** The declared name: Git renames the SSIDs of slot 0. */
function nameOf(network: string, slot: number): string {
  return slot === 0 ? `${network}-new` : `${network}-${slot}`;
}

async function ended(limits: string, edits: readonly Edit[], logMs: number) {
  const on = staged({ ...honest(), lateMs: logMs }, declared(nameOf), { limits });
  const made = await on.plan();
  for (const { network, ssid, set, at } of edits)
    void on.clock.wait(at).then(() => {
      on.network.change({ interface: "dashboard", network, ssid, set } as never);
    });
  const { settled } = await on.apply(made, { after: 15_000 + lateMs });
  // If somebody has made a resource as declared, a read finds that, and a log without it sends the same values again.
  const states = settled
    .map(({ step, outcome }) => `${step} ${outcome.state === "converged" ? "applied" : outcome.state}`)
    .toSorted();
  const networks = [...on.network.world.dashboard.networks.values()];
  const held = networks.map(({ ssids }) =>
    [...ssids].map(
      ([slot, { fields }]) => `${slot} ${fields.name} ${fields.enabled} ${fields.visible !== false}`,
    ),
  );
  return { states, held };
}

/** Returns the faults of a seed: outcomes and stored values must be the same by the log and by reads. */
export async function judgeBeforeWrites(
  seed: number,
  lie: BeforeWritesLie = (states) => states,
): Promise<readonly string[]> {
  const draw = seeded(seed + 51_000_017);
  const edits = Array.from({ length: 1 + under(draw, 4) }, () => editOf(draw));
  const logMs = pick(draw, [0, 2000, 25_000]);
  const byLog = await ended(`{ logLateSeconds: ${lateMs / 1000} }`, edits, logMs);
  const byReads = await ended("{}", edits, logMs);
  return [
    ...differs("outcomes by the log", lie(byLog.states), byReads.states),
    ...differs("values after an apply by the log", byLog.held, byReads.held),
  ];
}
