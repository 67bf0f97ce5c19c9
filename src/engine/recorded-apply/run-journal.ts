/**
 * The journal of a recorded apply: what the last run left behind, and the writes of this run. Only one apply at a time
 * holds it.
 */

import { leftFinishes, unfinishedTogether } from "../../apply/activation/unfinished.ts";
import {
  type AnsweredCreate,
  answeredCreates,
  endsOpen,
  journalOn,
  leftForms,
  leftIntents,
  readJournal,
  resolve,
  unfinished,
} from "../../apply/journal.ts";
import { withFormsOf } from "../../apply/remembered-forms.ts";
import { unseenAfter, unseenIn, withUnseenOf } from "../../apply/unseen.ts";
import { withCreateKeys } from "../../apply/unseen-keys.ts";
import type { Address } from "../../model/address.ts";
import type {
  FinishIntent,
  Intent,
  Journal,
  JournalRecord,
  JournalStore,
  KeptJournal,
} from "../../model/journal.ts";
import { emptyMemory, type Memory } from "../../model/memory.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Project } from "../../model/project.ts";
import type { ApplyResult } from "../../model/reply.ts";
import { hasWork } from "../../model/status.ts";
import { digest } from "../../runtime/digest.ts";
import { writeErrorReason } from "../../runtime/files/file-problems.ts";
import { runId } from "../../runtime/random.ts";
import { computed, resourcesIn } from "../../runtime/signals.ts";
import type { PlannedRun, PlanRequest } from "../reconcile.ts";
import type { ApplyEnding, ApplyListener } from "./events.ts";
import { fileJournal } from "./file-journal.ts";

/** Why an apply ends before it has a plan. */
export type StoppedApply = Extract<ApplyEnding, { readonly is: "refused" | "failed" }>;

/** The journal of an apply. While it is held, no other apply can take it. */
export interface RunJournal {
  /** The journal's name in messages: the absolute path of its file. */
  readonly path: string;
  /** Writes whose outcome the last run did not record, and creates of the last run that lists may not show yet. */
  readonly interrupted: readonly Intent[];
  /** Activations that the last run requested, and that may not have completed. */
  readonly leftFinishes: readonly FinishIntent[];
  /** Creates of the last run that were accepted and have not been seen since. */
  readonly accepted: readonly AnsweredCreate[];
  /** Returns a plan request that is extended by the last run's unfinished work and unseen creates. */
  withLeft(request: PlanRequest): PlanRequest;
  /** Reports the outcome of the writes whose outcome the last run did not record. Call it once a plan has read them. */
  resolveInterrupted(made: PlannedRun): Promise<void>;
  /** Begins an empty journal for this run, or returns why there can be none. */
  begin(): Promise<{ readonly journal: Journal } | StoppedApply>;
  /**
   * Ends the journal of a run that has ended properly. The journal's file is removed, unless something is still unknown
   * or unseen.
   */
  end(made: PlannedRun, result: ApplyResult): Promise<void>;
  /** Removes what the file had to keep until the result was recorded. Call it after that. */
  recorded(): Promise<void>;
  /** Releases the journal, so that the next apply can begin. */
  release(): Promise<void>;
}

/** What a journal's store knows about the environment's lock in Git. */
export interface StoredLock extends Pick<JournalStore, "locked" | "id"> {
  /** The run of a killed process that held the store, whose Git lock may still exist. Absent: there is none. */
  readonly left?: string | undefined;
}

/** Takes the journal's lock and reads the journal. Default: the journal in the project's folder. */
export async function openJournal(
  project: Pick<Project, "folder" | "environment">,
  say: ApplyListener,
  store: JournalStore = fileJournal(project),
): Promise<{ readonly journal: RunJournal; readonly lock: StoredLock } | StoppedApply> {
  try {
    const taken = await store.take();
    if (!taken.held) return refused(project, taken);
    const left = await leftBehind({ project, store, say });
    const { release, leftLock } = taken;
    const lock = { left: leftLock, locked: store.locked, id: store.id };
    return { journal: journalAt({ store, ...left, say, release }), lock };
  } catch (error) {
    return unusable(store.name, error);
  }
}

