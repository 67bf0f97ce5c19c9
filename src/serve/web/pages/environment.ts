/** One environment: its state and the reasons, possible actions, differences, targets and recent runs. */

import { html } from "hono/html";
import { visible } from "../../../report/text/escape.ts";
import { nameShown } from "../../../report/text/value.ts";
import type { ServedEnvironment, ServedTarget } from "../../served.ts";
import { groupPage } from "../../views/differences.ts";
import { driftLine, lineBox } from "../../views/drift-line.ts";
import { environmentCounts, environmentStateNames } from "../../views/environments.ts";
import { allRuns } from "../../views/runs.ts";
import { spanText } from "../../views/times.ts";
import { unmanagedRows } from "../../views/unmanaged.ts";
import {
  ago,
  badge,
  empty,
  type Html,
  numberText,
  type PageContext,
  pageOn,
  rowsTable,
  time,
  toneOf,
} from "../frame.ts";
import { commitLink, environmentPath, listPath } from "../links.ts";
import { requestForms } from "./forms.ts";
import { groupCard } from "./group-card.ts";
import { runsTable } from "./lists.ts";
import { runProgress } from "./run.ts";

const mostGroups = 8;
const mostRuns = 5;
const mostTargets = 50;
const mostProblems = 20;

/** Renders the page of an environment. */
export function environmentPageOf(context: PageContext, environment: ServedEnvironment): Html {
  const { id, run } = environment;
  const body = html`<div id="head" data-live>${head(context, environment)}${why(environment, context.now)}</div>
<div id="run" data-live>${
    run && run.endedAt === undefined ? runProgress({ environment, run, state: "running" }, context.now) : ""
  }</div>
<div id="counts" data-live>${tiles(environment)}</div>
${problems(environment)}
<section id="line" data-live>${line(environment)}</section>
<section id="groups" data-live>${groups(environment, context.now)}</section>
<section id="targets" data-live><h2>Targets</h2>${targets(environment.targets, context.now)}</section>
<section id="last-runs" data-live>${lastRuns(environment, context.now)}</section>`;
  return pageOn(context, { title: nameShown(id), watch: id, body });
}

/** The top of the page: the environment's name, state, commits and actions. */
function head(context: PageContext, environment: ServedEnvironment): Html {
  const { id, state, branch, commit, applied, look, may } = environment;
  const by = may.selfHeal ? "reverts drift automatically" : "does not revert drift";
  const facts = [
    html`${nameShown(branch)}${
      commit
        ? html` at ${commitLink(environment, commit.id)} ${nameShown(commit.subject)} ·
${nameShown(commit.author)}, ${ago(commit.time, context.now)}`
        : ""
    }`,
    html`applied ${
      applied
        ? html`${commitLink(environment, applied.commit)} ${ago(applied.at, context.now)} by
${nameShown(applied.by)}`
        : "never"
    }`,
    look ? html`observed ${ago(look.observedAt, context.now)}` : html`never observed`,
    html`${may.apply === "onMerge" ? "applies what is merged" : "applies when asked"}, ${by}`,
  ];
  return html`<div class="head"><div><h1>${nameShown(id)} ${badge(state, environmentStateNames[state])}</h1>
<ul class="facts">${facts.map((fact) => html`<li>${fact}</li>`)}</ul></div>
<div class="acts">${
    look ? html`<a class="button" href="${environmentPath(id, "/plan")}">Whole plan</a>` : ""
  }${requestForms(context, environment)}</div></div>`;
}

function why({ reasons, state }: ServedEnvironment, now: string): Html {
  if (reasons.length === 0) return html``;
  const rows = reasons.map(({ because, message, by, since, until }) => {
    const more = [
      ...(by === undefined ? [] : [html`by ${nameShown(by)}`]),
      ...(since === undefined ? [] : [html`since ${ago(since, now)}`]),
      ...(until === undefined ? [] : [html`until ${time(until)}`]),
    ];
    return html`<li><b>${reasonNames[because]}</b>${visible(message)}${more.map(
      (one) => html` <span class="dim">·
${one}</span>`,
    )}</li>`;
  });
  return html`<section class="card edged ${toneOf(state)}" aria-label="Why nothing happens"><ul
class="why">${rows}</ul></section>`;
}

/** The label of each reason. */
const reasonNames: Readonly<Record<ServedEnvironment["reasons"][number]["because"], string>> = {
  frozen: "Frozen",
  consentNeeded: "Consent needed",
  approvalNeeded: "Waits for approval",
  selfHealOff: "Self-heal is off",
  selfHealBound: "Self-heal limit reached",
  health: "Held for health",
  locked: "Locked",
  notDue: "Not due yet",
  lastFailed: "Last apply failed",
  unreachable: "Unreachable",
  projectInvalid: "Project is not valid",
  branchGone: "Branch was deleted",
  branchForced: "Branch was force-pushed",
};

