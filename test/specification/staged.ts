/**
 * Rows that have their own server and switches. All rows are planned and applied together, and the requests of each row
 * are recorded.
 */

import { beforeAll } from "vitest";
import { type Laboratory, laboratory, type Subject } from "./laboratory.ts";
import { type PlannedTarget, plannedOf, planOf } from "./plan.ts";
import type { Ended, RunOptions } from "./project.ts";
import type { Row } from "./rows.ts";
import { type Fields, type Heard, isFields } from "./servers/http.ts";

/** A variant, and the checks for it. */
export interface StagedRow extends Row {
  readonly subject: Subject;
  readonly check: (seen: Seen) => void;
}

/** The results for a row's target. */
interface Seen {
  readonly plan: PlannedTarget;
  /** The requests of the plan. */
  readonly planned: readonly Heard[];
  /** The requests of the apply: reads, writes, and the reads that verify them. */
  readonly applied: readonly Heard[];
  /** The outcomes of the apply's steps, by address without the target, for example `applied`, `failed` or `unknown`. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** The apply's output about this target. */
  readonly said: string;
}

/** Runs `plan` and `apply --yes` once, before all tests of the file. Returns a function that checks a row. */
export function staged(rows: readonly StagedRow[], options: RunOptions = {}): (row: StagedRow) => void {
  const seen = new Map<string, Seen>();
  beforeAll(async () => {
    const all = await laboratory(Object.fromEntries(rows.map(({ name, subject }) => [name, subject])));
    const plan = planOf(await all.trueup(["plan", "--format", "json"], options));
    const counts = rows.map(({ name }) => all.heard(name).length);
    const applied = await all.trueup(["apply", "--yes", "--format", "json"], options);
    rows.forEach(({ name }, at) => {
      const heard = all.heard(name);
      seen.set(name, {
        plan: plannedOf(plan, all.targetOf(name)),
        planned: heard.slice(0, counts[at]),
        applied: heard.slice(counts[at]),
        ...outcomesOf(applied, all, name),
      });
    });
    return () => all.close();
  });
  return ({ name, check }) => {
    const one = seen.get(name);
    if (one === undefined) throw new Error(`nothing was seen of ${name}`);
    check(one);
  };
}

function outcomesOf({ out, err }: Ended, all: Laboratory, name: string): Pick<Seen, "outcomes" | "said"> {
  const result: unknown = JSON.parse(out.startsWith("{") ? out : "null");
  if (!isFields(result)) throw new Error(`no result of apply: ${out}${err}`);
  const prefix = `${all.targetOf(name)}/`;
  const own = [...recordsOf(result.outcomes), ...recordsOf(result.nonConvergent)].filter((each) =>
    String(each.address).startsWith(prefix),
  );
  const lines = err.split("\n").filter((each) => each.startsWith(`${all.targetOf(name)}:`));
  return {
    outcomes: Object.fromEntries(
      own.map((each) => [String(each.address).slice(prefix.length), stateOf(each)]),
    ),
    said: `${JSON.stringify(own)}\n${lines.join("\n")}`,
  };
}

function recordsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function stateOf({ outcome }: Fields): string {
  return isFields(outcome) ? String(outcome.state) : "not as declared";
}

/** Returns the requests that are neither reads nor logins. */
export function writesOf(heard: readonly Heard[]): readonly Heard[] {
  return heard.filter(({ method, path }) => method !== "GET" && !/token$/.test(path));
}

/** A plan in which everything is as declared. */
export const asDeclared = {
  creates: [],
  updates: [],
  removes: [],
  unwritable: [],
  unknown: {},
} satisfies PlannedTarget & Fields;
