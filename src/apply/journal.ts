/** The form of the journal: one line a record, each with a checksum and its number. Pure. */

import type { Address } from "../model/address.ts";
import type { Intent, Journal, JournalDisk, JournalRecord } from "../model/journal.ts";
import { isObject, type Json, type JsonBounds, parseWithin } from "../model/json.ts";
import type { Memory, RememberedForm, UnseenCreate } from "../model/memory.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { ApplyResult, SettledStep } from "../model/reply.ts";
import type { Digest } from "../model/wire.ts";
import { isUnseen } from "../plan/irreversible.ts";
import { isRecord } from "./journal-record.ts";

const version = 1;

/** Of one line: what this program writes is a fraction of it. */
const lineBounds: JsonBounds = { bytes: 64 * 1024, values: 1000, depth: 20 };

/** What a run writes its journal with. */
export interface JournalSettings {
  readonly disk: JournalDisk;
  readonly digest: Digest;
  /** Of this run alone, so that lines of another one are never taken for its own. */
  readonly run: string;
}

/** A journal on an empty disk. */
export function journalOn({ disk, digest, run }: JournalSettings): Journal {
  let number = 0;
  const note = (record: JournalRecord) => {
    const text = JSON.stringify({ version, run, number, ...record });
    number += 1;
    disk.append(`${sumOf(text, digest)} ${text}\n`);
  };
  const write = (record: JournalRecord) => {
    note(record);
    return disk.flush();
  };
  return { write, note };
}

/** What a journal's text holds. */
export interface ReadJournal {
  readonly records: readonly JournalRecord[];
  /** True when there is text, and its first record is none of this version's: nothing of it can be used. */
  readonly unreadable: boolean;
}

/**
 * The records up to the first line that is torn, has a wrong checksum or a wrong number, or is of another run: what
 * comes after it was not meant to be read. Total.
 */
export function readJournal(text: string, digest: Digest): ReadJournal {
  const records: JournalRecord[] = [];
  let run: Json | undefined;
  let from = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
    const read = end - from > lineBounds.bytes ? undefined : readLine(text.slice(from, end), digest);
    from = end + 1;
    if (read?.number !== records.length || (run ?? read.run) !== read.run) break;
    run = read.run;
    records.push(read.record);
  }
  const begun = records[0]?.kind === "begun";
  return { records: begun ? records : [], unreadable: text !== "" && !begun };
}

/**
 * The last intent of each step that may or may not have been carried out: no outcome, or one that is unknown. What is
 * taken back was looked at first, and was there as written: of its way there nothing is open any more. A create that
 * was accepted is not open: it was carried out. A task whose end was noted is over, whatever is noted after that.
 */
export function unfinished(records: readonly JournalRecord[]): readonly Intent[] {
  const open = new Map<string, Intent>();
  const intents = new Map<string, Intent>();
  for (const record of records) {
    if (record.kind === "intent") {
      intents.set(record.step, record);
      if (record.back) for (const step of thereOf(record)) open.delete(step);
      open.set(record.step, record);
    }
    if (record.kind === "reply" && record.since !== undefined) open.delete(record.step);
    if (record.kind === "outcome") {
      open.delete(record.step);
      const intent = intents.get(record.step);
      const isAccepted = record.since !== undefined && !intent?.task;
      if (record.state === "unknown" && intent && !isAccepted) open.set(record.step, intent);
      if (record.state !== "unknown" && intent) intents.set(record.step, withoutTask(intent));
    }
  }
  return [...open.values()];
}

/** The steps that a write on the way back may be the reverse of. */
function thereOf({ address }: Intent): readonly string[] {
  return (["create", "update", "remove"] as const).map((operation) => `${operation} ${address}`);
}

/** A create that was accepted. */
export interface AnsweredCreate extends UnseenCreate {
  readonly intent: Intent;
  /** True: no look has shown it, and a second one would make a second thing. */
  readonly isUnseen: boolean;
}

/**
 * The creates that were accepted, and not taken back. A list may not show them yet: who finds one missing that is
 * unseen must not make it a second time.
 *
 * | a record                                        | its create             |
 * |-------------------------------------------------|------------------------|
 * | an answer, or an outcome, that says since when  | is accepted, unseen    |
 * | the outcome that it was applied, without that   | is accepted            |
 * | that, and that it was seen                      | is accepted, seen      |
 * | the outcome that it failed, or is unknown       | as before              |
 * | the outcome that it failed, as a task           | is none any more       |
 * | a removal of the same that was applied          | is none any more       |
 */
export function answeredCreates(records: readonly JournalRecord[]): readonly AnsweredCreate[] {
  const [begun] = records;
  const applied = begun?.kind === "begun" ? begun.commit : undefined;
  const intents = new Map<string, Intent>();
  const answered = new Map<string, AnsweredCreate>();
  for (const record of records) {
    if (record.kind === "intent") intents.set(record.step, record);
    if (record.kind !== "reply" && record.kind !== "outcome") continue;
    const intent = intents.get(record.step);
    const isApplied = record.kind === "outcome" && record.state === "applied";
    const isFailed = record.kind === "outcome" && record.state === "failed";
    if (intent && (intent.operation === "remove" ? isApplied : isFailed && isTaskOfCreate(intent)))
      answered.delete(intent.address);
    if (intent?.operation !== "create" || !(isApplied || record.since !== undefined)) continue;
    const was = answered.get(intent.address);
    const { since = was?.since ?? intent.time ?? "", id = was?.id } = record;
    const { sent = was?.sent, stored = was?.stored } = record;
    const commit = (record.kind === "outcome" ? record.commit : undefined) ?? was?.commit ?? applied ?? "";
    const isSeen = record.kind === "outcome" && record.seen === true;
    const isUnseen = !isSeen && (record.since !== undefined || was?.isUnseen === true);
    answered.set(intent.address, { intent, since, id, sent, stored, commit, isUnseen });
  }
  return [...answered.values()];
}

