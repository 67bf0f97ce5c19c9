/** The journal format: one record per line, each with a checksum and a sequence number. Pure. */

import type { Address } from "../model/address.ts";
import type { Fence, Intent, Journal, JournalDisk, JournalRecord } from "../model/journal.ts";
import { isObject, type Json, type JsonBounds, parseWithin } from "../model/json.ts";
import type { Memory, RememberedForm, UnseenCreate } from "../model/memory.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { ApplyResult, SettledStep } from "../model/reply.ts";
import type { Digest } from "../model/wire.ts";
import { isUnseen } from "../plan/irreversible.ts";
import { isRecord } from "./journal-record.ts";

const version = 1;

/** The limit per line; lines written by trueup use a fraction of it. */
const lineBounds: JsonBounds = { bytes: 64 * 1024, values: 1000, depth: 20 };

/** The settings of a run's journal. */
export interface JournalSettings {
  readonly disk: JournalDisk;
  readonly digest: Digest;
  /** A name that is unique to this run, so that lines of another run are never taken for lines of this run. */
  readonly run: string;
}

/** Opens a journal on a disk. The journal is empty at first. */
export function journalOn({ disk, digest, run }: JournalSettings): Journal {
  let number = 0;
  const note = (record: JournalRecord) => {
    const text = JSON.stringify({ version, run, number, ...record });
    number += 1;
    disk.append(`${sumOf(text, digest)} ${text}\n`);
  };
  const write = (record: JournalRecord, fence?: Fence) => {
    note(record);
    return disk.flush(fence);
  };
  return { write, note };
}

/** The contents of a journal. */
export interface ReadJournal {
  readonly records: readonly JournalRecord[];
  /** True: there is text, but its first record is not of this version, so the journal cannot be used. */
  readonly unreadable: boolean;
  /**
   * The number of the first lost record, if a complete line stands in its place. A killed process does not leave such a
   * line, so something else has changed the journal.
   */
  readonly lostFrom?: number;
}

/**
 * Returns the records up to the first line that is torn, has a wrong checksum or sequence number, or belongs to another
 * run. Everything from this line on is unreliable. Accepts any text.
 */
export function readJournal(text: string, digest: Digest): ReadJournal {
  const records: JournalRecord[] = [];
  let run: Json | undefined;
  let [from, isWhole] = [0, true];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
    const read = end - from > lineBounds.bytes ? undefined : readLine(text.slice(from, end), digest);
    from = end + 1;
    isWhole = read?.number === records.length && (run ?? read.run) === read.run;
    if (!read || !isWhole) break;
    run = read.run;
    records.push(read.record);
  }
  const begun = records[0]?.kind === "begun";
  const lost = begun && !isWhole && { lostFrom: records.length };
  return { records: begun ? records : [], unreadable: text !== "" && !begun, ...lost };
}

/**
 * Returns the last intent of each step whose outcome is missing or unknown. Accepted creates are left out. Writes whose
 * rollback has begun are left out too, because a read has shown them as carried out. If the end of a step's task is
 * noted, the intent is returned without the task.
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

/** Returns the ids of the steps that a rollback write may revert. */
function thereOf({ address }: Intent): readonly string[] {
  return (["create", "update", "remove"] as const).map((operation) => `${operation} ${address}`);
}

/** A create that was accepted. */
export interface AnsweredCreate extends UnseenCreate {
  readonly intent: Intent;
  /** True: no read has shown the resource. Sending the create again would then make a duplicate. */
  readonly isUnseen: boolean;
}

/**
 * Returns the creates that were accepted and not rolled back. A list may not show their resources yet. A resource that
 * no read has shown must not be created again.
 *
 * | a record                                  | its create          |
 * |-------------------------------------------|---------------------|
 * | a reply or outcome with a since time      | is accepted, unseen |
 * | the outcome applied, without a since time | is accepted         |
 * | the outcome applied, and seen             | is accepted, seen   |
 * | the outcome failed, or unknown            | as before           |
 * | the outcome failed, as a task             | no longer counts    |
 * | an applied removal of the same resource   | no longer counts    |
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
 * Returns the stored forms that the run observed, by address, with the commit that the run applied. If no commit was
 * recorded, nothing is returned, because a form is only useful together with the commit that declares its value.
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
 * Returns the writes that the next run must know about, each once: open writes and accepted creates. If the task of a
 * create has ended, the create is returned without the task, because its server may have forgotten the task.
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
 * True if a run ended properly but left something open. This may be a write with an unknown outcome, a create that is
 * not visible yet, or a pending activation.
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

/** What a read shows about a write of the previous run. */
export interface JournalFinding {
  readonly intent: Intent;
  readonly is:
    | "applied"
    | "not applied"
    | "not applied, or still in progress"
    | "applied in part, or changed since"
    | "unknown";
}

/**
 * Returns what a new plan shows about writes with an unknown outcome. `only`: the plan's scope.
 *
 * | the new plan has                        | the write was                                 |
 * |-----------------------------------------|-----------------------------------------------|
 * | nothing to do there                     | applied                                       |
 * | the same change                         | not applied; or, as a task, may still run     |
 * | an update of secrets only               | unknown: secrets cannot be read               |
 * | an update instead of a create           | applied in part, or changed since             |
 * | the resource unknown or out of scope    | unknown                                       |
 * | its create accepted and not visible yet | unknown                                       |
 *
 * For the write of a rollback, the meaning is reversed. If there is nothing to do, the write was not applied. If there
 * is a change, the write was applied, at least in part.
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
    if (intent.back) return { intent, is: action === undefined ? "not applied" : "applied" };
    if (action === undefined) return { intent, is: "applied" };
    if (action !== intent.operation) return { intent, is: "applied in part, or changed since" };
    return { intent, is: intent.task ? "not applied, or still in progress" : "not applied" };
  });
}

function sumOf(text: string, digest: Digest): string {
  return digest(text).slice(0, 16);
}

/**
 * A parsed line: its record, and the fields of the line itself. If a run journals the record again, the new line has
 * new fields.
 */
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
