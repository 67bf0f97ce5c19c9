/** The plan and drift of an environment, as published documents and in the formats of the commands. */

import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { driftDocument } from "../../../report/drift/drift.ts";
import { formatsFor, writerOf } from "../../../report/formats/registry.ts";
import { planDocument } from "../../../report/plan/plan-json.ts";
import { driftStatus, planStatus } from "../../../report/plan/plan-status.ts";
import { documentText } from "../../../report/text/escape.ts";
import { plain } from "../../../report/text/style.ts";
import { problemThrown } from "../../problem-details.ts";
import type { Served, ServedEnvironment, ServedLook } from "../../served.ts";
import { linkIn } from "../../views/resource.ts";
import type { WebEnv } from "../viewer.ts";
import { environmentParams, environmentRoute, wrong } from "./descriptions.ts";
import { notObserved } from "./documents.ts";
import { printedSchema } from "./schemas.ts";

type Report = "plan" | "drift";

const answers = {
  400: wrong("The request does not match this description."),
  401: wrong("Not logged in."),
  404: wrong("There is no such environment."),
  409: wrong("The environment was not observed yet."),
} as const;

/** Adds the routes of reports. */
export function reportRoutes(api: OpenAPIHono<WebEnv>, served: Served): void {
  for (const report of ["plan", "drift"] as const) {
    documentRoute(api, served, report);
    printedRoute(api, served, report);
  }
}

/**
 * Adds the route of a whole document, which is one text that is made once per observation. Its schema is published
 * separately: `schemas/plan.json`.
 */
function documentRoute(api: OpenAPIHono<WebEnv>, served: Served, report: Report): void {
  const schema = z
    .looseObject({ format: z.literal(`trueup.${report}`), version: z.int(), environment: z.string() })
    .openapi(report === "plan" ? "PlanDocument" : "DriftDocument");
  const route = createRoute({
    method: "get",
    path: `${environmentRoute}/${report}`,
    summary: `The ${report} in JSON, like \`trueup ${report} --format json\`. Its schema is schemas/${report}.json`,
    request: { params: environmentParams },
    responses: {
      200: { description: "The document.", content: { "application/json": { schema } } },
      ...answers,
    },
  });
  api.openAPIRegistry.registerPath(route);
  api.get(`/environments/:repository/:environment/${report}`, (c) => {
    return c.body(documentOf(report, lookOf(c, served)), 200, { "content-type": "application/json" });
  });
}

const keptDocuments: Readonly<Record<Report, WeakMap<ServedLook, string>>> = {
  plan: new WeakMap(),
  drift: new WeakMap(),
};

function documentOf(report: Report, { environment, look }: Observed): string {
  const known = keptDocuments[report].get(look);
  if (known !== undefined) return known;
  const { plan } = look;
  const text = documentText(
    report === "plan" ? planDocument(plan, environment.problems) : driftDocument(plan),
  );
  keptDocuments[report].set(look, text);
  return text;
}

function printedRoute(api: OpenAPIHono<WebEnv>, served: Served, report: Report): void {
  const format = z.enum(formatsFor(report)).default("text");
  const route = createRoute({
    method: "get",
    path: `${environmentRoute}/${report}/printed`,
    summary: `The ${report} in one of the formats that \`trueup ${report}\` prints`,
    request: { params: environmentParams, query: z.object({ format: format.optional() }) },
    responses: {
      200: {
        description: "The printed document.",
        content: { "application/json": { schema: printedSchema } },
      },
      ...answers,
    },
  });
  api.openapi(route, async (c) => {
    const { environment, look } = lookOf(c, served);
    const { plan, made, observedAt } = look;
    const wanted = c.req.valid("query").format ?? "text";
    const write = await writerOf(report, wanted);
    const statusOf = report === "plan" ? planStatus : driftStatus;
    const printed = write(plan, {
      style: plain,
      folder: "",
      problems: environment.problems,
      locate: (address, path) => made.desired.locate(address, path),
      at: observedAt,
      link: linkIn(environment),
    });
    const status = { status: statusOf(plan, false), detailedStatus: statusOf(plan, true) };
    const own = { environment: environment.id, fingerprint: plan.fingerprint, format: wanted, observedAt };
    return c.json({ ...own, ...status, text: printed }, 200);
  });
}

interface Observed {
  readonly environment: ServedEnvironment;
  readonly look: ServedLook;
}

function lookOf(c: Context, served: Served): Observed {
  const { repository = "", environment: name = "" } = c.req.param();
  const environment = served.find(`${repository}/${name}`);
  if (!environment) throw problemThrown({ code: "not-found", message: "There is no such environment." });
  const { look } = environment;
  if (!look) throw problemThrown({ code: "not-observed", message: notObserved(environment) });
  return { environment, look };
}
