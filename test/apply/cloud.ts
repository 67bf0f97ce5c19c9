/** A target with given lists and scripted writes, and a plan for it, in virtual time. */

import { apply } from "../../src/apply/apply.ts";
import { diff } from "../../src/diff/diff.ts";
import type { Dialect, Item, Kind, OpenTarget, Session, Write } from "../../src/drivers/contract/contract.ts";
import type { Resource } from "../../src/model/desired.ts";
import type { RunEvent } from "../../src/model/event.ts";
import type { HealthSettings, WaveSettings } from "../../src/model/health.ts";
import type { FinishIntent, Intent, Journal } from "../../src/model/journal.ts";
import { isObject } from "../../src/model/json.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { ApplyResult, Milliseconds, Outcome, Reply, Task, TaskReply } from "../../src/model/reply.ts";
import { observe } from "../../src/observe/observe.ts";
import { plan } from "../../src/plan/plan.ts";
import { desiredOf, organization } from "../properties/declared.ts";
import { digest, factsOf } from "../properties/planned.ts";
import { failed, nameOf, scripted, targetsOf } from "../properties/scripted.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

/** Lists by the name of their read: `networks o1`, `ssids n1`. A read of any other list throws. */
export type Lists = Record<string, readonly Item[] | "unreadable">;

/** Returns a live network or SSID. The identity of a network is its name, and the identity of an SSID is its number. */
export function item(kind: "network" | "ssid", identity: string, more: Partial<Item> = {}): Item {
  return { kind, identity, value: kind === "network" ? { name: identity } : {}, ...more };
}

/** A target's script: its state, its answers, and the settings of the apply. */
export interface Script {
  readonly desired: readonly Resource[];
  readonly base?: readonly Resource[];
  /** The live lists, which may change during the apply. */
  readonly lists: Lists;
  /**
   * The answers to writes, in order. After the last answer, each write gets that answer again. A function may also
   * change the lists.
   */
  readonly replies: readonly (Reply | ((write: Write, abort: () => void) => Reply))[];
  /**
   * Called with the name of a read when the read begins, before its list is read. The function may change the lists, or
   * interrupt the apply.
   */
  readonly reading?: (name: string, abort: () => void) => void;
  /** How long the answer to the n-th read, counted from 0, takes after its list was read. Default: no time. */
  readonly takesMs?: (count: number) => Milliseconds;
  readonly limits?: OpenTarget["target"]["limits"];
  readonly onConflict?: "hold" | "overwrite";
  /** The writes that an earlier run left open. */
  readonly interrupted?: readonly Intent[];
  /** Returns the answer to a poll of a task. `asked` is the number of earlier polls. Each poll takes 10 ms. */
  readonly task?: ((task: Task, asked: number, now: number) => TaskReply) | undefined;
  /** The activations that an earlier run had requested. */
  readonly leftFinishes?: readonly FinishIntent[];
  /** If true, the reads of the plan replace the reads before the first writes. */
  readonly isFresh?: true;
  readonly journal?: Journal;
  readonly rollbackOnFailure?: boolean;
  /** Once this signal is aborted, no further wave begins. */
  readonly afterWave?: AbortSignal;
  readonly waves?: readonly WaveSettings[];
  /**
   * The health scores of sites before the run; 50 is healthy. During the run, the `score` of the items in the list
   * `health` is used.
   */
  readonly health?: Readonly<Record<string, number>>;
  readonly dialect?: Partial<Dialect>;
  /** Returns changed members of a kind, for tests with other kinds. */
  readonly kind?: (kind: Kind) => Partial<Kind>;
  readonly guards?: Session["guards"];
  /**
   * How long each attempt of the n-th write, counted from 0, waits for the rate limit before it is sent. Default: the
   * write is attempted once, without a wait.
   */
  readonly queued?: (count: number) => readonly Milliseconds[];
  /** If true, nothing listens to the events of the run. */
  readonly isSilent?: true;
  /** Interrupts the run at this time, in virtual milliseconds. */
  readonly abortAt?: number;
}

/** The result of an apply, and everything that was sent during it. */
export interface Told {
  readonly plan: Plan;
  readonly result: ApplyResult;
  /** The reads and writes of the apply, in order, for example `networks o1` or `update cloud/network/berlin`. */
  readonly asked: readonly string[];
  readonly writes: readonly Write[];
  readonly events: readonly RunEvent[];
  /** How long the apply took. */
  readonly ms: number;
  outcome(address: string): Outcome | undefined;
}

/**
 * Makes a plan that prunes everything that is not declared, and applies it. By default reads take no time; each write
 * takes 100 ms.
 */
