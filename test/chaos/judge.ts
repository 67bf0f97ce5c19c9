/** Compares the servers' data with the declarations, and the reports with what really happened. */

import type { Held } from "./world/held.ts";
import type { Item } from "./world/part.ts";

/** Faults, one line each. Empty if everything is right. */
export type Findings = readonly string[];

/**
 * Checks the servers' data after a clean run: nothing may be missing, different, duplicated or left over, and foreign
 * resources must be untouched.
 */
export function judgeWorld(must: Held, held: Held): Findings {
  const missing = [...must].flatMap(([name, value]) => {
    const is = held.get(name);
    if (is === undefined) return [`${name} is not there`];
    return same(is, value) ? [] : [`${name} is ${canonical(is)} and must be ${canonical(value)}`];
  });
  const more = [...held.keys()].filter((name) => !must.has(name));
  return [...missing, ...more.map((name) => `${name} is there and must not be`)];
}

type State = "applied" | "converged" | "failed" | "unknown" | "skipped";

/** The report of a run by `trueup apply --format json`. */
export interface Report {
  readonly outcomes: readonly {
    readonly step: string;
    readonly address: string;
    readonly outcome: { readonly state: State };
  }[];
  readonly nonConvergent: readonly { readonly address: string }[];
  readonly unverified: readonly { readonly address: string }[];
}

/** What is known about a finished run. */
export interface EndedRun {
  readonly status: number | null;
  /** The report that the run printed, or undefined if it printed none. */
  readonly report: Report | undefined;
  /** What the servers stored before the run. */
  readonly before: Held;
  /** What the servers stored directly after the run. */
  readonly held: Held;
  /** The targets at which a fault struck. */
  readonly troubled: ReadonlySet<string>;
}

/**
 * How the live state of an item compares with the declaration and with the state before the run: it equals one of them,
 * or neither.
 */
type Standing = "as declared" | "as before" | "otherwise";

/** Compares the report of a run and its exit status with what the servers stored when it ended. */
export function judgeReport(items: readonly Item[], must: Held, run: EndedRun): Findings {
  const { status, report, held } = run;
  const untrue = status === 0 ? judgeWorld(must, held).map((line) => `exit status 0, and ${line}`) : [];
  if (report === undefined) return [...untrue, ...writtenInSilence(run)];
  const told = new Set([...report.nonConvergent, ...report.unverified].map(({ address }) => address));
  const byAddress = new Map(items.map((item) => [item.address, item]));
  const outcomes = report.outcomes.flatMap(({ step, address, outcome: { state } }) => {
    const item = byAddress.get(address);
    const standing = item && standingOf(item, held);
    const isTrue =
      standing && (isTold(state, standing, told.has(address)) ?? run.troubled.has(targetOf(address)));
    return isTrue ? [] : [`${step}: ${state}, and it is ${standing ?? "nothing that is declared"}`];
  });
  return [...untrue, ...outcomes, ...unplanned(items, report, run)];
}

/**
 * True if the servers' data agrees with the outcome of a step. A completed item may also differ if the report lists it
 * as different or unverified (`isNamed`). Undefined if the outcome is unknown: this is correct only if a fault struck
 * the target.
 */
function isTold(state: State, standing: Standing, isNamed: boolean): boolean | undefined {
  if (state === "unknown") return undefined;
  const isDone = state === "applied" || state === "converged";
  return isDone ? standing === "as declared" || isNamed : standing === "as before";
}

/** Checks that a run without a report has written nothing. */
function writtenInSilence({ before, held, status }: EndedRun): Findings {
  const lines = judgeWorld(before, held);
  return lines.map((line) => `exit status ${status} without a report, and ${line}`);
}

/** Checks that items without a step are unchanged. */
function unplanned(items: readonly Item[], report: Report, { before, held }: EndedRun): Findings {
  const planned = new Set(report.outcomes.map(({ address }) => address));
  const names = new Set(
    items.flatMap(({ address, object, was = object }) =>
      address === "" || isInside(address, planned) ? [object, was] : [],
    ),
  );
  const own = (all: Held) =>
    new Map([...all].filter(([name]) => !names.has(name.replace(/( \(again\))+$/, ""))));
  const twice = [...held.keys()].filter((name) => name.endsWith(" (again)"));
  return [
    ...judgeWorld(own(before), own(held)).map((line) => `there is no step for it, and ${line}`),
    ...twice.map((name) => `${name}: made twice`),
  ];
}

/**
 * True if the item or its parent network or room has a step. The parent's step may rename, create or remove the item.
 */
function isInside(address: string, planned: ReadonlySet<string>): boolean {
  if (planned.has(address)) return true;
  const [target = "", , ...rest] = address.split("/");
  const parent = rest.join("/").split(".")[0] ?? "";
  return planned.has(`${target}/network/${parent}`) || planned.has(`${target}/room/${parent}`);
}

/** Compares the data that is stored under the item's name or, if there is none, under its former name. */
function standingOf({ object, was = object, before, after }: Item, held: Held): Standing {
  const is = held.get(object) ?? held.get(was);
  if (same(is, after)) return "as declared";
  return same(is, before) ? "as before" : "otherwise";
}

function targetOf(address: string): string {
  return address.split("/")[0] ?? "";
}

function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** Returns JSON with sorted keys, so the order of keys does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
