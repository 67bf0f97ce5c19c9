/** Composes the text of an issue about the drift of one environment, and decides whether the issue is needed. Pure. */

import { planWriter } from "../../report/formats/plan-writer.ts";
import { driftStatus } from "../../report/plan/plan-status.ts";
import { plain } from "../../report/text/style.ts";
import type { ServedEnvironment } from "../served.ts";
import { linkIn } from "../views/resource.ts";

/**
 * `same` identifies the drift: it changes as soon as something else drifts. `none`: nothing has drifted. `wait`: the
 * drift is unknown, or is about to be reverted automatically.
 */
export type DriftNews =
  | { readonly is: "drift"; readonly text: string; readonly same: string }
  | { readonly is: "none" | "wait" };

/** How long to wait for drift that may be reverted automatically. */
const healingMs = 10 * 60_000;

/** Decides whether the issue is needed. As in the scheduled CI workflow, an unknown state does not close the issue. */
export async function driftNews(environment: ServedEnvironment, nowIso: string): Promise<DriftNews> {
  const { look, problems, may, since, run } = environment;
  if (!look?.secrets || run || problems.some(({ severity }) => severity === "error")) return { is: "wait" };
  const { plan, made, secrets } = look;
  // Before the first apply nothing can have drifted: all differences are pending.
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
