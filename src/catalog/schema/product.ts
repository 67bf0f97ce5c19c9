/** Catalog keys for a product: `catalogs/<product>/product.yaml`. Data only. */

import { z } from "zod";
import { isPattern } from "../patterns/pattern.ts";
import { authentication, endedToken } from "./authentication.ts";
import { batches } from "./batch.ts";
import { changes } from "./changes.ts";
import { fields } from "./field.ts";
import { pages } from "./pages.ts";
import { path, plainPath } from "./paths.ts";
import { pushes } from "./pushes.ts";
import { attached } from "./reaches.ts";
import { settings } from "./setting.ts";
import { finish, task } from "./tasks.ts";
import { readOnlyNames, usualValues } from "./undeclared.ts";

/** A request, and the reply that only this product gives to it. */
const fingerprint = z.strictObject({
  path: plainPath.describe(
    "Read once, with GET and without a credential. Relative to the host, without the base path.",
  ),
  status: z.int().min(200).max(499).describe("The status of the answer."),
  fields: z
    .array(z.string().min(1).max(256))
    .min(1)
    .exactOptional()
    .describe("Fields in the answer, as JSON; dots lead into objects."),
  texts: z
    .array(z.string().min(3).max(256))
    .min(1)
    .exactOptional()
    .describe("Texts in the answer, all of them; case-insensitive."),
  source: z.string().min(1).max(300).describe("The source for this answer."),
});

const name = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, "must be a name in lower case");
const kindName = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/, "must be a name in camelCase");
const field = z.string().min(1).max(256);

/** A regular expression that a device's `model` must match. */
const pattern = z.string().min(1).max(300).refine(isPattern, "must be a regular expression");

const window = { seconds: z.number().min(1).max(60).describe("The length of the window.") };

/** How requests are counted. Absent: unknown, so that any form of limiter must be satisfied. */
const limiter = z
  .discriminatedUnion("is", [
    z
      .strictObject({
        is: z.literal("tokenBucket"),
        burst: z.number().min(1).max(10_000).describe("How many requests the bucket holds when it is full."),
      })
      .describe("A token bucket, which is refilled at `requestsPerSecond`."),
    z
      .strictObject({ is: z.literal("slidingWindow"), ...window })
      .describe("A limit on the requests in any window of this length."),
    z
      .strictObject({ is: z.literal("fixedWindow"), ...window })
      .describe("A limit on the requests in each of consecutive windows of this length."),
  ])
  .describe("How requests are counted. Default: unknown, so the rate is never exceeded in any second.");

/** A row of the reply table. The first row that matches decides. */
const replyRow = z.strictObject({
  status: z
    .union([z.int().min(100).max(599), z.enum(["2xx", "3xx", "4xx", "5xx"])])
    .describe("The status of the answer, or its class."),
  method: z
    .enum(["GET", "POST", "PUT", "PATCH", "DELETE"])
    .exactOptional()
    .describe("Only for requests with this method."),
  text: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .exactOptional()
    .describe("A text in the answer, or any of several; case-insensitive."),
  says: z
    .enum(["not ready"])
    .exactOptional()
    .describe("A phrase in the answer, in any of its usual forms: `isn't ready`, NETWORK_NOT_READY."),
  tag: field.exactOptional().describe("An error tag, or a member of the answer."),
  means: z.enum([
    ...["accepted", "conflict", "contended", "refused", "lost", "absent"],
    ...["notReady", "throttled", "locked", "unavailable"],
  ] as const),
  code: z.string().exactOptional().describe("The code of the resulting problem."),
  hint: z.string().max(300).exactOptional().describe("What people can do about it."),
});

/** A device's own report. */
const report = z.strictObject({
  path: path.describe("The path at which trueup reads the report."),
  models: pattern.exactOptional().describe("The models that have it; case-insensitive."),
  kind: kindName
    .exactOptional()
    .describe(
      "For resources that no list shows: the kind of the resource whose record is in the answer; `{id}` is its id.",
    ),
  at: field.exactOptional().describe("The field with that record. Default: the answer."),
  optional: z
    .boolean()
    .exactOptional()
    .describe("true: that field can be missing; then the answer itself is the record."),
});

/** A management path of the product itself. Changes of it are guarded. */
const wayIn = z.strictObject({
  what: z.string().min(1).max(80).describe("Its display name: `users and logins`."),
  at: z
    .string()
    .min(2)
    .max(300)
    .refine(isPattern, "must be a regular expression")
    .describe("A regular expression for the identities of its objects, whatever their kind."),
  made: z
    .boolean()
    .exactOptional()
    .describe("true: creates can lock users out too. Default: only changes and removals."),
});

/** The lists whose records contain health, and the fields with health. */
const health = z.strictObject({
  sites: z
    .strictObject({
      kind: kindName.describe("The kind that the sites are."),
      score: field.describe("The field with a site's health score."),
    })
    .describe("The sites, by their identity."),
  devices: z
    .strictObject({
      kind: kindName.describe("The kind that the devices are."),
      name: field.describe("The field with a device's name."),
      address: field.describe("The field with a device's address."),
      status: field.describe("The field with a device's status."),
    })
    .describe("The devices and the fields that identify them; a device that is down is `unreachable`."),
});

