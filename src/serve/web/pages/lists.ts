/** The list pages: differences, resources and runs of all environments, filtered by the URL. */

import { html } from "hono/html";
import { nameShown } from "../../../report/text/value.ts";
import { groupPage } from "../../views/differences.ts";
import type { FilterChoices, ListFilter } from "../../views/filter.ts";
import { resourceStateNames } from "../../views/resource-states.ts";
import { type ListedResource, resourcePage } from "../../views/resources.ts";
import { type ListedRun, runPage, runStateNames } from "../../views/runs.ts";
import { unmanagedPage } from "../../views/unmanaged.ts";
import { type FilterField, filterForm, pageLinks } from "../filter-form.ts";
import { ago, badge, empty, type Html, type PageContext, pageOn, rowsTable } from "../frame.ts";
import { commitLink, environmentLink, resourceLink, runPath } from "../links.ts";
import { causeNames, groupCard } from "./group-card.ts";

/** The filter for environments, for lists that are not filtered by columns. */
function environmentChoices({ served }: PageContext): FilterField {
  const choices = served.environments().map(({ id }) => ({ value: id, count: 0 }));
  return { name: "environment", label: "Environment", choices, every: "all", isCounted: false };
}

/** The page of differences. The same difference on many devices is one entry. */
export function differencesPage(context: PageContext, filter: ListFilter): Html {
  const page = groupPage(context.served.environments(), filter);
  const { choices } = resourcePage(context.served.environments(), {
    ...filter,
    state: undefined,
    text: undefined,
  });
  const fields: readonly FilterField[] = [
    { name: "state", label: "Why", choices: page.causes, names: causeNames, every: "all" },
    ...columnFields(choices),
  ];
  const body = html`<div class="head"><div><h1>Differences</h1>
<p class="dim">Between Git and the live state. A difference that many resources share is one entry.</p></div></div>
${filterForm("/differences", filter, { fields, hidden: ["alike"] })}
<div id="differences" data-live>
${page.items.length === 0 ? empty("No differences.") : page.items.map((one) => groupCard(one, context.now))}
${pageLinks("/differences", filter, page)}</div>`;
  return pageOn(context, {
    title: "Differences",
    nav: "/differences",
    watch: filter.environment ?? "",
    body,
  });
}

function columnFields(choices: FilterChoices): readonly FilterField[] {
  return [
    { name: "environment", label: "Environment", choices: choices.environment, every: "all" },
    { name: "target", label: "Target", choices: choices.target, every: "all" },
    { name: "kind", label: "Kind", choices: choices.kind, every: "all" },
    { name: "site", label: "Site", choices: choices.site, every: "all" },
    { name: "tag", label: "Tag", choices: choices.tag, every: "all" },
  ];
}

/** The page of resources. Without a state filter, it lists all resources that are not in sync. */
export function resourcesPage(context: PageContext, filter: ListFilter): Html {
  const page = resourcePage(context.served.environments(), filter);
  const fields: readonly FilterField[] = [
    {
      name: "state",
      label: "State",
      choices: page.choices.state,
      names: resourceStateNames,
      every: filter.alike === undefined ? "not in sync" : "any state",
      any: "any state",
    },
    ...columnFields(page.choices),
  ];
  const rows = page.items.map((one) => resourceCells(one, context.now));
  const head = ["state", "resource", "kind", "target", "site", "environment", "since"];
  const body = html`<div class="head"><div><h1>Resources</h1>
<p class="dim">${
    filter.state === undefined ? "Resources that are not in sync, the worst first." : "The worst first."
  }</p></div></div>
${filterForm("/resources", filter, { fields, hidden: ["alike"] })}
<div id="resources" data-live>
${rows.length === 0 ? empty("No resource matches.") : rowsTable(head, rows)}
${pageLinks("/resources", filter, page)}</div>`;
  return pageOn(context, { title: "Resources", nav: "/resources", watch: filter.environment ?? "", body });
}