export async function applied(script: Script): Promise<Told> {
  const clock = new VirtualClock();
  const controller = new AbortController();
  const abort = () => controller.abort(new Error("interrupted"));
  const lists: Lists = {
    organizations: [{ kind: "organization", identity: "Acme", id: "o1", value: {} }],
    ...script.lists,
  };
  const asked: string[] = [];
  const writes: Write[] = [];
  let running = false;
  let queuing = 0;
  let read = 0;
  const cloud = scripted(async (request) => {
    const name = nameOf(request);
    asked.push(name);
    if (running) script.reading?.(name, abort);
    controller.signal.throwIfAborted();
    const items = Object.assign(lists, script.lists)[name];
    if (!items) throw new Error(`nobody should have read ${name}`);
    const ms = running ? (script.takesMs?.(read) ?? 0) : 0;
    if (running) read += 1;
    if (ms > 0) await clock.wait(ms);
    if (items === "unreadable") return failed(`${name} cannot be read`);
    return { state: "whole", items };
  });
  const write = async (one: Write): Promise<Reply> => {
    const answer = script.replies[Math.min(writes.length, script.replies.length - 1)];
    queuing += 1;
    for (const ms of script.queued?.(queuing - 1) ?? [0]) {
      if (ms > 0) await clock.wait(ms);
      const held = await one.leaving?.();
      if (held) return { meaning: "refused", problem: held };
    }
    asked.push(`${one.operation} ${one.address}`);
    writes.push(one);
    await clock.wait(100);
    if (!answer) throw new Error("nobody should have written");
    return typeof answer === "function" ? answer(one, abort) : answer;
  };
  let asks = 0;
  const askTask = async (task: Task): Promise<TaskReply> => {
    asked.push(`task ${task.id}`);
    await clock.wait(10);
    asks += 1;
    return script.task?.(task, asks - 1, clock.now()) ?? { state: "gone", detail: "not in the script" };
  };
  const open: OpenTarget = {
    ...{ ...cloud, driver: driverOf(cloud, script), dialect: { ...cloud.dialect, ...script.dialect } },
    target: { ...cloud.target, limits: script.limits ?? {} },
    session: {
      ...{ ...cloud.session, write, ...(script.task && { askTask }) },
      ...(script.guards && { guards: script.guards }),
    },
    requests: () => asked.length,
  };
  const targets = targetsOf(open);
  const acme = organization("Acme");
  const sides = {
    desired: desiredOf(acme, ...script.desired),
    ...(script.base && { base: desiredOf(acme, ...script.base) }),
  };
  const dated = script.isFresh && { now: () => clock.now() };
  const snapshot = await observe({ ...sides, targets, takenAt: "", ...dated }, controller.signal);
  const made = plan({
    comparison: diff({ ...sides, snapshot }),
    desired: sides.desired,
    environment: "test",
    facts: factsOf(),
    reads: snapshot.requests,
    waves: script.waves,
    prune: true,
    digest,
  });
  asked.length = 0;
  running = true;
  const events: RunEvent[] = [];
  if (script.abortAt !== undefined) void clock.wait(script.abortAt).then(abort);
  const result = await clock.run(
    apply(
      {
        ...sides,
        plan: made,
        snapshot,
        targets,
        clock,
        random: () => 0,
        listener: script.isSilent ? undefined : (event) => void events.push(event),
        health: script.health && { settings: healthSettings, before: healthOf(script.health) },
        onConflict: script.onConflict ?? "hold",
        interrupted: script.interrupted,
        leftFinishes: script.leftFinishes,
        journal: script.journal,
        rollbackOnFailure: script.rollbackOnFailure ?? false,
        afterWave: script.afterWave,
      },
      controller.signal,
    ),
  );
  const outcome = (address: string) => result.settled.find((one) => one.address === address)?.outcome;
  return { plan: made, result, asked, writes, events, ms: clock.now(), outcome };
}

const healthSettings: HealthSettings = {
  controller: "cloud",
  bound: 50,
  scale: [0, 100],
  settleSeconds: 60,
  sites: {},
  exempt: [],
};

function healthOf(scores: Readonly<Record<string, number>>) {
  const records = Object.entries(scores).map(([site, score]) => ({ site, score }));
  return { sites: { state: "whole", records } } as const;
}

function driverOf({ driver }: OpenTarget, { kind }: Script): OpenTarget["driver"] {
  const request = { collection: "health", scope: {}, wanted: [] };
  const records = { request, of: ({ identity: site, value }: Item) => ({ site, ...scoreIn(value) }) };
  return {
    ...driver,
    kinds: driver.kinds.map((each) => ({ ...each, ...kind?.(each) })),
    health: { sites: records, devices: { request, of: () => ({}) } },
  };
}

function scoreIn(value: Item["value"]): { readonly score?: number } {
  return isObject(value) && typeof value.score === "number" ? { score: value.score } : {};
}
