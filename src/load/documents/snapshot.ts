/** Loads a published snapshot instead of reading the network. */

import { z } from "zod";
import type { Address } from "../../model/address.ts";
import { byKey } from "../../model/compare.ts";
import type { Desired, Resource } from "../../model/desired.ts";
import { jsonExcess, parseJson } from "../../model/json.ts";
import {
  type LiveResource,
  type Observation,
  type Snapshot,
  snapshotBounds,
} from "../../model/live/snapshot.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { asJson } from "../../yaml/schema-output.ts";

/** The text of a snapshot, and what is needed to load it. */
export interface SnapshotInput {
  readonly text: string;
  /** The path of the snapshot, for messages. */
  readonly path: string;
  readonly environment: string;
  readonly desired: Desired;
  readonly base?: Desired | undefined;
}

const problemSchema = z.object({
  code: z.string(),
  severity: z.enum(["error", "warning"]),
  message: z.string(),
  hint: z.string().optional(),
});

const schema = z.strictObject({
  format: z.literal("trueup.snapshot"),
  version: z.literal(1),
  environment: z.string(),
  takenAt: z.iso.datetime(),
  observations: z.array(
    z.discriminatedUnion("state", [
      z.strictObject({
        address: z.string(),
        state: z.literal("present"),
        value: z.unknown(),
        known: z.literal("id").exactOptional(),
        anew: z.literal(true).exactOptional(),
      }),
      z.strictObject({ address: z.string(), state: z.literal("absent") }),
      z.strictObject({ address: z.string(), state: z.literal("unknown"), problem: problemSchema }),
    ]),
  ),
  unmanaged: z.int().min(0),
});

type WrittenObservation = z.infer<typeof schema>["observations"][number];

/**
 * Returns the snapshot, with an observation for everything that is declared now. A resource that the snapshot lacks was
 * not declared when the snapshot was made. It counts as unknown if an ancestor is unknown, otherwise as present if it
 * is read-only, and otherwise as absent. Therefore the result is only good enough for a preview.
 */
export function loadSnapshot(
  input: SnapshotInput,
): { readonly snapshot: Snapshot } | { readonly problem: Problem } {
  const { text, path, environment, desired, base } = input;
  const excess = jsonExcess(text, snapshotBounds);
  if (excess !== undefined) return { problem: largeSnapshot(path, excess) };
  const read = schema.safeParse(parseJson(text));
  if (!read.success) return { problem: badSnapshot(path) };
  if (read.data.environment !== environment) return { problem: elsewhere(path, read.data.environment) };
  const known = new Map(read.data.observations.map((one) => [one.address, observation(one)]));
  const observations = new Map<Address, Observation<LiveResource>>();
  const parents = [...(base?.resources ?? []), ...desired.resources].sort(byKey);
  const resources = new Map(parents);
  for (const [address, resource] of parents) observations.set(address, seen(resource, { known, resources }));
  return { snapshot: { takenAt: read.data.takenAt, observations, unmanaged: [], requests: new Map() } };
}

function observation(written: WrittenObservation): Observation<LiveResource> {
  switch (written.state) {
    case "present":
      return { state: "present", value: liveOf(written) };
    case "absent":
      return { state: "absent" };
    case "unknown": {
      const { code, message, severity, hint } = written.problem;
      return { state: "unknown", problem: problem(code, message, { severity, hint }) };
    }
  }
}

function liveOf({ value, known, anew }: Extract<WrittenObservation, { state: "present" }>): LiveResource {
  return { value: asJson(value), ...(known && { byId: true }), ...(anew && { anew }) };
}

function seen(
  { address, parent, observed, value }: Resource,
  of: {
    readonly known: ReadonlyMap<string, Observation<LiveResource>>;
    readonly resources: ReadonlyMap<Address, Resource>;
  },
): Observation<LiveResource> {
  const own = of.known.get(address);
  if (own) return own;
  let above = parent;
  while (above !== undefined && !of.known.has(above)) above = of.resources.get(above)?.parent;
  const context = above === undefined ? undefined : of.known.get(above);
  if (context?.state === "unknown") return context;
  return observed ? { state: "present", value: { value } } : { state: "absent" };
}

/** The problem of a file that is not a snapshot, or has another version. */
export function badSnapshot(path: string): Problem {
  return problem("bad-snapshot", `${path} is not a snapshot that this version of trueup can read.`, {
    hint: "Make a snapshot with `trueup observe --out FILE`.",
  });
}

/** The problem of a snapshot that is too large. `excess`: half a sentence. */
function largeSnapshot(path: string, excess: string): Problem {
  return problem("bad-snapshot", `${path} ${excess}: this version of trueup does not read it.`, {
    hint: "Divide the project into environments, each with its own snapshot.",
  });
}

function elsewhere(path: string, environment: string): Problem {
  return problem(
    "foreign-snapshot",
    `${path} is a snapshot of environment ${environment}, not of this one.`,
    {
      hint: "Take the snapshot with the project file that this plan uses.",
    },
  );
}
