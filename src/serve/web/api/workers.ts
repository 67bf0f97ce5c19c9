/** The API's view of workers, for servers with a database. */

import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { WorkersNow } from "../../../database/contract.ts";
import { problemThrown } from "../../problem-details.ts";
import { type WorkersView, workersView } from "../../views/workers.ts";
import type { WebEnv } from "../viewer.ts";
import { answerAs, problems, wrong } from "./descriptions.ts";

/** Queries the workers in the database. */
export type AskWorkers = () => Promise<WorkersNow>;

const moment = z.iso.datetime();

const workersSchema = z
  .object({
    at: moment.describe("The current time of the database's clock, which all times in this answer refer to."),
    waiting: z.int().describe("The number of calls without an answer."),
    lagMs: z.number().describe("How long the first of these calls has waited, in milliseconds."),
    workers: z.array(
      z.object({
        name: z.string(),
        version: z.string(),
        since: moment,
        seen: moment,
        shards: z.int(),
        isSilent: z.boolean().describe("If true, the worker has not been heard from for over 10 seconds."),
      }),
    ),
    shards: z.array(
      z.object({
        shard: z.string(),
        owner: z.string().optional(),
        ownedSince: moment.optional(),
        waiting: z.int(),
        waitingSince: moment.optional(),
        lagMs: z.number(),
        isUntaken: z.boolean().describe("If true, no worker has taken this shard for over 10 seconds."),
        targets: z.array(z.string()).describe("The targets of the calls without an answer."),
      }),
    ),
  })
  .openapi("Workers");

const route = createRoute({
  method: "get",
  path: "/workers",
  summary: "Workers, their shards, and the calls that wait. Needs a role in all environments",
  responses: {
    200: answerAs(workersSchema, "At this moment."),
    ...problems,
    503: wrong("The database does not answer."),
  },
});

/** The current state of the workers; throws the error response if the database does not answer. */
export async function viewedWorkers(ask: AskWorkers): Promise<WorkersView> {
  const now = await ask().catch(() => undefined);
  if (now) return workersView(now);
  throw problemThrown({ code: "database-away", message: "The database does not answer. Try again." });
}

/** Adds the route that lists the workers. */
export function workersRoute(api: OpenAPIHono<WebEnv>, ask: AskWorkers): void {
  api.openapi(route, async (c) => {
    const { at, waiting, lagMs, workers, shards } = await viewedWorkers(ask);
    return c.json(
      {
        at,
        waiting,
        lagMs,
        workers: [...workers],
        shards: shards.map((shard) => ({ ...shard, targets: [...shard.targets] })),
      },
      200,
    );
  });
}
