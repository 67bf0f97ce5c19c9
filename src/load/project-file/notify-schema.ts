/** Schemas of notifications in `trueup.yaml`, and of webhook payloads. */

import { z } from "zod";

const on = z
  .array(z.enum(["apply", "failure", "drift"]))
  .min(1)
  .exactOptional()
  .describe("The events to report: apply, failure, drift. Default: all.");

const room = z
  .strictObject({
    target: z.string().describe("The name of a messaging target."),
    room: z.string().min(1).max(255).describe("The room's name, as its members see it."),
    on,
  })
  .describe("A room of a messaging target.");

const webhook = z
  .strictObject({
    webhook: z
      .string()
      .min(1)
      .describe("The URL to which signed JSON documents are posted: https, or http to this machine."),
    key: z
      .strictObject({ secret: z.string().regex(/^(?:env|file):./, "must be env:NAME or file:PATH") })
      .describe("The key that signs documents, by reference: `{ secret: env:NAME }`."),
    ca: z
      .string()
      .min(1)
      .exactOptional()
      .describe(
        "The path of a PEM bundle with the authorities for the URL's certificate, relative to this file.",
      ),
    on,
  })
  .describe("A URL to which signed JSON documents are posted.");

/** Schema of the recipients that are notified of applies and drift. */
export const notifySchema = z
  .array(z.union([room, webhook]))
  .describe("Who is notified of applies and of drift.");

const count = z.int().min(0);
const recipientFields = {
  format: z.literal("trueup.notification"),
  version: z.literal(1),
  environment: z.string(),
  at: z.iso.datetime().describe("When the event happened, in UTC."),
  targets: z.array(z.string()).describe("The targets that the event concerns."),
  summary: z.string().describe("One line for people."),
  fingerprint: z.string().describe("The plan's fingerprint."),
  commit: z.string().optional().describe("The commit that was declared, if Git knows it."),
  run: z.url().optional().describe("The URL of the run, if a CI system gives one."),
};

/** The document sent to webhooks. Fields may be added within a version. */
export const notificationSchema = z.union([
  z
    .object({
      ...recipientFields,
      event: z.enum(["apply", "failure"]),
      status: z.int().describe("The exit status of apply."),
      counts: z.object({
        done: count.describe("Steps that were applied, or that had nothing left to do."),
        failed: count,
        unknown: count.describe("Steps whose outcome is unknown, and resources that could not be read."),
        notTried: count,
        held: count.describe("Changes that were held back because of health or a conflict."),
        different: count.describe("Fields that still differ from desired state although they were written."),
        takenBack: count,
        unfinished: count.describe("Activations, such as a deployment, that were due and did not happen."),
      }),
    })
    .describe("An apply."),
  z
    .object({
      ...recipientFields,
      event: z.literal("drift"),
      counts: z.object({
        drifted: count,
        conflicts: count,
        unexpected: count,
        pending: count,
        unknown: count,
      }),
    })
    .describe("Drift. The counts are numbers of resources."),
]);
