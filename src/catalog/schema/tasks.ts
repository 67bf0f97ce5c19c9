/** Catalog keys for tasks, and for post-apply activation. Data only. */

import { z } from "zod";
import { pages } from "./pages.ts";
import { path } from "./paths.ts";
import { query } from "./query.ts";

const field = z.string().min(1).max(256);

/** Conditions by which a reply is classified. */
export const answerMatch = z.strictObject({
  at: field.describe("A field; dots lead into objects."),
  is: z
    .array(z.json())
    .min(1)
    .exactOptional()
    .describe("One of these values. Absent: any value that is not empty."),
});

/** A task that a reply names, and that is polled until it has ended. */
export const task = z.strictObject({
  id: field.describe(
    "The field of the answer that holds the task's id, or a sentence that ends with `Id: 42`.",
  ),
  path: path.describe("The path to poll; `{task}` is its id."),
  done: answerMatch.describe("The mark of a task that succeeded."),
  failed: answerMatch.describe("The mark of a task that failed; checked first."),
  reason: field.exactOptional().describe("The field with the reason for a failure."),
  each: z
    .strictObject({
      items: field.describe("The field with the result for each object."),
      failed: answerMatch.describe("The mark of a failed one."),
      name: field.describe("The field with its name."),
      reason: field.describe("The field with the reason for a failure."),
    })
    .exactOptional()
    .describe(
      "For a task with several objects, instead of `reason`: which of them failed, and why. A " +
        "task that is done counts as failed if one of them has failed.",
    ),
  busy: z
    .array(z.string().min(3).max(200))
    .min(1)
    .max(20)
    .exactOptional()
    .describe(
      "Texts in `reason`, case-insensitive: another write blocked this one. It is retried as for a lock, after " +
        "another read.",
    ),
  unreachable: z
    .array(z.string().min(3).max(200))
    .min(1)
    .max(20)
    .exactOptional()
    .describe(
      "Texts in `reason`, case-insensitive: a device was unreachable, so its state is unknown. The " +
        "outcome is unknown, and it is retried once after the target's other changes, and by the next run.",
    ),
  result: field.exactOptional().describe("The field with the id of the created object."),
  everySeconds: z.number().min(0.1).max(60).exactOptional().describe("The polling interval. Default: 1."),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(7200)
    .exactOptional()
    .describe("The timeout; after that the outcome is unknown. Default: 300."),
});

/** Activation after the last successful step of an apply: the pending list, the request, and its task. */
export const finish = z.strictObject({
  verb: z
    .string()
    .regex(/^[a-z]{1,20}$/)
    .describe("Its display name: deploy."),
  done: z
    .string()
    .regex(/^[a-z]{1,20}$/)
    .describe("The participle: deployed."),
  on: z
    .boolean()
    .describe(
      "Whether apply activates changes; a setting overrides this. false: pending changes are only shown.",
    ),
  waiting: z
    .strictObject({
      path: path.describe("Lists pending changes; with GET."),
      also: z
        .array(path)
        .min(1)
        .max(20)
        .exactOptional()
        .describe("Further lists of the same form: `{list}` is the path of the list that shows a change."),
      query: query.exactOptional(),
      items: field.exactOptional().describe("The field that holds the records. Default: the answer."),
      pages: pages.exactOptional().describe("The pagination of this list. Default: the product's."),
      id: field.describe("The field of a record that holds the id of the pending change."),
      name: field.describe("The field with its name."),
      version: field
        .exactOptional()
        .describe("The field with the version of the pending change: another version is another change."),
      ready: field.exactOptional().describe("The field that is false if the activation is impossible now."),
      busy: field
        .exactOptional()
        .describe("The field that is true while someone else activates the change: treated as a lock."),
    })
    .describe("What waits."),
  lateSeconds: z
    .int()
    .min(0)
    .max(300)
    .exactOptional()
    .describe("How late the list may be after a write. Default: 0."),
  send: z
    .strictObject({
      method: z.enum(["POST", "PUT", "PATCH"]).describe("The method."),
      path: path.describe(
        "The path; {list*} and {id} are those of the pending change, if each request is for one change.",
      ),
      with: z
        .record(field, z.json())
        .describe(
          "The body: `{ids}` is the list of ids, {version} the greatest version among these changes.",
        ),
      together: z.int().min(1).max(500).describe("The maximum number per request."),
    })
    .describe("The request."),
  task: task.exactOptional().describe("The task that it becomes. Default: none."),
});
