/** Catalog keys for tasks, and for post-apply activation. Data only. */

import { z } from "zod";
import { pages } from "./pages.ts";
import { path } from "./paths.ts";
import { query } from "./query.ts";

const field = z.string().min(1).max(256);

/** Conditions for classifying a reply. */
export const answerMatch = z.strictObject({
  at: field.describe("A field; dots lead into objects."),
  is: z.array(z.json()).min(1).exactOptional().describe("Any of these. Absent: it is there, and not empty."),
});

/** A task that a reply names, which is polled until it has ended. */
export const task = z.strictObject({
  id: field.describe(
    "The field of the answer with the task's id; of a sentence that ends with `Id: 42`, that.",
  ),
  path: path.describe("Where it is asked for; `{task}` is its id."),
  done: answerMatch.describe("What the answer of a task that is done has."),
  failed: answerMatch.describe("What the answer of a task that failed has; it counts first."),
  reason: field.exactOptional().describe("The field with why it failed."),
  each: z
    .strictObject({
      items: field.describe("The field with what it did for each thing."),
      failed: answerMatch.describe("What one of these has that failed."),
      name: field.describe("The field with its name."),
      reason: field.describe("The field with why it failed."),
    })
    .exactOptional()
    .describe("Of a task for several things, instead of `reason`: which of them failed, and why."),
  busy: z
    .array(z.string().min(3).max(200))
    .min(1)
    .max(20)
    .exactOptional()
    .describe(
      "Texts of `reason`; case does not matter: another write was in its way. That is waited for as a lock, looked " +
        "at and sent again.",
    ),
  unreachable: z
    .array(z.string().min(3).max(200))
    .min(1)
    .max(20)
    .exactOptional()
    .describe(
      "Texts of `reason`; case does not matter: a device could not be reached, so that nobody knows what it has. The " +
        "outcome is unknown, it is tried once more after the other changes of the target, and by the next run.",
    ),
  result: field.exactOptional().describe("The field with the id of what was made."),
  everySeconds: z.number().min(0.1).max(60).exactOptional().describe("How often it is asked. Default: 1."),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(7200)
    .exactOptional()
    .describe("How long at most; after that its outcome is unknown. Default: 300."),
});

/** Activation after the last successful step of an apply: the pending list, the request, and its task. */
export const finish = z.strictObject({
  verb: z
    .string()
    .regex(/^[a-z]{1,20}$/)
    .describe("For people: deploy."),
  done: z
    .string()
    .regex(/^[a-z]{1,20}$/)
    .describe("The same when it is done: deployed."),
  on: z.boolean().describe("Whether apply does it; a setting replaces it. false: what waits is only shown."),
  waiting: z
    .strictObject({
      path: path.describe("Lists what waits; by GET."),
      also: z
        .array(path)
        .min(1)
        .max(20)
        .exactOptional()
        .describe("Further lists of the same form: `{list}` is the path of that which shows it."),
      query: query.exactOptional(),
      items: field.exactOptional().describe("The field that holds the records. Default: the answer."),
      pages: pages.exactOptional().describe("Default: the product's."),
      id: field.describe("The field of a record with the id of what waits."),
      name: field.describe("The field with its name."),
      version: field
        .exactOptional()
        .describe("The field with the version of what waits there: another one is another change."),
      ready: field.exactOptional().describe("The field that is false where it can't be done now."),
      busy: field
        .exactOptional()
        .describe("The field that is true while somebody else does it: that is waited for as a lock."),
    })
    .describe("What waits."),
  lateSeconds: z
    .int()
    .min(0)
    .max(300)
    .exactOptional()
    .describe("By so much that list may be late after a write. Default: 0."),
  send: z
    .strictObject({
      method: z.enum(["POST", "PUT", "PATCH"]).describe("How it is sent."),
      path: path.describe("Where; {list*} and {id} are of what waits, where one goes in each request."),
      with: z
        .record(field, z.json())
        .describe("The body: `{ids}` is the list of ids, {version} the greatest version of these."),
      together: z.int().min(1).max(500).describe("As many go in one request at most."),
    })
    .describe("The request."),
  task: task.exactOptional().describe("The task that it becomes. Default: none."),
});
