/** Renders a plan as a complete, self-contained HTML page. */

import type { Address } from "../../model/address.ts";
import { blastRadius } from "../../model/plan/blast-radius.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { irreversibleOf, irreversibleTitle } from "../apply/rollback-text.ts";
import { pendingLines } from "../finishing.ts";
import { missingHtml } from "../missing-scopes.ts";
import { causesFirst, groupByProblem } from "../problems.ts";
import { html } from "../text/escape.ts";
import { filterBar, list, page, table } from "../text/html-page.ts";
import { originHtml } from "../text/line-link.ts";
import { counted, fieldName, nameHtml, resourceName } from "../text/value.ts";
import { acceptedHint, acceptedSentence, acceptedTitle } from "./accepted-unseen.ts";
import { blastCounts } from "./blast-counts.ts";
import { choicesOf } from "./change-blocks.ts";
import { sectionsOf } from "./change-groups.ts";
import { changesHtml, dangersHtml } from "./change-html.ts";
import { choicesUnknownLines } from "./choices-unknown.ts";
import { dangersOf } from "./dangers.ts";
import {
  alikeHint,
  alikeTitle,
  renamedHint,
  renamedSentence,
  renamedTitle,
  secretName,
  secretsHeading,
  secretsHint,
} from "./first-apply.ts";
import { alongRows, movedRows } from "./moved-text.ts";
import { baseDoubtText, headWords } from "./plan-head.ts";
import type { RenderContext } from "./plan-markdown.ts";
import { costSentence, costText, planCounts, previewText } from "./plan-text.ts";
import { settledLists, settledSentence } from "./settled-fields.ts";
import { unwritableGroups, whatUnwritable } from "./unwritable-text.ts";

/** The whole plan as a complete page. */
export function planHtml(plan: Plan, context: RenderContext = {}): string {
  const title = `trueup plan: ${plan.environment}: ${planCounts(plan)}`;
  const { body, hasFilter } = planBody(plan, context);
  return page(title, body, { hasFilter });
}

/** The body of a page with the whole plan, and whether it contains a filter. */
export function planBody(plan: Plan, context: RenderContext = {}) {
  const on = { locate: context.locate, titles: plan.titles, link: context.link };
  const dangers = dangersOf(plan);
  const sections = sectionsOf(plan, dangers);
  const changes = [
    ...dangers.flatMap((group) => group.dangers.map(({ change }) => change)),
    ...sections.flatMap((group) => group.changes),
  ];
  const parts = [
    `<h1>${html(planCounts(plan))}</h1>`,
    identity(plan, context.at),
    ...baseDoubtText(plan.baseDoubt).map((text) => `<p class="banner">${html(text)}</p>`),
    ...(plan.preview ? [`<p class="banner">${html(previewText(plan.preview))}</p>`] : []),
    ...missingHtml(plan, context.link),
    ...(changes.length > 1 ? [filterBar(choicesOf(changes, plan.titles))] : []),
    ...dangers.map((group) => dangersHtml(group, on)),
    ...guards(plan),
    ...policyWarnings(plan),
    ...unknown(plan),
    tiles(plan),
    ...problems(context),
    ...held(plan),
    ...firstApply(plan),
    ...(context.rollback ? irreversible(plan) : []),
    ...sections.map(({ title, changes }) => changesHtml(title, changes, on)),
    ...unwritable(plan, context),
    ...notes(plan),
    ...costs(plan),
    `<p class="dim">fingerprint <code>${html(plan.fingerprint)}</code></p>`,
  ];
  return { body: parts.join("\n"), hasFilter: changes.length > 1 };
}

/** A heading with its content; `body` must be HTML. */
function section(title: string, body: string): string {
  return `<h2>${html(title)}</h2>\n${body}`;
}

function identity(plan: Plan, at: string | undefined): string {
  const cost = costSentence(plan);
  const facts = [...headWords(plan, at), ...(cost === "" ? [] : [cost])];
  const words = [`environment <code>${html(plan.environment)}</code>`, ...facts.map(html)];
  return `<p class="dim">${words.join(" · ")}</p>`;
}

function tiles(plan: Plan): string {
  const touched = blastCounts(blastRadius(plan)).map(({ count, what }) => ({
    count,
    what: `${counted(count, what).replace(/^\d+ /, "")} touched`,
  }));
  const all = [
    ...touched,
    { count: plan.converged, what: "as declared" },
    ...[
      { count: plan.unwritable.length, what: "cannot be written" },
      { count: plan.unknown.length, what: "unknown" },
    ].filter(({ count }) => count > 0),
  ];
  const items = all.map(({ count, what }) => `<li><b>${count}</b>${html(what)}</li>`);
  return `<ul class="tiles">${items.join("")}</ul>`;
}

function policyWarnings({ policyWarnings: found = [] }: Plan): readonly string[] {
  return found.map(({ message, addresses, fix = "" }) => {
    const where = list(addresses.map((address) => `<code>${nameHtml(address)}</code>`));
    return `<div class="banner">${html(message)}${where}${html(fix)}</div>`;
  });
}

function guards({ guards: found }: Plan): readonly string[] {
  return found.map(({ message, addresses, hint }) => {
    const where = list(addresses.map((address) => `<code>${nameHtml(address)}</code>`));
    return `<div class="banner danger"><b>Apply will refuse this:</b> ${html(message)}${where}${html(hint)}</div>`;
  });
}

