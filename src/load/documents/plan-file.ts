/**
 * Plan files (`trueup plan --out plan.json`): their schema, and how a plan file is read. Their content is untrusted.
 */

import { z } from "zod";
import { type JsonBounds, jsonExcess, parseJson } from "../../model/json.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { settledWords } from "./output-words.ts";

/** The version of the format. */
const version = 2;

/**
 * The limits for the text of a plan file. They leave room for the plan's own lists and for the declared values in them.
 */
export const planFileBounds: JsonBounds = { bytes: 8 * 1024 * 1024, values: 500_000, depth: 200 };

const json = z.json();
const address = z.string().describe("target/kind/key");
const cause = z
  .enum(["pending", "drift", "conflict"])
  .describe("pending: Git changed. drift: the live state changed. conflict: both changed, differently.");
const pointer = z
  .string()
  .describe("A JSON Pointer (RFC 6901). It names list elements by their identity if they have one.");

const difference = z.looseObject({
  path: pointer,
  desired: json.optional(),
  base: json.optional(),
  live: json.optional(),
  cause,
});

const operation = z
  .looseObject({ op: z.enum(["add", "remove", "replace", "move", "copy", "test"]), path: z.string() })
  .describe("A JSON Patch operation (RFC 6902) on the live value.");

const scope = json.optional().describe("The resource's scope, such as its organization.");
const wire = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional()
  .describe(
    "The SHA-256 over the method, path and body of the change's requests. Undeclared live values in a body " +
      "are left out.",
  );
const change = z.discriminatedUnion("action", [
  z.looseObject({
    action: z.literal("create"),
    address,
    scope,
    wire,
    writable: z.boolean(),
    cause,
    desired: json,
    along: z
      .string()
      .optional()
      .describe("A missing parent on a device. It is created along with the resource."),
    displaces: z
      .array(z.looseObject({ path: z.string(), live: json }))
      .optional()
      .describe("Live nodes of other YANG choice cases, which the create also removes."),
  }),
  z.looseObject({
    action: z.literal("update"),
    address,
    scope,
    wire,
    writable: z.boolean(),
    differences: z.array(difference),
    patch: z
      .array(operation)
      .describe("The update as a JSON Patch of the live value. Secrets are references."),
  }),
  z.looseObject({
    action: z.literal("remove"),
    address,
    scope,
    wire,
    writable: z.boolean(),
    cause,
    live: json,
    ids: z
      .array(z.string())
      .optional()
      .describe(
        "The ids of the removed object: those of its parents, then its own. An object without an id has the value " +
          "by which it is matched.",
      ),
  }),
]);

const origin = z
  .looseObject({
    tool: z.string().describe("The version of trueup."),
    prune: z.boolean().describe("Whether the plan removes resources that are no longer declared (--prune)."),
    retry: z.boolean().optional().describe("Whether the plan repeats writes that had no effect (--retry)."),
    only: z.array(z.string()).optional().describe("The globs that limited the plan."),
    base: z.string().optional().describe("The base that was given instead of the recorded one."),
    commit: z.string().optional().describe("The commit that was checked out."),
    applied: z.string().optional().describe("The commit that was applied last."),
    definitions: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        "For each target, the SHA-256 over its definitions: its entry in trueup.yaml, its own catalog, " +
          "mapping and modules, and the policies.",
      ),
  })
  .describe("The options of the plan, so that apply can plan again with them.");

const step = z.looseObject({
  id: z.string(),
  operation: z.enum(["create", "update", "remove"]),
  address,
  after: z.array(z.string()).describe("The steps that must succeed before this one."),
  takes: z
    .array(z.looseObject({ kind: z.string(), identity: z.string() }))
    .optional()
    .describe("For a removal: live content that is not declared and is removed with the resource."),
});

/** The content of a plan file. Any version may have further fields. */
export const planFileSchema = z
  .looseObject({
    format: z.literal("trueup.plan"),
    version: z.literal(version).describe("The version of this format: 2. Version 1 is from trueup 0.1.0."),
    environment: z.string(),
    fingerprint: z
      .string()
      .regex(/^(?:preview-)?[0-9a-f]{64}$/)
      .describe("The fingerprint of the changes, which apply requires."),
    origin,
    threeWay: z.boolean().describe("False if it is unknown what was applied last."),
    baseDoubt: z
      .looseObject({
        commit: z.string(),
        lineage: z.enum(["ahead", "apart", "unknown"]),
        message: z.string(),
      })
      .optional()
      .describe("Present if the last applied commit is not an ancestor of the planned one."),
    changes: z.array(change),
    steps: z.array(step).describe("The steps, in an order that respects `after`."),
    ...settledWords,
  })
  .describe("A plan of trueup.");

