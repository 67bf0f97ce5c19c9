/** What a server remembers about an environment in addition to Git: times and earlier runs. The amount is bounded. */

import { z } from "zod";
import type { Address } from "../../model/address.ts";
import type { Cause } from "../../model/change.ts";
import { parseWithin } from "../../model/json.ts";
import type { DriftPoint, ServedEnvironment, ServedRun } from "../served.ts";

/** The remembered state. If it is lost, only times and histories are lost. */
export interface EnvironmentState extends Pick<ServedEnvironment, "since" | "runs" | "history"> {
  /** When drift was reverted automatically: ISO 8601, UTC, oldest first. */
  readonly healed: readonly string[];
}

/** A state without any entries. */
export const emptyState: EnvironmentState = { since: new Map(), runs: [], history: [], healed: [] };

/** Maximum numbers: ended runs, events per run, points of history, times of automatic reverts. */
const [runsMax, eventsMax, historyMax, healedMax] = [50, 50, 500, 100];

/** The maximum number of remembered times. If more resources differ, no times are remembered for the remaining ones. */
const sinceMax = 100_000;

const bounds = { bytes: 64 * 1024 * 1024, values: 2_500_000, depth: 20 };

/** Adds a run. */
export function withRun(state: EnvironmentState, run: ServedRun): EnvironmentState {
  const short = { ...run, events: run.events.slice(-eventsMax), recorded: shortened(run.recorded) };
  return { ...state, runs: [short, ...state.runs].slice(0, runsMax) };
}

function shortened(recorded: ServedRun["recorded"]): ServedRun["recorded"] {
  return recorded && recorded.leftBehind.length > eventsMax ? undefined : recorded;
}

/** Adds a time of an automatic revert. */
export function withHealed(state: EnvironmentState, at: string): EnvironmentState {
  return { ...state, healed: [...state.healed, at].slice(-healedMax) };
}

/** An unchanged point is added at most once an hour. */
const samePointMs = 3_600_000;

/** Adds a point of history, unless it only repeats the last one. */
export function withPoint(state: EnvironmentState, point: DriftPoint): EnvironmentState {
  const last = state.history.at(-1);
  const isSame =
    last?.drifted === point.drifted && last.pending === point.pending && last.unknown === point.unknown;
  const ageMs = last ? Date.parse(point.at) - Date.parse(last.at) : 0;
  if (isSame && ageMs >= 0 && ageMs < samePointMs) return state;
  return { ...state, history: [...state.history, point].slice(-historyMax) };
}

/** Notes for each differing resource since when it has differed by its present cause. */
export function withDiffering(
  state: EnvironmentState,
  differing: ReadonlyMap<Address, Cause>,
  at: string,
): EnvironmentState {
  const since = new Map<Address, { readonly cause: Cause; readonly at: string }>();
  let isSame = true;
  for (const [address, cause] of differing) {
    if (since.size >= sinceMax) break;
    const known = state.since.get(address);
    isSame &&= known?.cause === cause;
    since.set(address, known?.cause === cause ? known : { cause, at });
  }
  return isSame && since.size === state.since.size ? state : { ...state, since };
}

const [time, text] = [z.iso.datetime(), z.string()];
const address = z.templateLiteral([z.string(), "/", z.string(), "/", z.string()]);
const count = z.int().min(0);
const event = z.object({
  at: time,
  text,
  address: address.optional(),
  is: z
    .enum([
      ...["request", "waiting", "collectionRead", "warned", "settling", "stepStarted"],
      ...["stepSettled", "verifying", "rollingBack"],
    ] as const)
    .optional(),
});
const run = z.object({
  id: text,
  why: z.enum(["merge", "selfHeal", "asked"]),
  by: text,
  commit: text,
  fingerprint: text.optional(),
  startedAt: time,
  endedAt: time.optional(),
  ended: z
    .enum(["applied", "partly", "failed", "refused", "nothingToDo", "cancelled", "lockLost"])
    .optional(),
  message: text.optional(),
  waves: z.array(
    z.object({
      name: text.optional(),
      state: z.enum(["waiting", "running", "done", "failed", "skipped"]),
      steps: z.object({ all: count, settled: count }),
    }),
  ),
  steps: z.object({ all: count, applied: count, failed: count }),
  events: z.array(event),
});
const document = z.object({
  format: z.literal("trueup.serve"),
  version: z.literal(1),
  environment: text,
  since: z.array(z.tuple([address, z.enum(["pending", "drift", "conflict"]), time])).max(sinceMax),
  runs: z.array(run).max(runsMax),
  history: z.array(z.object({ at: time, drifted: count, pending: count, unknown: count })).max(historyMax),
  healed: z.array(time).max(healedMax),
});

/** Serializes the state. */
export function stateText(environment: string, { since, runs, history, healed }: EnvironmentState): string {
  const all = [...since].map(([address, { cause, at }]) => [address, cause, at]);
  const own = runs.map(({ recorded: _, ...rest }) => rest);
  const head = { format: "trueup.serve", version: 1, environment };
  return `${JSON.stringify({ ...head, since: all, runs: own, history, healed })}\n`;
}

/** Parses a serialized state; undefined if it is damaged, or of another version or environment. */
export function readState(written: string, environment: string): EnvironmentState | undefined {
  const read = document.safeParse(parseWithin(written, bounds)).data;
  if (read?.environment !== environment) return undefined;
  const since = new Map(read.since.map(([address, cause, at]) => [address, { cause, at }] as const));
  return { since, runs: read.runs, history: read.history, healed: read.healed };
}
