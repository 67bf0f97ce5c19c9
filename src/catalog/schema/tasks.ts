/** Catalog keys for tasks, and for post-apply activation. Data only. */

import { z } from "zod";
import { pages } from "./pages.ts";
import { path } from "./paths.ts";
import { query } from "./query.ts";

const field = z.string().min(1).max(256);

/** Conditions by which a reply is classified. */
export const answerMatch = z.strictObject({
  at: field.describe("The field that is compared; dots lead into objects."),
  is: z
    .array(z.json())
    .min(1)
    .exactOptional()
    .describe("The values that match. Absent: any value that is not empty."),
});

/** A task that a reply names, and that is polled until it has ended. */
export const task = z.strictObject({
  id: field.describe(
    "The field of the answer that holds the task's id, or a sentence that ends with `Id: 42`.",
  ),
  path: path.describe("The path that trueup polls; `{task}` is the id of the task."),
  done: answerMatch.describe("How an answer shows that the task succeeded."),
  failed: answerMatch.describe("How an answer shows that the task failed. It is checked before `done`."),
  reason: field.exactOptional().describe("The field with the reason for a failure."),
  each: z
    .strictObject({
      items: field.describe("The field with the result for each object."),
      failed: answerMatch.describe("How a result shows that its object failed."),
      name: field.describe("The field of a result with the name of its object."),
      reason: field.describe("The field of a result with the reason for a failure."),
    })
    .exactOptional()
    .describe(
      "For a task with several objects, instead of `reason`: where the answer shows which objects " +
        "failed, and why. A successful task counts as failed if one of its objects failed.",
    ),
  busy: z
    .array(z.string().min(3).max(200))
    .min(1)
    .max(20)
    .exactOptional()
    .describe(
      "Texts in `reason` that mean that another write blocked this one; case-insensitive. trueup " +
        "reads again and retries, as for a lock.",
    ),
  unreachable: z
    .array(z.string().min(3).max(200))
    .min(1)
    .max(20)
    .exactOptional()
    .describe(
      "Texts in `reason` that mean that a device was unreachable, so its state is unknown; " +
        "case-insensitive. The outcome is then unknown. trueup retries once after the target's other " +
        "changes; the next run tries again.",
    ),
  result: field.exactOptional().describe("The field with the id of the created object."),
  everySeconds: z
    .number()
    .min(0.1)
    .max(60)
    .exactOptional()
    .describe("The polling interval, in seconds. Default: 1."),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(7200)
    .exactOptional()
    .describe("The timeout in seconds; after that, the outcome is unknown. Default: 300."),
});

/** Activation after the last successful step of an apply: the pending list, the request, and its task. */
export const finish = z.strictObject({
  verb: z
    .string()
    .regex(/^[a-z]{1,20}$/)
    .describe("The verb for the activation, such as deploy."),
  done: z
    .string()
    .regex(/^[a-z]{1,20}$/)
    .describe("The past participle of the verb, such as deployed."),
  on: z
    .boolean()
    .describe(
      "true: an apply activates changes. false: pending changes are only shown. A setting of the " +
        "target overrides this.",
    ),
  waiting: z
    .strictObject({
      path: path.describe("The path that lists pending changes, by GET."),
      also: z
        .array(path)
        .min(1)
        .max(20)
        .exactOptional()
        .describe(
          "Paths of further lists in the same form. Paths name the list that shows a change as `{list}`.",
        ),
      query: query.exactOptional(),
      items: field
        .exactOptional()
        .describe("The field of the answer that holds the records. Default: the answer itself."),
      pages: pages.exactOptional().describe("The pagination of this list. Default: the product's."),
      id: field.describe("The field of a record that holds the id of the pending change."),
      name: field.describe("The field of a record that holds the name of the pending change."),
      version: field
        .exactOptional()
        .describe("The field with the version of the pending change: another version is another change."),
      ready: field.exactOptional().describe("The field that is false if the activation is impossible now."),
      busy: field
        .exactOptional()
        .describe("The field that is true while someone else activates the change: treated as a lock."),
    })
    .describe("The list of pending changes."),
  lateSeconds: z
    .int()
    .min(0)
    .max(300)
    .exactOptional()
    .describe("How many seconds after a write the list may still be outdated. Default: 0."),
  send: z
    .strictObject({
      method: z.enum(["POST", "PUT", "PATCH"]).describe("The method of the request."),
      path: path.describe(
        "The path of the request. {list*} and {id} are those of the pending change, if each request " +
          "is for one change.",
      ),
      with: z
        .record(field, z.json())
        .describe(
          "The body of the request. `{ids}` stands for the ids of the pending changes in this request, " +
            "`{version}` for their greatest version.",
        ),
      together: z.int().min(1).max(500).describe("The maximum number of changes in one request."),
    })
    .describe("The request that activates changes."),
  task: task.exactOptional().describe("The task that the product creates for the request. Default: none."),
});