/** Returns the refusal for an apply while another apply holds the journal. */
function refused(
  { environment }: Pick<Project, "environment">,
  { by, message: why }: { readonly by: string; readonly message: string },
): StoppedApply {
  const message = `Refused: another apply to ${environment} is running here: ${why}`;
  return { is: "refused", refusal: { because: "running", by, message } };
}

/**
 * Removes selected creates from the journal that were accepted and are not visible yet. Apply then no longer looks for
 * them, and creates them again if they are missing. Returns their addresses. Writes nothing if there are none.
 */
export async function forgetAccepted(
  project: Project,
  isMeant: (address: Address) => boolean,
  store: JournalStore = fileJournal(project),
): Promise<{ readonly forgotten: readonly Address[] } | StoppedApply> {
  const isOurs = ({ isUnseen, intent }: AnsweredCreate) => isUnseen && isMeant(intent.address);
  try {
    const known = leftIn((await recordsAt(project, store)).records);
    if (!known.made.some(isOurs)) return { forgotten: [] };
    const lock = await store.take();
    if (!lock.held) return refused(project, lock);
    try {
      const { records } = await recordsAt(project, store);
      const meant = answeredCreates(records).filter(isOurs);
      const kept = await store.begin();
      const journal = journalOn({ disk: kept, digest, run: runId() });
      for (const record of records) journal.note(record);
      for (const { intent } of meant)
        journal.note({ kind: "outcome", step: intent.step, state: "applied", seen: true });
      await kept.flush();
      await kept.close(true);
      return { forgotten: meant.map(({ intent }) => intent.address).sort() };
    } finally {
      await lock.release();
    }
  } catch (error) {
    return unusable(store.name, error);
  }
}

interface Place {
  readonly project: Pick<Project, "environment">;
  readonly store: JournalStore;
  readonly say: ApplyListener;
}

/** What the last run left unfinished. */
interface LeftBehind {
  /** Writes whose outcome is unknown. */
  readonly open: readonly Intent[];
  /** Creates that were accepted. */
  readonly made: readonly AnsweredCreate[];
  /** Unfinished work. */
  readonly finishes: readonly FinishIntent[];
  /** The stored forms of the values that the last run wrote. */
  readonly forms: NonNullable<Memory["forms"]>;
}

async function leftBehind({ project, store, say }: Place): Promise<LeftBehind> {
  const { records, ignored, lostFrom } = await recordsAt(project, store);
  const tell = (what: string, hint?: string) => {
    const more = { severity: "warning", ...(hint && { hint }) } as const;
    say({ type: "warned", problem: problem("journal-ignored", what, more) });
  };
  if (ignored !== undefined) tell(`${store.name} is ignored: ${ignored}.`);
  else if (lostFrom !== undefined)
    tell(
      `${store.name} is ignored from record ${lostFrom} on: something other than trueup changed or removed records.`,
      "Before you apply, check in the product what the last run created: its lists may not show everything yet.",
    );
  const left = leftIn(records);
  const { open, finishes } = left;
  const isEnded = records.at(-1)?.kind === "ended";
  const isInterrupted = records.length > 0 && (open.length > 0 || !isEnded);
  say({ type: "journalRead", path: store.name, isInterrupted, isEnded, open, finishes });
  return left;
}

interface ReadRecords {
  readonly records: readonly JournalRecord[];
  /** A clause that says why the journal counts as empty. Absent: the journal was read. */
  readonly ignored?: string;
  /** The number of the first record that was changed or removed, if the journal is intact before it. */
  readonly lostFrom?: number | undefined;
}

async function recordsAt(
  { environment }: Pick<Project, "environment">,
  store: JournalStore,
): Promise<ReadRecords> {
  const { text, ignored } = await store.read();
  if (ignored !== undefined) return { records: [], ignored };
  const { records, unreadable, lostFrom } = await computed(resourcesIn([{ text }]), () =>
    readJournal(text, digest),
  );
  const [begun] = records;
  if (begun?.kind === "begun" && begun.environment !== environment)
    return { records: [], ignored: "it belongs to another environment" };
  return unreadable
    ? { records: [], ignored: "it is damaged, or another version of trueup wrote it" }
    : { records, lostFrom };
}

