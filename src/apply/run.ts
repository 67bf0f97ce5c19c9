/** The state of one apply, shared by all its steps. */

import type { SettledForms } from "../diff/settled.ts";
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
import type { Halt, Outcome, RunningTask } from "../model/reply.ts";
import type { Clock, Random } from "../model/wire.ts";
import { type DatedLook, type Look, type Looks, looks } from "../observe/look.ts";
import { Exclusive } from "../pace/semaphore.ts";
import type { TaskEnd } from "../pace/tasks.ts";
import { FreshParents } from "./execute/fresh-parents.ts";
import type { FormMemory } from "./forms.ts";
import type { AnsweredCreate } from "./journal.ts";
import { BatchQueue } from "./queue/batch-queue.ts";
import { BatchTasks } from "./queue/batch-tasks.ts";
import { freshMs, WriteSemaphore } from "./queue/write-semaphore.ts";

/** What an apply is given. */
export interface ApplyInput {
  readonly plan: Plan;
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  /** What the plan was made from. */
  readonly snapshot: Snapshot;
  /** What is remembered by its id. Without it: nothing. */
  readonly idOf?: IdOf | undefined;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly clock: Clock;
  readonly random: Random;
  readonly listener?: Listener | undefined;
  /** What to do when someone else changed the same field since the plan. */
  readonly onConflict: "hold" | "overwrite";
  /** Where every write is recorded before it leaves. Without it: nowhere. */
  readonly journal?: Journal | undefined;
  /** True: what was applied is taken back when a step fails, or health falls. */
  readonly rollbackOnFailure?: boolean;
  /** Once it is aborted no later wave begins: the one under way is carried out. Default: never. */
  readonly afterWave?: AbortSignal | undefined;
  /** True: this run takes back what another one applied. */
  readonly backwards?: boolean;
  /** The writes that an earlier run left open, as its journal has them, and its creates. */
  readonly interrupted?: readonly Intent[] | undefined;
  /** The creates of an earlier run that were accepted, and that no look has shown. */
  readonly leftAccepted?: readonly AnsweredCreate[] | undefined;
  /** The same as the record remembers them, whether or not this run is about them. */
  readonly leftUnseen?: Memory["unseen"] | undefined;
  /** What an earlier run had asked to be finished, and did not see the end of. */
  readonly leftFinishes?: readonly FinishIntent[] | undefined;
  /** What is remembered of fields that their servers did not keep as they were written. Without it: nothing. */
  readonly settled?: SettledForms | undefined;
  /** How this run remembers such fields. Without it: not at all. */
  readonly remembering?: FormMemory | undefined;
  /** How health is asked after each wave, and what it was before. Without it: not at all. */
  readonly health?: { readonly settings: HealthSettings; readonly before: HealthReading } | undefined;
}

