/** Schemas of guards, ignored fields and freezes in `trueup.yaml`. */

import { z } from "zod";

const removals = z
  .strictObject({
    percent: z
      .number()
      .min(0)
      .max(100)
      .exactOptional()
      .describe(
        "The percentage of the applied objects of one kind. Removing more needs a consent. Default 30.",
      ),
    minimum: z
      .int()
      .min(0)
      .max(1_000_000)
      .exactOptional()
      .describe("How many objects of a kind must have been applied for the percentage to count. Default 10."),
  })
  .describe("The threshold above which removals need a consent: `--allow removals@FINGERPRINT`.");

/** The thresholds of the guards, for one target. */
export const guardsSchema = z
  .strictObject({ removals: removals.exactOptional() })
  .describe("Thresholds of the guards.");

/** Fields that are neither compared nor changed. */
export const ignoreSchema = z
  .array(
    z.strictObject({
      address: z.string().min(1).describe("A glob over the resources' addresses: `cloud/network/*`."),
      fields: z
        .array(
          z.string().regex(/^[/*]/, "must be a pointer such as /netflow/enabled, or a glob over pointers"),
        )
        .min(1)
        .describe("Globs over pointers: `/netflow/*`. A field includes everything below it."),
    }),
  )
  .describe("Fields that are neither compared nor changed.");

const reason = z.string().min(1).max(200).describe("The reason, which is shown when an apply is refused.");
const targets = z
  .array(z.string())
  .min(1)
  .exactOptional()
  .describe("The targets to which the freeze applies. Default: all.");

const moment = z.iso.datetime({
  offset: true,
  error: "must be a date and time with an offset, such as 2026-12-20T18:00:00+01:00",
});

const once = z
  .strictObject({
    from: moment.describe("When the freeze begins."),
    to: moment.describe("When the freeze ends."),
    reason,
    targets,
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ["to"],
    error: "must be after `from`",
  });

const day = z.enum(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, "must be a time such as 18:00");

/** The schema of a time zone. */
export const timeZoneSchema = z
  .string()
  .refine(isTimeZone, "must be an IANA time zone name")
  .describe("IANA time zone name.");

const weekly = z.strictObject({
  days: z.array(day).min(1).describe("The days of the week on which the freeze begins."),
  from: time.describe("When the freeze begins, by the clock of the time zone."),
  to: time.describe("When the freeze ends. A time that is not after `from` is on the next day."),
  timeZone: timeZoneSchema,
  reason,
  targets,
});

/** The schema of periods in which nothing is applied. */
export const freezeSchema = z
  .array(z.union([once, weekly]))
  .describe("Times in which nothing is applied without `--allow freeze@FINGERPRINT`.");

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
