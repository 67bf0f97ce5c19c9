/** The state of one apply, shared by all its steps. */

import type { SettledForms } from "../diff/settled.ts";
import type { LoggedState } from "../drivers/contract/change-log.ts";
import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { AcceptedCreate, Change } from "../model/change.ts";
import type { Desired } from "../model/desired.ts";
import type { Listener } from "../model/event.ts";
import type { HealthReading, HealthSettings } from "../model/health.ts";
import type { FinishIntent, Intent, Journal } from "../model/journal.ts";
import type { LiveResource, Observation, Snapshot } from "../model/live/snapshot.ts";
import type { IdOf, KnownId, Memory } from "../model/memory.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Step, StepId } from "../model/plan/step.ts";
import type { Halt, Milliseconds, Outcome, RunningTask } from "../model/reply.ts";
import type { Clock, Random } from "../model/wire.ts";
import { type DatedLook, type Look, type Looks, looks } from "../observe/look.ts";
import type { ReadAge } from "../observe/recent-replies.ts";
import { Exclusive } from "../pace/semaphore.ts";
import type { TaskEnd } from "../pace/tasks.ts";
import { FreshParents } from "./execute/fresh-parents.ts";
import type { FormMemory } from "./forms.ts";
import type { AnsweredCreate } from "./journal.ts";
import { BatchQueue } from "./queue/batch-queue.ts";
import { BatchTasks } from "./queue/batch-tasks.ts";
import { WriteSemaphore } from "./queue/write-semaphore.ts";

/** The input of an apply. */
export interface ApplyInput {
  readonly plan: Plan;
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  /** The live state from which the plan was made. */
  readonly snapshot: Snapshot;
  /** Returns remembered ids. Default: none are known. */
  readonly idOf?: IdOf | undefined;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly clock: Clock;
  readonly random: Random;
  readonly listener?: Listener | undefined;
  /** What to do if someone else has changed the same field since the plan was made. */
  readonly onConflict: "hold" | "overwrite";
  /** Records every write before it is sent. Default: nothing is recorded. */
  readonly journal?: Journal | undefined;
  /** True if the run is to be rolled back when a step fails or health degrades. */
  readonly rollbackOnFailure?: boolean;
  /** Once it is aborted, no later wave begins. The current wave is completed. Default: never aborted. */
  readonly afterWave?: AbortSignal | undefined;
  /** True: this run is the rollback of another run. */
  readonly backwards?: boolean;
  /** Writes, including creates, that an earlier run left open in its journal. Default: none. */
  readonly interrupted?: readonly Intent[] | undefined;
  /** Creates of an earlier run that were accepted and that no read has shown yet. Default: none. */
  readonly leftAccepted?: readonly AnsweredCreate[] | undefined;
  /** Accepted creates in the record, including those outside this run's scope. Default: none. */
  readonly leftUnseen?: Memory["unseen"] | undefined;
  /** Activations that an earlier run requested, and whose end it did not see. Default: none. */
  readonly leftFinishes?: readonly FinishIntent[] | undefined;
  /** Remembered fields that their servers did not store as written. Default: none. */
  readonly settled?: SettledForms | undefined;
  /** How this run remembers fields that servers do not store as written. Default: it does not remember them. */
  readonly remembering?: FormMemory | undefined;
  /** How health is checked after each wave, and the health before the run. Default: health is not checked. */
  readonly health?: { readonly settings: HealthSettings; readonly before: HealthReading } | undefined;
}

