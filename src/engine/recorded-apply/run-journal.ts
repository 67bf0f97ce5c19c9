/** The journal of a recorded apply: what the last run left, and what this one does; one apply at a time. */

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
import type { FinishIntent, Intent, Journal, JournalRecord } from "../../model/journal.ts";
import { emptyMemory, type Memory } from "../../model/memory.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Project } from "../../model/project.ts";
import type { ApplyResult } from "../../model/reply.ts";
import { hasWork } from "../../model/status.ts";
import { digest } from "../../runtime/digest.ts";
import { writeErrorReason } from "../../runtime/files/file-problems.ts";
import { removeFile } from "../../runtime/files/files.ts";
import {
  type JournalFile,
  journalPath,
  openJournalFile,
  readJournalFile,
} from "../../runtime/files/journal.ts";
import { makeOwnFolder } from "../../runtime/files/own-folder.ts";
import { takeProcessLock } from "../../runtime/files/process-lock.ts";
import { runId } from "../../runtime/random.ts";
import { computed, resourcesIn } from "../../runtime/signals.ts";
import type { PlannedRun, PlanRequest } from "../reconcile.ts";
import { isBrought } from "./brought-files.ts";
import type { ApplyEnding, ApplyListener } from "./events.ts";

/** Why an apply ends before it has a plan. */
export type StoppedApply = Extract<ApplyEnding, { readonly is: "refused" | "failed" }>;

/** The journal of an apply, with the lock that comes with it. */
export interface RunJournal {
  /** The absolute path of its file. */
  readonly path: string;
  /** Writes that the last run left open, and its creates, which lists may not show yet. */
  readonly interrupted: readonly Intent[];
  /** Finishing that was requested and may not have completed. */
  readonly leftFinishes: readonly FinishIntent[];
  /** Its accepted creates that are still unseen. */
  readonly accepted: readonly AnsweredCreate[];
  /** A plan request, extended by the last run's unfinished work and unseen creates. */
  withLeft(request: PlanRequest): PlanRequest;
  /** Reports the outcome of the writes that the last run left open, once a plan has read them. */
  resolveInterrupted(made: PlannedRun): Promise<void>;
  /** An empty journal for this run, or why there can be none. */
  begin(): Promise<{ readonly journal: Journal } | StoppedApply>;
  /** The run has ended in good order. The file is removed, unless something is still unknown or unseen. */
  end(made: PlannedRun, result: ApplyResult): Promise<void>;
  /** The result is recorded: what the file kept for that can be removed. */
  recorded(): Promise<void>;
  /** Lets the next apply in. */
  release(): Promise<void>;
}

/** Takes the lock and reads the journal. */
export async function openJournal(
  project: Project,
  say: ApplyListener,
): Promise<{ readonly journal: RunJournal } | StoppedApply> {
  const { folder, environment } = project;
  const path = journalPath(folder, environment);
  try {
    await makeOwnFolder(folder);
    const lock = await lockFolder({ folder, path, environment });
    if ("is" in lock) return lock;
    const left = await leftBehind({ folder, path, environment, say });
    return { journal: journalAt({ path, ...left, say, release: lock.release }) };
  } catch (error) {
    return unusable(path, error);
  }
}

/** One apply at a time: the lock beside the journal. */
async function lockFolder({
  folder,
  path,
  environment,
}: JournalPlace): Promise<{ readonly release: () => Promise<void> } | StoppedApply> {
  const file = path.replace(/journal$/, "lock");
  if (await isBrought(folder, `${environment}.lock`)) await removeFile(file);
  const lock = await takeProcessLock(file);
  if (lock.held) return lock;
  const what = `another apply to ${environment} is running here: process ${lock.by} holds ${file}.`;
  const message = `Refused: ${what}\n  If that process is not trueup, remove the file.`;
  return { is: "refused", refusal: { because: "running", by: lock.by, message } };
}

/**
 * Removes selected accepted but unseen creates from the journal: they are no longer looked for, and are
 * created again if missing. Returns the addresses; writes nothing if there are none.
 */
