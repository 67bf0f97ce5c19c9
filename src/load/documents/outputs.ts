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
      .describe("For a skipped step: the step for which it waited, or the reason."),
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
  differences: z.array(difference).optional().describe("The differences that an update removes."),
});

const check = z.looseObject({
  target: z.string(),
  what: z.string(),
  allowed: z.boolean().nullable().describe("True if allowed; null if it could not be tried."),
  notAsked: texts.optional().describe("The parents in which the operation was not tried."),
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
  section: z.string().describe("The path of the kind's section in a file; `*` stands for a key."),
  short: texts.describe("Short forms of the section."),
  operations: texts,
  reasons: z.record(z.string(), z.string()).describe("Why an operation is impossible or switched off."),
  verified: z.string(),
  source: z.string(),
  since: z.string().optional().describe("The product version that introduced the kind."),
});

const accepted = z
  .array(
    z.looseObject({
      address,
      since: z.string().describe("When the server accepted the create: ISO 8601, in UTC."),
      id: z.string().optional().describe("The resource's id in the reply."),
    }),
  )
  .describe("Resources whose create was accepted, but that no list shows yet. They are not sent again.");

/** The schema of the output of `trueup apply`. */
const apply = output("apply", "The result of an apply.", {
  environment,
  fingerprint: z.string().describe("The fingerprint of the applied plan."),
  status: z.int().describe("The exit status."),
  interrupted: z.boolean(),
  outcomes: z.array(z.looseObject({ step: z.string(), address, outcome })).describe("How each step ended."),
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
    .describe("Fields that still differ from desired state although they were written."),
  ...settledWords,
  unverified: z.array(unknown).describe("Resources that were written but could not be read again."),
  acceptedUnseen: accepted.optional(),
  held: z.array(value).describe("Changes that were held back because of the health of sites or devices."),
  halted: value.optional().describe("Why the run stopped, if it stopped because health declined."),
  rolledBack: value.optional(),
  finished: value.optional().describe("The activations at the end of the apply, such as a deployment."),
  requests: byTarget,
  recorded: value.optional().describe("The record that was written at the applied ref."),
});

const undeclarable = z.looseObject({
  address,
  path: z.string().describe("A JSON pointer relative to the resource, in wire names."),
  name: z.string().optional().describe("The wire names of the path, joined by dots."),
  what: z.enum(["value", "child"]),
  value: value.optional().describe("The live value; absent if it may be a secret."),
  reason: z.string().optional(),
  decides: z.literal(true).optional(),
});

/** The schemas of all documents, except for plans, notifications, and documents that only trueup reads. */
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
    commit: z.string().optional().describe("The last applied commit; absent if nothing was applied yet."),
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
  drift: output("drift", "Live changes since the last apply.", {
    environment,
    threeWay: z.boolean().describe("False if it is unknown what was applied last."),
    conflicts: z.array(changed).describe("Both Git and the live state changed, differently."),
    drifted: z.array(changed).describe("The live state changed, Git did not."),
    pending: z.array(changed).describe("Git changed, the live state did not."),
    expected: z.array(changed).describe("Declared resources that differ, but whose interface is read-only."),
    unexpected: z.array(address).describe("Live resources of a complete inventory that are not declared."),
    missing: z
      .array(z.looseObject({ address, reason: z.string() }))
      .optional()
      .describe("Parents that do not exist, so that the declared resources in them cannot be compared."),
    acceptedUnseen: accepted.optional(),
    ...settledWords,
    unknown: z.array(unknown),
    converged: count.describe("The number of resources that are as declared."),
    unfinished: z
      .array(
        z.looseObject({ target: z.string(), verb: z.string(), names: texts, problem: problem.optional() }),
      )
      .optional()
      .describe("Changes waiting to be deployed or saved, by target, or why that is unknown."),
    who: value.optional().describe("With --who: who changed what."),
  }),
  explanation: output("explanation", "A resource, and where each of its values comes from.", {
    address,
    at: position.optional(),
    count: z.looseObject({ fields: count }),
    fields: z.array(value),
  }),
  history: output("history", "Applies: what, when, by whom, and with what result.", {
    environment,
    entries: z.array(historyEntry).describe("The entries, the newest first."),
    older: count.describe("The number of older entries, beyond --limit."),
    unsure: count
      .optional()
      .describe(
        "With --only: the number of entries left out that may match, because they do not list all changes.",
      ),
    broken: count.describe("The number of files of the history that this version cannot read as entries."),
  }),
  import: output("import", "What `trueup import` wrote.", {
    files: texts,
    addresses: z.array(address),
    declared: count.describe("The number of live resources that were already declared."),
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
        "Live parts of written resources that no field can declare. At most 10,000 are listed; `counts` counts all.",
      ),
    byId: z
      .array(
        z.looseObject({
          address,
          path: z.string().describe("A JSON pointer relative to the resource."),
          kinds: texts.describe("The kinds to which the field may refer."),
          id: z.string(),
          name: z.string().optional(),
        }),
      )
      .describe("References by the product's own id, because no declared resource has that id."),
    counts: z.looseObject({
      resources: count,
      values: count.describe("The number of declared values."),
      undeclarable: z.looseObject({ children: count, values: count }),
    }),
    reportFile: z.string().optional().describe("The path of the same report as a text for people."),
    unread: z.string().optional().describe("Parts of the product that no kind covers. They were not read."),
    unknown: z.array(problem),
    dryRun: z.boolean(),
    factoring: value.optional().describe("With --factor: the number of lines with and without it."),
    planIsEmpty: z.boolean(),
  }),
  kinds: output("kinds", "The products, the kinds of one product, or one kind.", {
    products: z.array(value).optional(),
    product: z.string().optional(),
    interface: z.string().optional().describe("The interface of the product."),
    kinds: z.array(kind).optional().describe("The kinds of the product."),
    ...kind.partial().shape,
    fields: z.array(value).optional().describe("The fields of the kind."),
    example: z.string().optional().describe("An example of the kind, in YAML."),
  }),
  problems: output("problems", "All problems.", { problems: z.array(problem) }),
  pull: output("pull", "What `trueup pull` wrote.", {
    written: z.boolean(),
    files: z.array(
      z.looseObject({
        path: z.string(),
        source: z.string(),
        rows: count,
        differs: z.boolean().describe("False if the file stays as it is."),
        added: texts.describe("The keys of the added rows."),
        changed: z.array(z.looseObject({ key: z.string(), columns: z.array(value) })),
        removed: texts,
      }),
    ),
  }),
  rendered: output("rendered", "Desired state with defaults and groups merged, and expressions evaluated.", {
    documents: z.array(value).optional(),
    files: texts.optional().describe("With --out: the written files."),
  }),
  snapshot: output("snapshot", "The live state of declared resources, without secrets.", {
    environment,
    takenAt: z.string().describe("When the live state was read: ISO 8601, in UTC."),
    observations: z.array(z.looseObject({ address, state: z.enum(["present", "absent", "unknown"]) })),
    unmanaged: count.describe("The number of undeclared live resources."),
  }),
  status: output("status", "The health of sites, and the inventories.", {
    range: z.looseObject({ from: z.string(), to: z.string() }).optional(),
    targets: z.array(
      z.looseObject({
        target: z.string(),
        interface: z.string(),
        sites: z.array(value).optional(),
        devices: z.array(value).optional(),
        reports: z.array(value).optional(),
        pending: value.optional().describe("Changes that are waiting to be deployed at this target."),
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
