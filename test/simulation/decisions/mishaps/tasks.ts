/**
 * Servers that answer a write with a task. They carry the write out later or not at all, and they may forget the task.
 */

import type { Driver, Session, Write } from "../../../../src/drivers/contract/contract.ts";
import { type Address, addressParts } from "../../../../src/model/address.ts";
import type { Intent } from "../../../../src/model/journal.ts";
import { problem } from "../../../../src/model/problem.ts";
import type { ApplyResult, Reply, Task, TaskReply } from "../../../../src/model/reply.ts";
import type { Departure, Wire } from "../../../../src/model/wire.ts";
import { drivers } from "../../../../src/project/drivers.ts";
import type { LogEntry } from "../../../../src/simulator/log.ts";
import type { RequestFacts } from "../../../../src/simulator/wire/message.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { maybe, pick, under } from "../../draw.ts";

/**
 * How a task ends. `silent`: it succeeds, but its answer has no id of the new object. `late`: it takes longer than the
 * timeout. `gone`: the server forgets it before carrying it out. `goneDone`: the server forgets it after carrying it
 * out.
 */
type TaskFate = "done" | "silent" | "failed" | "late" | "gone" | "goneDone";

/** How the servers of a seed carry out writes. */
export interface TaskHabits {
  readonly seed: number;
  /** The share of tasks that succeed, from 0 to 1. */
  readonly well: number;
}

interface Begun {
  readonly task: Task;
  readonly fate: TaskFate;
  readonly write: Write;
  endsAt: number;
  /** True if the write of the task is being carried out right now. */
  isOut?: boolean;
  /** How, where and when the task's write was sent. */
  sent?: Pick<LogEntry, "method" | "path" | "at">;
  /** True if the task has been polled. The journal then contains the task. */
  wasAsked?: boolean;
  /** True if a poll was answered with the end of the task. */
  isTold?: boolean;
  /** True if a run that was not killed has learned the end of the task, so that the journal contains the end. */
  isNoted?: boolean;
  /** When the current run last polled the task. */
  askedAt?: number | undefined;
  /** How many polls of the current run came too early. */
  early?: number;
  end?: TaskReply | undefined;
}

/** All tasks of a seed, across runs. */
export interface Tasks {
  readonly drivers: readonly Driver[];
  /** Begins another run, in which new writes are carried out at once and running tasks end soon. */
  readonly calmDown: (now: number) => void;
  readonly begun: readonly Begun[];
  /**
   * Reports tasks that a run polled without learning their end, and that its journal wrongly contains as writes without
   * a task.
   */
  readonly judgeNoted: (told: readonly Intent[]) => readonly string[];
  /**
   * Returns the addresses of creates whose end no run has learned. Only a read or a person can tell whether these
   * objects exist.
   */
  readonly untold: () => readonly Address[];
  /**
   * Begins the next process. `isKnown` is true if the previous process ended normally. `log` contains the requests that
   * have arrived so far.
   */
  readonly nextProcess: (isKnown: boolean, log: readonly LogEntry[]) => void;
  /** Reports tasks that were polled twice at the same time, or polled again after their end was known. */
  readonly judgeAsked: () => readonly string[];
  /** True for a write that a server carries out by itself, long after the run has sent it. */
  readonly isOwnWork: (request: Pick<RequestFacts, "interface">) => boolean;
  /** Carries out tasks that nobody has polled. */
  readonly land: () => Promise<void>;
}

const forever = new AbortController().signal;
const withinMs = 45_000;

/**
 * Returns the drivers and the tasks of servers with these habits. The write of a task is carried out when the task is
 * polled after its end.
 */
