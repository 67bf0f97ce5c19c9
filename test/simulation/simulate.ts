/** Takes one seed through plan, apply under faults, a crash, and the run after; says which properties fail. */

import type { Plan } from "../../src/model/plan.ts";
import type { ApplyResult } from "../../src/model/reply.ts";
import type { Wire } from "../../src/model/wire.ts";
import type { Made } from "../../src/reconcile.ts";
import type { World } from "../../src/simulator/world.ts";
import { seeded } from "../virtual/clock.ts";
import { type Setting, type Stage, stage } from "../virtual/run.ts";
import { type Scenario, scenarioOf } from "./generate.ts";

/** What became of a seed. */
export interface Simulated {
  /** Which property does not hold, and how. Empty: all do. */
  readonly broken: readonly string[];
  /** Every request of every run, with its virtual time; the same bytes for the same seed. */
  readonly trace: string;
  /** Whether our own process died under way. */
  readonly crashed: boolean;
}

const origins = new Set(["cloud", "fabric", "routers"].map((name) => `https://${name}.example.net`));
const hour = 3_600_000;

/** Simulates one seed. Rejects only for a bug of the simulation, or a run that ends in an exception. */
export async function simulate(seed: number): Promise<Simulated> {
  const scenario = scenarioOf(seed);
  const broken: string[] = [];
  const foreign: string[] = [];
  const faulted = setUp(seed, scenario, foreign);
  for (const fault of scenario.faults) faulted.on.network.fault(fault);
  const before = faulted.on.network.world;
  const first = await faulted.on.plan();
  broken.push(...inventions(first));
  const theirs = seed % 4 === 0 ? foreignWrite(faulted.on, first) : undefined;
  const died = await applied(faulted, first, scenario.crash);
  broken.push(...lostUpdate(faulted.on, theirs));
  if (died.result) broken.push(...beyondThePlan(first.plan, died.result));

  const clean = setUp(seed, scenario, foreign, faulted.on);
  const since = clean.on.clock.now();
  const second = await clean.on.plan();
  broken.push(...inventions(second), ...(await fileSplit(clean.on, scenario, second)));
  const result = await clean.on.apply(second);
  broken.push(...beyondThePlan(second.plan, result), ...notConverged(result));
  broken.push(...(await idempotence(clean.on)));
  broken.push(...overTheLimit(clean.on, since));
  const { world } = clean.on.network;
  const desired = new Set([...clean.on.context.desired.resources.values()].map(({ identity }) => identity));
  broken.push(
    ...duplicates(world),
    ...touchedUnmanaged({ before, after: world }, { plan: second.plan, desired }),
  );
  if (clean.on.clock.now() > 2 * hour) broken.push(`P9: ended only after ${clean.on.clock.now()} ms`);
  broken.push(...foreign.map((origin) => `P12: a request went to ${origin}`));
  const trace = traceOf(clean.on);
  const said = [
    trace,
    ...[first.plan, second.plan, died.result ?? {}, result].map((one) => JSON.stringify(one)),
  ];
  if (said.some((text) => text.includes("canary"))) broken.push("P12: a secret was said");
  return { broken, trace, crashed: died.crashed };
}

/** A stage and the power to let its process die. */
interface Mortal {
  readonly on: Stage;
  readonly die: { left: number; arrived: boolean };
}

function setUp(seed: number, scenario: Scenario, foreign: string[], after?: Stage): Mortal {
  const die = { left: Number.POSITIVE_INFINITY, arrived: false };
  const draw = seeded(seed + 1);
  const away = () => Math.floor(draw() * scenario.latencyMs);
  const between = (wire: Wire): Wire => ({
    send: async (request, signal) => {
      const { origin } = new URL(request.url);
      if (!origins.has(origin)) foreign.push(origin);
      die.left -= 1;
      if (die.left < 0 || (die.left === 0 && !die.arrived)) return never();
      const reply = await wire.send(request, signal);
      return die.left <= 0 ? never() : reply;
    },
  });
  const setting: Setting = {
    files: scenario.files,
    settings: scenario.settings,
    distance: { up: away, down: away },
    random: seed,
    between,
  };
  if (!after) return { on: stage(setting), die };
  const on = stage({ ...setting, now: after.clock.now() + 120_000 });
  on.network.world = { ...after.network.world, faults: [] };
  return { on, die };
}

/** What a dead process waits for. */
function never<T>(): Promise<T> {
  return new Promise(() => {});
}

async function applied(
  { on, die }: Mortal,
  made: Made,
  crash: Scenario["crash"],
): Promise<{ readonly result?: ApplyResult; readonly crashed: boolean }> {
  if (crash) Object.assign(die, { left: crash.at, arrived: crash.arrived });
  try {
    return { result: await on.apply(made), crashed: false };
  } catch (error) {
    if (die.left > 0 || !String(error).includes("Nothing is due any more")) throw error;
    return { crashed: true };
  }
}

