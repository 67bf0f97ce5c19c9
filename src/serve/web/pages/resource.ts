/**
 * One resource: its desired, base and live values side by side, where each field was written, and what was done to the
 * resource.
 */

import { html } from "hono/html";
import { isSecretReference } from "../../../model/secret.ts";
import { besideEachOther, briefly } from "../../../report/text/difference.ts";
import { visible } from "../../../report/text/escape.ts";
import { fieldName, nameShown, shown } from "../../../report/text/value.ts";
import type { ResourceField, ResourceView } from "../../views/resource.ts";
import { resourceStateMeanings, resourceStateNames } from "../../views/resource-states.ts";
import { ago, badge, empty, type Html, type PageContext, pageOn, rowsTable, time } from "../frame.ts";
import { commitLink, environmentLink, environmentPath, listPath, runPath } from "../links.ts";
import { origin } from "./group-card.ts";
import { whyNames } from "./lists.ts";

/** The maximum length of a value, in characters. */
const mostCharacters = 400;
const mostEvents = 50;

/** Renders the page of a resource. */
export function resourcePageOf(context: PageContext, view: ResourceView): Html {
  const { environment, row, reasons } = view;
  const body = html`<div id="head" data-live><div class="head"><div>
<h1>${nameShown(row.key)} ${badge(row.state, resourceStateNames[row.state])}</h1>${facts(view, context.now)}</div></div>
<p>${resourceStateMeanings[row.state]}</p>
${
  reasons.length === 0
    ? ""
    : html`<ul class="why card">${reasons.map((reason) => html`<li>${visible(reason)}</li>`)}</ul>`
}</div>
<section id="fields" data-live><h2>Fields</h2>${fields(view)}</section>
<section id="history" data-live><h2>History ${
    view.commitsUrl === undefined
      ? ""
      : html`<a class="more"
href="${view.commitsUrl}" rel="noreferrer">commits of its file</a>`
  }</h2>${history(view, context.now)}</section>
<p class="dim"><a href="${environmentPath(environment.id)}">Back to ${nameShown(environment.id)}</a></p>`;
  return pageOn(context, { title: nameShown(row.address), nav: "/resources", watch: environment.id, body });
}

function facts({ environment, row, since, dueAt }: ResourceView, now: string): Html {
  const beside = (of: "target" | "site", value: string) =>
    html`<a
href="${listPath("resources", { environment: environment.id, [of]: value, state: "any" })}">${nameShown(value)}</a>`;
  const all = [
    html`${row.title} in ${beside("target", row.target)}`,
    ...(row.site === undefined ? [] : [html`site ${beside("site", row.site)}`]),
    environmentLink(environment.id),
    ...(since === undefined ? [] : [html`differs since ${ago(since, now)}`]),
    ...(dueAt === undefined ? [] : [html`due ${time(dueAt)}`]),
    html`observed ${ago(environment.look?.observedAt, now)}`,
    html`<code>${nameShown(row.address)}</code>`,
  ];
  return html`<ul class="facts">${all.map((one) => html`<li>${one}</li>`)}</ul>`;
}

const observedWords: Readonly<Record<ResourceView["observed"], string>> = {
  present: "",
  absent: "The resource does not exist at the target.",
  unknown: "The live state is unknown: it could not be read, or was not requested.",
  hidden: "Of the live state, only differences are shown.",
};

function fields({ fields: all, moreFields, observed, link }: ResourceView): Html {
  const said = observedWords[observed];
  const note = said === "" ? "" : html`<p class="dim">${said}</p>`;
  if (all.length === 0) return html`${note}${empty("The resource declares no fields of its own.")}`;
  const hasBase = all.some(({ base }) => base !== undefined);
  const head = ["field", "declared", ...(hasBase ? ["applied"] : []), "live", "why", "written in"];
  const rows = all.map((field) => {
    const [live, desired] = sides(field, observed);
    return [
      fieldName(field.path),
      desired,
      ...(hasBase ? [field.base === undefined ? "" : briefly(shown(field.base), mostCharacters)] : []),
      field.cause === undefined ? live : html`<span class="was">${live}</span>`,
      field.cause === undefined ? "" : badge(field.cause, field.cause),
      origin(field.at, link),
    ];
  });
  return html`${note}${rowsTable(head, rows)}${
    moreFields > 0 ? html`<p class="dim">and ${moreFields} more fields</p>` : ""
  }`;
}

function sides(
  { live, desired, cause }: ResourceField,
  observed: ResourceView["observed"],
): readonly [string, string] {
  if (live === undefined && isSecretReference(desired)) return ["cannot be read", shown(desired)];
  const [ofLive, ofDesired] =
    cause === undefined ? [shown(live), shown(desired)] : besideEachOther(live, desired);
  const isSeen = live !== undefined || observed === "present" || observed === "absent";
  return [
    isSeen ? briefly(ofLive, mostCharacters) : "",
    desired === undefined ? "not declared" : briefly(ofDesired, mostCharacters),
  ];
}

function history({ environment, events }: ResourceView, now: string): Html {
  if (events.length === 0) return empty("None of the stored applies has changed this resource.");
  const rows = events
    .slice(0, mostEvents)
    .map(({ run, event }) => [
      ago(event.at, now),
      visible(event.text),
      commitLink(environment, run.commit),
      html`${whyNames[run.why]}<span class="sub">${nameShown(run.by)}</span>`,
      html`<a href="${runPath(environment.id, run.id)}">${nameShown(run.id)}</a>`,
    ]);
  return rowsTable(["when", "what", "commit", "why", "run"], rows);
}
