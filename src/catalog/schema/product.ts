/** Catalog keys for a product: `catalogs/<product>/product.yaml`. Data only. */

import { z } from "zod";
import { isPattern } from "../patterns/pattern.ts";
import { authentication, endedToken } from "./authentication.ts";
import { batches } from "./batch.ts";
import { changes } from "./changes.ts";
import { fields } from "./field.ts";
import { requestLimits } from "./limits.ts";
import { pages } from "./pages.ts";
import { path, plainPath } from "./paths.ts";
import { pushes } from "./pushes.ts";
import { attached } from "./reaches.ts";
import { replyRow } from "./reply-row.ts";
import { settings } from "./setting.ts";
import { finish, task } from "./tasks.ts";
import { readOnlyNames, usualValues } from "./undeclared.ts";

/** A request, and the reply that only this product gives to it. */
const fingerprint = z.strictObject({
  path: plainPath.describe(
    "The path of the request, relative to the host and without the base path. It is read once, with " +
      "GET and without a credential.",
  ),
  status: z.int().min(200).max(499).describe("The status of the answer."),
  fields: z
    .array(z.string().min(1).max(256))
    .min(1)
    .exactOptional()
    .describe("Fields that the answer must have, as JSON; dots lead into objects."),
  texts: z
    .array(z.string().min(3).max(256))
    .min(1)
    .exactOptional()
    .describe("Texts that the answer must contain, all of them; case-insensitive."),
  source: z.string().min(1).max(300).describe("The source from which this answer is known."),
});

const name = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, "must be a name in lower case");
const kindName = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/, "must be a name in camelCase");
const field = z.string().min(1).max(256);

/** A regular expression that a device's `model` must match. */
const pattern = z.string().min(1).max(300).refine(isPattern, "must be a regular expression");

/** A device's own report. */
const report = z.strictObject({
  path: path.describe("The path at which trueup reads the report."),
  models: pattern
    .exactOptional()
    .describe("A regular expression for the models that have this report; case-insensitive."),
  kind: kindName
    .exactOptional()
    .describe(
      "For resources that no list shows: the kind of the resource whose record is in the answer; `{id}` is its id.",
    ),
  at: field
    .exactOptional()
    .describe("The field of the answer that holds the record. Default: the whole answer."),
  optional: z
    .boolean()
    .exactOptional()
    .describe("true: the field in `at` can be missing. Then the answer itself is the record."),
});

/** A management path of the product itself. Changes to this path are guarded. */
const wayIn = z.strictObject({
  what: z
    .string()
    .min(1)
    .max(80)
    .describe("The display name of this management path, such as `users and logins`."),
  at: z
    .string()
    .min(2)
    .max(300)
    .refine(isPattern, "must be a regular expression")
    .describe("A regular expression for the identities of the objects of this path, whatever their kind."),
  made: z
    .boolean()
    .exactOptional()
    .describe("true: creates can lock users out too. Default: only changes and removals can."),
});

/** The lists with health, and the fields of their records that contain it. */
const health = z.strictObject({
  sites: z
    .strictObject({
      kind: kindName.describe("The kind whose resources are the sites."),
      score: field.describe("The field with a site's health score."),
    })
    .describe("The sites, which are named by their identity."),
  devices: z
    .strictObject({
      kind: kindName.describe("The kind whose resources are the devices."),
      name: field.describe("The field with a device's name."),
      address: field.describe("The field with a device's address."),
      status: field.describe("The field with a device's status."),
    })
    .describe("The devices and the fields that identify them; a device that is down is `unreachable`."),
});

