/** A plan → Markdown for a pull request: the headline first, then a folded block for each resource. */

import { addressParts } from "../model/address.ts";
import type { Change, Difference } from "../model/change.ts";
import type { Plan } from "../model/plan.ts";
import { alike } from "./alike.ts";
import { code, html, prose } from "./escape.ts";
import { guardsMarkdown } from "./guards.ts";
import { heldMarkdown, wavesMarkdown } from "./health.ts";
import { costText, isDrift, planCounts } from "./plan-text.ts";
import { counted, fewOf, fieldName, kindName, leaves, originText, shown } from "./value.ts";

/** The whole plan. Nothing that comes from live systems or YAML can act as markup in it. */
export function planMarkdown(plan: Plan): string {
  const changes = [...plan.changes.filter(isDrift), ...plan.changes.filter((change) => !isDrift(change))];
  const steps = new Set(plan.steps.map(({ address }) => address));
  const held = new Set(plan.held.map(({ address }) => address));
  const parts = [
    `## trueup: ${planCounts(plan)}`,
    summary(plan),
    ...wavesMarkdown(plan),
    ...changes.filter(({ address }) => steps.has(address) || held.has(address)).map(changeMarkdown),
    ...heldMarkdown(plan),
    ...unwritable(plan),
    ...unknown(plan),
    ...guardsMarkdown(plan.guards),
    ...notes(plan),
  ];
  return `${parts.join("\n\n")}\n`;
}

function summary(plan: Plan): string {
  const costs = plan.cost.map((cost) => `| ${code(cost.target)} | ${costText(cost)} |`);
  const table = costs.length === 0 ? [] : ["", "| target | cost |", "|---|---|", ...costs];
  const held = `${plan.held.length} held back for health`;
  const open = `${held}, ${plan.unwritable.length} cannot be written, ${plan.unknown.length} unknown`;
  const counts = `${plan.converged} as declared, ${open}`;
  return [
    `Fingerprint ${code(plan.fingerprint)} · environment ${code(plan.environment)} · ${counts}`,
    ...table,
  ].join("\n");
}

const symbols = { create: "+", update: "~", remove: "-" } as const;

function changeMarkdown(change: Change): string {
  const { target, kind, key } = addressParts(change.address);
  const drift = isDrift(change) ? " **drift**" : "";
  const name = `${kindName(kind)} <code>${html(key)}</code> in <code>${html(target)}</code>`;
  const head = `<summary>${symbols[change.action]} ${name}${drift}</summary>`;
  return [`<details>${head}`, "", ...rows(change), "", "</details>"].join("\n");
}

function rows(change: Change): readonly string[] {
  switch (change.action) {
    case "create":
      return [
        "| field | desired |",
        "|---|---|",
        ...leaves(change.desired.value).map(
          ([path, value]) => `| ${code(fieldName(path))} | ${code(shown(value))} |`,
        ),
        ...(change.at ? ["", `Written in ${code(originText(change.at))}.`] : []),
      ];
    case "update":
      return [
        "| field | live | desired | cause | written in |",
        "|---|---|---|---|---|",
        ...change.differences.map(row),
      ];
    case "remove":
      return ["It is no longer declared."];
  }
}

function row({ path, live, desired, cause, at }: Difference): string {
  const origin = at ? code(originText(at)) : "";
  const wanted = desired === undefined ? "removed" : code(shown(desired));
  return `| ${code(fieldName(path))} | ${code(shown(live))} | ${wanted} | ${cause} | ${origin} |`;
}

function unwritable({ unwritable: all }: Plan): readonly string[] {
  if (all.length === 0) return [];
  return [
    [
      "### Cannot be written",
      "",
      ...all.map(({ address, action, reason }) => `- ${action} ${code(address)}: ${prose(reason)}`),
    ].join("\n"),
  ];
}

function unknown({ unknown: all }: Plan): readonly string[] {
  if (all.length === 0) return [];
  const lines = alike(all).map(({ problem, all: same }) => {
    const addresses = same.map(({ address }) => address);
    return `- ${fewOf(addresses, code)}: ${prose(problem.message)}`;
  });
  return [["### Unknown", "", "Nothing is created or removed on account of these.", "", ...lines].join("\n")];
}

function notes(plan: Plan): readonly string[] {
  const lines = [
    ...(plan.kept.length > 0 ? [`- Kept, though no longer declared: ${plan.kept.map(code).join(", ")}`] : []),
    ...(plan.ignored > 0
      ? [`- ${counted(plan.ignored, "field")} ignored by ${code("trueup.yaml")}, not compared.`]
      : []),
    ...(plan.unverifiable.length > 0
      ? [`- ${counted(plan.unverifiable.length, "secret")} cannot be read back.`]
      : []),
    ...(plan.threeWay
      ? []
      : ["- Two-way: what Git changed and what drifted can't be told apart without a base."]),
  ];
  return lines.length === 0 ? [] : [lines.join("\n")];
}
