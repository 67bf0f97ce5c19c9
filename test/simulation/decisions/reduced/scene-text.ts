/** Describes a seed in words: its files, the live state, the options, and the plan. */

import { parse, stringify } from "yaml";
import type { PlannedRun } from "../../../../src/engine/reconcile.ts";
import type { JsonObject } from "../../../../src/model/json.ts";
import type { Stage } from "../../../servers/virtual-time/run.ts";
import { tell } from "../../reduced/parts.ts";
import { filesOn, heldBy } from "../scene.ts";
import { addressOn, type Truth, treeOf } from "../truth.ts";

/** Describes the declared, the applied and the live state. */
export function tellScene(truth: Truth, on: Stage, project: string): void {
  tell("trueup.yaml", () => project);
  tell("Git declares", () => yamlOf(filesOn(truth, "desired")));
  if (truth.manner.threeWay) tell("Git declared at the last apply", () => baseOf(truth));
  tell("live", () => {
    const held = [...heldBy(on, truth)].map(([object, leaves]) => [object, treeOf(leaves)]);
    return stringify(Object.fromEntries(held), { lineWidth: 0 });
  });
}

function baseOf(truth: Truth): string {
  const [desired, base] = [yamlOf(filesOn(truth, "desired")), yamlOf(filesOn(truth, "base"))];
  return base === desired ? "the same" : base || "nothing";
}

/** Describes the options of a plan, and the plan itself. */
export function tellPlan({ manner, things }: Truth, { plan }: PlannedRun): void {
  const { prune, overwrite, excluded } = manner;
  const left = things.filter(({ number }) => excluded.has(number)).map((one) => addressOn(one, "desired"));
  const asked = [
    prune ? "with --prune" : "without --prune",
    `conflicts: ${overwrite ? "overwrite" : "hold"}`,
  ];
  tell("the plan", () =>
    [
      `asked ${asked.join(", ")}${left.length > 0 ? `, with --only all but ${left.join(" ")}` : ""}`,
      ...plan.steps.map(({ id }) => id),
      ...plan.unknown.map(({ address, problem }) => `unknown: ${address}: ${problem.message}`),
    ].join("\n"),
  );
}

/** Describes a drawn value, for example what goes wrong. */
export function tellDrawn(heading: string, value: unknown): void {
  tell(heading, () => stringify(JSON.parse(JSON.stringify(value)), { lineWidth: 0 }));
}

function yamlOf(files: Readonly<Record<string, string>>): string {
  return Object.entries(files)
    .map(([path, text]) => `# ${path}\n${stringify(plainOf(parse(text)), { lineWidth: 0 })}`)
    .join("");
}

function plainOf(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