export async function forgetAccepted(
  { folder, environment }: Project,
  isMeant: (address: Address) => boolean,
): Promise<{ readonly forgotten: readonly Address[] } | StoppedApply> {
  const path = journalPath(folder, environment);
  const isOurs = ({ isUnseen, intent }: AnsweredCreate) => isUnseen && isMeant(intent.address);
  try {
    const place = { folder, path, environment };
    const known = leftIn((await recordsAt(place)).records);
    if (!known.made.some(isOurs)) return { forgotten: [] };
    const lock = await lockFolder(place);
    if ("is" in lock) return lock;
    try {
      const { records } = await recordsAt(place);
      const meant = answeredCreates(records).filter(isOurs);
      const file = await openJournalFile(path);
      const journal = journalOn({ disk: file, digest, run: runId() });
      for (const record of records) journal.note(record);
      for (const { intent } of meant)
        journal.note({ kind: "outcome", step: intent.step, state: "applied", seen: true });
      await file.flush();
      await file.close(true);
      return { forgotten: meant.map(({ intent }) => intent.address).sort() };
    } finally {
      await lock.release();
    }
  } catch (error) {
    return unusable(path, error);
  }
}

interface JournalPlace {
  /** The project's. */
  readonly folder: string;
  readonly path: string;
  readonly environment: string;
}

interface Place extends JournalPlace {
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
  /** The stored forms of the values it wrote. */
  readonly forms: NonNullable<Memory["forms"]>;
}

async function leftBehind({ path, say, ...place }: Place): Promise<LeftBehind> {
  const { records, ignored } = await recordsAt({ path, ...place });
  if (ignored !== undefined) {
    const what = `${path}: ${ignored}; it is ignored.`;
    say({ type: "warned", problem: problem("journal-ignored", what, { severity: "warning" }) });
  }
  const left = leftIn(records);
  const { open, finishes } = left;
  const isEnded = records.at(-1)?.kind === "ended";
  const isInterrupted = records.length > 0 && (open.length > 0 || !isEnded);
  say({ type: "journalRead", path, isInterrupted, isEnded, open, finishes });
  return left;
}

interface ReadRecords {
  readonly records: readonly JournalRecord[];
  /** Why the file counts as empty; half a sentence. */
  readonly ignored?: string;
}

async function recordsAt({ folder, path, environment }: JournalPlace): Promise<ReadRecords> {
  const text = await readJournalFile(path);
  if (text !== "" && (await isBrought(folder, `${environment}.journal`)))
    return { records: [], ignored: "it is in Git, so no run has left it here" };
  const { records, unreadable } = await computed(resourcesIn([{ text }]), () => readJournal(text, digest));
  const [begun] = records;
  if (begun?.kind === "begun" && begun.environment !== environment)
    return { records: [], ignored: "it belongs to another environment" };
  return unreadable ? { records: [], ignored: "it is damaged, or of another version" } : { records };
}

/** The records of the last apply here, for read-only commands: takes no lock; an unreadable journal counts as empty. */
async function lastRecords({ folder, environment }: Project): Promise<readonly JournalRecord[]> {
  const nothing: ReadRecords = { records: [] };
  const place = { folder, path: journalPath(folder, environment), environment };
  return (await recordsAt(place).catch(() => nothing)).records;
}

/** What the last apply in a project's folder left: writes whose outcome is unknown, unfinished work, unseen creates. */
export async function lastLeft(project: Project): Promise<LeftBehind> {
  return leftIn(await lastRecords(project));
}

/** A read-only plan request, extended by the last apply's unfinished work and unseen creates. */
export async function withLastLeft(request: PlanRequest, project: Project): Promise<PlanRequest> {
  return withLeft(request, await lastLeft(project));
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
  readonly path: string;
  readonly say: ApplyListener;
  readonly release: () => Promise<void>;
}

function journalAt({ path, open, made, finishes, forms, say, release }: At): RunJournal {
  let file: JournalFile | undefined;
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
      if (isOver && !isKeptForRecord) await removeFile(path);
    },
    begin: async () => {
      try {
        file = await openJournalFile(path);
        return { journal: journalOn({ disk: file, digest, run: runId() }) };
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
      await file?.close(isOpen || isKeptForRecord).catch(warn);
    },
    recorded: async () => {
      if (isKeptForRecord) await removeFile(path);
    },
    release,
  };
}

function unusable(path: string, error: unknown): StoppedApply {
  return { is: "failed", at: "journal", problems: [unwritable(path, error)] };
}

function unwritable(path: string, error: unknown): Problem {
  const hint = "trueup sends nothing without a journal: fix that first.";
  return problem("journal-unwritable", `${path} cannot be used as a journal: ${writeErrorReason(error)}.`, {
    hint,
  });
}
