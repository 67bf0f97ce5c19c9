/** One apply, running or ended: its waves, its progress and its events. */

import { html } from "hono/html";
import { type Address, addressParts } from "../../../model/address.ts";
import { fingerprintLabel } from "../../../model/plan/plan.ts";
import { visible } from "../../../report/text/escape.ts";
import { nameShown } from "../../../report/text/value.ts";
import type { ServedRun, ServedWave } from "../../served.ts";
import { allRuns, findRun, type ListedRun, runStateNames } from "../../views/runs.ts";
import { spanText } from "../../views/times.ts";
import { ago, badge, empty, type Html, numberText, type PageContext, pageOn, toneOf } from "../frame.ts";
import {
  commitLink,
  environmentLink,
  environmentPath,
  resourceLink,
  resourcePath,
  runPath,
} from "../links.ts";
import { requestForms } from "./forms.ts";
import { runsTable, whyNames } from "./lists.ts";

const mostTries = 10;

/** Renders the page of a run. */
function runPageOf(context: PageContext, listed: ListedRun): Html {
  const { environment, run, state } = listed;
  const { id } = environment;
  const tries = allRuns(environment).filter((one) => one.run.commit === run.commit && one.run.id !== run.id);
  const body = html`<div id="head" data-live><div class="head"><div><h1>Run ${nameShown(run.id)} ${badge(
    state,
    runStateNames[state],
  )}</h1>
${facts(listed, context.now)}</div>${
    state === "running" ? requestForms(context, environment, ["stopAfterWave"]) : ""
  }</div></div>
<div id="progress" data-live>${progress(run)}${message(run)}${leftBehind(listed)}</div>
<section id="events" data-live><h2>What happened</h2>${events(listed)}</section>
${
  tries.length === 0
    ? ""
    : html`<h2>Other tries of this commit</h2>${runsTable(tries.slice(0, mostTries), context.now)}`
}
<p class="dim"><a href="${environmentPath(id)}">Back to ${nameShown(id)}</a></p>`;
  return pageOn(context, { title: `Run ${nameShown(run.id)}`, nav: "/runs", watch: id, body });
}

/** A running apply, as the environment's page shows it. */
export function runProgress(listed: ListedRun, now: string): Html {
  const { environment, run } = listed;
  const [last] = run.events.slice(-1);
  return html`<section class="card edged busy"><div class="head"><div><b>Applying</b> <a
href="${runPath(environment.id, run.id)}">${nameShown(run.id)}</a>
<ul class="facts"><li>${whyNames[run.why]}, by ${nameShown(run.by)}</li><li>begun ${ago(
    run.startedAt,
    now,
  )}</li>${last ? html`<li>${visible(last.text)}</li>` : ""}</ul></div></div>${progress(run)}</section>`;
}

function facts({ environment, run, state }: ListedRun, now: string): Html {
  const { endedAt, startedAt, fingerprint } = run;
  const took = endedAt === undefined ? "" : `, took ${spanText(Date.parse(endedAt) - Date.parse(startedAt))}`;
  const rate = rateOf(run, endedAt ?? now);
  const all = [
    environmentLink(environment.id),
    html`${commitLink(environment, run.commit)}`,
    html`${whyNames[run.why]}, by ${nameShown(run.by)}`,
    html`begun ${ago(startedAt, now)}${took}`,
    ...(fingerprint === undefined ? [] : [html`plan <code>${fingerprintLabel(fingerprint)}</code>`]),
    ...(state === "running" && rate !== undefined ? [html`${rate} steps a minute`] : []),
  ];
  return html`<ul class="facts">${all.map((one) => html`<li>${one}</li>`)}</ul>`;
}

/** The ended steps per minute; undefined before the first step has ended. */
function rateOf({ steps, startedAt }: ServedRun, until: string): string | undefined {
  const minutes = (Date.parse(until) - Date.parse(startedAt)) / 60_000;
  const settled = steps.applied + steps.failed;
  return settled > 0 && minutes > 0 ? numberText(Math.max(1, Math.round(settled / minutes))) : undefined;
}

function progress({ steps, waves }: ServedRun): Html {
  const settled = steps.applied + steps.failed;
  const failed = steps.failed === 0 ? "" : html`, <b class="bad tone">${numberText(steps.failed)} failed</b>`;
  return html`<p>${numberText(settled)} of ${numberText(steps.all)} steps ended${failed}</p>
<progress class="busy" max="${Math.max(1, steps.all)}" value="${settled}" aria-label="Steps"></progress>
${
  waves.length > 1 || waves.some(({ name }) => name !== undefined)
    ? html`<ol class="waves">${waves.map(wave)}</ol>`
    : ""
}`;
}

const waveNames: Readonly<Record<ServedWave["state"], string>> = {
  waiting: "waits",
  running: "running",
  done: "done",
  failed: "failed",
  skipped: "skipped",
};

function wave({ name, state, steps }: ServedWave, at: number): Html {
  const said = name === undefined ? `Wave ${at + 1}` : nameShown(name);
  return html`<li class="${toneOf(state)}"><b>${said}</b> ${badge(state, waveNames[state])}
<progress max="${Math.max(1, steps.all)}" value="${steps.settled}" aria-label="${said}"></progress>
<span class="dim">${numberText(steps.settled)} of ${numberText(steps.all)}</span></li>`;
}

function message({ message: text, ended }: ServedRun): Html {
  return text === undefined
    ? html``
    : html`<div class="card edged ${toneOf(ended ?? "running")}">${visible(text)}</div>`;
}

function leftBehind({ environment, run }: ListedRun): Html {
  const all = run.recorded?.leftBehind ?? [];
  if (all.length === 0) return html``;
  const rows = all
    .slice(0, 20)
    .map(
      ({ address, because }) =>
        html`<li>${resourceLink(environment.id, address)} <span class="dim">${because}</span></li>`,
    );
  const more = all.length - rows.length;
  return html`<h2>Differs from the commit</h2><ul>${rows}</ul>${
    more > 0
      ? html`<p class="dim">and ${more}
more</p>`
      : ""
  }`;
}

/** The events, newest first, so that the current events are on top. */
function events({ environment, run }: ListedRun): Html {
  if (run.events.length === 0) return empty("Nothing yet.");
  const rows = run.events
    .toReversed()
    .map(
      ({ at, text, address }) =>
        html`<li><time datetime="${at}">${/T(\d\d:\d\d:\d\d)/.exec(at)?.[1] ?? ""}</time><span>${said(
          environment.id,
          text,
          address,
        )}</span></li>`,
    );
  return html`<ol class="events" tabindex="0" aria-label="Events, the newest first">${rows}</ol>`;
}

/** An event's text, as a link to the resource that it is about. */
function said(id: string, text: string, address: Address | undefined): Html {
  const shown = visible(text);
  if (address === undefined) return html`${shown}`;
  if (!text.includes(addressParts(address).key)) return html`${shown} ${resourceLink(id, address)}`;
  return html`<a href="${resourcePath(id, address)}">${shown}</a>`;
}

/** The page of a run by its id; undefined if there is no such run. */
export function findRunPage(
  context: PageContext,
  environment: ListedRun["environment"],
  id: string,
): Html | undefined {
  const found = findRun(environment, id);
  return found && runPageOf(context, found);
}