function resourceCells({ environment, row }: ListedResource, now: string): readonly (Html | string)[] {
  const since = environment.since.get(row.address)?.at;
  const due = environment.notDue?.get(row.address);
  return [
    badge(row.state, resourceStateNames[row.state]),
    html`${resourceLink(environment.id, row.address)}${
      row.tags.length === 0
        ? ""
        : html`<span
class="sub">${row.tags.slice(0, 5).map(nameShown).join(", ")}</span>`
    }`,
    row.title,
    nameShown(row.target),
    nameShown(row.site ?? ""),
    environmentLink(environment.id),
    due !== undefined ? html`due ${ago(due, now)}` : since === undefined ? "" : ago(since, now),
  ];
}

/** The page of live resources that Git does not declare. */
export function unmanagedListPage(context: PageContext, filter: ListFilter): Html {
  const page = unmanagedPage(context.served.environments(), filter);
  const { choices } = page;
  const fields: readonly FilterField[] = [
    { name: "environment", label: "Environment", choices: choices.environment, every: "all" },
    { name: "target", label: "Target", choices: choices.target, every: "all" },
    { name: "kind", label: "Kind", choices: choices.kind, every: "all" },
  ];
  const rows = page.items.map(({ environment, row }) => [
    nameShown(row.name),
    row.title,
    row.within === undefined ? "" : resourceLink(environment.id, row.within),
    nameShown(row.target),
    environmentLink(environment.id),
  ]);
  const head = ["name", "kind", "in", "target", "environment"];
  const body = html`<div class="head"><div><h1>Not in Git</h1>
<p class="dim">Live resources of managed kinds that Git does not declare. trueup leaves them as they are;
<code>trueup import</code> writes their declarations.</p></div></div>
${filterForm("/unmanaged", filter, { fields })}
<div id="unmanaged" data-live>
${rows.length === 0 ? empty("No resource matches.") : rowsTable(head, rows)}
${pageLinks("/unmanaged", filter, page)}</div>`;
  return pageOn(context, { title: "Not in Git", nav: "/unmanaged", watch: filter.environment ?? "", body });
}

/** The page of applies: running ones first, then the newest. */
export function runsPage(context: PageContext, filter: ListFilter): Html {
  const page = runPage(context.served.environments(), filter);
  const fields: readonly FilterField[] = [
    { name: "state", label: "Ending", choices: page.states, names: runStateNames, every: "all" },
    environmentChoices(context),
  ];
  const body = html`<div class="head"><div><h1>Runs</h1>
<p class="dim">Applies, who requested them, and how they ended: the last 50 of each environment.</p></div></div>
${filterForm("/runs", filter, { fields })}
<div id="runs" data-live>
${page.items.length === 0 ? empty("Nothing was applied yet.") : runsTable(page.items, context.now)}
${pageLinks("/runs", filter, page)}</div>`;
  return pageOn(context, { title: "Runs", nav: "/runs", watch: filter.environment ?? "", body });
}

/** Runs as a table. */
export function runsTable(runs: readonly ListedRun[], now: string): Html {
  const rows = runs.map(({ environment, run, state }) => [
    badge(state, runStateNames[state]),
    html`<a href="${runPath(environment.id, run.id)}">${nameShown(run.id)}</a>`,
    environmentLink(environment.id),
    commitLink(environment, run.commit),
    html`${whyNames[run.why]}<span class="sub">${nameShown(run.by)}</span>`,
    `${run.steps.applied} of ${run.steps.all}${run.steps.failed > 0 ? `, ${run.steps.failed} failed` : ""}`,
    ago(run.startedAt, now),
  ]);
  return rowsTable(["ending", "run", "environment", "commit", "why", "steps", "started"], rows);
}

/** Labels for why a run was started. */
export const whyNames = { merge: "merged", selfHeal: "reverted automatically", asked: "requested" } as const;
