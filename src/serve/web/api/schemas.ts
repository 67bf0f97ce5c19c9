/** The schemas of the API's responses, from which its description is generated. */

import { z } from "@hono/zod-openapi";
import { groupCauses } from "../../views/difference-groups.ts";
import { environmentStates } from "../../views/environments.ts";
import { resourceStates } from "../../views/resource-states.ts";

const moment = z.string().describe("ISO 8601, UTC.");
const json = z.unknown().describe("Any JSON value. Secrets are references, or `[secret]`.");
const address = z.string().describe("target/kind/key");

/** An error. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string().describe("A stable code in kebab-case."),
    message: z.string().describe("One or two sentences for people."),
  })
  .openapi("Problem");

const choiceSchema = z.object({ value: z.string(), count: z.int() }).openapi("Choice");

/** One page of a list. */
function listOf<T extends z.ZodType>(item: T, name: string) {
  return z
    .object({
      items: z.array(item),
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      next: z.string().optional().describe("The path of the next page."),
      choices: z
        .record(z.string(), z.array(choiceSchema))
        .describe("The values that the list can be filtered by."),
    })
    .openapi(name);
}

const reasonSchema = z
  .object({
    because: z.string(),
    message: z.string(),
    by: z.string().optional(),
    run: z.string().optional(),
    since: moment.optional(),
    until: moment.optional(),
  })
  .openapi("Reason");

const commitSchema = z
  .object({ id: z.string(), subject: z.string(), author: z.string(), time: moment })
  .openapi("Commit");

const countsSchema = z
  .object({
    conflicts: z.int(),
    drifted: z.int(),
    pending: z.int(),
    notDue: z.int(),
    unknown: z.int(),
    unwritable: z.int(),
    held: z.int(),
    converged: z.int(),
    all: z.int(),
  })
  .openapi("Counts");

/** An environment in a list. */
export const environmentSchema = z
  .object({
    id: z.string().describe("REPOSITORY/ENVIRONMENT"),
    repository: z.string(),
    branch: z.string(),
    projectFile: z.string(),
    environment: z.string(),
    state: z.enum(environmentStates),
    reasons: z.array(reasonSchema).describe("Why nothing happens although there is something to do."),
    commit: commitSchema.optional(),
    applied: z.object({ commit: z.string(), at: moment, by: z.string() }).optional(),
    observedAt: moment.optional(),
    fingerprint: z
      .string()
      .optional()
      .describe("The fingerprint of the shown plan, which an apply must name."),
    counts: countsSchema.optional(),
    driftSince: moment.optional(),
    run: z.string().optional().describe("The running apply."),
  })
  .openapi("Environment");

/** A list of environments. */
export const environmentListSchema = listOf(environmentSchema, "EnvironmentList");

const targetSchema = z
  .object({
    name: z.string(),
    interface: z.string(),
    dialect: z.string(),
    origin: z.string(),
    observedAt: moment.optional(),
    nextLookAt: moment.optional(),
    failing: z.object({ since: moment, message: z.string() }).optional(),
    counts: z.object({ requests: z.int(), writes: z.int(), throttled: z.int(), waitedMs: z.number() }),
  })
  .openapi("Target");

/** A single environment with all details. */
export const wholeEnvironmentSchema = environmentSchema
  .extend({
    targets: z.array(targetSchema),
    problems: z.array(
      z.object({
        code: z.string(),
        severity: z.string(),
        message: z.string(),
        hint: z.string().optional(),
        file: z.string().optional(),
        line: z.int().optional(),
      }),
    ),
    history: z.array(z.object({ at: moment, drifted: z.int(), pending: z.int(), unknown: z.int() })),
    requests: z
      .array(z.string())
      .describe("The requests that the environment currently accepts from this client."),
  })
  .openapi("WholeEnvironment");

const fieldSchema = z
  .object({
    path: z.string().describe("A JSON Pointer."),
    desired: json.optional(),
    base: json.optional(),
    live: json.optional(),
    cause: z.enum(["pending", "drift", "conflict"]).optional(),
    file: z.string().optional(),
    line: z.int().optional(),
    url: z.string().optional(),
  })
  .openapi("Field");

/** A list of differences. */
export const differenceListSchema = listOf(
  z
    .object({
      id: z.string(),
      environment: z.string(),
      cause: z.enum(groupCauses),
      action: z.enum(["create", "update", "remove"]),
      kind: z.string(),
      count: z.int().describe("The number of resources with this difference."),
      addresses: z.array(address).describe("The first 100 resources with this difference."),
      fields: z.array(fieldSchema).describe("At most 50 fields that differ."),
      since: moment.optional(),
    })
    .openapi("Difference"),
  "DifferenceList",
);

