/** What an issue says of the drift of one environment, and whether there is anything to say. Pure. */

import { planWriter } from "../../report/formats/plan-writer.ts";
import { driftStatus } from "../../report/plan/plan-status.ts";
import { plain } from "../../report/text/style.ts";
import type { ServedEnvironment } from "../served.ts";
import { linkIn } from "../views/resource.ts";

/**
 * `same` is another text once something else drifts. `none`: nothing drifts. `wait`: it is not known, or is about to be
 * set back by itself.
 */
export type DriftNews =
  | { readonly is: "drift"; readonly text: string; readonly same: string }
  | { readonly is: "none" | "wait" };

/** Drift that may be set back by itself is left alone for so long. */
const healingMs = 10 * 60_000;

/** As the scheduled workflow has it: what is unknown is no reason to say that all is well. */
export async function driftNews(environment: ServedEnvironment, nowIso: string): Promise<DriftNews> {
  const { look, problems, may, since, run } = environment;
  if (!look?.secrets || run || problems.some(({ severity }) => severity === "error")) return { is: "wait" };
  const { plan, made, secrets } = look;
  // Before the first apply nothing has drifted: all of it is pending.
  if (!plan.threeWay) return { is: "none" };
  const status = driftStatus(plan, true);
  if (status === 1) return { is: "wait" };
  if (status === 0) return { is: "none" };
  const times = [...since.values()].flatMap(({ cause, at }) => (cause === "pending" ? [] : [Date.parse(at)]));
  const isFresh = times.every((at) => Date.parse(nowIso) - at < healingMs);
  if (may.selfHeal && isFresh) return { is: "wait" };
  const write = await planWriter("drift", { format: "markdown", secrets });
  const folder = environment.projectFile.slice(0, environment.projectFile.lastIndexOf("/") + 1);
  const locate: typeof made.desired.locate = (address, path) => made.desired.locate(address, path);
  const on = { style: plain, folder, problems: [], locate };
  const text = write(plan, { ...on, at: made.snapshot.takenAt, link: linkIn(environment) });
  return { is: "drift", text, same: write(plan, on) };
}
