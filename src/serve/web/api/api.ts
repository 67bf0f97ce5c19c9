/** The API: everything that pages show, as JSON. Its OpenAPI 3.1 description is served too. */

import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { printableJson } from "../../../model/json.ts";
import { problemAnswer, problemThrown, type WebProblem } from "../../problem-details.ts";
import type { Served } from "../../served.ts";
import { environmentRow } from "../../views/environments.ts";
import { resourceView } from "../../views/resource.ts";
import { findRun } from "../../views/runs.ts";
import { asked, isFromPage } from "../asking.ts";
import type { WebEnv } from "../viewer.ts";
import { answerAs, environmentParams, environmentRoute, missing, problems, wrong } from "./descriptions.ts";
import {
  addressAsked,
  wholeEnvironmentDocument,
  wholeResourceDocument,
  wholeRunDocument,
} from "./documents.ts";
import { listRoutes } from "./lists.ts";
import { reportRoutes } from "./reports.ts";
import {
  acceptedSchema,
  requestSchema,
  wholeEnvironmentSchema,
  wholeResourceSchema,
  wholeRunSchema,
} from "./schemas.ts";
import { type AskWorkers, workersRoute } from "./workers.ts";

/** The inputs of the API. */
export interface ApiParts {
  readonly version: string;
  /** Queries the workers. If absent, the server has no database. */
  readonly workers?: AskWorkers | undefined;
  /** An event stream for one more client, until the signal is aborted; undefined if there are too many clients. */
  readonly events: (signal: AbortSignal) => ReadableStream<Uint8Array> | undefined;
}

/** The API of a server. */
export function apiOf(served: Served, { version, workers, events }: ApiParts): OpenAPIHono<WebEnv> {
  const api = newApi();
  api.use(async (c, next) => {
    await next();
    if (c.res.headers.get("content-type") !== "application/json" || c.res.status >= 400) return;
    // The document may contain names from live systems, and somebody may print it in a terminal.
    c.res = new Response(printableJson(await c.res.text()), c.res);
  });
  listRoutes(api, served);
  itemRoutes(api, served);
  requestRoute(api, served);
  reportRoutes(api, served);
  if (workers) workersRoute(api, workers);
  eventRoute(api, events);
  api.get("/openapi.json", (c) => c.json(describedBy(api, version)));
  return api;
}

function newApi(): OpenAPIHono<WebEnv> {
  return new OpenAPIHono<WebEnv>({
    defaultHook: (result) => {
      if (result.success) return undefined;
      const [issue] = result.error.issues;
      const where = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : "";
      return problemAnswer({
        code: "bad-request",
        message: `${where}${issue?.message ?? "it is not as described"}`,
      });
    },
  });
}

function describedBy(api: OpenAPIHono<WebEnv>, version: string) {
  return api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "trueup serve",
      version,
      description:
        "The state of the networks that a trueup server follows, and the requests that it accepts.",
    },
    servers: [{ url: "/api/v1" }],
  });
}

const items = {
  environment: createRoute({
    method: "get",
    path: environmentRoute,
    summary: "One environment",
    request: { params: environmentParams },
    responses: { 200: answerAs(wholeEnvironmentSchema, "The environment."), ...missing },
  }),
  resource: createRoute({
    method: "get",
    path: `${environmentRoute}/resource`,
    summary: "One resource, with the declared, applied and live value of each field",
    request: { params: environmentParams, query: z.object({ address: z.string().min(1).max(2000) }) },
    responses: { 200: answerAs(wholeResourceSchema, "The resource."), ...missing },
  }),
  run: createRoute({
    method: "get",
    path: `${environmentRoute}/runs/{run}`,
    summary: "One apply with its waves and events",
    request: { params: environmentParams.extend({ run: z.string().min(1).max(500) }) },
    responses: { 200: answerAs(wholeRunSchema, "The run."), ...missing },
  }),
};

/** The error for something that does not exist. */
const nothing = (what: string): WebProblem => ({ code: "not-found", message: `There is no such ${what}.` });

function itemRoutes(api: OpenAPIHono<WebEnv>, served: Served): void {
  const find = ({ repository, environment }: z.output<typeof environmentParams>) =>
    served.find(`${repository}/${environment}`);
  api.openapi(items.environment, (c) => {
    const environment = find(c.req.valid("param"));
    if (!environment) throw problemThrown(nothing("environment"));
    return c.json(wholeEnvironmentDocument(environmentRow(environment), c.get("who").role), 200);
  });
  api.openapi(items.resource, (c) => {
    const environment = find(c.req.valid("param"));
    const view = environment && resourceView(environment, addressAsked(c.req.valid("query").address));
    if (!view) throw problemThrown(nothing("resource"));
    return c.json(wholeResourceDocument(view), 200);
  });
  api.openapi(items.run, (c) => {
    const environment = find(c.req.valid("param"));
    const found = environment && findRun(environment, c.req.valid("param").run);
    if (!found) throw problemThrown(nothing("run"));
    return c.json(wholeRunDocument(found), 200);
  });
}

const request = createRoute({
  method: "post",
  path: "/requests",
  summary: "Sends a request, such as an observation or an apply",
  description:
    "A client with a browser session must send the header `x-trueup-csrf`, as the server's pages do.",
  request: { body: { required: true, content: { "application/json": { schema: requestSchema } } } },
  responses: {
    202: answerAs(acceptedSchema, "Accepted. The work continues after this answer."),
    ...missing,
    409: wrong("The current state does not allow this request."),
  },
});

function requestRoute(api: OpenAPIHono<WebEnv>, served: Served): void {
  api.openapi(request, async (c) => {
    const who = c.get("who");
    if (!isFromPage(who, c.req.header("x-trueup-csrf")))
      throw problemThrown({
        code: "bad-csrf",
        message: "The header x-trueup-csrf does not belong to this session.",
      });
    const came = await asked(served, who, c.req.valid("json"));
    if ("problem" in came) throw problemThrown(came.problem);
    const { is, message, run } = came.answer;
    return c.json({ is, message, ...(run !== undefined && { run }) }, 202);
  });
}

/** Adds the route of the event stream. */
function eventRoute(api: OpenAPIHono<WebEnv>, events: ApiParts["events"]): void {
  api.openAPIRegistry.registerPath(
    createRoute({
      method: "get",
      path: "/events",
      summary: "Server-sent events: `changed`, with the ids of environments as a list",
      responses: {
        200: { description: "A stream.", content: { "text/event-stream": { schema: z.string() } } },
        ...problems,
        503: wrong("Too many clients are connected."),
      },
    }),
  );
  api.get("/events", (c) => {
    const stream = events(c.req.raw.signal);
    if (!stream)
      throw problemThrown({
        code: "too-many-clients",
        message: "Too many clients are connected. Try again later.",
      });
    const headers = {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    };
    return new Response(stream, { headers });
  });
}
