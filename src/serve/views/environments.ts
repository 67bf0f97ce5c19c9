/**
 * The environments of a server as rows, the worst first: their problems, how long these have lasted, and the possible
 * actions. Pure.
 */

import { byText } from "../../model/compare.ts";
import { isWholeFingerprint } from "../../model/plan/plan.ts";
import { hasWork } from "../../model/status.ts";
import type { ServedEnvironment, ServedRequest, ServedState } from "../served.ts";
import { type FilterChoice, type ListFilter, type ListPage, pageOf, wordsOf } from "./filter.ts";
import { indexOf } from "./look-index.ts";

/** The states, the worst first. */
export const environmentStates = [
  "failing",
  "blocked",
  "drifted",
  "applying",
  "pending",
  "starting",
  "inSync",
] as const satisfies readonly ServedState[];

/** The name of each state, for people. */
export const environmentStateNames: Readonly<Record<ServedState, string>> = {
  failing: "failing",
  blocked: "blocked",
  drifted: "drifted",
  applying: "applying",
  pending: "pending",
  starting: "starting",
  inSync: "in sync",
};

/** How many resources of an environment are in each state. */
export interface EnvironmentCounts {
  readonly conflicts: number;
  readonly drifted: number;
  readonly pending: number;
  readonly notDue: number;
  readonly unknown: number;
  readonly unwritable: number;
  readonly held: number;
  readonly converged: number;
  /** All resources that are declared or will be removed. */
  readonly all: number;
}

/** One environment as a row of a list. */
export interface EnvironmentRow {
  readonly environment: ServedEnvironment;
  /** The counts; undefined if the environment was not observed yet. */
  readonly counts: EnvironmentCounts | undefined;
  /** When the longest-lasting drift was first seen: ISO 8601, UTC. */
  readonly driftSince: string | undefined;
  /** Targets that cannot be observed. */
  readonly failing: ServedEnvironment["targets"];
}

/** The number of environments per page. */
const environmentsPerPage = 50;

/** A page of environments, and how many there are in each state. */
export interface EnvironmentPage extends ListPage<EnvironmentRow> {
  readonly states: readonly FilterChoice[];
}

/** The environments that match a filter's state and text, the worst first. */
export function environmentPage(all: readonly ServedEnvironment[], filter: ListFilter): EnvironmentPage {
  const words = wordsOf(filter);
  const found = all.filter((one) => words.every((word) => textOf(one).includes(word)));
  const states = environmentStates
    .map((value) => ({ value, count: found.filter(({ state }) => state === value).length }))
    .filter(({ count }) => count > 0);
  const wanted = found.filter(({ state }) => filter.state === undefined || state === filter.state);
  const page = pageOf(wanted.toSorted(worstFirst), filter, environmentsPerPage);
  return { ...page, items: page.items.map(environmentRow), states };
}

function textOf({ id, branch, targets }: ServedEnvironment): string {
  return [id, branch, ...targets.map(({ name }) => name)].join("\n").toLowerCase();
}

const ranks = new Map<ServedState, number>(environmentStates.map((state, at) => [state, at]));

function worstFirst(one: ServedEnvironment, other: ServedEnvironment): number {
  return (ranks.get(one.state) ?? 0) - (ranks.get(other.state) ?? 0) || byText(one.id, other.id);
}

/** One environment and its counts. */
export function environmentRow(environment: ServedEnvironment): EnvironmentRow {
  const drifts = [...environment.since.values()].filter(({ cause }) => cause !== "pending");
  const driftSince = drifts.reduce<string | undefined>(
    (first, { at }) => (first === undefined || at < first ? at : first),
    undefined,
  );
  const failing = environment.targets.filter((target) => target.failing);
  return { environment, counts: environmentCounts(environment), driftSince, failing };
}

/**
 * How many resources are in each state, according to the last plan; undefined if the environment was not observed yet.
 */
export function environmentCounts(environment: ServedEnvironment): EnvironmentCounts | undefined {
  const index = indexOf(environment);
  if (!index || !environment.look) return undefined;
  const { plan } = environment.look;
  const { conflicts, drifted, pending } = index.drift;
  const notDue = environment.notDue?.size ?? 0;
  return {
    conflicts: conflicts.length,
    drifted: drifted.length,
    pending: pending.filter(({ address }) => !environment.notDue?.has(address)).length,
    notDue,
    unknown: plan.unknown.length,
    unwritable: plan.unwritable.length,
    held: plan.held.length,
    converged: plan.converged,
    all: index.rows.size,
  };
}

/** The requests that the environment's state allows, without regard to the viewer's role. */
export function offeredRequests(environment: ServedEnvironment): readonly ServedRequest["do"][] {
  const { look, run, reasons } = environment;
  const isApplying = run !== undefined && run.endedAt === undefined;
  const canApply = look && isWholeFingerprint(look.plan.fingerprint) && hasWork(look.plan) && !isApplying;
  const drifted = indexOf(environment)?.drift.drifted.length ?? 0;
  const lock = reasons.find(({ because }) => because === "locked");
  return [
    "look",
    ...(canApply ? (["apply"] as const) : []),
    ...(canApply && drifted > 0 ? (["setBack"] as const) : []),
    ...(isApplying ? (["stopAfterWave"] as const) : []),
    ...(lock?.run === undefined ? [] : (["releaseLock"] as const)),
  ];
}
