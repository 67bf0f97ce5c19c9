/** Applies of all environments, running and ended. Pure. */

import { byText } from "../../model/compare.ts";
import type { ServedEnvironment, ServedRun } from "../served.ts";
import { type FilterChoice, type ListFilter, type ListPage, pageOf, wordsOf } from "./filter.ts";

/** The state of a run: running, or how it ended. */
export type RunState = NonNullable<ServedRun["ended"]> | "running";

/** The name of each state, for people. */
export const runStateNames: Readonly<Record<RunState, string>> = {
  running: "running",
  applied: "applied",
  partly: "partly applied",
  failed: "failed",
  refused: "refused",
  nothingToDo: "nothing to do",
  cancelled: "cancelled",
  lockLost: "lock lost",
};

/** A run and its environment. */
export interface ListedRun {
  readonly environment: ServedEnvironment;
  readonly run: ServedRun;
  readonly state: RunState;
}

/** The number of runs per page. */
const runsPerPage = 50;

/** A page of runs, and how many there are in each state. */
export interface RunPage extends ListPage<ListedRun> {
  readonly states: readonly FilterChoice[];
}

/** The runs that match a filter: running ones first, then the newest. */
export function runPage(environments: readonly ServedEnvironment[], filter: ListFilter): RunPage {
  const words = wordsOf(filter);
  const fitting = environments
    .filter(({ id }) => filter.environment === undefined || filter.environment === id)
    .flatMap(allRuns)
    .filter(({ environment, run }) => {
      const text = [environment.id, run.by, run.commit, run.message ?? ""].join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    });
  const counts = Map.groupBy(fitting, ({ state }) => state);
  const states = [...counts].map(([value, all]) => ({ value, count: all.length }));
  const wanted = fitting.filter(({ state }) => filter.state === undefined || filter.state === state);
  return { ...pageOf(wanted.sort(newestFirst), filter, runsPerPage), states };
}

/** All runs of an environment, without duplicates. */
export function allRuns(environment: ServedEnvironment): readonly ListedRun[] {
  const { run, runs } = environment;
  const all = run && !runs.some(({ id }) => id === run.id) ? [run, ...runs] : runs;
  return all.map((one) => ({ environment, run: one, state: runStateOf(one) }));
}

/** A run of an environment; undefined if there is none with this id, or if it is too old to be kept. */
export function findRun(environment: ServedEnvironment, id: string): ListedRun | undefined {
  return allRuns(environment).find(({ run }) => run.id === id);
}

/** The state of a run: running, or how it ended. */
function runStateOf({ ended, endedAt }: ServedRun): RunState {
  return ended ?? (endedAt === undefined ? "running" : "failed");
}

function newestFirst(one: ListedRun, other: ListedRun): number {
  const isLate = (a: ListedRun) => Number(a.state !== "running");
  return isLate(one) - isLate(other) || byText(other.run.startedAt, one.run.startedAt);
}
