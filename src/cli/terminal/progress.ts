/** Progress: on a terminal, a line for each target that is redrawn; otherwise plain lines. */

import type { Listener, RunEvent, WaitReason } from "../../model/event.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { problemText } from "../../report/problems.ts";
import { visible } from "../../report/text/escape.ts";
import { counted, nameShown } from "../../report/text/value.ts";
import { problemWithout } from "../../report/without-secrets.ts";
import type { Cli } from "../cli.ts";

/** Shows the progress of a run. */
export interface Progress {
  readonly listener: Listener;
  /** Begins to count the steps of a plan. */
  begin(plan: Pick<Plan, "steps">): void;
  /** Removes the drawn lines. */
  end(): void;
}

interface Lane {
  total: number;
  done: number;
  failed: number;
  requests: number;
  since: number;
  waiting: string;
}

const reasons: Readonly<Record<WaitReason, string>> = {
  notReady: "waiting for a network to become ready",
  throttled: "rate limit reached, waiting",
  locked: "waiting for a lock",
  unavailable: "not reachable, waiting",
  notVisible: "checking again for created resources in",
  differs: "reading written resources again in",
  task: "waiting for a task of the controller, polling again in",
};

const redrawEveryMs = 100;

/** The parts of the command line that progress needs. */
type ProgressCli = Pick<Cli, "interactive" | "secrets" | "err" | "errStyle"> & {
  readonly global: Pick<Cli["global"], "quiet">;
};

/** Progress on standard error. With `--quiet`, only warnings are shown. Each warning is shown once. */
export function openProgress(cli: ProgressCli): Progress {
  const lanes = new Map<string, Lane>();
  const progress = cli.global.quiet ? silent : cli.interactive ? drawn(cli, lanes) : lines(cli, lanes);
  const reported = new Set<string>();
  const listener: Listener = (event) => {
    if (event.type !== "warned") return progress.listener(event);
    if (reported.has(event.problem.message)) return;
    reported.add(event.problem.message);
    progress.end();
    cli.err(problemText(problemWithout(event.problem, cli.secrets, event.target), cli.errStyle));
  };
  return { ...progress, listener };
}

const silent: Progress = { listener: () => {}, begin: () => {}, end: () => {} };

function drawn(cli: ProgressCli, lanes: Map<string, Lane>): Progress {
  let height = 0;
  let last = 0;
  const clear = () => {
    if (height > 0) cli.err(`\u001b[${height}A\u001b[0J`);
    height = 0;
  };
  const draw = () => {
    clear();
    const width = Math.max(0, ...[...lanes.keys()].map((name) => visible(name).length));
    const rows = [...lanes].map(([name, lane]) => row(visible(name).padEnd(width), lane, cli));
    cli.err(rows.map((text) => `${text}\n`).join(""));
    height = rows.length;
    last = performance.now();
  };
  return {
    listener: (event) => {
      take(lanes, event);
      // A wait is shown when it begins, because there may be no other event for a long time.
      const isWait = (event.type === "waiting" || event.type === "settling") && event.ms >= 1000;
      if (isWait || performance.now() - last >= redrawEveryMs) draw();
    },
    begin: (plan) => begin(lanes, plan),
    end: clear,
  };
}

function lines(cli: ProgressCli, lanes: Map<string, Lane>): Progress {
  return {
    listener: (event) => {
      take(lanes, event);
      const text = lineOf(event, lanes);
      if (text !== undefined) cli.err(`${text}\n`);
    },
    begin: (plan) => begin(lanes, plan),
    end: () => {},
  };
}

function begin(lanes: Map<string, Lane>, plan: Pick<Plan, "steps">): void {
  for (const lane of lanes.values()) Object.assign(lane, fresh());
  for (const { target } of plan.steps) laneOf(lanes, target).total += 1;
}

function fresh(): Lane {
  return { total: 0, done: 0, failed: 0, requests: 0, since: performance.now(), waiting: "" };
}

function laneOf(lanes: Map<string, Lane>, target: string): Lane {
  const lane = lanes.get(target) ?? fresh();
  lanes.set(target, lane);
  return lane;
}

function take(lanes: Map<string, Lane>, event: RunEvent): void {
  if (event.type === "rollingBack") {
    begin(lanes, event);
    return;
  }
  const lane = laneOf(lanes, event.target);
  if (event.type === "request") {
    lane.requests += 1;
    lane.waiting = "";
  }
  if (event.type === "waiting") lane.waiting = `${reasons[event.reason]} ${seconds(event.ms)}`;
  if (event.type === "settling") lane.waiting = settling(event.ms);
  if (event.type === "stepSettled") {
    lane.done += 1;
    if (event.outcome.state === "failed" || event.outcome.state === "unknown") lane.failed += 1;
  }
}

/**
 * The line of a target: `cloud  7/10  4.9/s  about 1 s left  waiting for ...`. The first second shows no rate, because
 * the first request would count as a thousand per second.
 */
function row(name: string, lane: Lane, { errStyle }: ProgressCli): string {
  const failed = lane.failed === 0 ? [] : [errStyle.red(`${lane.failed} failed`)];
  if (lane.total > 0 && lane.done === lane.total) {
    return `  ${[name, `${lane.done}/${lane.total}`, errStyle.green("done"), ...failed].join("  ")}`;
  }
  const elapsed = Math.max(1, performance.now() - lane.since);
  const rate = elapsed < 1000 ? [] : [`${rateText((lane.requests * 1000) / elapsed)}/s`];
  const each = lane.done === 0 ? undefined : elapsed / lane.done;
  const left = each === undefined ? [] : [`about ${seconds(each * (lane.total - lane.done))} left`];
  const what = lane.total === 0 ? `${lane.requests} requests` : `${lane.done}/${lane.total}`;
  const waiting = lane.waiting === "" ? [] : [errStyle.dim(lane.waiting)];
  return `  ${[name, what, ...rate, ...left, ...failed, ...waiting].join("  ")}`;
}

/** A rate: below 10 with one decimal place, otherwise as a whole number. */
function rateText(rate: number): string {
  return rate < 10 ? rate.toFixed(1) : String(Math.round(rate));
}

/** Returns the line for an event, for output that cannot be redrawn. Most events have no line. */
function lineOf(event: RunEvent, lanes: ReadonlyMap<string, Lane>): string | undefined {
  if (event.type === "rollingBack") return `rolling back ${counted(event.steps.length, "write")}`;
  const name = visible(event.target);
  if (event.type === "waiting" && event.ms >= 1000) {
    const what = event.address === undefined ? "" : ` (${nameShown(event.address)})`;
    return `${name}: ${reasons[event.reason]} ${seconds(event.ms)}${what}`;
  }
  if (event.type === "stepSettled") {
    const { done = 0, total = 0 } = lanes.get(event.target) ?? {};
    const isPlain = event.outcome.state !== "failed" && event.outcome.state !== "unknown";
    if (isPlain && done % lineEvery(total) !== 0 && done !== total) return undefined;
    return `${name}: ${done}/${total} ${visible(event.step)}: ${event.outcome.state}`;
  }
  if (event.type === "settling") return `${name}: ${settling(event.ms)}`;
  if (event.type === "verifying") return `${name}: reading written resources again`;
  return undefined;
}

/** The interval at which finished steps get a line, so that there are about a hundred lines for a target. */
function lineEvery(total: number): number {
  return Math.max(1, Math.ceil(total / 100));
}

function settling(ms: number): string {
  return ms === 0 ? "reading health again" : `waiting ${seconds(ms)} for health to settle`;
}

function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}