export function tasksOf({ seed, well }: TaskHabits): Tasks {
  const draw = seeded(seed);
  const begun: Begun[] = [];
  const sessions = new Map<string, Session>();
  const departures = new WeakMap<Departure, Begun>();
  const carryOut = async (one: Begun): Promise<void> => {
    const session = sessions.get(addressParts(one.write.address).target);
    if (one.end || one.isOut || !session) return;
    one.isOut = true;
    // A planted fault of the server may leave the id of the parent unknown. The write cannot be sent then.
    const sent = async () => session.write(one.write, forever).catch(() => refusal);
    const reply = one.fate === "failed" ? refusal : await sent();
    one.isOut = false;
    one.end = endOf(reply, one);
  };
  let isCalm = false;
  const odd: string[] = [];
  /** Notes a poll, and whether it came too early. The last poll before the timeout may come early. */
  const noteAsked = (one: Begun, at: number) => {
    if (one.isNoted) odd.push(`task: ${one.task.id} is asked for, and it is known how it ended`);
    const isEarly = one.askedAt !== undefined && at - one.askedAt < one.task.everyMs / 2;
    one.early = (one.early ?? 0) + (isEarly ? 1 : 0);
    if (isEarly && (one.isOut || one.early > 1)) odd.push(`task: ${one.task.id} is asked for by several`);
    one.askedAt = at;
  };
  return {
    begun,
    nextProcess: (isKnown, log) => {
      for (const one of begun) {
        if (isTurnedAway(one, log)) one.isOut = false;
        if (isKnown && one.isTold) one.isNoted = true;
        one.askedAt = undefined;
        one.early = 0;
      }
    },
    judgeAsked: () => odd,
    isOwnWork: ({ interface: name }) => !isCalm && name !== "netconf" && name !== "restconf",
    judgeNoted: (told) =>
      told.flatMap(({ step, address }) => {
        // The object of a create may exist by now. Then the step continues with an update at the same address.
        const last = begun.findLast(({ write }) => write.address === address);
        const isNamed = told.some((one) => one.address === address && one.task?.id === last?.task.id);
        const isOpen = last?.wasAsked === true && !last.isTold && !isNamed;
        return isOpen ? [`task: the next run is told of ${step} without ${last.task.id}`] : [];
      }),
    untold: () =>
      begun.flatMap(({ isTold, write: { operation, address } }) =>
        operation === "create" && !isTold ? [address] : [],
      ),
    land: async () => {
      for (const one of begun) if (one.fate !== "gone" && one.fate !== "failed") await carryOut(one);
    },
    calmDown: (at) => {
      isCalm = true;
      for (const one of begun) {
        // A forgotten task must stay forgotten for as long as it may be polled.
        one.endsAt = Math.min(one.endsAt, one.fate === "goneDone" ? at : at + withinMs / 2);
        if (one.isOut) one.end = { state: "done" };
      }
    },
    drivers: drivers.map((driver) => {
      // Devices have no tasks. If a device refused a write although its state had changed, its task would be polled
      // forever.
      if (driver.converse || driver.interface === "restconf") return driver;
      const open: Driver["open"] = (options) => {
        const inner = driver.open({ ...options, wire: noting(options, departures) });
        const now = options.now;
        const write: Session["write"] = async (asked, signal) => {
          if (isCalm) return inner.write(asked, signal);
          const held = await asked.leaving?.();
          if (held) return { meaning: "refused", problem: held };
          const { leaving: _, ...rest } = asked;
          const fate = maybe(draw, well) ? pick(draw, ["done", "silent"]) : pick(draw, others);
          const lasts = fate === "late" ? withinMs * 2 : under(draw, 15_000);
          const id = `task-${begun.length + 1}`;
          const { kind, operation } = asked;
          const task: Task = { id, path: `/tasks/${id}`, kind, operation, everyMs: 1000, withinMs };
          const leaving: Departure = async () => undefined;
          const one: Begun = { task, fate, write: { ...rest, leaving }, endsAt: now() + lasts };
          departures.set(leaving, one);
          begun.push(one);
          return { meaning: "pending", task } satisfies Reply;
        };
        const askTask = async ({ id }: Task): Promise<TaskReply> => {
          const one = begun.find(({ task }) => task.id === id);
          if (!one) return { state: "gone", detail: `there is no ${id}` };
          one.wasAsked = true;
          noteAsked(one, now());
          const isOver = now() >= one.endsAt;
          if (isOver && one.fate !== "gone") await carryOut(one);
          if (one.fate === "gone" || (one.fate === "goneDone" && isOver))
            return { state: "gone", detail: `there is no ${id}` };
          one.isTold = one.end !== undefined;
          return one.end ?? { state: "running" };
        };
        sessions.set(options.target.name, inner);
        return { ...inner, read: inner.read.bind(inner), preview: inner.preview.bind(inner), write, askTask };
      };
      return { ...driver, open };
    }),
  };
}

