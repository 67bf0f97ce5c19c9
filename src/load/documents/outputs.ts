/** Schemas of the documents that commands print with `--format json`, by the names of their formats. */

import { z } from "zod";
import { historyEntry } from "./history-words.ts";
import {
  addressWord as address,
  output,
  positionWord as position,
  problemWord as problem,
  settledWords,
  unknownWord as unknown,
  valueWord as value,
} from "./output-words.ts";

const count = z.int().min(0);
const environment = z.string().describe("The environment of the project.");
const texts = z.array(z.string());
const byTarget = z.record(z.string(), count);

const outcome = z
  .looseObject({
    state: z.enum(["applied", "converged", "failed", "unknown", "skipped"]),
    problem: problem.optional(),
    because: z
      .string()
      .optional()
      .describe("For a skipped step: the step that it waited for, or the reason."),
  })
  .describe("How a step ended.");

const difference = z.looseObject({
  path: z.string().describe("A JSON pointer."),
  desired: value.optional(),
  base: value.optional(),
  live: value.optional(),
  cause: z.enum(["pending", "drift", "conflict"]),
});

const changed = z.looseObject({
  action: z.enum(["create", "update", "remove"]),
  address,
  differences: z.array(difference).optional().describe("Of an update."),
});

const check = z.looseObject({
  target: z.string(),
  what: z.string(),
  allowed: z.boolean().nullable().describe("null: it could not be tried."),
  notAsked: texts.optional().describe("Parents in which it was not tried."),
  problem: problem.optional(),
});

const checkupLine = z.looseObject({
  area: z.string(),
  about: z.string(),
  state: z.enum(["ok", "warning", "failed", "untried"]),
  says: z.string(),
  hint: z.string().optional(),
});

const composedCounts = z.looseObject({
  create: count,
  update: count,
  remove: count,
  move: count,
  same: count,
});

const kind = z.looseObject({
  kind: z.string(),
  title: z.string(),
  description: z.string().optional(),
  section: z.string().describe("Its position in a file; `*` is a key."),
  short: texts.describe("Short forms of the section."),
  operations: texts,
  reasons: z.record(z.string(), z.string()).describe("Why an operation is not possible, or off."),
  verified: z.string(),
  source: z.string(),
  since: z.string().optional().describe("The product version that introduced it."),
});

const accepted = z
  .array(
    z.looseObject({
      address,
      since: z.string().describe("When it was accepted: ISO 8601, UTC."),
      id: z.string().optional().describe("The live id in the reply."),
    }),
  )
  .describe("An accepted create that no list shows yet: it is not sent again.");

/** The output of `trueup apply`. */
const apply = output("apply", "The result of an apply.", {
  environment,
  fingerprint: z.string().describe("Of the plan that was carried out."),
  status: z.int().describe("The exit status."),
  interrupted: z.boolean(),
  outcomes: z.array(z.looseObject({ step: z.string(), address, outcome })).describe("One for each step."),
  nonConvergent: z
    .array(
      z.looseObject({
        address,
        path: z.string(),
        desired: value.optional(),
        live: value.optional(),
        likely: z.string().describe("The likely cause."),
      }),
    )
    .describe("Fields that were written and still differ."),
  ...settledWords,
  unverified: z.array(unknown).describe("Written, and not read again."),
  acceptedUnseen: accepted.optional(),
  held: z.array(value).describe("Changes that were held back for health."),
  halted: value.optional().describe("Why the run stopped, if health declined."),
  rolledBack: value.optional(),
  finished: value.optional().describe("Activations at the end, such as a deployment."),
  requests: byTarget,
  recorded: value.optional().describe("The record at the applied ref."),
});

const undeclarable = z.looseObject({
  address,
  path: z.string().describe("A JSON pointer relative to the resource, in wire names."),
  name: z.string().optional().describe("Only the wire names, joined by dots."),
  what: z.enum(["value", "child"]),
  value: value.optional().describe("Absent if it may be a secret."),
  reason: z.string().optional(),
  decides: z.literal(true).optional(),
});