/** An apply in progress. */
export interface ApplyRun extends ApplyInput {
  readonly signal: AbortSignal;
  readonly changes: ReadonlyMap<Address, Change>;
  /** The shared pre-write check. A collection is read before its first write, and again once this read is outdated. */
  readonly preWriteCheck: DatedLook;
  /** Limits how many steps read and write concurrently. */
  readonly writeSemaphore: WriteSemaphore;
  /** An individual read, for a step that needs the current state. */
  readonly lookAgain: Looks["lookAgain"];
  /** Returns the collection that contains a resource; undefined if there is none. */
  readonly collectionOf: Looks["collectionOf"];
  /** Reads one resource, with as few others as its interface allows. */
  readonly lookAlone: Look;
  /** An individual read that also returns undeclared live resources. */
  readonly lookAround: Looks["lookAround"];
  /** Live ids that were learned from this run's creates. */
  readonly ids: Map<Address, string>;
  /** Created resources whose live name differs from the name that was sent. */
  readonly storedAs: Map<Address, string>;
  /** The ids of steps on which other steps depend. */
  readonly prerequisites: ReadonlySet<StepId>;
  /** Resources that this run has certainly created, so that nobody else can have written into them. */
  readonly made: Set<Address>;
  /** Knows which of the parents that this run created already accept children. */
  readonly freshParents: FreshParents;
  /** Written changes, as last sent. Their live side is the value before the write. */
  readonly written: Map<Address, Change>;
  /** Resources whose create was accepted, or became a task that is not known to have failed. */
  readonly accepted: Map<Address, AcceptedCreate>;
  /** Resources that a read of this run has shown. */
  readonly seen: Set<Address>;
  /** The stored state in the reply to the last write of a resource. */
  readonly stored: Map<Address, LiveResource>;
  /** The resources in `stored` whose state came from a change log instead of a reply, with what the log showed. */
  readonly logged: Map<Address, LoggedState>;
  /** When the last write of a resource was sent, by the run's clock. */
  readonly leftAt: Map<Address, Milliseconds>;
  /** When the last write of a resource was known to be carried out, by the run's clock. */
  readonly doneAt: Map<Address, Milliseconds>;
  /** The names of created resources in the replies to their writes. */
  readonly answered: Map<Address, string>;
  /** Sources (`witnessOf`) that a read of this run has confirmed. */
  readonly borneOut: Set<string>;
  /** Sources that a read of this run has contradicted. */
  readonly doubted: Set<string>;
  /** Writes whose replies were lost, however the step ended. */
  readonly maybeWritten: Set<Address>;
  /** Writes of this run or an earlier one that became tasks, and whose outcome is not known yet. */
  readonly stillRunning: Map<Address, RunningTask>;
  /**
   * Tasks of earlier runs by resource. Each `end` never rejects: it resolves with how the task ended, or with undefined
   * if that is unknown.
   */
  readonly earlierTasks: Map<Address, { readonly end: Promise<TaskEnd["is"] | undefined> }>;
  /** Creates that were sent again because their server had forgotten an earlier run's task. */
  readonly sentAgain: Set<Address>;
  /** Steps that were refused because of a missing dependency and are retried later. */
  readonly postponed: Map<StepId, PostponedStep>;
  /** Steps that were skipped because of postponed steps. */
  readonly waitsForPostponed: Set<StepId>;
  /** Resources that this run removed, including all children. */
  readonly gone: Set<Address>;
  /** For each target that supports batches: the queue, and the polling of batch tasks. */
  readonly batches: ReadonlyMap<string, TargetBatches>;
  /** For each finished batch task: the read that all its steps share. */
  readonly looksAfter: Map<string, Look>;
  /** Mutual exclusion of writes (`Step.exclusive`). */
  readonly exclusive: Exclusive;
  /** True: the journal could not be written, so nothing more is sent. */
  journalFailed: boolean;
  /** Set once a wave has failed. No step of a later wave then begins. */
  halted?: Halt;
  /** The first internal error. No step begins after it. */
  crash?: { readonly error: unknown } | undefined;
}

/** A step that was refused because of a missing dependency. */
interface PostponedStep {
  /** The number of writes that this run had done when the refused write was sent. */
  readonly leftAfter: number;
  /** Retries the step. Its place in the order of writes is determined again. */
  again(step: Step): Promise<Outcome>;
}

interface TargetBatches {
  readonly queue: BatchQueue;
  /** Polls the batch tasks. Absent if batches are synchronous. */
  readonly tasks?: BatchTasks | undefined;
}

/**
 * Runs code that can fail only because of a bug in trueup. If it fails, the error is stored in the run and `instead` is
 * returned, so that the run still ends properly.
 */
export async function survived<T>(run: ApplyRun, act: () => T | Promise<T>, instead: T): Promise<T> {
  try {
    return await act();
  } catch (error) {
    run.crash ??= { error };
    return instead;
  }
}