/**
 * The forms of what was written, as the run has seen them, by address. Without the commit that was applied there is
 * nothing to hold them against.
 */
export function leftForms(records: readonly JournalRecord[]): NonNullable<Memory["forms"]> {
  const [begun] = records;
  const commit = begun?.kind === "begun" ? begun.commit : undefined;
  const intents = new Map<string, Intent>();
  const forms = new Map<Address, readonly RememberedForm[]>();
  for (const record of commit === undefined ? [] : records) {
    if (record.kind === "intent") intents.set(record.step, record);
    if (record.kind !== "outcome" || !record.forms || commit === undefined) continue;
    const { address } = intents.get(record.step) ?? {};
    if (address === undefined) continue;
    const own = record.forms.map((form) => ({ ...form, commit }));
    forms.set(address, [...(forms.get(address) ?? []), ...own]);
  }
  return forms;
}

/**
 * The writes that the next run must know of, each once: those that are open, and the creates that were accepted. Of a
 * create whose task has ended nothing is asked any more: its server may have forgotten that there was one.
 */
export function leftIntents(open: readonly Intent[], accepted: readonly AnsweredCreate[]): readonly Intent[] {
  const steps = new Set(open.map(({ step }) => step));
  const ended = accepted.filter(({ intent }) => !steps.has(intent.step));
  return [...open, ...ended.map(({ intent }) => withoutTask(intent))];
}

function withoutTask({ task: _, ...intent }: Intent): Intent {
  return intent;
}

function isTaskOfCreate({ task }: Intent): boolean {
  return task?.operation === "create";
}

/**
 * True when a run in good order ended without knowing the outcome of a write, on its way there or back, or of one of an
 * earlier run; before it has seen what it made; or with something written that is still to be finished.
 */
export function endsOpen({
  settled,
  rolledBack,
  stillRunning = [],
  stillOpen = [],
  finished = [],
  unfinished,
  unverified = [],
  acceptedUnseen,
}: Pick<
  ApplyResult,
  "settled" | "rolledBack" | "stillRunning" | "stillOpen" | "finished" | "unfinished" | "acceptedUnseen"
> &
  Partial<Pick<ApplyResult, "unverified">>): boolean {
  if (unfinished !== undefined || acceptedUnseen !== undefined || stillOpen.length > 0) return true;
  if (stillRunning.length > 0 || finished.some(({ state }) => state === "unknown")) return true;
  const unseen = new Set(unverified.map(({ address }) => address));
  const isUnseen = ({ step, address }: SettledStep) => step.startsWith("create ") && unseen.has(address);
  if (settled.some(isUnseen)) return true;
  return [...settled, ...(rolledBack?.settled ?? [])].some(({ outcome }) => outcome.state === "unknown");
}

/** What a look says about a write of the run before. */
export interface JournalFinding {
  readonly intent: Intent;
  readonly is:
    | "carried out"
    | "not carried out"
    | "not carried out, or still under way"
    | "carried out in part or changed since"
    | "unknown";
}

/**
 * What a new plan says about writes that may or may not have been carried out. `only`: what the plan was about.
 *
 * | the new plan has                 | the write was                        |
 * |----------------------------------|--------------------------------------|
 * | nothing left to do               | carried out                          |
 * | the same change                  | not carried out; as a task, or still under way |
 * | an update of secrets alone       | unknown: they cannot be read         |
 * | an update instead of a create    | carried out in part or changed since |
 * | no knowledge of it, or no regard | unknown                              |
 * | it, accepted and not seen yet    | unknown                              |
 *
 * A write that took something back is the other way round: with nothing left to do it was not carried out, with a
 * change it was, at least in part.
 */
export function resolve(
  intents: readonly Intent[],
  plan: Plan,
  only: (address: Intent["address"]) => boolean = () => true,
): readonly JournalFinding[] {
  const actions = new Map(plan.changes.map(({ address, action }) => [address, action]));
  const unknown = new Set(plan.unknown.map(({ address }) => address));
  for (const change of plan.changes) if (isUnseen(change)) unknown.add(change.address);
  for (const { address } of plan.acceptedUnseen ?? []) unknown.add(address);
  return intents.map((intent): JournalFinding => {
    const action = actions.get(intent.address);
    if (unknown.has(intent.address) || !only(intent.address)) return { intent, is: "unknown" };
    if (intent.back) return { intent, is: action === undefined ? "not carried out" : "carried out" };
    if (action === undefined) return { intent, is: "carried out" };
    if (action !== intent.operation) return { intent, is: "carried out in part or changed since" };
    return { intent, is: intent.task ? "not carried out, or still under way" : "not carried out" };
  });
}

function sumOf(text: string, digest: Digest): string {
  return digest(text).slice(0, 16);
}

/** A record without what is of its line alone: another run that notes it has its own. */
interface Line {
  readonly number: Json | undefined;
  readonly run: Json | undefined;
  readonly record: JournalRecord;
}

function readLine(line: string, digest: Digest): Line | undefined {
  const text = line.slice(17);
  if (line[16] !== " " || sumOf(text, digest) !== line.slice(0, 16)) return undefined;
  const value = parseWithin(text, lineBounds);
  const { version: is, number, run, ...record } = isObject(value) ? value : {};
  return is === version && isRecord(record) ? { number, run, record } : undefined;
}
