/** The journal of `trueup apply`: says what the last run left, and keeps this one's; one apply at a time. */

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { leftFinishes, unfinishedTogether } from "../../apply/activation/unfinished.ts";
import {
  answeredCreates,
  endsOpen,
  journalOn,
  readJournal,
  resolve,
  unfinished,
} from "../../apply/journal.ts";
import type { PlanRequest } from "../../engine/reconcile.ts";
import type { Address } from "../../model/address.ts";
import type { FinishIntent, Intent, Journal, JournalRecord } from "../../model/journal.ts";
import type { Plan } from "../../model/plan.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Project } from "../../model/project.ts";
import type { ApplyResult } from "../../model/reply.ts";
import { hasWork } from "../../model/status.ts";
import {
  foundText,
  interruptedRunText,
  leftFinishesText,
  leftTasksText,
} from "../../report/apply/journal-text.ts";
import { digest } from "../../runtime/digest.ts";
import {
  type JournalFile,
  journalPath,
  openJournalFile,
  readJournalFile,
} from "../../runtime/files/journal.ts";
import { makeOwnFolder } from "../../runtime/files/own-folder.ts";
import { takeProcessLock } from "../../runtime/files/process-lock.ts";
import { computed, resourcesIn } from "../../runtime/signals.ts";
import type { Cli } from "../cli.ts";
import { tellProblems } from "../terminal/printing.ts";

/** The journal of an apply, with the lock that comes with it. */
export interface ApplyJournal {
  /** The writes that the last run left open, and its creates, which lists may not show yet. */
  readonly interrupted: readonly Intent[];
  /** What it had asked to be finished, and did not see the end of. */
  readonly leftFinishes: readonly FinishIntent[];
  /** A request of a plan, with what the last run was to finish and is not known to have. */
  withUnfinished(request: PlanRequest): PlanRequest;
  /** Says the outcome of the writes that the last run left open, once a plan has looked. */
  reportInterrupted(plan: Plan, only?: (address: Address) => boolean): Promise<void>;
  /** An empty journal for this run; nothing when there can be none, which has been said. */
  begin(): Promise<Journal | undefined>;
  /** The run has ended in good order. The file goes, unless something is still unknown. */
  end(result: ApplyResult): Promise<void>;
  /** Lets the next apply in. */
  release(): Promise<void>;
}

/** Takes the lock and reads what is there. A status when that cannot be, which has been said: 4 when another runs. */
export async function openJournal(
  cli: Cli,
  project: Project,
): Promise<{ readonly journal: ApplyJournal } | { readonly status: 1 | 4 }> {
  const path = journalPath(project.folder, project.environment);
  const say = (found: Problem) => tellProblems(cli, [found]);
  try {
    await makeOwnFolder(project.folder);
    const file = path.replace(/journal$/, "lock");
    const lock = await takeProcessLock(file);
    if (!lock.held) {
      const what = `another apply to ${project.environment} is running here: process ${lock.by} holds ${file}.`;
      cli.err(`Refused: ${what}\n  If that process is not trueup, remove the file.\n`);
      return { status: 4 };
    }
    const left = await leftBehind(cli, { path, environment: project.environment, say });
    return { journal: journalAt({ cli, path, ...left, say, release: lock.release }) };
  } catch (error) {
    say(unusable(path, error));
    return { status: 1 };
  }
}

interface Place {
  readonly path: string;
  readonly environment: string;
  readonly say: (found: Problem) => void;
}

/** What the last run left on its way. */
interface LeftBehind {
  /** The writes that may or may not have been carried out. */
  readonly open: readonly Intent[];
  /** The creates that were. */
  readonly made: readonly Intent[];
  /** What it was to finish. */
  readonly finishes: readonly FinishIntent[];
}

/** What the last run left; says that it was interrupted. */
async function leftBehind(cli: Cli, { path, environment, say }: Place): Promise<LeftBehind> {
  const { records, ignored } = await recordsAt(path, environment);
  if (ignored !== undefined)
    say(problem("journal-ignored", `${path}: ${ignored}; it is ignored.`, { severity: "warning" }));
  const [open, finishes] = [unfinished(records), leftFinishes(records)];
  const ended = records.at(-1)?.kind === "ended";
  if (records.length > 0 && (open.length > 0 || !ended)) cli.err(interruptedRunText(open, ended));
  cli.err(leftFinishesText(finishes));
  return { open, made: answeredCreates(records), finishes };
}

interface ReadRecords {
  readonly records: readonly JournalRecord[];
  /** Why what is there counts as nothing; half a sentence. */
  readonly ignored?: string;
}

async function recordsAt(path: string, environment: string): Promise<ReadRecords> {
  const text = await readJournalFile(path);
  const { records, unreadable } = await computed(resourcesIn([{ text }]), () => readJournal(text, digest));
  const [begun] = records;
  if (begun?.kind === "begun" && begun.environment !== environment)
    return { records: [], ignored: "it belongs to another environment" };
  return unreadable ? { records: [], ignored: "it is damaged, or of another version" } : { records };
}

/** What the last apply here has written, for those who only look: takes no lock, and what cannot be read is nothing. */
async function lastRecords({ folder, environment }: Project): Promise<readonly JournalRecord[]> {
  const nothing: ReadRecords = { records: [] };
  return (await recordsAt(journalPath(folder, environment), environment).catch(() => nothing)).records;
}

/** Says which writes of the last apply may still go on as tasks. */
export async function tellLeftTasks(cli: Cli, project: Project): Promise<void> {
  const records = await lastRecords(project);
  cli.err(leftTasksText(unfinished(records)) + leftFinishesText(leftFinishes(records)));
}

/** A request of a plan that is only shown, with what the last apply was to finish and is not known to have. */
export async function withLeftFinishes(request: PlanRequest, project: Project): Promise<PlanRequest> {
  return withFinishes(request, leftFinishes(await lastRecords(project)));
}

function withFinishes(request: PlanRequest, now: readonly FinishIntent[]): PlanRequest {
  return { ...request, unfinished: unfinishedTogether(request.unfinished, { now }) };
}

interface At extends LeftBehind {
  readonly cli: Cli;
  readonly path: string;
  readonly say: (found: Problem) => void;
  readonly release: () => Promise<void>;
}

function journalAt({ cli, path, open, made, finishes, say, release }: At): ApplyJournal {
  let file: JournalFile | undefined;
  return {
    interrupted: [...open, ...made],
    leftFinishes: finishes,
    withUnfinished: (request) => withFinishes(request, finishes),
    reportInterrupted: async (plan, only) => {
      const found = resolve(open, plan, only);
      cli.err(foundText(found));
      const known = found.every(({ is }) => is !== "unknown");
      if (known && !hasWork(plan)) await rm(path, { force: true });
    },
    begin: async () => {
      try {
        file = await openJournalFile(path);
        return journalOn({ disk: file, digest, run: randomUUID() });
      } catch (error) {
        say(unusable(path, error));
        return undefined;
      }
    },
    end: async (result) => {
      const warn = (error: unknown) => say({ ...unusable(path, error), severity: "warning" });
      await file?.close(endsOpen(result)).catch(warn);
    },
    release,
  };
}

function unusable(path: string, error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  const hint = "trueup sends nothing without a journal: free disk space or correct the permissions.";
  return problem("journal-unwritable", `${path} cannot be used as a journal: ${why}`, { hint });
}
