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
import { settings } from "./setting.ts";
import { finish, task } from "./tasks.ts";
import { readOnlyNames, usualValues } from "./undeclared.ts";

/** One request, and the reply that only this product gives. */
const fingerprint = z.strictObject({
  path: plainPath.describe(
    "Read once, by GET and without a credential. It begins at the host, without the base path.",
  ),
  status: z.int().min(200).max(499).describe("The status of the answer."),
  fields: z
    .array(z.string().min(1).max(256))
    .min(1)
    .exactOptional()
    .describe("Fields that the answer has, as JSON; dots lead into objects."),
  texts: z
    .array(z.string().min(3).max(256))
    .min(1)
    .exactOptional()
    .describe("Texts that the answer has, all of them; case does not matter."),
  source: z.string().min(1).max(300).describe("Who says that it answers so."),
});

const name = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, "must be a name in lower case");
const kindName = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/, "must be a name in camelCase");
const field = z.string().min(1).max(256);

/** A regular expression for a device's `model`. */
const pattern = z.string().min(1).max(300).refine(isPattern, "must be a regular expression");

const window = { seconds: z.number().min(1).max(60).describe("How long the span of time is.") };

/** How requests are counted. Absent: unknown, so that limiters of any form must be satisfied. */
const limiter = z
  .discriminatedUnion("is", [
    z
      .strictObject({
        is: z.literal("tokenBucket"),
        burst: z.number().min(1).max(10_000).describe("How many requests the bucket holds when it is full."),
      })
      .describe("A bucket that fills at that rate."),
    z.strictObject({ is: z.literal("slidingWindow"), ...window }).describe("A number in any span of time."),
    z.strictObject({ is: z.literal("fixedWindow"), ...window }).describe("A number in each span of time."),
  ])
  .describe("How requests are counted. Default: unknown, so no second gets more.");

/** A row of the reply table; the first match decides. */
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
    .describe("A text in the answer, or any of several; case does not matter."),
  says: z
    .enum(["not ready"])
    .exactOptional()
    .describe("A phrase in the answer, in any of its usual forms: `isn't ready`, NETWORK_NOT_READY."),
  tag: field.exactOptional().describe("An error tag or a member of the answer."),
  means: z.enum([
    ...["accepted", "conflict", "contended", "refused", "lost", "absent"],
    ...["notReady", "throttled", "locked", "unavailable"],
  ] as const),
  code: z.string().exactOptional().describe("The code of the problem that people see then."),
  hint: z.string().max(300).exactOptional().describe("What people can do about it."),
});

/** A device's own report. */
const report = z.strictObject({
  path: path.describe("Where it is read."),
  models: pattern.exactOptional().describe("The models that have it; case does not matter."),
  kind: kindName
    .exactOptional()
    .describe(
      "It is the record of a resource of this kind, by its `{id}`: for resources that no list has shown.",
    ),
  at: field.exactOptional().describe("The field with that record. Default: the answer."),
  optional: z
    .boolean()
    .exactOptional()
    .describe("true: that field is not reliable; without it the answer is the record."),
});

