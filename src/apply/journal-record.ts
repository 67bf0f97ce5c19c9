/** Validates the records of a journal, since a journal file may contain anything. Pure. */

import type { JournalRecord } from "../model/journal.ts";
import type { Milliseconds } from "../model/reply.ts";

const maxTaskMs: Milliseconds = 7_200_000;

const fields: Readonly<Record<JournalRecord["kind"], readonly string[]>> = {
  begun: ["environment", "fingerprint"],
  intent: ["step", "operation", "address"],
  reply: ["step", "meaning"],
  outcome: ["step", "state"],
  finishing: ["target", "verb"],
  finished: ["target", "state"],
  ended: [],
};

/** True if a parsed line is a valid record, no matter which program wrote it. */
export function isRecord(value: unknown): value is JournalRecord {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  const wanted = Object.entries(fields).find(([kind]) => kind === value.kind)?.[1];
  const members = new Map<string, unknown>(Object.entries(value));
  const texts = ["since", "id", "sent", "stored", "commit"];
  if (!texts.every((name) => typeof (members.get(name) ?? "") === "string")) return false;
  if (members.has("forms") && !isForms(members.get("forms"))) return false;
  if (members.has("task") && !isTask(members.get("task"))) return false;
  if (value.kind === "finishing" && !isTexts(members.get("names"))) return false;
  if (value.kind === "finished" && !isTexts(members.get("names") ?? [])) return false;
  return wanted?.every((field) => typeof members.get(field) === "string") ?? false;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isForms(value: unknown): boolean {
  return Array.isArray(value) && value.every(isForm);
}

function isForm(value: unknown): boolean {
  const given = new Map<string, unknown>(typeof value === "object" && value ? Object.entries(value) : []);
  const isKnown = given.get("is") === "stored" || given.get("is") === "notTaken";
  return isKnown && ["path", "sent", "live"].every((name) => typeof given.get(name) === "string");
}

/** True for a valid task. A journal file is not trusted, so the task's path must be a bounded path of the target. */
function isTask(value: unknown): boolean {
  const given = new Map<string, unknown>(typeof value === "object" && value ? Object.entries(value) : []);
  const texts = ["id", "path", "kind", "operation"].map((field) => given.get(field));
  const more = ["parentId", "budget"].map((field) => given.get(field) ?? "");
  const times = ["everyMs", "withinMs"].map((field) => given.get(field));
  const [, path] = texts;
  return (
    [...texts, ...more].every((text) => typeof text === "string") &&
    isPart(given.get("batch")) &&
    times.every((ms) => typeof ms === "number" && ms > 0 && ms <= maxTaskMs) &&
    /^\/(?!\/)/.test(String(path)) &&
    !String(path).includes("..")
  );
}

/** One part of a batch task. */
function isPart(value: unknown): boolean {
  if (value === undefined) return true;
  const given = new Map<string, unknown>(typeof value === "object" && value ? Object.entries(value) : []);
  const [at, of] = [given.get("at"), given.get("of")];
  return (
    ["id", "name"].every((field) => typeof (given.get(field) ?? "") === "string") &&
    Number.isInteger(at) &&
    Number.isInteger(of) &&
    Number(at) >= 0 &&
    Number(at) < Number(of)
  );
}
