/** Tests that the checks notice if a device gets its changes one by one instead of in one edit. */

import { test } from "vitest";
import { judgeOrder } from "./decisions/judge-order.ts";
import { arrivalsAt, conflictsOf, played } from "./decisions/play.ts";
import { projectOf, realmsOf } from "./decisions/realms.ts";
import { noticing } from "./lies/noticing.ts";

/**
 * Returns what the checks report if a device gets each change in a separate edit, although they expect one edit for
 * all.
 */
async function judged(seed: number): Promise<readonly string[]> {
  const play = await played(
    seed,
    {},
    {
      setting: ({ realms }) => {
        const said = realms.map(({ targets, ...realm }) => ({
          ...realm,
          targets: targets.replace(
            /(interface: netconf\n(?: {4}.*\n)*?)(?: {4}settings: .*\n|(?= {2}\w|$))/,
            "$1    settings: { transaction: resource }\n",
          ),
        }));
        return { project: projectOf(said, []) };
      },
    },
  );
  const arrivals = arrivalsAt(play.on);
  await play.on.apply(play.made, conflictsOf(play));
  const realms = play.truth.realms.map((realm) => ({
    ...realm,
    targets: realm.targets.replace("transaction: resource", ""),
  }));
  return judgeOrder(arrivals, { ...play.truth, realms }, play.expected);
}

test("the simulation of decisions notices a device that gets each change in an edit of its own", () =>
  noticing(judged, /^writes: \d+ edits, where \d+ were enough/, {
    to: 200,
    asks: (seed) => realmsOf(seed).some(({ targets }) => targets.includes("interface: netconf")),
  }));