/** A product. */
export const productFile = z
  .strictObject({
    product: name.describe("The name for `dialect:` of a target, and of the folder."),
    dialect: z
      .literal("neutral")
      .exactOptional()
      .describe("For a catalog of the interface itself, not of a product: the name for `dialect:`."),
    title: z.string().min(1).max(80).describe("For people."),
    interface: z
      .enum(["dashboard", "controller", "fabric", "messaging", "servers", "sdwan", "firewall", "rest"])
      .describe("Its interface in the specification; rest: a catalog of a project."),
    hosts: z
      .array(z.string().regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, "must be a host: api.example.com"))
      .min(1)
      .exactOptional()
      .describe(
        "The vendor's hosts, by which `trueup init` recognizes the product. `*.example.com` means all subdomains.",
      ),
    fingerprint: z
      .array(fingerprint)
      .min(1)
      .max(3)
      .exactOptional()
      .describe(
        "Answers that only this product gives to requests without a credential. `trueup init --import` recognizes " +
          "an unnamed product by any of them. Absent: no such answer is known.",
      ),
    basePath: z.union([z.literal(""), path]).describe("The prefix of all paths but those of logins."),
    authentication: z
      .union([authentication, z.array(authentication).min(1)])
      .describe("How a client authenticates; of several methods, the first that matches the credential."),
    ended: z
      .array(endedToken)
      .exactOptional()
      .describe("Answers besides 401 that mean that a token has expired."),
    caseSensitive: z
      .boolean()
      .exactOptional()
      .describe("true: the default of `caseSensitive` for all its kinds."),
    decidesAccess: z
      .boolean()
      .exactOptional()
      .describe("true: the default of `decidesAccess` for all its kinds."),
    readOnly: readOnlyNames.exactOptional(),
    attached: attached.exactOptional(),
    usual: usualValues.exactOptional(),
    unread: z
      .string()
      .min(1)
      .max(500)
      .exactOptional()
      .describe("A sentence: the parts of the product without a kind, which an import does not read."),
    sessions: z.int().min(1).exactOptional().describe("The maximum number of sessions per user."),
    pages: pages
      .exactOptional()
      .describe("The default pagination of lists. Default: trueup detects it from the answers."),
    version: z
      .strictObject({
        at: field.describe("The field of a list's answer that holds the version."),
        known: z.string().min(1).describe("The version that the catalog was written for."),
      })
      .exactOptional()
      .describe(
        "The field with the version of a list's format, and the known version: others give a " +
          "warning. A setting `version` lets a target name its own.",
      ),
    limits: z
      .strictObject({
        requestsPerSecond: z.number().positive().describe("The sustained rate."),
        limiter: limiter.exactOptional(),
        concurrency: z.int().min(1).describe("The initial number of requests in flight."),
        concurrencyMax: z
          .int()
          .min(1)
          .max(1000)
          .exactOptional()
          .describe(
            "The maximum number of requests in flight if the latency requires more. Default: concurrency.",
          ),
        ofSource: z
          .number()
          .positive()
          .exactOptional()
          .describe("Requests per second of one machine, in total."),
        sharedBy: kindName.exactOptional().describe("A kind whose resources have separate limits."),
      })
      .describe("The request limits."),
    replies: z.array(replyRow).min(1).describe("The meaning of answers; the first matching row decides."),
    errors: z
      .strictObject({ texts: z.array(field).exactOptional().describe("The names of the fields.") })
      .exactOptional()
      .describe("Fields of an error's answer with the reason; read before the usual places."),
    task: task
      .exactOptional()
      .describe("The task that a write becomes if its answer contains the task's field."),
    pushes: pushes.exactOptional().describe("How an update is pushed to the devices that use the object."),
    finish: finish
      .exactOptional()
      .describe("The activation of changes at the end of an apply, such as a deployment."),
    batches: batches
      .exactOptional()
      .describe("How several writes are sent in one request. Absent: each is sent separately."),
    changes: changes.exactOptional().describe("Its change log. Absent: no change log is known."),
    redirects: z
      .enum(["refused", "listed"])
      .exactOptional()
      .describe("Redirects. listed: allowed to the target's hosts. Default: refused."),
    settingsOf: name
      .exactOptional()
      .describe("The interface whose settings it inherits. Its own settings override these."),
    settings: settings
      .exactOptional()
      .describe(
        "The `settings:` of a target, applied to the catalog in this order; `{settings.NAME}` in paths.",
      ),
    shapes: fields
      .exactOptional()
      .describe("Definitions of fields that several kinds share, by name for the word `shape`."),
    fileField: z
      .strictObject({
        name: kindName.describe("Its name at the top of the file."),
        kind: kindName.describe("The kind that it refers to."),
      })
      .exactOptional()
      .describe("A field at the top of every file that names the parent of its resources."),
    post: z
      .strictObject({
        kind: kindName.describe("The kind whose resources are the rooms; a room is found by its identity."),
        path: path.exactOptional().describe("`{id}` is the room's. Absent: a setting must give it."),
        with: z.record(field, z.string()).describe("The body; `{id}`, and `{text}` for the message."),
      })
      .exactOptional()
      .describe("How a message is posted: for `notify:`."),
    probe: kindName
      .exactOptional()
      .describe("The kind that is read to prove an absence: its list, or its object that always `exists`."),
    reports: z
      .record(kindName, report)
      .exactOptional()
      .describe("For `trueup status`: the reports of single devices, requested by `{serial}` or `{id}`."),
    modelsWithoutReports: pattern
      .exactOptional()
      .describe("Models without any report; other models that no report names are asked for every report."),
    lockout: z
      .array(wayIn)
      .min(1)
      .exactOptional()
      .describe("For a product that identifies objects by paths: where users can lock themselves out."),
    health: health.exactOptional().describe("For health gates and `trueup status`."),
    checks: z
      .array(kindName)
      .min(1)
      .describe("Kinds whose lists, or objects that always `exist`, `trueup check` reads first."),
  })
  .meta({ id: "product" });

/** The keys of a product in its file. */
export type ProductFile = z.infer<typeof productFile>;

/** The keys of a fingerprint in a file. */
export type Fingerprint = z.infer<typeof fingerprint>;