/** A product. */
export const productFile = z
  .strictObject({
    product: name.describe(
      "The name of the product: the value of `dialect:` in a target, and the name of the folder.",
    ),
    dialect: z
      .literal("neutral")
      .exactOptional()
      .describe(
        "For a catalog of an interface itself, not of a product: the value of `dialect:` in a target.",
      ),
    title: z.string().min(1).max(80).describe("The display name of the product."),
    interface: z
      .enum(["dashboard", "controller", "fabric", "messaging", "servers", "sdwan", "firewall", "rest"])
      .describe("The interface of the product in the specification. A catalog in a project has `rest`."),
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
        "Requests without a credential, each with an answer that only this product gives. `trueup " +
          "init --import` recognizes an unnamed product by any of them. Absent: no such answer is " +
          "known.",
      ),
    basePath: z.union([z.literal(""), path]).describe("The prefix of all paths, except those of logins."),
    authentication: z
      .union([authentication, z.array(authentication).min(1)])
      .describe(
        "How a client authenticates. If there are several methods, trueup uses the first one that " +
          "matches the credential.",
      ),
    ended: z
      .array(endedToken)
      .exactOptional()
      .describe("Answers that mean that a token has expired. A 401 always means that."),
    caseSensitive: z
      .boolean()
      .exactOptional()
      .describe("If true, `caseSensitive` is true by default for every kind of this product."),
    decidesAccess: z
      .boolean()
      .exactOptional()
      .describe("If true, `decidesAccess` is true by default for every kind of this product."),
    readOnly: readOnlyNames.exactOptional(),
    attached: attached.exactOptional(),
    usual: usualValues.exactOptional(),
    unread: z
      .string()
      .min(1)
      .max(500)
      .exactOptional()
      .describe(
        "A sentence that names the parts of the product without a kind, which an import does not read.",
      ),
    sessions: z.int().min(1).exactOptional().describe("The maximum number of sessions per user."),
    pages: pages
      .exactOptional()
      .describe("The default pagination of lists. Default: trueup detects it from the answers."),
    version: z
      .strictObject({
        at: field.describe("The field of a list's answer that holds the version of the format."),
        known: z.string().min(1).describe("The version that the catalog was written for."),
      })
      .exactOptional()
      .describe(
        "The field with the version of a list's format, and the version that the catalog was written " +
          "for. Another version causes a warning. With a setting `version`, a target can name the " +
          "version that it expects.",
      ),
    limits: requestLimits,
    replies: z
      .array(replyRow)
      .min(1)
      .describe("The meaning of answers. The first row that matches an answer decides."),
    errors: z
      .strictObject({ texts: z.array(field).exactOptional().describe("The names of the fields.") })
      .exactOptional()
      .describe(
        "The fields of an error's answer that hold the reason. They are read before the usual fields.",
      ),
    task: task
      .exactOptional()
      .describe(
        "The task that the product creates for a write. A write has become a task if its answer contains " +
          "the field `id` of the task.",
      ),
    pushes: pushes
      .exactOptional()
      .describe("How an update is pushed to the devices that use the changed object."),
    finish: finish
      .exactOptional()
      .describe("How changes are activated at the end of an apply, for example by a deployment."),
    batches: batches
      .exactOptional()
      .describe("How several writes are sent in one request. Absent: each write is sent separately."),
    changes: changes
      .exactOptional()
      .describe("The change log of the product. Absent: no change log is known."),
    redirects: z
      .enum(["refused", "listed"])
      .exactOptional()
      .describe(
        "Whether trueup follows redirects. listed: to the target's hosts only. refused: never. " +
          "Default: refused.",
      ),
    settingsOf: name
      .exactOptional()
      .describe(
        "The interface whose settings the product inherits. The product's own settings override these.",
      ),
    settings: settings
      .exactOptional()
      .describe(
        "The keys that a target may have under `settings:`. Their values are applied to the catalog in " +
          "the order in which the keys are listed here. Paths may contain a value as `{settings.NAME}`.",
      ),
    shapes: fields
      .exactOptional()
      .describe(
        "Definitions of fields that several kinds share, each by the name that the fields give as " +
          "`shape`.",
      ),
    fileField: z
      .strictObject({
        name: kindName.describe("The name of the field at the top of a file."),
        kind: kindName.describe("The kind that the field refers to."),
      })
      .exactOptional()
      .describe("A field at the top of every file that names the parent of its resources."),
    post: z
      .strictObject({
        kind: kindName.describe("The kind whose resources are the rooms. A room is found by its identity."),
        path: path
          .exactOptional()
          .describe(
            "The path to which messages are posted; `{id}` is the id of the room. Absent: a setting of " +
              "the target must give the path.",
          ),
        with: z
          .record(field, z.string())
          .describe("The body of the request; `{id}` is the id of the room, `{text}` the message."),
      })
      .exactOptional()
      .describe("How trueup posts a message to a room, for `notify:` in trueup.yaml."),
    probe: kindName
      .exactOptional()
      .describe(
        "The kind that trueup reads to prove an absence. trueup reads the kind's list or, without a list, " +
          "the object that the kind names as `exists`.",
      ),
    reports: z
      .record(kindName, report)
      .exactOptional()
      .describe(
        "The reports of single devices, for `trueup status`. Their paths contain `{serial}` or `{id}`.",
      ),
    modelsWithoutReports: pattern
      .exactOptional()
      .describe(
        "A regular expression for the models without any report. If neither this expression nor a report " +
          "matches a model, trueup reads every report.",
      ),
    lockout: z
      .array(wayIn)
      .min(1)
      .exactOptional()
      .describe(
        "For a product that identifies objects by paths: the objects with which users can lock " +
          "themselves out.",
      ),
    health: health
      .exactOptional()
      .describe("The kinds and fields that show health, for health gates and `trueup status`."),
    checks: z
      .array(kindName)
      .min(1)
      .describe(
        "The kinds that `trueup check` reads first. trueup reads each kind's list or, without a list, the " +
          "object that the kind names as `exists`.",
      ),
  })
  .meta({ id: "product" });

/** The keys of a product in its file. */
export type ProductFile = z.infer<typeof productFile>;

/** The keys of a fingerprint in a file. */
export type Fingerprint = z.infer<typeof fingerprint>;