/**
 * Returns the records of the last apply, for read-only commands. Takes no lock. An unreadable journal counts as empty.
 */
async function lastRecords(project: Project, store: JournalStore): Promise<readonly JournalRecord[]> {
  const nothing: ReadRecords = { records: [] };
  return (await recordsAt(project, store).catch(() => nothing)).records;
}

/** Returns what the last apply left behind: writes whose outcome is unknown, unfinished work, and unseen creates. */
export async function lastLeft(project: Project, store = fileJournal(project)): Promise<LeftBehind> {
  return leftIn(await lastRecords(project, store));
}

/** Returns a read-only plan request that is extended by the last apply's unfinished work and unseen creates. */
export async function withLastLeft(
  request: PlanRequest,
  project: Project,
  store?: JournalStore,
): Promise<PlanRequest> {
  return withLeft(request, await lastLeft(project, store));
}

function leftIn(records: readonly JournalRecord[]): LeftBehind {
  const [open, made] = [unfinished(records), answeredCreates(records)];
  return { open, made, finishes: leftFinishes(records), forms: leftForms(records) };
}

function withLeft(request: PlanRequest, { open, made, finishes: now, forms }: LeftBehind): PlanRequest {
  const awaited = new Set(open.flatMap(({ task, address }) => (task ? [address] : [])));
  const known = withUnseenOf(request.memory, made);
  const memory = forms.size > 0 ? withFormsOf(known ?? emptyMemory, forms) : known;
  return { ...request, memory, awaited, unfinished: unfinishedTogether(request.unfinished, { now }) };
}

interface At extends LeftBehind {
  readonly store: JournalStore;
  readonly say: ApplyListener;
  readonly release: () => Promise<void>;
}

function journalAt({ store, open, made, finishes, forms, say, release }: At): RunJournal {
  const { name: path } = store;
  let kept: KeptJournal | undefined;
  const leftUnseen = ({ memory }: PlanRequest, sides: Pick<PlannedRun, "desired" | "base">) =>
    unseenIn(withCreateKeys(made, { ...sides, memory }), memory);
  let isKeptForRecord = false;
  return {
    path,
    interrupted: leftIntents(open, made),
    leftFinishes: finishes,
    accepted: made.filter(({ isUnseen }) => isUnseen),
    withLeft: (request) => withLeft(request, { open, made, finishes, forms }),
    resolveInterrupted: async ({ plan, request, snapshot, ...sides }) => {
      const found = resolve(open, plan, request.only);
      say({ type: "interruptedFound", found });
      const known = found.every(({ is }) => is !== "unknown");
      const unseen = unseenAfter({ before: leftUnseen(request, sides), snapshot, commit: "" });
      const isOver = known && unseen.size === 0 && !hasWork(plan);
      isKeptForRecord = isOver && forms.size > 0;
      if (isOver && !isKeptForRecord) await store.remove();
    },
    begin: async () => {
      try {
        kept = await store.begin();
        return { journal: journalOn({ disk: kept, digest, run: runId() }) };
      } catch (error) {
        return unusable(path, error);
      }
    },
    end: async ({ request, snapshot, ...sides }, result) => {
      const warn = (error: unknown) =>
        say({ type: "warned", problem: { ...unwritable(path, error), severity: "warning" } });
      const before = leftUnseen(request, sides);
      const unseen = unseenAfter({ before, snapshot, result, commit: "" });
      const isOpen = unseen.size > 0 || endsOpen(result);
      isKeptForRecord = !isOpen && [...(result.forms?.values() ?? [])].some(({ length }) => length > 0);
      await kept?.close(isOpen || isKeptForRecord).catch(warn);
    },
    recorded: async () => {
      if (isKeptForRecord) await store.remove();
    },
    release,
  };
}

function unusable(path: string, error: unknown): StoppedApply {
  return { is: "failed", at: "journal", problems: [unwritable(path, error)] };
}

function unwritable(path: string, error: unknown): Problem {
  const hint = "Make this path writable first: trueup sends nothing without a journal.";
  return problem("journal-unwritable", `${path} cannot be used as a journal: ${writeErrorReason(error)}.`, {
    hint,
  });
}