function problems({ problems: all = [] }: RenderContext): readonly string[] {
  const items = all.map(({ severity, message, at }) => {
    const where = at ? ` <code>${html(`${at.file}:${at.line}`)}</code>` : "";
    return `${severity}: ${html(message)}${where}`;
  });
  return items.length === 0 ? [] : [section("Problems", list(items))];
}

function held({ held: all }: Plan): readonly string[] {
  const items = all.map(
    ({ address, action, reason }) => `${action} <code>${nameHtml(address)}</code>: ${html(reason)}`,
  );
  return items.length === 0 ? [] : [section("Held back because of health", list(items))];
}

function irreversible(plan: Plan): readonly string[] {
  const items = irreversibleOf(plan).map(
    ({ operation, address, irreversible: why }) =>
      `${operation} <code>${nameHtml(address)}</code>: ${html(why)}`,
  );
  return items.length === 0 ? [] : [section(irreversibleTitle, list(items))];
}

function unwritable(plan: Plan, { link }: RenderContext): readonly string[] {
  const items = unwritableGroups(plan).map(({ first, names, what, why }) => {
    const where = first.at ? ` <code>${originHtml(first.at, link)}</code>` : "";
    const all = names.map((name) => `<code>${nameHtml(name)}</code>`).join(", ");
    return what === undefined
      ? `${whatUnwritable(first)} ${all}: ${html(why)}${where}`
      : `${whatUnwritable(first)} ${html(what)}: ${html(why)}: ${all}`;
  });
  return items.length === 0 ? [] : [section("Cannot be written", list(items))];
}

function unknown({ unknown: all }: Plan): readonly string[] {
  const items = groupByProblem(causesFirst(all)).map(({ problem, all: same }) => {
    const names = same.map(({ address }) => `<code>${nameHtml(address)}</code>`);
    return `${html(problem.message)}: ${names.join(", ")}`;
  });
  const said = "<p>These resources could not be read, so trueup does not change them.</p>\n";
  return items.length === 0 ? [] : [section("Unknown", said + list(items))];
}

function notes(plan: Plan): readonly string[] {
  const name = (of: Address) => resourceName(of, plan.titles);
  const unmanaged = Object.entries(plan.unmanaged).map(([kind, count]) => `${count} ${kind}`);
  const items = [
    ...plan.kept.map((address) => `Kept, though no longer declared: ${name(address)}`),
    ...(plan.kept.length > 0 ? ["To remove these resources: trueup plan --prune."] : []),
    ...plan.released.map(
      ({ address, path }) => `No longer declared, left as it is: ${name(address)} ${fieldName(path)}`,
    ),
    ...(plan.takenOver.length > 0
      ? [`Adopted, because it exists already: ${plan.takenOver.map(name).join(", ")}`]
      : []),
    ...movedRows(plan).map(({ was, now, elsewhere }) => {
      const what = elsewhere ? "Declared elsewhere now" : "Moved, nothing is written";
      return `${what}: ${name(was)} → ${now.map(name).join(", ")}`;
    }),
    ...alongRows(plan, Number.POSITIVE_INFINITY).rows.map(
      ({ address, along }) => `${name(address)} also creates ${along}, if the device lacks it.`,
    ),
    ...pendingLines(plan),
    ...choicesUnknownLines(plan),
    ...(plan.ignored > 0
      ? [`${counted(plan.ignored, "field")} not compared: see \`ignore:\` in trueup.yaml.`]
      : []),
    ...(plan.unverifiable.length > 0
      ? [`${counted(plan.unverifiable.length, "secret")} cannot be read back.`]
      : []),
    ...(unmanaged.length > 0 ? [`Live and not declared, never touched: ${unmanaged.join(", ")}.`] : []),
    ...(plan.threeWay
      ? []
      : [
          "Two-way comparison: without the last applied state, trueup cannot distinguish pending changes from drift.",
        ]),
  ];
  return items.length === 0 ? [] : [section("Notes", list(items.map(html)))];
}

function firstApply(plan: Plan): readonly string[] {
  const renamed = plan.perhapsRenamed.map((one) => html(renamedSentence(one, plan.titles)));
  const alike = plan.alike?.map((one) => html(renamedSentence(one, plan.titles))) ?? [];
  const secrets = plan.secretsTakenOver.map((one) => html(secretName(one, plan.titles)));
  const under = (hint: string) => `<p>${html(hint)}</p>\n`;
  const accepted = plan.acceptedUnseen?.map((one) => html(acceptedSentence(one, plan.titles))) ?? [];
  return [
    ...(accepted.length > 0 ? [section(acceptedTitle, list(accepted) + under(acceptedHint()))] : []),
    ...settledLists.flatMap(({ of, title, hint }) => {
      const fields = plan[of]?.map((one) => html(settledSentence(one, plan.titles))) ?? [];
      return fields.length > 0 ? [section(title, list(fields) + under(hint))] : [];
    }),
    ...(alike.length > 0 ? [section(alikeTitle(plan), list(alike) + under(alikeHint(plan)))] : []),
    ...(renamed.length > 0 ? [section(renamedTitle, list(renamed) + under(renamedHint))] : []),
    ...(secrets.length > 0 ? [section(secretsHeading(plan), list(secrets) + under(secretsHint(plan)))] : []),
  ];
}

function costs({ cost }: Plan): readonly string[] {
  const asked = cost.filter(({ reads, writes }) => reads + writes > 0);
  const rows = asked.map((each) => [html(each.target), html(costText(each))]);
  return rows.length === 0 ? [] : [section("Cost", table(["target", "requests"], rows))];
}
