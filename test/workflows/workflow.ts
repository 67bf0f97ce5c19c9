/**
 * Parses workflows and actions. All keys that they may have are listed here. Any other key is an error, so nothing is
 * ignored.
 */

import { parse } from "yaml";
import { z } from "zod";

const texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));
const level = z.enum(["read", "write"]);
const permissions = z.strictObject({
  actions: level.optional(),
  contents: level.optional(),
  issues: level.optional(),
  "pull-requests": level.optional(),
});

const step = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: texts.optional(),
  run: z.string().optional(),
  shell: z.literal("bash").optional(),
  "working-directory": z.string().optional(),
  env: texts.optional(),
});

const concurrency = z.strictObject({ group: z.string(), "cancel-in-progress": z.boolean().optional() });

const strategy = z.strictObject({
  "fail-fast": z.literal(false),
  matrix: z.strictObject({ environment: z.array(z.string()).nonempty() }),
});

/** A job that calls another workflow. */
const calling = z.strictObject({
  needs: z.string().optional(),
  if: z.string().optional(),
  strategy: strategy.optional(),
  permissions,
  uses: z.string().regex(/^\.\/\.github\/workflows\//),
  with: texts.optional(),
  secrets: z.literal("inherit").optional(),
});

const job = z.strictObject({
  if: z.string().optional(),
  strategy: strategy.optional(),
  needs: z.string().optional(),
  "runs-on": z.string(),
  "timeout-minutes": z.number(),
  environment: z.string().optional(),
  concurrency: concurrency.optional(),
  permissions,
  outputs: texts.optional(),
  steps: z.array(step),
});

const workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    pull_request: z.null().optional(),
    issue_comment: z.strictObject({ types: z.tuple([z.literal("created")]) }).optional(),
    push: z.strictObject({ branches: z.array(z.string()) }).optional(),
    workflow_run: z
      .strictObject({ workflows: z.array(z.string()), types: z.tuple([z.literal("completed")]) })
      .optional(),
    schedule: z.array(z.strictObject({ cron: z.string() })).optional(),
    workflow_dispatch: z.null().optional(),
    workflow_call: z
      .strictObject({
        inputs: z.record(
          z.string(),
          z.strictObject({ type: z.literal("string"), required: z.literal(true) }),
        ),
      })
      .optional(),
  }),
  /** The workflow itself has no permissions. Only jobs ask for them. */
  permissions: z.strictObject({}),
  concurrency: concurrency.optional(),
  jobs: z.record(z.string(), z.union([job, calling])),
});

const described = z.strictObject({ description: z.string() });

const action = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputs: z.record(
    z.string(),
    described.extend({ required: z.boolean().optional(), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), described.extend({ value: z.string() })).default({}),
  runs: z.strictObject({ using: z.literal("composite"), steps: z.array(step) }),
});

/** A step of a job. */
export type Step = z.infer<typeof step>;
/** A job of a workflow. */
export type Job = z.infer<typeof job>;
/** A job that calls another workflow. */
export type Calling = z.infer<typeof calling>;
/** A workflow with its events, permissions and jobs. */
export type Workflow = z.infer<typeof workflow>;
/** The permissions of a job's token. */
export type Permissions = z.infer<typeof permissions>;
/** A composite action with its inputs, outputs and steps. */
export type Action = z.infer<typeof action>;

/** Parses the file of a workflow. */
export function workflowOf(text: string): Workflow {
  return workflow.parse(parse(text));
}

/** Parses the file of a composite action. */
export function actionOf(text: string): Action {
  return action.parse(parse(text));
}