/** A management path of the product itself, whose changes are guarded. */
const wayIn = z.strictObject({
  what: z.string().min(1).max(80).describe("For people: `users and logins`."),
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

/** Lists with health, and the fields of their kinds. */
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
      .describe("The name for `dialect:` of a target, where it is not the product: the interface itself."),
    title: z.string().min(1).max(80).describe("For people."),
    interface: z
      .enum(["dashboard", "controller", "fabric", "messaging", "servers", "sdwan", "firewall", "rest"])
      .describe("The interface of the specification that it is reached by; rest: a catalog of a project."),
    hosts: z
      .array(z.string().regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, "must be a host: api.example.com"))
      .min(1)
      .exactOptional()
      .describe("Where its maker runs it, `*.example.com` for all below: by them `trueup init` knows it."),
    fingerprint: z
      .array(fingerprint)
      .min(1)
      .max(3)
      .exactOptional()
      .describe(
        "Its answers to requests without a credential that no other product gives. `trueup init --import` knows " +
          "an unnamed product by any one of them. Absent: no such answer is known.",
      ),
    basePath: z.union([z.literal(""), path]).describe("Before all paths but those of authentication."),
    authentication: z
      .union([authentication, z.array(authentication).min(1)])
      .describe("How a client authenticates; of several ways the first that the credential fits."),
    ended: z
      .array(endedToken)
      .exactOptional()
      .describe("Answers besides 401 that mean that a token has ended."),
    caseSensitive: z
      .boolean()
      .exactOptional()
      .describe("true: `caseSensitive` of all its kinds that do not say otherwise."),
    decidesAccess: z
      .boolean()
      .exactOptional()
      .describe("true: `decidesAccess` of all its kinds that do not say otherwise."),
    readOnly: readOnlyNames.exactOptional(),
    usual: usualValues.exactOptional(),
    unread: z
      .string()
      .min(1)
      .max(500)
      .exactOptional()
      .describe("A sentence: what of the product no kind has, so that an import does not look at it."),
    sessions: z.int().min(1).exactOptional().describe("How many sessions of one user there may be."),
    pages: pages
      .exactOptional()
      .describe("How lists are paged unless they say otherwise. Default: as an answer says."),
    version: z
      .strictObject({
        at: field.describe("The field of a list's answer."),
        known: z.string().min(1).describe("The version that the catalog was written for."),
      })
      .exactOptional()
      .describe(
        "The field in which a list says the version of its format, and the known version: others cause a " +
          "warning. A setting `version` lets a target name its own.",
      ),
    limits: z
      .strictObject({
        requestsPerSecond: z.number().positive().describe("How many it accepts over a long time."),
        limiter: limiter.exactOptional(),
        concurrency: z.int().min(1).describe("How many requests are in flight at the beginning."),
        concurrencyMax: z
          .int()
          .min(1)
          .max(1000)
          .exactOptional()
          .describe("The most that may be in flight where the latency needs more. Default: concurrency."),
        ofSource: z
          .number()
          .positive()
          .exactOptional()
          .describe("Requests a second of one machine, all together."),
        sharedBy: kindName.exactOptional().describe("A kind: each of its resources has its own limit."),
      })
      .describe("How many requests it takes."),
    replies: z.array(replyRow).min(1).describe("What answers mean; the first row that fits decides."),
    errors: z
      .strictObject({ texts: z.array(field).exactOptional().describe("Those fields.") })
      .exactOptional()
      .describe("Fields of an error's answer that say what is wrong; looked at before the usual places."),
    task: task.exactOptional().describe("For writes whose answer has the task's field."),
    pushes: pushes.exactOptional().describe("How devices take an update of what they are made of."),
    finish: finish
      .exactOptional()
      .describe("What is done once after the last success of an apply, such as a deployment."),
    batches: batches
      .exactOptional()
      .describe("How several writes go in one request. Absent: each write is sent alone."),
    changes: changes.exactOptional().describe("Its change log. Absent: no change log is known."),
    redirects: z
      .enum(["refused", "listed"])
      .exactOptional()
      .describe("listed: to the target's hosts. Default: refused."),
    settingsOf: name
      .exactOptional()
      .describe("A product whose settings it has too: its interface. Its own settings override these."),
    settings: settings
      .exactOptional()
      .describe(
        "What a target's `settings:` may say, laid over the catalog in this order; `{settings.NAME}` in paths.",
      ),
    shapes: fields
      .exactOptional()
      .describe("Fields that several kinds have, by names for the word `shape`: each is said once, here."),
    fileField: z
      .strictObject({
        name: kindName.describe("Its name at the top of the file."),
        kind: kindName.describe("The kind that it names one of."),
      })
      .exactOptional()
      .describe("A field at the top of every file that names the parent of its resources."),
    post: z
      .strictObject({
        kind: kindName.describe("The rooms: one is found by its identity."),
        path: path.exactOptional().describe("`{id}` is the room's. Absent: a setting must say it."),
        with: z.record(field, z.string()).describe("The body; `{id}`, and `{text}` for the message."),
      })
      .exactOptional()
      .describe("How a message is posted: for `notify:`."),
    probe: kindName
      .exactOptional()
      .describe("The kind whose list, or object that always `exists`, is read where an absence needs proof."),
    reports: z
      .record(kindName, report)
      .exactOptional()
      .describe("What a device reports of itself, by its `{serial}` or `{id}`: for `trueup status`."),
    modelsWithoutReports: pattern
      .exactOptional()
      .describe("Models without any report; other models that no report names are asked for each."),
    lockout: z
      .array(wayIn)
      .min(1)
      .exactOptional()
      .describe("Of a product that identifies objects by paths: where users can lock themselves out."),
    health: health.exactOptional().describe("For health gates and `trueup status`."),
    checks: z
      .array(kindName)
      .min(1)
      .describe("Kinds whose lists, or objects that always `exist`, `trueup check` reads first."),
  })
  .meta({ id: "product" });

/** A product, as in a file. */
export type ProductFile = z.infer<typeof productFile>;

/** A fingerprint, as in a file. */
export type Fingerprint = z.infer<typeof fingerprint>;