function tiles(environment: ServedEnvironment): Html {
  const counts = environmentCounts(environment);
  if (!counts) return html``;
  const { id } = environment;
  const unmanaged = unmanagedRows(environment.look).length;
  const tile = (count: number, [state, name]: readonly [string, string]) =>
    count === 0 && !["drift", "pending"].includes(state)
      ? ""
      : html`<li${count === 0 ? html` class="zero"` : ""}><a class="${toneOf(state)}"
href="${listPath("resources", { environment: id, state })}"><b>${numberText(count)}</b>${name}</a></li>`;
  return html`<ul class="tiles">${[
    tile(counts.conflicts, ["conflict", "in conflict"]),
    tile(counts.drifted, ["drift", "drifted"]),
    tile(counts.unknown, ["unknown", "unknown"]),
    tile(counts.unwritable, ["unwritable", "cannot be written"]),
    tile(counts.held, ["held", "held for health"]),
    tile(counts.pending, ["pending", "pending"]),
    tile(counts.notDue, ["notDue", "not due yet"]),
    tile(counts.converged, ["inSync", "as declared"]),
    unmanaged === 0
      ? ""
      : html`<li><a class="calm" href="${listPath("unmanaged", { environment: id })}"><b>${numberText(
          unmanaged,
        )}</b>not in Git</a></li>`,
  ]}</ul>`;
}

function problems({ problems: all }: ServedEnvironment): Html {
  if (all.length === 0) return html``;
  const rows = all.slice(0, mostProblems).map(({ code, severity, message, at, hint }) => {
    const place = at ? html` <span class="dim">${nameShown(at.file)}:${at.line}</span>` : "";
    return html`<li><b class="${severity === "error" ? "bad" : "warn"}">${code}</b>${visible(message)}${place}${
      hint === undefined ? "" : html` <span class="dim">${visible(hint)}</span>`
    }</li>`;
  });
  const more = all.length - rows.length;
  return html`<h2>Problems</h2><ul class="why">${rows}</ul>${
    more > 0 ? html`<p class="dim">and ${more} more</p>` : ""
  }`;
}

/** The chart of drift over time. */
function line({ history }: ServedEnvironment): Html {
  const drawn = driftLine(history);
  if (!drawn) return html``;
  const { width, height, inset } = lineBox;
  const span = `from ${drawn.first.at} to ${drawn.last.at}`;
  const said = `Drifted resources ${span}: at most ${drawn.most}, now ${drawn.last.drifted}`;
  return html`<h2>Drift over time</h2><div class="card">
<svg class="line" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${said}">
<line class="axis" x1="0" y1="${height - inset}" x2="${width}" y2="${height - inset}"/>
<polyline class="p" points="${drawn.pending}"/><polyline class="d" points="${drawn.drifted}"/></svg>
<div class="legend"><span>${time(drawn.first.at)}</span><span><i class="d">—</i> drifted, now
${numberText(drawn.last.drifted)}</span><span><i class="p">- -</i> pending, now
${numberText(drawn.last.pending)}</span><span>at most
${numberText(drawn.most)}</span><span>${time(drawn.last.at)}</span></div></div>`;
}

function groups(environment: ServedEnvironment, now: string): Html {
  const page = groupPage([environment], {});
  if (!environment.look) return html`${empty("The environment was not observed yet.")}`;
  if (page.total === 0) return html`<h2>Differences</h2>${empty("The live state is as Git declares.")}`;
  const all = html`<a class="more" href="${listPath("differences", { environment: environment.id })}">all
${numberText(page.total)}</a>`;
  return html`<h2>Differences ${all}</h2>${page.items.slice(0, mostGroups).map((one) => groupCard(one, now))}`;
}

function targets(all: readonly ServedTarget[], now: string): Html {
  if (all.length === 0) return empty("The environment has no targets.");
  const failingFirst = all.toSorted((one, other) => Number(!one.failing) - Number(!other.failing));
  const rows = failingFirst.slice(0, mostTargets).map((target) => {
    const { name, dialect, interface: of, origin, observedAt, nextLookAt, failing, counts } = target;
    const state = failing
      ? html`${badge("failing", "failing")}<span class="sub">${visible(failing.message)}, since ${ago(
          failing.since,
          now,
        )}</span>`
      : badge(
          observedAt === undefined ? "starting" : "inSync",
          observedAt === undefined ? "not observed yet" : "observed",
        );
    return [
      state,
      html`${nameShown(name)}<span class="sub">${nameShown(origin)}</span>`,
      dialect === "neutral" ? nameShown(of) : nameShown(dialect),
      ago(observedAt, now),
      nextLookAt === undefined ? "" : ago(nextLookAt, now),
      numberText(counts.requests),
      numberText(counts.writes),
      `${numberText(counts.throttled)}${counts.waitedMs >= 1000 ? `, waited ${spanText(counts.waitedMs)}` : ""}`,
    ];
  });
  const head = [
    "state",
    "target",
    "product",
    "looked",
    "next observation",
    "requests",
    "writes",
    "throttled",
  ];
  const more = all.length - rows.length;
  return html`${rowsTable(head, rows, { numbers: [5, 6] })}${
    more > 0 ? html`<p class="dim">and ${more} more</p>` : ""
  }`;
}

function lastRuns(environment: ServedEnvironment, now: string): Html {
  const all = allRuns(environment).filter(({ state }) => state !== "running");
  if (all.length === 0) return html``;
  const more = html`<a class="more" href="${listPath("runs", { environment: environment.id })}">all</a>`;
  return html`<h2>Last runs ${more}</h2>${runsTable(all.slice(0, mostRuns), now)}`;
}
