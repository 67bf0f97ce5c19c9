/** The API's lists: pages of the views' results, and the filters of each list. */

import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Served } from "../../served.ts";
import { groupCauses } from "../../views/difference-groups.ts";
import { groupPage } from "../../views/differences.ts";
import { environmentPage, environmentStates } from "../../views/environments.ts";
import { filterFrom, type ListFilter } from "../../views/filter.ts";
import { resourceStates } from "../../views/resource-states.ts";
import { resourcePage } from "../../views/resources.ts";
import { runPage } from "../../views/runs.ts";
import { unmanagedPage } from "../../views/unmanaged.ts";
import type { WebEnv } from "../viewer.ts";
import { answerAs, filterColumns, filterText, pageNumber, problems } from "./descriptions.ts";
import {
  differenceDocument,
  environmentDocument,
  listDocument,
  resourceDocument,
  runDocument,
  unmanagedDocument,
} from "./documents.ts";
import {
  differenceListSchema,
  environmentListSchema,
  resourceListSchema,
  runListSchema,
  unmanagedListSchema,
} from "./schemas.ts";

function filterOf(query: Readonly<Record<string, string | undefined>>): ListFilter {
  return filterFrom((name) => query[name]);
}

const lists = {
  environments: createRoute({
    method: "get",
    path: "/environments",
    summary: "Environments, the worst first",
    request: {
      query: z.object({ state: z.enum(environmentStates).optional(), text: filterText, page: pageNumber }),
    },
    responses: { 200: answerAs(environmentListSchema, "A page of environments."), ...problems },
  }),
  differences: createRoute({
    method: "get",
    path: "/differences",
    summary: "Differences: the same difference in many resources is one entry",
    request: {
      query: z.object({
        state: z.enum(groupCauses).optional().describe("The cause of the difference."),
        ...filterColumns,
        text: filterText,
        alike: filterText,
        page: pageNumber,
      }),
    },
    responses: { 200: answerAs(differenceListSchema, "A page of differences."), ...problems },
  }),
  resources: createRoute({
    method: "get",
    path: "/resources",
    summary: "Resources. Without `state`, only resources that are not in sync",
    request: {
      query: z.object({
        state: z.enum([...resourceStates, "any"]).optional(),
        ...filterColumns,
        text: filterText,
        alike: filterText,
        page: pageNumber,
      }),
    },
    responses: { 200: answerAs(resourceListSchema, "A page of resources."), ...problems },
  }),
  unmanaged: createRoute({
    method: "get",
    path: "/unmanaged",
    summary: "Live resources of managed kinds that Git does not declare",
    request: {
      query: z.object({
        environment: filterText,
        target: filterText,
        kind: filterText,
        text: filterText,
        page: pageNumber,
      }),
    },
    responses: { 200: answerAs(unmanagedListSchema, "A page of unmanaged resources."), ...problems },
  }),
  runs: createRoute({
    method: "get",
    path: "/runs",
    summary: "Applies: running ones first, then the newest",
    request: {
      query: z.object({ state: filterText, environment: filterText, text: filterText, page: pageNumber }),
    },
    responses: { 200: answerAs(runListSchema, "A page of runs."), ...problems },
  }),
};

/** Adds the routes of all lists. */
export function listRoutes(api: OpenAPIHono<WebEnv>, served: Served): void {
  api.openapi(lists.environments, (c) => {
    const filter = filterOf(c.req.valid("query"));
    const found = environmentPage(served.environments(), filter);
    const choices = { state: found.states };
    return c.json(
      listDocument("/api/v1/environments", { page: found, filter, choices }, environmentDocument),
      200,
    );
  });
  api.openapi(lists.differences, (c) => {
    const filter = filterOf(c.req.valid("query"));
    const found = groupPage(served.environments(), filter);
    const choices = { state: found.causes };
    return c.json(
      listDocument("/api/v1/differences", { page: found, filter, choices }, differenceDocument),
      200,
    );
  });
  api.openapi(lists.resources, (c) => {
    const filter = filterOf(c.req.valid("query"));
    const found = resourcePage(served.environments(), filter);
    const parts = { page: found, filter, choices: found.choices };
    return c.json(listDocument("/api/v1/resources", parts, resourceDocument), 200);
  });
  api.openapi(lists.unmanaged, (c) => {
    const filter = filterOf(c.req.valid("query"));
    const found = unmanagedPage(served.environments(), filter);
    const parts = { page: found, filter, choices: found.choices };
    return c.json(listDocument("/api/v1/unmanaged", parts, unmanagedDocument), 200);
  });
  api.openapi(lists.runs, (c) => {
    const filter = filterOf(c.req.valid("query"));
    const found = runPage(served.environments(), filter);
    const choices = { state: found.states };
    return c.json(listDocument("/api/v1/runs", { page: found, filter, choices }, runDocument), 200);
  });
}
