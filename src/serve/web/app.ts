/** The web app: pages, API, metrics and events. It shows what a server knows, and passes requests on to the server. */

import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { HTTPException } from "hono/http-exception";
import type { Clock } from "../../model/wire.ts";
import { visible } from "../../report/text/escape.ts";
import { nameShown } from "../../report/text/value.ts";
import { boundedBody } from "../bounded-body.ts";
import {
  isForMachines,
  problemAnswer,
  problemStatuses,
  problemThrown,
  type WebProblem,
} from "../problem-details.ts";
import type { Served, ServedEnvironment, ServedRequest } from "../served.ts";
import { filterFrom } from "../views/filter.ts";
import { resourceView } from "../views/resource.ts";
import { apiOf } from "./api/api.ts";
import { addressAsked } from "./api/documents.ts";
import { requestSchema } from "./api/schemas.ts";
import { type AskWorkers, viewedWorkers } from "./api/workers.ts";
import { asked, isFromPage } from "./asking.ts";
import { assets } from "./assets.ts";
import type { BudgetUses } from "./budget-metrics.ts";
import { type Html, type PageContext, pageOn } from "./frame.ts";
import { environmentPath } from "./links.ts";
import { type LiveLimits, liveClients } from "./live.ts";
import { serveMetrics } from "./metrics.ts";
import { environmentPageOf } from "./pages/environment.ts";
import { differencesPage, resourcesPage, runsPage, unmanagedListPage } from "./pages/lists.ts";
import { overviewPage } from "./pages/overview.ts";
import { planPageOf } from "./pages/plan.ts";
import { resourcePageOf } from "./pages/resource.ts";
import { findRunPage } from "./pages/run.ts";
import { workersPage } from "./pages/workers.ts";
import type { Viewer, WebEnv } from "./viewer.ts";

/** The inputs of the app. */
export interface WebOptions {
  readonly clock: Clock;
  /** trueup's version. */
  readonly version: string;
  /** The use of each controller's limits. Default: no metrics of budgets. */
  readonly budgets?: BudgetUses | undefined;
  /** The current state of the workers. If absent, the server has no database. */
  readonly workers?: AskWorkers | undefined;
  /** Limits for event clients. Default: `liveLimits`. */
  readonly live?: LiveLimits | undefined;
  /** Called with errors caused by bugs; responses do not describe them. Default: they are ignored. */
  readonly onMistake?: ((error: unknown) => void) | undefined;
}

/** The app, and how to stop it: its event streams are closed. */
export interface WebApp {
  readonly app: Hono<WebEnv>;
  close(): void;
}

const noPage: WebProblem = { code: "not-found", message: "There is no such page." };

/** The maximum size of a form. */
const mostBytes = 64 * 1024;

/**
 * The app of a server. Access control sets `c.get("who")` beforehand; without a viewer only health and assets are
 * served.
 */
export function webApp(served: Served, options: WebOptions): WebApp {
  const { clock, version, onMistake, workers } = options;
  const app = new Hono<WebEnv>();
  const live = liveClients(served, clock, options.live);
  const metrics = serveMetrics(served, { clients: () => live.count, budgets: options.budgets });
  const contextOf = (who: Viewer): PageContext => ({
    served,
    who,
    now: clock.date(),
    version,
    hasWorkers: workers !== undefined,
  });
  app.onError((error, c) => {
    if (error instanceof HTTPException) return wrongOf(error, c, contextOf);
    metrics.failed();
    onMistake?.(error);
    return answerOf(c, contextOf, {
      code: "failed",
      message: "An internal error occurred. The log has the details.",
    });
  });
  const tooLarge = {
    code: "too-large",
    message: "This request is larger than this server accepts.",
  } as const;
  app.use(boundedBody<WebEnv>(mostBytes, (c) => answerOf(c, contextOf, tooLarge)));
  openRoutes(app, served);
  app.use(async (c, next) => {
    if (whoIn(c) === undefined) throw problemThrown({ code: "not-logged-in", message: "Log in first." });
    await next();
    // Live data must not be cached. Assets, which never change, are served by an earlier route.
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
  });
  app.get("/metrics", async (c) =>
    c.body(await metrics.text(clock.date()), 200, { "content-type": metrics.contentType }),
  );
  app.route("/api/v1", apiOf(served, { version, workers, events: (signal) => live.open(signal) }));
  pageRoutes(app, served, contextOf);
  if (workers)
    app.get("/workers", async (c) =>
      c.html(workersPage(contextOf(c.get("who")), await viewedWorkers(workers))),
    );
  formRoute(app, served, contextOf);
  app.all("*", (c) => answerOf(c, contextOf, noPage));
  return {
    app,
    close: () => {
      live.close();
      metrics.close();
    },
  };
}

