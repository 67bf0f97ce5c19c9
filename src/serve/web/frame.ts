/** The frame of every page, and the parts that pages are made of. */

import { html } from "hono/html";
import { nameShown } from "../../report/text/value.ts";
import type { Served } from "../served.ts";
import { agoText, minuteText } from "../views/times.ts";
import { assetPaths } from "./assets.ts";
import type { Viewer } from "./viewer.ts";

/** A piece of a page. Everything in it that is not `Html` itself was escaped. */
export type Html = ReturnType<typeof html>;

/** The data with which every page is rendered. */
export interface PageContext {
  readonly served: Served;
  readonly who: Viewer;
  /** The current time: ISO 8601, UTC. */
  readonly now: string;
  readonly version: string;
  /** True if the server has a database, and a page of workers. */
  readonly hasWorkers?: boolean | undefined;
}

/** The parts of a whole page. */
export interface PageParts {
  readonly title: string;
  /** The path that the navigation shows as current. If absent, the navigation shows no path as current. */
  readonly nav?: string | undefined;
  /**
   * The id of an environment. The page is refreshed when this environment changes. If empty, changes of any environment
   * refresh the page; if absent, nothing does.
   */
  readonly watch?: string | undefined;
  readonly body: Html | readonly Html[];
  /** True if the page includes the script that filters a report. */
  readonly hasFilter?: boolean | undefined;
}

const places = [
  ["/", "Overview"],
  ["/differences", "Differences"],
  ["/resources", "Resources"],
  ["/unmanaged", "Not in Git"],
  ["/runs", "Runs"],
] as const;

/** Only servers with a database have this page. */
const workersPlace = ["/workers", "Workers"] as const;

/** Renders a page. */
export function pageOn({ who, now, version, hasWorkers }: PageContext, page: PageParts): Html {
  const shown = hasWorkers ? [...places, workersPlace] : places;
  const { title, nav, watch, body, hasFilter = false } = page;
  const watched = watch === undefined ? "" : html` data-watch="${watch}"`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<meta name="color-scheme" content="light dark">
<title>${title} · trueup</title>
<link rel="icon" href="${assetPaths.icon}">
<link rel="stylesheet" href="${assetPaths.sheet}">
<script src="${assetPaths.script}" defer></script>
${hasFilter ? html`<script src="${assetPaths.filter}" defer></script>` : ""}
</head>
<body${watched}>
<a class="skip" href="#main">To the content</a>
<header class="top">
<a class="brand" href="/">trueup</a>
<nav aria-label="Main">${shown.map(
    ([path, name]) => html`<a href="${path}"${path === nav ? html` aria-current="page"` : ""}>${name}</a>`,
  )}</nav>
<span class="who">${nameShown(who.name)} · may ${who.role}</span>${logout(who)}
</header>
<main class="shell" id="main">
${body}
<footer><span>trueup ${version}</span><span>as of ${time(now)}</span><a href="/api/v1/openapi.json">API</a></footer>
</main>
</body>
</html>
`;
}

/** A time, to the minute. */
export function time(at: string): Html {
  return html`<time datetime="${at}">${minuteText(at)}</time>`;
}

/** A time relative to now, with the exact minute as its title. */
export function ago(at: string | undefined, now: string): Html {
  if (at === undefined) return html`<span class="dim">never</span>`;
  return html`<time class="nowrap" datetime="${at}" title="${minuteText(at)}">${agoText(at, now)}</time>`;
}

/** How a state is coloured; its name is always shown as well. */
export type Tone = "bad" | "warn" | "busy" | "calm" | "good";

const tones: Readonly<Record<string, Tone>> = {
  failing: "bad",
  blocked: "bad",
  conflict: "bad",
  unknown: "bad",
  failed: "bad",
  lockLost: "bad",
  drifted: "warn",
  drift: "warn",
  unwritable: "warn",
  expected: "warn",
  held: "warn",
  partly: "warn",
  refused: "warn",
  applying: "busy",
  running: "busy",
  starting: "calm",
  pending: "busy",
  notDue: "calm",
  waiting: "calm",
  skipped: "calm",
  cancelled: "calm",
  nothingToDo: "calm",
  inSync: "good",
  applied: "good",
  done: "good",
};

/** The tone of a state. */
export function toneOf(state: string): Tone {
  return tones[state] ?? "calm";
}

/** A state as a coloured dot and its name. */
export function badge(state: string, name: string): Html {
  const tone = state === "pending" ? "calm" : toneOf(state);
  return html`<span class="badge ${tone}">${name}</span>`;
}

/** A table with a heading row. On a narrow screen each row is a card, with each cell beside its heading. */
export function rowsTable(
  head: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
  { name, numbers = [] }: { readonly name?: string; readonly numbers?: readonly number[] } = {},
): Html {
  const numeric = (at: number) => (numbers.includes(at) ? html` class="num"` : "");
  const cell = (one: Html | string, at: number) =>
    html`<td data-as="${head[at] ?? ""}"${numeric(at)}>${one}</td>`;
  const label = name === undefined ? "" : html` class="${name}"`;
  return html`<table${label}><thead><tr>${head.map(
    (one, at) => html`<th scope="col"${numeric(at)}>${one}</th>`,
  )}</tr></thead><tbody>
${rows.map((cells) => html`<tr>${cells.map(cell)}</tr>\n`)}</tbody></table>`;
}

/** The text that is shown instead of an empty list. */
export function empty(text: string): Html {
  return html`<p class="empty">${text}</p>`;
}

/** A number with thousands separators. */
export function numberText(count: number): string {
  return count.toLocaleString("en");
}

function logout({ logout: path }: Viewer): Html | "" {
  return path === undefined
    ? ""
    : html`<form class="leave" method="post" action="${path}"><button>Log out</button></form>`;
}