type OpenedWith = Pick<Parameters<Driver["open"]>[0], "wire" | "now">;

/** Returns a wire that notes how, where and when the writes of tasks were sent. */
function noting({ wire, now }: OpenedWith, departures: WeakMap<Departure, Begun>): Wire {
  return {
    ...wire,
    send: (request, signal) => {
      const one = request.leaving && departures.get(request.leaving);
      const { pathname, search } = new URL(request.url);
      if (one) one.sent = { method: request.method, path: pathname + search, at: now() };
      return wire.send(request, signal);
    },
  };
}

/**
 * True if the server refused the task's write because of its token. The write was then not carried out, and the process
 * that would have repeated it may have died.
 */
function isTurnedAway({ sent, isOut }: Begun, log: readonly LogEntry[]): boolean {
  const isIt = ({ method, path, at }: LogEntry) =>
    sent !== undefined && method === sent.method && path === sent.path && at >= sent.at;
  return isOut === true && (sent === undefined || log.find(isIt)?.status === 401);
}

const others = ["failed", "late", "gone", "goneDone", "failed"] as const;
const refusal: Reply = { meaning: "refused", problem: problem("task-failed", "a site of that name exists") };

function endOf(reply: Reply, { fate }: Begun): TaskReply | undefined {
  if (reply.meaning === "accepted") return { state: "done", ...(fate === "done" && { id: reply.id }) };
  if (reply.meaning === "refused") return { state: "failed", problem: reply.problem };
  // The parent of the created resource is gone.
  if (reply.meaning === "conflict") return { state: "failed", problem: problem("task-failed", reply.detail) };
  // A network that is not ready takes longer.
  return undefined;
}

/**
 * | the task is      | the step is                                          |
 * |------------------|------------------------------------------------------|
 * | done             | applied                                              |
 * | failed           | failed, with the server's reason                     |
 * | late, or gone    | unknown; and a rollback leaves it                    |
 */
export function judgeTasks(
  { begun }: Tasks,
  { settled, stillRunning = [], interrupted }: ApplyResult,
): readonly string[] {
  const outcomes = new Map<string, ApplyResult["settled"][number]["outcome"]>(
    settled.map(({ step, outcome }) => [step, outcome]),
  );
  const running = new Set<string>(stillRunning.map(({ task }) => task.id));
  return begun.flatMap(({ task, fate, write: { address } }) => {
    const outcome = outcomes.get(`${task.operation} ${address}`);
    const isLost = fate === "late" || fate === "gone" || fate === "goneDone";
    const must = isLost ? "unknown" : fate === "failed" ? "failed" : "applied";
    const isTold = outcome?.state === must || (interrupted && outcome?.state === "unknown");
    const why = outcome && "problem" in outcome ? outcome.problem.message : "";
    const isReason = fate !== "failed" || outcome?.state !== "failed" || why.includes("a site of that name");
    return [
      ...(isTold
        ? []
        : [`task: ${task.operation} ${address} is ${outcome?.state}, and its task was ${fate}`]),
      ...(isReason ? [] : [`task: ${task.operation} ${address} failed for another reason: ${why}`]),
      ...(isLost && !interrupted && !running.has(task.id)
        ? [`task: nobody is told that ${task.id} may go on`]
        : []),
    ];
  });
}
