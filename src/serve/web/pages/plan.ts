/** The plan as the HTML report shows it, with the form that approves it. */

import { html, raw } from "hono/html";
import { planBody } from "../../../report/plan/plan-html.ts";
import { visible } from "../../../report/text/escape.ts";
import { nameShown } from "../../../report/text/value.ts";
import type { ServedEnvironment, ServedLook } from "../../served.ts";
import { offeredRequests } from "../../views/environments.ts";
import { linkIn } from "../../views/resource.ts";
import { empty, type Html, type PageContext, pageOn } from "../frame.ts";
import { environmentPath, listPath } from "../links.ts";
import { mayDo } from "../viewer.ts";
import { formFields } from "./forms.ts";

/** The maximum number of changes for a full page. A longer plan is shown as groups of differences. */
const mostChanges = 1000;

/** The rendered bodies of recent plans. */
const kept = new WeakMap<ServedLook, { readonly body: string; readonly hasFilter: boolean }>();

/** Renders the plan page of an environment. */
export function planPageOf(context: PageContext, environment: ServedEnvironment): Html {
  const { id, look } = environment;
  const back = html`<p class="dim"><a href="${environmentPath(id)}">Back to ${nameShown(id)}</a></p>`;
  const title = `Plan of ${nameShown(id)}`;
  if (!look)
    return pageOn(context, {
      title,
      body: html`<h1>${title}</h1>${empty("The environment was not observed yet.")}${back}`,
    });
  const changes = look.plan.changes.length;
  if (changes > mostChanges) {
    const all = listPath("differences", { environment: id });
    const body = html`<h1>${title}</h1>${approval(context, environment)}
<p>The plan has ${changes} changes: <a href="${all}">see the list, which groups equal ones</a>. The whole plan is at
<a href="/api/v1${environmentPath(id, "/plan")}">/api/v1${environmentPath(id, "/plan")}</a>.</p>${back}`;
    return pageOn(context, { title, body });
  }
  const { body, hasFilter } = bodyOf(environment, look);
  // The report has already escaped its contents.
  const parts = html`<div id="approval" data-live>${approval(context, environment)}</div><div
class="report">${raw(body)}</div>${back}`;
  return pageOn(context, { title, body: parts, hasFilter });
}

function bodyOf(environment: ServedEnvironment, look: ServedLook) {
  const known = kept.get(look);
  if (known) return known;
  const { desired } = look.made;
  const made = planBody(look.plan, {
    locate: (address, path) => desired.locate(address, path),
    link: linkIn(environment),
    at: look.observedAt,
    problems: environment.problems,
  });
  kept.set(look, made);
  return made;
}

/** The form that applies exactly this plan, with a checkbox for each consent that a guard accepts. */
function approval({ who }: PageContext, environment: ServedEnvironment): Html {
  const { look } = environment;
  if (!look || !offeredRequests(environment).includes("apply") || !mayDo(who.role, "apply")) return html``;
  const { fingerprint, guards } = look.plan;
  const consents = guards.flatMap(({ consent, message }) =>
    consent === undefined
      ? []
      : [
          html`<p><label><input type="checkbox" name="consents" value="${consent}"> ${visible(message)}</label></p>`,
        ],
  );
  return html`<form class="card edged busy" method="post" action="/requests">${formFields(who, environment, {
    do: "apply",
    fingerprint,
  })}
<p>Exactly this plan is applied: <code>${fingerprint}</code></p>${consents}
<p><button class="first">Apply this plan</button></p></form>`;
}
