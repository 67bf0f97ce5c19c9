/** The start page: the worst findings of all environments. */

import { html } from "hono/html";
import { visible } from "../../../report/text/escape.ts";
import { counted, nameShown } from "../../../report/text/value.ts";
import type { ServedState } from "../../served.ts";
import { groupPage } from "../../views/differences.ts";
import {
  type EnvironmentPage,
  type EnvironmentRow,
  environmentPage,
  environmentStateNames,
  environmentStates,
} from "../../views/environments.ts";
import type { ListFilter } from "../../views/filter.ts";
import { queryOf } from "../../views/filter.ts";
import { filterForm, pageLinks } from "../filter-form.ts";
import {
  ago,
  badge,
  empty,
  type Html,
  numberText,
  type PageContext,
  pageOn,
  rowsTable,
  toneOf,
} from "../frame.ts";
import { commitLink, environmentLink, listPath } from "../links.ts";
import { countWords } from "./count-words.ts";
import { groupCard } from "./group-card.ts";

/** The maximum number of groups of differences that are shown, the worst first. */
const mostGroups = 4;

/** States that need no attention. */
const calm: readonly ServedState[] = ["inSync", "applying", "starting"];

/** Renders the page. */
export function overviewPage(context: PageContext, filter: ListFilter): Html {
  const all = context.served.environments();
  const page = environmentPage(all, filter);
  const groups = groupPage(all, {})
    .items.filter(({ group }) => group.cause !== "pending")
    .slice(0, mostGroups);
  const body = html`<div class="head"><div><h1>${headline(all.map(({ state }) => state))}</h1></div></div>
<div id="states" data-live>${tiles(page, filter)}</div>
${all.length > 10 || filter.text ? filterForm("/", filter, { fields: [], hidden: ["state"] }) : ""}
<div id="environments" data-live>
${
  page.items.length === 0
    ? empty(all.length === 0 ? "No environment is followed yet." : "No environment matches.")
    : environmentsTable(page, context.now)
}
${page.pages > 1 || filter.state || filter.text ? pageLinks("/", filter, page) : ""}</div>
<section id="worst" data-live>${
    groups.length === 0 || filter.state
      ? ""
      : html`<h2>What differs most <a class="more" href="/differences">all differences</a></h2>${groups.map(
          (one) => groupCard(one, context.now),
        )}`
  }</section>`;
  return pageOn(context, { title: "Overview", nav: "/", watch: "", body });
}

function headline(states: readonly ServedState[]): string {
  const open = states.filter((state) => !calm.includes(state)).length;
  if (states.length === 0) return "Nothing to show yet";
  if (open === 0)
    return states.length === 1
      ? "Everything is as Git declares"
      : `All ${states.length} environments are as declared`;
  return `${numberText(open)} of ${counted(states.length, "environment")} ${open === 1 ? "needs" : "need"} a look`;
}

function tiles({ states }: EnvironmentPage, filter: ListFilter): Html {
  const counts = new Map(states.map(({ value, count }) => [value, count]));
  const shown = environmentStates.filter((state) => counts.has(state) || state === filter.state);
  const tile = (state: ServedState) => {
    const isChosen = state === filter.state;
    const to = `/${queryOf({ ...filter, page: 1, state: isChosen ? undefined : state })}`;
    return html`<li><a class="${toneOf(state)}" href="${to}"${
      isChosen ? html` aria-current="true"` : ""
    }><b>${numberText(counts.get(state) ?? 0)}</b>${environmentStateNames[state]}</a></li>`;
  };
  return shown.length === 0 ? html`` : html`<ul class="tiles">${shown.map(tile)}</ul>`;
}

function environmentsTable(page: EnvironmentPage, now: string): Html {
  const rows = page.items.map((row) => environmentCells(row, now));
  return rowsTable(["state", "environment", "differs", "reason", "observed", "applied"], rows);
}

function environmentCells(row: EnvironmentRow, now: string): readonly (Html | string)[] {
  const { environment, driftSince, failing } = row;
  const { id, state, reasons, look, applied, commit } = environment;
  const [first, ...more] = reasons;
  const since = driftSince === undefined ? "" : html`<span class="sub">since ${ago(driftSince, now)}</span>`;
  const counts = row.counts ? countWords(row.counts) : "";
  const differs =
    counts === ""
      ? ""
      : html`<a href="${listPath("differences", { environment: id })}">${counts}</a>${since}`;
  const unseen =
    failing.length === 0
      ? ""
      : html`<span class="sub">${failing.map(({ name }) => nameShown(name)).join(", ")} cannot be observed</span>`;
  return [
    badge(state, environmentStateNames[state]),
    html`${environmentLink(id)}<span class="sub">${commit ? commitLink(environment, commit.id) : ""}
${nameShown(environment.branch)}</span>`,
    differs,
    html`${first === undefined ? "" : visible(first.message)}${
      more.length === 0
        ? ""
        : html`<span class="sub">and
${more.length} more</span>`
    }${unseen}`,
    ago(look?.observedAt, now),
    ago(applied?.at, now),
  ];
}