/** An apply under way. */
export interface ApplyRun extends ApplyInput {
  readonly signal: AbortSignal;
  readonly changes: ReadonlyMap<Address, Change>;
  /** The pre-write check, shared by all: a collection is read before its first write, and again once that is old. */
  readonly preWriteCheck: DatedLook;
  /** Where a step takes room before it looks and writes. */
  readonly writeSemaphore: WriteSemaphore;
  /** A look of its own, for a step that must know how things stand now. */
  readonly lookAgain: Looks["lookAgain"];
  /** Which collection shows something; undefined: none. */
  readonly collectionOf: Looks["collectionOf"];
  /** A look at one resource and as little else as its interface can do with. */
  readonly lookAlone: Look;
  /** A look of its own that also says what is live beside what is declared. */
  readonly lookAround: Looks["lookAround"];
  /** Live ids that this run's creates brought to light. */
  readonly ids: Map<Address, string>;
  /** What was made and is live under another name than it was sent. */
  readonly storedAs: Map<Address, string>;
  /** The steps that others come after. */
  readonly prerequisites: ReadonlySet<StepId>;
  /** What this run has certainly made itself: no one else can have written into it. */
  readonly made: Set<Address>;
  /** Whether what it has made takes what goes in it. */
  readonly freshParents: FreshParents;
  /** What was written, as it was last sent: its live side is what was there before. */
  readonly written: Map<Address, Change>;
  /** Creates that were answered well, or became a task that is not known to have failed. */
  readonly accepted: Map<Address, AcceptedCreate>;
  /** What a look of this run has shown. */
  readonly seen: Set<Address>;
  /** What was written last, as the answer to that write shows it stored. */
  readonly stored: Map<Address, LiveResource>;
  /** The names under which answers have shown what was created. */
  readonly answered: Map<Address, string>;
  /** Targets of which a read of this run has shown the same as their answers, and something else. */
  readonly borneOut: Set<string>;
  readonly doubted: Set<string>;
  /** What a write was sent for whose reply was lost, however the step ended. */
  readonly maybeWritten: Set<Address>;
  /** Writes that became tasks, in this run or an earlier one, with an unknown outcome so far. */
  readonly stillRunning: Map<Address, RunningTask>;
  /** The tasks of earlier runs, each with the promise of its end; undefined: unknown. Never rejects. */
  readonly earlierTasks: Map<Address, { readonly end: Promise<TaskEnd["is"] | undefined> }>;
  /** The creates that were sent again after their server had forgotten the task that an earlier run made of them. */
  readonly sentAgain: Set<Address>;
  /** What was refused for something missing, and may be tried once more; and what was skipped for that. */
  readonly postponed: Map<StepId, PostponedStep>;
  readonly waitsForPostponed: Set<StepId>;
  /** What this run has removed, with all that was in it. */
  readonly gone: Set<Address>;
  /** By target, where it takes several writes in one request: what gathers them, and what waits for them. */
  readonly batches: ReadonlyMap<string, TargetBatches>;
  /** By the task of a batch that has ended: the look that all of its steps share. */
  readonly looksAfter: Map<string, Look>;
  /** Keeps apart what must not be written at the same time (`Step.exclusive`). */
  readonly exclusive: Exclusive;
  /** True once the journal could not be written: nothing is sent from then on. */
  journalFailed: boolean;
  /** Set once something went wrong in a wave: no step of a later one begins. */
  halted?: Halt;
  /** Our own mistake, the first there was: no step begins after it. */
  crash?: { readonly error: unknown } | undefined;
}

/** A step that was refused for something missing. */
interface PostponedStep {
  /** How much this run had written when it left. */
  readonly leftAfter: number;
  /** Tries it once more: the step as it is kept apart from others now. */
  again(step: Step): Promise<Outcome>;
}

interface TargetBatches {
  readonly queue: BatchQueue;
  /** Absent where a batch is over when it is answered. */
  readonly tasks?: BatchTasks | undefined;
}

/** Does what may fail by our own mistake only: the run remembers that, and ends in good order with `instead`. */
export async function survived<T>(run: ApplyRun, act: () => T | Promise<T>, instead: T): Promise<T> {
  try {
    return await act();
  } catch (error) {
    run.crash ??= { error };
    return instead;
  }
}

/** Makes a run of an input. */
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
  const age = { now: () => input.clock.now(), maxMs: (target: string) => freshMs(targets.get(target)) };
  const preWriteCheck = lookWithin(age, input.snapshot);
  const writeSemaphore = new WriteSemaphore(targets);
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

/** What this run made or saw, else what is remembered: and of what Git dropped the name, by which alone it goes. */
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

/** A parent as this run knows it: made by it, or seen before it. */
function knownParent(
  seen: ReadonlyMap<Address, Observation<LiveResource>>,
  ids: ReadonlyMap<Address, string>,
  parent: Address,
): Observation<LiveResource> | undefined {
  const id = ids.get(parent);
  if (id !== undefined) return { state: "present", value: { value: {}, id } };
  return seen.get(parent);
}