/** A parsed plan file. */
export type PlanFile = z.infer<typeof planFileSchema>;

/** Why a plan file cannot be used. */
export interface PlanFileRefusal {
  readonly problem: Problem;
  /** True: trueup wrote the file, but the file cannot approve anything. */
  readonly approvesNothing?: true;
  /** True: the file was too large to read. */
  readonly tooLarge?: true;
}

/** Returns why apply would not read a plan file with this text, as half a sentence. Undefined: apply would read it. */
export function planFileExcess(text: string): string | undefined {
  return jsonExcess(text, planFileBounds);
}

/** What to do about a plan whose file apply does not read. */
export const otherApproval =
  "Approve that plan by its fingerprint: run `trueup apply --approved FINGERPRINT` with the options of the plan. " +
  "Or plan and apply in parts, with --only.";

/** The refusal of a plan file beyond the limits. `excess`: half a sentence. */
export function largePlanFile(excess: string): PlanFileRefusal {
  const found = problem("plan-file", `trueup does not read this plan file: it ${excess}`, {
    hint: otherApproval,
  });
  return { problem: found, tooLarge: true };
}

/** Parses the text of a plan file. */
export function readPlanFile(text: string): { readonly file: PlanFile } | PlanFileRefusal {
  const excess = planFileExcess(text);
  if (excess !== undefined) return largePlanFile(excess);
  const value = parseJson(text);
  const read = planFileSchema.safeParse(value);
  if (read.success) return bound(read.data);
  const refusal = refusalOf(value);
  if (refusal) return refusal;
  const [issue] = read.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "" : ` (${issue.path.join(".")})`;
  const why =
    value === undefined ? "it is not JSON" : `it does not follow the format of version ${version}${where}`;
  const hint = "Write a plan file with this version of trueup: `trueup plan --out plan.json`.";
  return { problem: problem("plan-file", `this is not a plan file: ${why}`, { hint }) };
}

/**
 * Accepts a plan file if each writable change has a fingerprint of its requests, or if it is a preview. An earlier
 * build of this version wrote files without these fingerprints; they are refused.
 */
function bound(file: PlanFile): { readonly file: PlanFile } | PlanFileRefusal {
  const { changes, fingerprint, origin } = file;
  if (fingerprint.startsWith("preview-") || changes.every(({ writable, wire }) => !writable || wire))
    return { file };
  const old = `this plan file was written by an earlier trueup ${origin.tool}: it lacks the requests of its changes`;
  return { problem: problem("old-plan-file", old, { hint: planAgain }), approvesNothing: true };
}

const planAgain =
  "Plan again with this trueup, review that plan and approve it: an old approval is no longer valid.";

const headSchema = z.looseObject({
  format: z.literal("trueup.plan"),
  version: z.int(),
  fingerprint: z.string().catch(""),
  origin: z.looseObject({ tool: z.string() }).optional().catch(undefined),
});

/** Refuses a plan file from another version of trueup, or with a preview. Undefined: the file is neither. */
function refusalOf(value: unknown): PlanFileRefusal | undefined {
  const head = headSchema.safeParse(value);
  if (!head.success) return undefined;
  const { origin, version: its, fingerprint } = head.data;
  const writer = origin ? `trueup ${origin.tool}` : "another trueup";
  const what = `this plan file was written by ${writer}, in version ${its} of its format`;
  if (its > version) {
    const newer = `${what}; this trueup reads version ${version}`;
    return { problem: problem("plan-file", newer, { hint: "Update trueup." }) };
  }
  if (its < version) {
    const old = `${what}: its fingerprint is too short to approve a plan`;
    return { problem: problem("old-plan-file", old, { hint: planAgain }), approvesNothing: true };
  }
  if (!fingerprint.startsWith("preview-")) return undefined;
  const preview = "this plan file is a preview, which was made from a snapshot without reading the network";
  const hint = "Approve a plan that was made without --snapshot.";
  return { problem: problem("plan-file", preview, { hint }), approvesNothing: true };
}
