/** Metrics for Prometheus, in their own registry: differences and their age, requests, results of applies. */

import { Counter, Gauge, Registry } from "prom-client";
import { type Address, addressParts } from "../../model/address.ts";
import type { Served, ServedEnvironment, ServedTarget } from "../served.ts";
import { environmentCounts, environmentStates } from "../views/environments.ts";
import { indexOf } from "../views/look-index.ts";
import { allRuns } from "../views/runs.ts";
import { unmanagedRows } from "../views/unmanaged.ts";
import { type BudgetUses, budgetMetrics } from "./budget-metrics.ts";

/** The maximum number of environments in metrics, so that no project creates more series than a server can hold. */
const mostEnvironments = 1000;
/** The maximum number of targets in metrics, for the same reason as for environments. */
const mostTargets = 5000;

/** The metrics of a server. */
export interface ServeMetrics {
  /** The metrics in Prometheus' text format. `now`: ISO 8601. */
  text(now: string): Promise<string>;
  readonly contentType: string;
  /** Counts a bug of the program, such as a page that could not be rendered. */
  failed(): void;
  close(): void;
}

/** Values that are read at each scrape. */
export interface MetricSources {
  /** The number of event clients. */
  readonly clients: () => number;
  readonly budgets?: BudgetUses | undefined;
}

/** Creates the metrics. */
export function serveMetrics(served: Served, { clients, budgets }: MetricSources): ServeMetrics {
  const registry = new Registry();
  const tellBudgets = budgetMetrics(registry, budgets);
  const gauges = gaugesIn(registry);
  const counters = countersIn(registry);
  const endings = new Map<string, Set<string>>();
  const countEndings = (environment: ServedEnvironment) => {
    const known = endings.get(environment.id) ?? new Set<string>();
    const ended = allRuns(environment).filter(({ state }) => state !== "running");
    for (const { run, state } of ended)
      if (!known.has(run.id))
        counters.applies.inc({ environment: environment.id, ending: state, why: run.why });
    endings.set(environment.id, new Set(ended.map(({ run }) => run.id)));
  };
  for (const environment of served.environments()) countEndings(environment);
  const stop = served.listen((id) => {
    const environment = served.find(id);
    if (environment) countEndings(environment);
    else endings.delete(id);
  });
  return {
    contentType: registry.contentType,
    failed: () => counters.mistakes.inc(),
    close: stop,
    text: async (now) => {
      gauges.clients.set(clients());
      const all = served.environments();
      tell(gauges, counters, { all, now });
      tellBudgets(all.slice(0, mostEnvironments));
      return registry.metrics();
    },
  };
}

type Gauges = ReturnType<typeof gaugesIn>;
type Counters = ReturnType<typeof countersIn>;

function gaugesIn(registry: Registry) {
  const registers = [registry];
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Gauge({ name: `trueup_${name}`, help, labelNames, registers });
  return {
    state: gauge("environment_state", "1 for the current state of an environment, otherwise 0.", [
      "environment",
      "state",
    ]),
    resources: gauge("resources", "Resources by target and state.", ["environment", "target", "state"]),
    unmanaged: gauge("resources_unmanaged", "Live resources of managed kinds that Git does not declare.", [
      "environment",
      "target",
    ]),
    problems: gauge("problems", "Problems of an environment, including problems with its state file.", [
      "environment",
      "severity",
    ]),
    converged: gauge("resources_as_declared", "Resources that are as declared.", ["environment"]),
    age: gauge("observation_age_seconds", "The age of the last observation.", ["environment", "target"]),
    unreachable: gauge("target_failing", "1 if a target cannot be observed.", ["environment", "target"]),
    clients: gauge("event_clients", "Clients of the event stream.", []),
  };
}

