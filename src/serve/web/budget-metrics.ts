/** Metrics of budgets: the used share of each limit and the waiting requests, per target. */

import { Gauge, type Registry } from "prom-client";
import type { ServedEnvironment } from "../served.ts";

/** The use of one limit. */
interface LimitUse {
  readonly limit: number;
  readonly rate: number;
  readonly lastMinute: number;
  readonly waiting: number;
  readonly pausedMs: number;
}

/**
 * The current use of each limit. A key begins with the limit's origin; the rest of the key names a part of it, such as
 * a device.
 */
export type BudgetUses = () => ReadonlyMap<string, LimitUse>;

/** The maximum number of series: a fleet has a budget for each device. Further ones are left out. */
const mostSeries = 5000;

/** Adds the metrics. Returns a function that updates them. */
export function budgetMetrics(
  registry: Registry,
  uses: BudgetUses | undefined,
): (environments: readonly ServedEnvironment[]) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({
      name: `trueup_budget_${name}`,
      help,
      labelNames: ["environment", "target", "budget"] as const,
      registers: uses ? [registry] : [],
    });
  const told = {
    limit: gauge("limit_per_second", "Requests per second that the limit allows."),
    rate: gauge("rate_per_second", "Requests per second that are currently sent: fewer after a 429."),
    used: gauge("used_ratio", "The share of the limit used in the last minute."),
    waiting: gauge("waiting_requests", "Requests that are waiting for their turn."),
    paused: gauge("paused_seconds", "How long nothing is sent because the server has requested a pause."),
  };
  return (environments) => {
    for (const one of Object.values(told)) one.reset();
    let series = 0;
    const all = [...(uses?.() ?? [])];
    for (const { id: environment, targets } of environments)
      for (const { name: target, origin } of targets)
        for (const [budget, { limit, rate, lastMinute, waiting, pausedMs }] of all) {
          if (!isOf(budget, origin)) continue;
          series += 1;
          if (series > mostSeries) return;
          const labels = { environment, target, budget: nameOf(budget) };
          told.limit.set(labels, limit);
          told.rate.set(labels, rate);
          told.used.set(labels, lastMinute / (limit * 60));
          told.waiting.set(labels, waiting);
          told.paused.set(labels, pausedMs / 1000);
        }
  };
}

/** The budget's label. The key of a whole server's limit is only the origin; its label ends with ` *`. */
function nameOf(budget: string): string {
  return budget.includes(" ") ? budget.trimEnd() : `${budget} *`;
}

/**
 * True if a budget belongs to an origin: its key begins with the origin. The origin of a fleet has `{host}`, so only
 * the text before `{host}` is compared.
 */
function isOf(budget: string, origin: string): boolean {
  const [before = "", after] = origin.split("{host}");
  if (after === undefined) return budget === before || budget.startsWith(`${before} `);
  return before !== "" && budget.startsWith(before);
}
