/** Schemas of policy files, and of the policy settings in `trueup.yaml`. */

import { z } from "zod";
import { noFolder, projectFolderPattern } from "../../model/project.ts";
import { timeZoneSchema } from "../project-file/guard-schema.ts";

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be at most 63 lower-case letters, digits and hyphens")
  .describe("The policy's name in findings and consents, such as no-open-ssid.");

const glob = z.string().min(1).max(500);
const globs = z.union([glob, z.array(glob).min(1).max(100)]);

const selection = z
  .strictObject({
    kind: globs
      .exactOptional()
      .describe("The kinds to which the policy applies, as globs: ssid, or [ssid, appliance*]."),
    address: globs
      .exactOptional()
      .describe("The addresses to which the policy applies, as globs: cloud/network/*."),
    except: globs.exactOptional().describe("The addresses to which the policy does not apply, as globs."),
  })
  .refine((value) => value.kind !== undefined || value.address !== undefined, "needs `kind` or `address`");

const severity = z
  .enum(["error", "warning"])
  .describe(
    "error: validate fails, and apply refuses. warning: both report the violation and go on. Default: error.",
  );

/** One policy as written. */
const policy = z
  .strictObject({
    name,
    about: z
      .union([z.literal("plan"), selection])
      .describe(
        "What the policy is about: plan, or resources such as { kind: ssid } or { address: cloud/network/* }.",
      ),
    assert: z
      .string()
      .min(1)
      .max(10_000)
      .describe(
        "The rule, in CEL, about resource, resources or plan. It holds if it is true, or an empty list of violations.",
      ),
    message: z
      .string()
      .min(1)
      .max(2000)
      .describe("The message for a violation. It may contain expressions: ${resource.key} is open."),
    severity: severity.exactOptional(),
    fix: z.string().min(1).max(1000).exactOptional().describe("What to do about a violation."),
    timeZone: timeZoneSchema
      .exactOptional()
      .describe("The IANA time zone of run.date, run.time and run.weekday. Default: UTC."),
  })
  .describe("A policy.");

/** The schema of a policy file: a list of policies. */
export const policyFileSchema = z
  .array(policy)
  .describe("Policies: rules that resources and plans must satisfy.");

/** A policy as written, validated. */
export type WrittenPolicy = z.infer<typeof policy>;

const usage = () => ({
  name: name.exactOptional(),
  severity: severity.exactOptional(),
  except: globs.exactOptional().describe("The addresses to which the policy does not apply, as globs."),
});
const kind = z.string().min(1).max(100);

const plain = z.enum(["no-address-twice", "no-overlapping-subnets", "no-open-ssid"]);
const used = z
  .union([
    z.enum([...plain.options, "names-match", "sites-have"]),
    z.strictObject({ policy: plain, ...usage() }),
    z.strictObject({
      policy: z.literal("names-match"),
      kind: kind.describe("The kind whose names must match."),
      pattern: z
        .string()
        .min(1)
        .max(1000)
        .describe("A regular expression (RE2) for the whole name: [a-z]{2}-[a-z0-9-]+."),
      ...usage(),
    }),
    z.strictObject({
      policy: z.literal("sites-have"),
      kind: kind.describe("The kind that every site must have."),
      per: z
        .string()
        .regex(/^[A-Za-z]\w{0,62}$/, "must be a word that says where resources are, such as site or network")
        .exactOptional()
        .describe(
          "What counts as a site: the name of a part of a resource's scope, such as network. Default: site.",
        ),
      ...usage(),
    }),
  ])
  .describe("A policy that comes with trueup: its name, or a map with `policy` and how it is used.");

/** The policy settings of the project file. */
export const policiesSchema = z
  .strictObject({
    folder: z
      .string()
      .regex(projectFolderPattern, noFolder)
      .exactOptional()
      .describe(
        "The folder of the project's own policies, beside this file. Default: policies, if it exists.",
      ),
    use: z
      .array(used)
      .max(100)
      .exactOptional()
      .describe("The policies that come with trueup and that this project uses."),
  })
  .describe("Rules that resources and plans must satisfy.");

/** The policy settings as written, validated. */
export type WrittenPolicySettings = z.infer<typeof policiesSchema>;

/** Returns one text or several as a list. */
export function globTexts(written: string | readonly string[] | undefined): readonly string[] {
  if (written === undefined) return [];
  return typeof written === "string" ? [written] : written;
}