function countersIn(registry: Registry) {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name: `trueup_${name}`, help, labelNames, registers });
  return {
    requests: counter("requests_total", "Requests to a target.", ["environment", "target"]),
    writes: counter("writes_total", "Writes to a target.", ["environment", "target"]),
    throttled: counter("throttled_total", "Answers with status 429 (too many requests).", [
      "environment",
      "target",
    ]),
    waited: counter("waited_seconds_total", "How long requests have waited for their turn.", [
      "environment",
      "target",
    ]),
    applies: counter("applies_total", "Applies by result.", ["environment", "ending", "why"]),
    mistakes: counter("internal_errors_total", "Requests that failed because of a bug in trueup.", []),
  };
}

function tell(
  gauges: Gauges,
  counters: Counters,
  { all, now }: { readonly all: readonly ServedEnvironment[]; readonly now: string },
): void {
  const labelled = [gauges.state, gauges.resources, gauges.converged, gauges.age, gauges.unreachable];
  labelled.push(gauges.unmanaged, gauges.problems);
  for (const gauge of labelled) gauge.reset();
  for (const counter of [counters.requests, counters.writes, counters.throttled, counters.waited])
    counter.reset();
  let targets = 0;
  for (const environment of all.slice(0, mostEnvironments)) {
    for (const state of environmentStates)
      gauges.state.set({ environment: environment.id, state }, state === environment.state ? 1 : 0);
    const counts = environmentCounts(environment);
    if (counts) gauges.converged.set({ environment: environment.id }, counts.converged);
    for (const severity of ["error", "warning"])
      gauges.problems.set(
        { environment: environment.id, severity },
        environment.problems.filter((one) => one.severity === severity).length,
      );
    targets += environment.targets.length;
    if (targets > mostTargets) continue;
    tellResources(gauges, environment);
    for (const target of environment.targets) tellTarget({ gauges, counters, environment, now }, target);
  }
}

/**
 * Writes every state of every target, even with the value 0, so that alert rules can distinguish "none" from "not
 * observed".
 */
function tellResources({ resources, unmanaged }: Gauges, environment: ServedEnvironment): void {
  const index = indexOf(environment);
  if (!index || !environment.look) return;
  const { plan } = environment.look;
  const { conflicts, drifted, pending, expected, unexpected } = index.drift;
  const addresses = (some: readonly { readonly address: Address }[]) => some.map(({ address }) => address);
  const states: Readonly<Record<string, Iterable<Address>>> = {
    conflict: addresses(conflicts),
    drift: addresses(drifted),
    pending: addresses(pending),
    unknown: addresses(plan.unknown),
    expected: addresses(expected),
    unexpected,
    held: addresses(plan.held),
    notDue: environment.notDue?.keys() ?? [],
  };
  for (const [state, all] of Object.entries(states)) {
    const counts = new Map(environment.targets.map(({ name }) => [name, 0]));
    for (const address of all) {
      const { target } = addressParts(address);
      counts.set(target, (counts.get(target) ?? 0) + 1);
    }
    for (const [target, count] of counts)
      resources.set({ environment: environment.id, target, state }, count);
  }
  const rows = Map.groupBy(unmanagedRows(environment.look), ({ target }) => target);
  for (const { name } of environment.targets)
    unmanaged.set({ environment: environment.id, target: name }, rows.get(name)?.length ?? 0);
}

function tellTarget(
  {
    gauges,
    counters,
    environment: { id },
    now,
  }: {
    readonly gauges: Gauges;
    readonly counters: Counters;
    readonly environment: ServedEnvironment;
    readonly now: string;
  },
  { name, observedAt, failing, counts }: ServedTarget,
): void {
  const labels = { environment: id, target: name };
  const age = observedAt === undefined ? Number.NaN : (Date.parse(now) - Date.parse(observedAt)) / 1000;
  if (Number.isFinite(age)) gauges.age.set(labels, Math.max(0, age));
  gauges.unreachable.set(labels, failing ? 1 : 0);
  counters.requests.inc(labels, counts.requests);
  counters.writes.inc(labels, counts.writes);
  counters.throttled.inc(labels, counts.throttled);
  counters.waited.inc(labels, counts.waitedMs / 1000);
}