function inventions({ plan, snapshot }: Made): readonly string[] {
  return plan.steps.flatMap(({ operation, address }) => {
    const state = snapshot.observations.get(address)?.state;
    const right = operation === "create" ? state === "absent" : state === "present";
    return right ? [] : [`P3: ${operation} ${address} from an observation that is ${state}`];
  });
}

function beyondThePlan(plan: Plan, { settled }: ApplyResult): readonly string[] {
  const ids = new Set(plan.steps.map(({ id }) => id));
  const place = new Map(settled.map(({ step, outcome }) => [step, outcome.state]));
  const early = plan.steps.flatMap(({ id, after }) =>
    place.get(id) === "applied"
      ? after
          .filter((one) => !["applied", "converged"].includes(place.get(one) ?? ""))
          .map((one) => `P8: ${id} although ${one} did not succeed`)
      : [],
  );
  return [
    ...settled.filter(({ step }) => !ids.has(step)).map(({ step }) => `P6: not planned: ${step}`),
    ...early,
  ];
}

function notConverged({ settled, nonConvergent, unverified }: ApplyResult): readonly string[] {
  return [
    ...settled
      .filter(({ outcome }) => outcome.state !== "applied" && outcome.state !== "converged")
      .map(({ step, outcome }) => `P1: ${step} ended as ${JSON.stringify(outcome)}`),
    ...nonConvergent.map((one) => `P1: still differs: ${JSON.stringify(one)}`),
    ...unverified.map((one) => `P1: not verified: ${JSON.stringify(one)}`),
  ];
}

async function idempotence(on: Stage): Promise<readonly string[]> {
  const { plan } = await on.plan();
  const { steps, unknown } = plan;
  return [
    ...steps.map(({ id }) => `P2: the next run still wants to ${id}`),
    ...unknown.map((one) => `P2: unknown: ${JSON.stringify(one)}`),
  ];
}

async function fileSplit(on: Stage, { otherwise }: Scenario, made: Made): Promise<readonly string[]> {
  const other = stage({ files: otherwise, now: on.clock.now() });
  other.network.world = on.network.world;
  const { plan } = await other.plan();
  return plan.fingerprint === made.plan.fingerprint ? [] : ["P11: other files, another fingerprint"];
}

function duplicates({ dashboard }: World): readonly string[] {
  const seen = new Set<string>();
  return [...dashboard.networks.values()].flatMap(({ organizationId, fields }) => {
    const name = `${organizationId} ${String(fields.name)}`;
    const again = seen.has(name);
    seen.add(name);
    return again ? [`P5: ${name} was made twice`] : [];
  });
}

/** Nobody declares more of a network than its tags and SSIDs: all else stays, byte by byte. */
function touchedUnmanaged(
  { before, after }: { readonly before: World; readonly after: World },
  { plan, desired }: { readonly plan: Plan; readonly desired: ReadonlySet<string> },
): readonly string[] {
  const rest = (world: World, id: string) => {
    const { tags, ...fields } = world.dashboard.networks.get(id)?.fields ?? {};
    return JSON.stringify(desired.has(String(fields.name)) ? fields : { tags, ...fields });
  };
  const changed = [...before.dashboard.networks.keys()].filter((id) => rest(before, id) !== rest(after, id));
  return changed.map(
    (id) => `P4: unmanaged fields of ${id} changed: ${rest(after, id)} (${plan.fingerprint})`,
  );
}

/** Somebody else changes the tags that the plan wants to change. The network's id, when there is one. */
function foreignWrite({ network }: Stage, { plan }: Made): string | undefined {
  const change = plan.changes.find(
    (one) =>
      one.action === "update" &&
      one.address.startsWith("cloud/network/") &&
      one.differences.some(({ path }) => path.startsWith("/tags")),
  );
  const id = change?.action === "update" ? change.live.id : undefined;
  if (id !== undefined) network.change({ interface: "dashboard", network: id, set: { tags: ["theirs"] } });
  return id;
}

function lostUpdate({ network }: Stage, id: string | undefined): readonly string[] {
  if (id === undefined) return [];
  const tags = JSON.stringify(network.world.dashboard.networks.get(id)?.fields.tags);
  return tags === '["theirs"]' ? [] : [`P13: the tags of ${id} were overwritten with ${tags}`];
}

function overTheLimit({ network }: Stage, since: number): readonly string[] {
  const refused = network.log().filter(({ at, admitted }) => at >= since && !admitted);
  return refused.map(({ at, path }) => `P7: over the limit at ${at}: ${path}`);
}

function traceOf({ network }: Stage): string {
  return network
    .log()
    .map((one) => `${one.at} ${one.interface} ${one.method} ${one.path} ${one.status}\n`)
    .join("");
}
