/** Drift → text, Markdown and JSON: what changed live, told apart from what is only pending. */

import type { Change, Difference } from "../model/change.ts";
import type { Plan } from "../model/plan.ts";
import { changeText } from "./change-text.ts";
import { code } from "./escape.ts";
import { isDrift } from "./plan-text.ts";
import type { Style } from "./style.ts";
import { counted, fieldName, originText, resourceName, shown } from "./value.ts";

/** A comparison as drift sees it. */
export interface Drift {
  /** Changed or removed live since base. Two-way: everything that differs. */
  readonly drifted: readonly Change[];
  /** Changed in Git only, and not applied yet. */
  readonly pending: readonly Change[];
}

/** Sorts the changes of a plan. A resource with a drifted field is drifted, and shows only its drifted fields. */
export function driftOf(plan: Plan): Drift {
  if (!plan.threeWay) return { drifted: plan.changes, pending: [] };
  return {
    drifted: plan.changes.filter(isDrift).map(onlyDrift),
    pending: plan.changes.filter((change) => !isDrift(change)),
  };
}

function onlyDrift(change: Change): Change {
  if (change.action !== "update") return change;
  return { ...change, differences: change.differences.filter(({ cause }) => cause !== "pending") };
}

/** For people on a terminal. */
export function driftText(plan: Plan, style: Style): string {
  const { drifted, pending } = driftOf(plan);
  const parts = drifted.map((change) => changeText(change, style));
  if (plan.unknown.length > 0)
    parts.push(`${counted(plan.unknown.length, "resource")} could not be read: their drift is unknown.`);
  const two = plan.threeWay ? "" : style.dim("  (two-way: without --base, pending changes count as drift)");
  const word =
    drifted.length === 0
      ? style.green("none")
      : style.yellow(`${counted(drifted.length, "resource")} drifted`);
  const rest = pending.length === 0 ? "" : `, ${counted(pending.length, "resource")} pending in Git`;
  parts.push(`${style.bold("Drift:")} ${word}${rest}, ${plan.converged} as declared${two}`);
  return `${parts.join("\n\n")}\n`;
}

/** For an issue or a chat. */
export function driftMarkdown(plan: Plan): string {
  const { drifted, pending } = driftOf(plan);
  const rows = drifted.flatMap((change) =>
    change.action === "update" ? change.differences.map((one) => row(change, one)) : [row(change)],
  );
  const table =
    rows.length === 0
      ? []
      : [
          "",
          "| resource | field | live | declared | cause | written in |",
          "|---|---|---|---|---|---|",
          ...rows,
        ];
  const known = `${drifted.length} drifted, ${pending.length} pending`;
  const counts = `${known}, ${plan.unknown.length} unknown, ${plan.converged} as declared`;
  return `${[`## trueup drift: ${counts}`, ...table].join("\n")}\n`;
}

function row(change: Change, difference?: Difference): string {
  const name = code(resourceName(change.address));
  if (!difference)
    return `| ${name} | | | | ${change.action === "create" ? "removed live" : "no longer declared"} | |`;
  const { path, live, desired, cause, at } = difference;
  const values = `${code(shown(live))} | ${code(shown(desired))}`;
  return `| ${name} | ${code(fieldName(path))} | ${values} | ${cause} | ${at ? code(originText(at)) : ""} |`;
}

/** `{ format: "trueup.drift", version: 1, ... }`. */
export function driftDocument(plan: Plan): object {
  const { drifted, pending } = driftOf(plan);
  const brief = (change: Change) => ({
    action: change.action,
    address: change.address,
    ...(change.action === "update" ? { differences: change.differences } : { cause: change.cause }),
  });
  return {
    format: "trueup.drift",
    version: 1,
    environment: plan.environment,
    threeWay: plan.threeWay,
    drifted: drifted.map(brief),
    pending: pending.map(brief),
    unknown: plan.unknown,
    converged: plan.converged,
  };
}