/** Creates a run from its input. */
export function runOf(input: ApplyInput, signal: AbortSignal): ApplyRun {
  const ids = new Map<Address, string>();
  const gone = new Set<Address>();
  const known = (parent: Address): Observation<LiveResource> | undefined =>
    gone.has(parent) ? { state: "absent" } : knownParent(input.snapshot.observations, ids, parent);
  const { desired, base, targets, listener } = input;
  const written = new Map<Address, Change>();
  const maybeWritten = new Set<Address>();
  const answered = new Map<Address, string>();
  const mayHaveWritten = (address: Address) => written.has(address) || maybeWritten.has(address);
  const idOf: IdOf = (address) =>
    gone.has(address) ? undefined : knownId(input, { ids, answered, mayHaveWritten }, address);
  const { lookWithin, ...look } = looks({
    desired,
    base,
    targets,
    listener,
    known,
    idOf,
    signal,
  });
  const exclusive = new Exclusive();
  const changes = new Map(input.plan.changes.map((change) => [change.address, change]));
  const made = new Set<Address>();
  const writeSemaphore = new WriteSemaphore(targets);
  const age: ReadAge = { now: () => input.clock.now(), maxMs: (part) => writeSemaphore.ageMax(part) };
  const preWriteCheck = lookWithin(age, input.snapshot);
  const looking = { ...look, preWriteCheck, writeSemaphore };
  return {
    ...input,
    signal,
    changes,
    ids,
    storedAs: new Map(),
    made,
    freshParents: new FreshParents(),
    written,
    maybeWritten,
    accepted: new Map(),
    seen: new Set(),
    stored: new Map(),
    logged: new Map(),
    leftAt: new Map(),
    doneAt: new Map(),
    answered,
    borneOut: new Set(),
    doubted: new Set(),
    gone,
    prerequisites: new Set(input.plan.steps.flatMap(({ after }) => after)),
    looksAfter: new Map(),
    exclusive,
    postponed: new Map(),
    waitsForPostponed: new Set(),
    batches: batchesOf(input, exclusive),
    stillRunning: new Map(),
    earlierTasks: new Map(),
    sentAgain: new Set(),
    ...looking,
    journalFailed: false,
  };
}

function batchesOf({ targets, clock, listener }: ApplyInput, exclusive: Exclusive): ApplyRun["batches"] {
  return new Map(
    [...targets].flatMap(([target, { session }]) => {
      const { batching } = session;
      if (!batching) return [];
      const queue = new BatchQueue({ batching, session, clock, exclusive });
      const { tasks: asked } = batching;
      const tasks = asked && new BatchTasks({ session: asked, clock, listener, target });
      return [[target, { queue, tasks }] as const];
    }),
  );
}

/**
 * Returns the id that this run has learned or read, otherwise the remembered id; undefined if there is none. For a
 * resource that Git no longer declares, the remembered name is included, because the resource is removed only under
 * this name.
 */
function knownId(
  { snapshot, idOf, desired }: Pick<ApplyInput, "snapshot" | "idOf" | "desired">,
  {
    ids,
    answered,
    mayHaveWritten,
  }: Pick<ApplyRun, "ids" | "answered"> & { mayHaveWritten(of: Address): boolean },
  address: Address,
): KnownId | undefined {
  const made = ids.get(address);
  const seen = snapshot.observations.get(address);
  const remembered = idOf?.(address);
  if (seen?.state !== "present")
    return made === undefined ? remembered : { id: made, answered: answered.get(address), ofThisRun: "made" };
  const id = made ?? seen.value.id;
  if (id === undefined) return remembered;
  const isDropped = !desired.resources.has(address) && remembered?.id === id;
  const { name, answered: shown } = isDropped ? remembered : {};
  const ofThisRun = mayHaveWritten(address) ? "written" : "seen";
  return { id, name: seen.value.storedAs ?? name, answered: shown, ofThisRun };
}

/** Returns a parent that this run has created, or that was read before; undefined for any other parent. */
function knownParent(
  seen: ReadonlyMap<Address, Observation<LiveResource>>,
  ids: ReadonlyMap<Address, string>,
  parent: Address,
): Observation<LiveResource> | undefined {
  const id = ids.get(parent);
  if (id !== undefined) return { state: "present", value: { value: {}, id } };
  return seen.get(parent);
}