/** Every document, except for plans, notifications, and documents that only trueup itself reads. */
export const outputSchemas = {
  adoption: output("adoption", "What `trueup adopt` wrote.", {
    dryRun: z.boolean(),
    files: texts,
    adopted: z.array(z.looseObject({ address, fields: texts, file: z.string() })),
    notAdopted: z.array(z.looseObject({ address, reason: z.string() })),
    undeclarable: z
      .array(undeclarable)
      .describe("Live parts of adopted resources that no field can declare."),
    unknown: z.array(unknown),
  }),
  applied: output("applied", "What was applied last.", {
    environment,
    commit: z.string().optional().describe("Absent: nothing was applied yet."),
    record: value.optional(),
    memory: value.optional().describe("With --memory: the memory of applied resources."),
  }),
  apply,
  catalogCheck: output("catalogCheck", "Which kinds of a catalog work.", {
    product: z.string(),
    kinds: z.array(z.looseObject({ kind: z.string() })),
  }),
  check: output("check", "What the credentials may read.", { checks: z.array(check), requests: byTarget }),
  "composed-diff": output("composed-diff", "The effect of a change on composed desired state.", {
    revision: z.string(),
    counts: composedCounts,
    rows: count,
    changes: z.array(z.looseObject({ action: z.string(), resources: count })),
  }),
  doctor: output("doctor", "What `trueup doctor` found.", { checks: z.array(checkupLine) }),
  drift: output("drift", "Live changes since base.", {
    environment,
    threeWay: z.boolean().describe("False: it is unknown what was applied last."),
    conflicts: z.array(changed).describe("Git and live both changed, differently."),
    drifted: z.array(changed).describe("Live changed, Git did not."),
    pending: z.array(changed).describe("Git changed, live did not."),
    expected: z.array(changed).describe("Differences that an earlier apply is known to have left."),
    unexpected: z.array(address).describe("Live but not declared, although everything should be declared."),
    missing: z
      .array(z.looseObject({ address, reason: z.string() }))
      .optional()
      .describe("Missing parents: the declared resources in them cannot be compared."),
    acceptedUnseen: accepted.optional(),
    ...settledWords,
    unknown: z.array(unknown),
    converged: count.describe("Resources that are as declared."),
    unfinished: z
      .array(
        z.looseObject({ target: z.string(), verb: z.string(), names: texts, problem: problem.optional() }),
      )
      .optional()
      .describe("Changes waiting to be deployed or saved, by target, or why that is unknown."),
    who: value.optional().describe("With --who: who changed what."),
  }),
  explanation: output("explanation", "A resource as it is composed.", {
    address,
    at: position.optional(),
    count: z.looseObject({ fields: count }),
    fields: z.array(value),
  }),
  history: output("history", "Applies: what, when, by whom, and with what result.", {
    environment,
    entries: z.array(historyEntry).describe("The newest first."),
    older: count.describe("Entries beyond --limit."),
    unsure: count
      .optional()
      .describe(
        "With --only: entries that are left out although they may match, because they do not list all changes.",
      ),
    broken: count.describe("Files of the history that this version cannot read as entries."),
  }),
  import: output("import", "What `trueup import` wrote.", {
    files: texts,
    addresses: z.array(address),
    declared: count.describe("Live resources that were already declared."),
    leftOut: z.array(z.looseObject({ what: z.string(), reason: z.string() })),
    omitted: z.array(
      z.looseObject({ kind: z.string(), address, path: texts, reason: z.string().optional() }),
    ),
    secrets: z.array(
      z.looseObject({
        reference: z.string(),
        addresses: z.array(address),
        state: z.enum(["declared", "open", "barred"]),
      }),
    ),
    undeclarable: z
      .array(undeclarable)
      .describe(
        "Live parts of written resources that no field can declare: at most 10,000; `counts` has all.",
      ),
    byId: z
      .array(
        z.looseObject({
          address,
          path: z.string().describe("A JSON pointer relative to the resource."),
          kinds: texts.describe("The kinds it may refer to."),
          id: z.string(),
          name: z.string().optional(),
        }),
      )
      .describe("References by the product's own id, because nothing declared has that id."),
    counts: z.looseObject({
      resources: count,
      values: count.describe("Declared values."),
      undeclarable: z.looseObject({ children: count, values: count }),
    }),
    reportFile: z.string().optional().describe("The same report as a file for people."),
    unread: z.string().optional().describe("Parts of the product without a kind: they were not read."),
    unknown: z.array(problem),
    dryRun: z.boolean(),
    factoring: value.optional().describe("With --factor: lines with it and without."),
    planIsEmpty: z.boolean(),
  }),
  kinds: output("kinds", "Products, the kinds of one, or one kind.", {
    products: z.array(value).optional(),
    product: z.string().optional(),
    interface: z.string().optional().describe("The interface of the product."),
    kinds: z.array(kind).optional().describe("The kinds of the product."),
    ...kind.partial().shape,
    fields: z.array(value).optional().describe("Of a kind."),
    example: z.string().optional().describe("Of a kind, in YAML."),
  }),
  problems: output("problems", "All problems.", { problems: z.array(problem) }),
  pull: output("pull", "What `trueup pull` wrote.", {
    written: z.boolean(),
    files: z.array(
      z.looseObject({
        path: z.string(),
        source: z.string(),
        rows: count,
        differs: z.boolean().describe("False: the file stays as it is."),
        added: texts.describe("Rows, by their keys."),
        changed: z.array(z.looseObject({ key: z.string(), columns: z.array(value) })),
        removed: texts,
      }),
    ),
  }),
  rendered: output("rendered", "Desired state as it is composed.", {
    documents: z.array(value).optional(),
    files: texts.optional().describe("With --out: the written files."),
  }),
  snapshot: output("snapshot", "The live state of declared resources, without secrets.", {
    environment,
    takenAt: z.string().describe("ISO 8601, in UTC."),
    observations: z.array(z.looseObject({ address, state: z.enum(["present", "absent", "unknown"]) })),
    unmanaged: count.describe("The number of undeclared live resources."),
  }),
  status: output("status", "Health by site and the inventories.", {
    range: z.looseObject({ from: z.string(), to: z.string() }).optional(),
    targets: z.array(
      z.looseObject({
        target: z.string(),
        interface: z.string(),
        sites: z.array(value).optional(),
        devices: z.array(value).optional(),
        reports: z.array(value).optional(),
        pending: value.optional().describe("Changes waiting to be deployed there."),
        problems: z.array(problem),
      }),
    ),
  }),
  value: output("value", "The value of an expression.", {
    expression: z.string(),
    at: address.optional(),
    value,
  }),
} as const;