/** Routes that need no viewer: health, and static files. */
function openRoutes(app: Hono<WebEnv>, served: Served): void {
  app.get("/healthz", (c) =>
    served.status().isAlive ? c.text("ok\n") : c.text("the server no longer follows its repositories\n", 503),
  );
  app.get("/readyz", (c) =>
    served.status().isReady ? c.text("ok\n") : c.text("not every environment was read yet\n", 503),
  );
  app.get("/assets/:name", (c) => {
    const asset = assets.get(c.req.path);
    if (!asset) throw problemThrown({ code: "not-found", message: "There is no such file." });
    const headers = { "content-type": asset.type, "cache-control": "public, max-age=31536000, immutable" };
    return c.body(asset.text, 200, headers);
  });
}

type ContextOf = (who: Viewer) => PageContext;

function pageRoutes(app: Hono<WebEnv>, served: Served, contextOf: ContextOf): void {
  const list = (path: string, page: (context: PageContext, filter: ReturnType<typeof filterFrom>) => Html) =>
    app.get(path, (c) =>
      c.html(
        page(
          contextOf(c.get("who")),
          filterFrom((name) => c.req.query(name)),
        ),
      ),
    );
  list("/", overviewPage);
  list("/differences", differencesPage);
  list("/resources", resourcesPage);
  list("/unmanaged", unmanagedListPage);
  list("/runs", runsPage);
  const one = (
    more: string,
    page: (context: PageContext, of: ServedEnvironment, c: Context<WebEnv>) => Html | undefined,
  ) =>
    app.get(`/environments/:repository/:environment${more}`, (c) => {
      const { repository = "", environment: name = "" } = c.req.param();
      const environment = served.find(`${repository}/${name}`);
      const made = environment && page(contextOf(c.get("who")), environment, c);
      if (made === undefined) throw problemThrown(noPage);
      return c.html(made);
    });
  one("", environmentPageOf);
  one("/plan", planPageOf);
  one("/resource", (context, environment, c) => {
    const view = resourceView(environment, addressAsked(c.req.query("address") ?? ""));
    return view && resourcePageOf(context, view);
  });
  one("/runs/:run", (context, environment, c) => findRunPage(context, environment, c.req.param("run") ?? ""));
}

/** Handles the forms of pages. The response is a page with a link back to the environment. */
function formRoute(app: Hono<WebEnv>, served: Served, contextOf: ContextOf): void {
  app.post("/requests", async (c) => {
    const who = c.get("who");
    const { csrf, ...sent } = await c.req.parseBody({ all: true });
    if (!isFromPage(who, typeof csrf === "string" ? csrf : undefined))
      throw problemThrown({
        code: "bad-csrf",
        message: "This form belongs to another session. Go back and reload the page.",
      });
    const read = requestSchema.safeParse(withLists(sent));
    if (!read.success)
      throw problemThrown({ code: "bad-request", message: "The server does not know this form." });
    const request: ServedRequest = read.data;
    const came = await asked(served, who, request);
    if ("problem" in came) throw problemThrown(came.problem);
    const back = html`<a class="button" href="${environmentPath(request.environment)}">Back to
${nameShown(request.environment)}</a>`;
    const body = html`<h1>Accepted</h1><p>${visible(came.answer.message)}</p><p>${back}</p>`;
    return c.html(pageOn(contextOf(who), { title: "Accepted", body }), 202);
  });
}

/** The sent fields with `consents` as a list: a single ticked checkbox arrives as a text. */
function withLists(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return typeof sent.consents === "string" ? { ...sent, consents: [sent.consents] } : sent;
}

/** The viewer; undefined if access control did not identify any. */
function whoIn(c: Context<WebEnv>): Viewer | undefined {
  return c.get("who");
}

function wrongOf(
  error: HTTPException,
  c: Context<WebEnv>,
  contextOf: ContextOf,
): Response | Promise<Response> {
  const code = Object.entries(problemStatuses).find(([, status]) => status === error.status)?.[0];
  if (error.res && isForMachines(c)) return error.res;
  return answerOf(c, contextOf, { code: isCode(code) ? code : "bad-request", message: error.message });
}

function isCode(code: string | undefined): code is WebProblem["code"] {
  return code !== undefined && Object.hasOwn(problemStatuses, code);
}

/** An error in the form that the client can read: a page or JSON. */
function answerOf(c: Context<WebEnv>, contextOf: ContextOf, found: WebProblem): Response | Promise<Response> {
  const who = whoIn(c);
  if (who === undefined || isForMachines(c)) return problemAnswer(found);
  const body = html`<h1>${visible(found.message)}</h1><p><a class="button" href="/">To the overview</a></p>`;
  return c.html(pageOn(contextOf(who), { title: visible(found.message), body }), problemStatuses[found.code]);
}
