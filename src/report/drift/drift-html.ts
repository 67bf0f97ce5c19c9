/** Drift → one HTML page that stands by itself. */

import type { Change } from "../../model/change.ts";
import type { KindTitles, Plan } from "../../model/plan.ts";
import type { Who } from "../../model/snapshot.ts";
import { baseDoubtText } from "../plan/base-doubt.ts";
import { changeHtml } from "../plan/change-html.ts";
import { html } from "../text/escape.ts";
import { list, page } from "../text/html-page.ts";
import { nameHtml } from "../text/value.ts";
import { driftCounts, driftOf, expectedTitle, unexpectedTitle } from "./drift.ts";
import { whoHtml } from "./who.ts";

/** Conflicts and drift first, then what is unknown and what is only pending. */
export function driftHtml(plan: Plan, who?: Who): string {
  const { conflicts, drifted, pending, expected, unexpected } = driftOf(plan);
  const unknown = plan.unknown.map(
    ({ address, problem }) => `<code>${nameHtml(address)}</code>: ${html(problem.message)}`,
  );
  const unexpectedRows = unexpected.map((address) => `<code>${nameHtml(address)}</code>`);
  const parts = [
    `<h1>Drift: ${html(driftCounts(plan))}</h1>`,
    `<p class="dim">environment <code>${html(plan.environment)}</code></p>`,
    ...baseDoubtText(plan.baseDoubt).map((text) => `<p class="banner">${html(text)}</p>`),
    ...section("Conflicts: Git and live both changed", conflicts, plan.titles),
    ...section("Drift: live changed", drifted, plan.titles),
    ...section(expectedTitle, expected, plan.titles),
    ...(unexpected.length > 0 ? [`<h2>${html(unexpectedTitle)}</h2>\n${list(unexpectedRows)}`] : []),
    ...(unknown.length > 0 ? [`<h2>Unknown: could not be read</h2>\n${list(unknown)}`] : []),
    ...(who ? [whoHtml(who)] : []),
    ...section("Pending: Git changed, not applied yet", pending, plan.titles),
    ...(plan.threeWay ? [] : ["<p>Two-way: without a base, what is pending counts as drift.</p>"]),
  ];
  return page(`trueup drift: ${plan.environment}: ${driftCounts(plan)}`, parts.join("\n"));
}

function section(title: string, changes: readonly Change[], titles: KindTitles): readonly string[] {
  if (changes.length === 0) return [];
  const blocks = changes.map((change) => changeHtml(change, { titles }));
  return [`<h2>${html(`${title} (${changes.length})`)}</h2>`, ...blocks];
}
