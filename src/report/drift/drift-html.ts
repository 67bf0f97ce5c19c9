/** Renders drift as a self-contained HTML page. */

import type { Change } from "../../model/change.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { waitingLines } from "../finishing.ts";
import { missingHtml } from "../missing-scopes.ts";
import { acceptedHint, acceptedSentence, acceptedTitle } from "../plan/accepted-unseen.ts";
import { choicesOf } from "../plan/change-blocks.ts";
import { changesHtml } from "../plan/change-html.ts";
import type { ChangeContext } from "../plan/change-markdown.ts";
import { baseDoubtText, headWords } from "../plan/plan-head.ts";
import { settledLists, settledSentence } from "../plan/settled-fields.ts";
import { causesFirst, groupByProblem } from "../problems.ts";
import { html } from "../text/escape.ts";
import { filterBar, list, page } from "../text/html-page.ts";
import { nameHtml } from "../text/value.ts";
import { saysAnything, whoHtml } from "./change-authors.ts";
import {
  type DriftContext,
  driftCounts,
  driftOf,
  expectedTitle,
  unexpectedGroups,
  unexpectedTitle,
} from "./drift.ts";

/** The drift of a plan as a page: conflicts and drift first, then unknown and pending resources. */
export function driftHtml(plan: Plan, { who, link, at }: DriftContext = {}): string {
  const { conflicts, drifted, pending, expected, unexpected } = driftOf(plan);
  const unknown = groupByProblem(causesFirst(plan.unknown)).map(({ problem, all }) => {
    const names = all.map(({ address }) => `<code>${nameHtml(address)}</code>`);
    return `${names.join(", ")}: ${html(problem.message)}`;
  });
  const unexpectedRows = unexpectedGroups(unexpected, plan.titles).map(
    ({ what, names }) => `${html(what)}: ${names.map((name) => `<code>${nameHtml(name)}</code>`).join(", ")}`,
  );
  const accepted = plan.acceptedUnseen?.map((one) => html(acceptedSentence(one, plan.titles))) ?? [];
  const on = { titles: plan.titles, link };
  const happened = { ...on, view: "happened" } as const;
  const all = [...conflicts, ...drifted, ...expected, ...pending];
  const words = [`environment <code>${html(plan.environment)}</code>`, ...headWords(plan, at).map(html)];
  const parts = [
    `<h1>Drift: ${html(driftCounts(plan))}</h1>`,
    `<p class="dim">${words.join(" · ")}</p>`,
    ...missingHtml(plan, link),
    ...(all.length > 1 ? [filterBar(choicesOf(all, plan.titles))] : []),
    ...baseDoubtText(plan.baseDoubt).map((text) => `<p class="banner">${html(text)}</p>`),
    ...section("Conflicts: Git and the live state both changed", conflicts, happened),
    ...section("Drift: the live state changed", drifted, happened),
    ...section(expectedTitle, expected, happened),
    ...(unexpected.length > 0 ? [`<h2>${html(unexpectedTitle)}</h2>\n${list(unexpectedRows)}`] : []),
    ...(unknown.length > 0 ? [`<h2>Unknown: could not be read</h2>\n${list(unknown)}`] : []),
    ...(who && saysAnything(who) ? [whoHtml(who)] : []),
    ...waitingLines(plan).map((line) => `<p class="banner">${html(line)}</p>`),
    ...section("Pending: Git changed, not applied yet", pending, on),
    ...(accepted.length > 0
      ? [`<h2>${html(acceptedTitle)}</h2>\n${list(accepted)}\n<p>${html(acceptedHint())}</p>`]
      : []),
    ...settledLists.flatMap(({ of, title, hint }) => {
      const fields = plan[of]?.map((one) => html(settledSentence(one, plan.titles))) ?? [];
      return fields.length > 0 ? [`<h2>${html(title)}</h2>\n${list(fields)}\n<p>${html(hint)}</p>`] : [];
    }),
    ...(plan.threeWay
      ? []
      : ["<p>Two-way comparison: without the last applied state, pending changes count as drift.</p>"]),
  ];
  return page(`trueup drift: ${plan.environment}: ${driftCounts(plan)}`, parts.join("\n"), {
    hasFilter: all.length > 1,
  });
}

function section(title: string, changes: readonly Change[], context: ChangeContext): readonly string[] {
  return changes.length === 0 ? [] : [changesHtml(title, changes, context)];
}