const resourceSchema = z
  .object({
    environment: z.string(),
    address,
    target: z.string(),
    kind: z.string(),
    title: z.string(),
    key: z.string(),
    site: z.string().optional(),
    tags: z.array(z.string()),
    state: z.enum(resourceStates),
    differences: z.int(),
    since: moment.optional(),
    dueAt: moment.optional(),
  })
  .openapi("Resource");

/** A list of resources. */
export const resourceListSchema = listOf(resourceSchema, "ResourceList");

const eventSchema = z
  .object({ at: moment, text: z.string(), address: address.optional(), is: z.string().optional() })
  .openapi("RunEvent");

/** A single resource with all details. */
export const wholeResourceSchema = resourceSchema
  .extend({
    observed: z.enum(["present", "absent", "unknown", "hidden"]),
    fields: z.array(fieldSchema),
    moreFields: z.int(),
    reasons: z.array(z.string()),
    events: z.array(eventSchema.extend({ run: z.string(), by: z.string(), commit: z.string() })),
  })
  .openapi("WholeResource");

/** A list of live resources that Git does not declare. */
export const unmanagedListSchema = listOf(
  z
    .object({
      environment: z.string(),
      target: z.string(),
      kind: z.string(),
      title: z.string(),
      name: z.string().describe("The resource's name at the target."),
      within: address.optional().describe("The declared resource that contains this one."),
    })
    .openapi("Unmanaged"),
  "UnmanagedList",
);

const runStates = [
  ...(["running", "applied", "partly", "failed", "refused", "nothingToDo", "cancelled", "lockLost"] as const),
] as const;

const runSchema = z
  .object({
    id: z.string(),
    environment: z.string(),
    state: z.enum(runStates),
    why: z.enum(["merge", "selfHeal", "asked"]),
    by: z.string(),
    commit: z.string(),
    fingerprint: z.string().optional(),
    startedAt: moment,
    endedAt: moment.optional(),
    message: z.string().optional(),
    steps: z.object({ all: z.int(), applied: z.int(), failed: z.int() }),
  })
  .openapi("Run");

/** A list of runs. */
export const runListSchema = listOf(runSchema, "RunList");

/** A single run with all details. */
export const wholeRunSchema = runSchema
  .extend({
    waves: z.array(
      z.object({
        name: z.string().optional(),
        state: z.enum(["waiting", "running", "done", "failed", "skipped"]),
        steps: z.object({ all: z.int(), settled: z.int() }),
      }),
    ),
    events: z.array(eventSchema),
    leftBehind: z.array(z.object({ address, because: z.string() })),
  })
  .openapi("WholeRun");

/** A report as a command prints it, and its exit status. */
export const printedSchema = z
  .object({
    environment: z.string(),
    fingerprint: z.string(),
    format: z.string(),
    text: z.string(),
    observedAt: moment,
    status: z.int().describe("The exit status of the command: 0, or 1 if something is unknown."),
    detailedStatus: z
      .int()
      .describe("The exit status with --detailed-exitcode: as `status`, but 2 if there is something to do."),
  })
  .openapi("Printed");

const environment = z.string().min(1).max(500).describe("REPOSITORY/ENVIRONMENT");
const fingerprint = z.string().min(1).max(100).describe("The fingerprint of the shown plan.");

/** A request. */
export const requestSchema = z
  .discriminatedUnion("do", [
    z.strictObject({ do: z.literal("look"), environment, full: z.boolean().optional() }),
    z.strictObject({
      do: z.literal("apply"),
      environment,
      fingerprint,
      consents: z.array(z.string().min(1).max(500)).max(100).optional(),
    }),
    z.strictObject({ do: z.literal("setBack"), environment, fingerprint }),
    z.strictObject({ do: z.literal("stopAfterWave"), environment }),
    z.strictObject({ do: z.literal("releaseLock"), environment, run: z.string().min(1).max(500) }),
  ])
  .openapi("Request");

/** An accepted request. It continues after the response. */
export const acceptedSchema = z
  .object({
    is: z.literal("accepted"),
    message: z.string(),
    run: z
      .string()
      .optional()
      .describe(
        "For an apply: the run that the request starts, or the run that is already applying this plan.",
      ),
  })
  .openapi("Accepted");
