/**
 * Simulates reads that depend on the results of other reads. If a read fails, the plan must report everything that it
 * would have shown as unknown.
 */

import type { Plan } from "../../../../src/model/plan/plan.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { stage } from "../../../servers/virtual-time/run.ts";
import { maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";
import { driversOf, type Listing, projectOf } from "./catalog.ts";
import { mishapsOf, serverOf } from "./server.ts";
import { addressOf, filesOn, type Part, partsOf } from "./truth.ts";

/** Falsifies the reported plan, to test that the checks notice it. */
export type SecondaryLie = (plan: Plan) => Plan;

/** The scenario runs in every n-th seed. */
const playedEvery = 3;

/**
 * | a thing                                       | in the plan                         |
 * | --------------------------------------------- | ----------------------------------- |
 * | that the failing read would show              | unknown, without a step             |
 * | in such a thing, or live and referring to one | unknown, without a step             |
 * | to be created, and referring to such a thing  | reported as waiting, without a step |
 * | of a bulk read, but also readable on its own  | reported correctly                  |
 * | any other                                     | reported correctly, with its step   |
 */
export async function judgeSecondary(
  seed: number,
  lie: SecondaryLie = (plan) => plan,
): Promise<readonly string[]> {
  if (seed % playedEvery !== 1) return [];
  const draw = seeded(seed * 16 + 24);
  const by = pick(draw, ["servers", "controller", "sdwan"] as const);
  const listing: Listing = { isBrief: maybe(draw, 0.6), isCounted: maybe(draw, 0.6), by };
  const parts = partsOf(draw);
  const mishaps = mishapsOf(parts, listing, draw);
  const kinds = [...Map.groupBy(mishaps, ({ text }) => text.split(" at ")[0])].map(([, own]) => own);
  // In half of the seeds, only the first two kinds of failures are drawn: of counts, and of details.
  const some = kinds[under(draw, maybe(draw, 0.5) ? Math.min(2, kinds.length) : kinds.length)] ?? [];
  const mishap = maybe(draw, 0.9) ? some[under(draw, some.length)] : undefined;
  const server = serverOf(parts, listing, mishap);
  const on = stage({
    ...{ project: projectOf(listing), drivers: driversOf(listing), seed: {} },
    ...{ files: filesOn(parts, "desired"), between: () => server },
  });
  const made = await on.plan({ base: on.load(filesOn(parts, "base")), prune: true });
  const plan = lie(made.plan);
  const isHidden = mishap?.hides ?? (() => false);
  const known = parts.filter((part) => !isHidden(part));
  const broken = [
    ...differ(
      "change",
      plan.changes.map(({ action, address }) => `${action} ${address}`),
      known.flatMap(changeOf),
    ),
    ...differ(
      "step",
      plan.steps.map(({ id }) => id),
      known.filter(({ plant }) => !plant || !isHidden(plant)).flatMap(changeOf),
    ),
    ...differ(
      "unknown",
      plan.unknown.map(({ address }) => address),
      parts.filter(isHidden).map(addressOf),
    ),
  ];
  return broken.map((line) => `secondary: ${mishap?.text ?? "nothing"}: ${line}`);
}

const actions = { drifted: "update", missing: "create", gone: "remove" } as const;

function changeOf(part: Part): readonly string[] {
  return part.fate === "same" ? [] : [`${actions[part.fate]} ${addressOf(part)}`];
}
