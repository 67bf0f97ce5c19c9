/** One process of trueup with simulated servers: it plans and applies, with a journal, until it ends or dies. */

import type { AnsweredCreate } from "../../src/apply/journal.ts";
import { journalOn } from "../../src/apply/journal.ts";
import { withUnseenOf } from "../../src/apply/unseen.ts";
import type { PlannedRun, PlanRequest } from "../../src/engine/reconcile.ts";
import { memoryAfter } from "../../src/engine/recorded-apply/memory.ts";
import type { Intent, JournalDisk } from "../../src/model/journal.ts";
import { emptyMemory, type Memory } from "../../src/model/memory.ts";
import type { ApplyResult } from "../../src/model/reply.ts";
import type { Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import { digest } from "../../src/runtime/digest.ts";
import { journalDisk } from "../../src/runtime/files/journal.ts";
import type { SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import type { World } from "../../src/simulator/world.ts";
import { Killed, seeded } from "../servers/virtual-time/clock.ts";
import { ForgetfulFile } from "../servers/virtual-time/file.ts";
import type { Arrival } from "../servers/virtual-time/network.ts";
import { projectText, type Stage, stage } from "../servers/virtual-time/run.ts";
import { filesOf } from "./declared.ts";
import type { HistoryLie } from "./histories/histories.ts";
import { type Happened, interfere } from "./interfere.ts";
import { odd } from "./late-delivery.ts";
import type { Scenario } from "./scenario.ts";
import type { Death, Trouble } from "./trouble.ts";

/** What a process leaves behind. */
export interface Run {
  readonly on: Stage;
  readonly made: PlannedRun;
  /** The result of the apply. If absent, the process was killed. */
  readonly result?: ApplyResult;
  /** The servers' state before the plan. */
  readonly before: World;
  /** The servers' state when the plan had been made. */
  readonly planned: World;
  /** The servers' state at the end of the run. */
  readonly after: World;
  /** The memory in the record after the run. After a kill this is the memory from before the run. */
  readonly memory: Memory;
  /** When the apply began, in virtual time. */
  readonly began: number;
  /** When the apply ended, in virtual time. */
  readonly ended: number;
  /** The requests that arrived during the apply. */
  readonly arrivals: readonly Arrival[];
  readonly foreign: readonly Happened[];
  readonly journal: { readonly durable: string; readonly volatile: string };
  /** The writes that were sent before their intents were safely on the disk. */
  readonly hasty: readonly string[];
  /** The origins that requests were sent to. */
  readonly origins: ReadonlySet<string>;
}

/**
 * A planted fault of a server, the network, the disk or the engine, to test that the checks of the properties notice
 * it.
 */
export interface Lie {
  readonly between?: (wire: Wire, on: () => Stage) => Wire;
  readonly settings?: Partial<SimulatorSettings>;
  readonly disk?: (disk: JournalDisk) => JournalDisk;
  readonly onConflict?: "overwrite";
  /** Faults in a history of runs. */
  readonly history?: HistoryLie;
  /** Changes the servers' state between the runs. */
  readonly meanwhile?: (world: World) => World;
  /** Changes the servers' state before the last plan. */
  readonly afterwards?: (world: World) => World;
  /** Changes the servers' state before the plan is made again under other circumstances. */
  readonly again?: (world: World) => World;
}

/** What a process starts with. */
export interface Start {
  readonly scenario: Scenario;
  readonly trouble: Trouble;
  readonly lie?: Lie;
  /** What an earlier process left, with the servers' state and the time when the next process begins. */
  readonly earlier?: {
    readonly world: World;
    readonly now: number;
    readonly interrupted: readonly Intent[];
    /** The creates that servers accepted from the earlier process, according to its journal. */
    readonly answered: readonly AnsweredCreate[];
    readonly memory: Memory;
  };
}

const controller = `  campus:
    interface: controller
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;
const health = "health: { controller: campus, bound: 50, settleSeconds: 5, sites: { fabric: Berlin } }\n";
const waves = "waves: [{ name: canary, sites: [Berlin] }, { name: south, keys: [n1, r0, Edge] }]\n";

/** Returns the project file of a scenario. */
export function projectOf(scenario: Scenario, limits?: string): string {
  const text = projectText(limits);
  const asked = scenario.health ? text.replace("targets:\n", `targets:\n${controller}`) + health : text;
  return scenario.waves ? asked + waves : asked;
}

/** Prepares a process: its clock, its wires and its network. */
function staged(
  { scenario, trouble, lie, earlier }: Start,
  wires: (inner: Wire) => Wire,
  pending: Set<() => void>,
): Stage {
  const draw = seeded(scenario.seed * 16 + (earlier ? 6 : 5));
  const away = () => Math.floor(draw() * scenario.latencyMs);
  const on: Stage = stage({
    files: filesOf(scenario.declared.desired),
    project: projectOf(scenario),
    seed: scenario.company,
    settings: { ...scenario.settings, ...lie?.settings },
    distance: { up: away, down: away },
    random: scenario.seed,
    now: earlier?.now ?? 0,
    between: (wire) => {
      const away = trouble.oddity ? odd(wire, trouble.oddity, { clock: () => on.clock, pending }) : wire;
      return wires(lie?.between?.(away, () => on) ?? away);
    },
  });
  if (earlier) on.network.world = { ...earlier.world, faults: [] };
  return on;
}

/** Returns the options for planning a scenario with this memory. */
export function wishOf({ declared }: Scenario, on: Stage, memory: Memory): PlanRequest {
  const base = declared.base && on.load(filesOf(declared.base));
  return { memory, ...(base && { base, prune: true }) };
}

/**
 * Plans and applies while something goes wrong. Throws only because of a bug in the simulation, or a bug that makes
 * trueup throw.
 */
export async function run(start: Start): Promise<Run> {
  const { trouble, lie } = start;
  const watch: Watch = new Watch(trouble.death, () => on.clock.killAfter(0));
  const pending = new Set<() => void>();
  const on = staged(start, (wire) => watch.over(wire), pending);
  const { network, clock } = on;
  const before = network.world;
  const origins = new Set<string>();
  network.witness = ({ request: { origin } }) => void origins.add(origin);
  for (const fault of trouble.planning) network.fault(fault);
  const { memory = emptyMemory, answered = [], interrupted = [] } = start.earlier ?? {};
  const known = withUnseenOf(memory, answered) ?? memory;
  const made = await on.plan(wishOf(start.scenario, on, known));
  const planned = network.world;
  for (const fault of trouble.applying) network.fault(fault);
  const foreign = interfere(on, made.plan, trouble.foreign);
  const arrivals: Arrival[] = [];
  network.witness = (arrival) => {
    arrivals.push(arrival);
    origins.add(arrival.request.origin);
    foreign.arrived(arrivals.length);
  };
  const file = new ForgetfulFile(clock);
  const disk = watch.onto(file);
  const began = clock.now();
  const turns = trouble.death?.at === "turn" ? { turns: trouble.death.turns } : {};
  const journal = journalOn({ disk: lie?.disk?.(disk) ?? disk, digest, run: `from ${began}` });
  const overwrite = lie?.onConflict ? { onConflict: lie.onConflict } : {};
  const leftAccepted = answered.filter(({ isUnseen }) => isUnseen);
  const options = { journal, interrupted, leftAccepted, ...turns, ...overwrite };
  const result = await unlessKilled(on.apply(made, options));
  const left = { durable: file.durable, volatile: file.volatile };
  for (const arrive of pending) arrive();
  network.land();
  network.witness = () => {};
  return {
    ...{ on, made, before, planned, after: network.world, began, ended: clock.now(), arrivals },
    ...{ foreign: foreign.happened, journal: left, hasty: watch.hasty, origins },
    memory: result ? rememberedBy(on, made, result) : memory,
    ...(result && { result }),
  };
}

/** Returns the memory that a run records when it ends. */
function rememberedBy(on: Stage, made: PlannedRun, result: ApplyResult): Memory {
  const { desired, targets } = on.context;
  const { memory, base = { resources: new Map(), locate: () => undefined } } = made.request;
  const run = { memory, desired, base, targets, commit: "c0ffee", time: on.clock.date() };
  return memoryAfter(run, made, result);
}

async function unlessKilled(applying: Promise<ApplyResult>): Promise<ApplyResult | undefined> {
  try {
    return await applying;
  } catch (error) {
    if (error instanceof Killed) return undefined;
    throw error;
  }
}

/** Watches the requests that a process sends, and kills the process at a write. */
class Watch {
  readonly hasty: string[] = [];
  #file: ForgetfulFile | undefined;
  #noted = "";
  dead = false;
  readonly #death: Death | undefined;
  readonly #kill: () => void;
  #writes = 0;
  #open = 0;

  constructor(death: Death | undefined, kill: () => void) {
    this.#death = death;
    this.#kill = kill;
  }

  over(wire: Wire): Wire {
    return { send: (request, signal) => this.#send(request, wire.send.bind(wire, request, signal)) };
  }

  /** Returns a disk for the journal that writes to this file, as the real one does. */
  onto(file: ForgetfulFile): JournalDisk {
    this.#file = file;
    const disk = journalDisk(file);
    const append = (text: string) => {
      this.#noted += text;
      disk.append(text);
    };
    return { append, flush: () => disk.flush() };
  }

  async #send({ method, url }: WireRequest, send: () => Promise<WireReply>): Promise<WireReply> {
    if (this.dead) return never();
    if (method === "GET" || !this.#file || url.endsWith("/auth/token")) return send();
    this.#open += 1;
    const replies = count(this.#noted, '"kind":"reply"');
    if (count(this.#file.durable, '"kind":"intent"') < this.#open + replies)
      this.hasty.push(`${method} ${url}`);
    this.#writes += 1;
    const mine = this.#death && this.#death.at !== "turn" && this.#death.write === this.#writes;
    if (mine && this.#death?.at === "sending") return this.#die();
    const reply = await send();
    if (this.dead || mine) return this.#die();
    this.#open -= 1;
    return reply;
  }

  #die(): Promise<never> {
    this.dead = true;
    this.#kill();
    return never();
  }
}

/** Returns a promise that never settles. A killed process waits for it. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
