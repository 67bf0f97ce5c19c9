/** The head of a plan: its commit, when the live state was read, and doubts about its base. Pure. */

import type { BaseDoubt, Plan } from "../../model/plan/plan.ts";

/**
 * Phrases for what is known about the plan, such as `commit 0123456789ab`, `applied last: ...` and `live read
 * 2026-11-23 14:12 UTC`. Not escaped.
 */
export function headWords({ origin }: Pick<Plan, "origin">, at: string | undefined): readonly string[] {
  const { commit, applied } = origin ?? {};
  return [
    ...(commit === undefined ? [] : [`commit ${short(commit)}`]),
    ...(applied === undefined || applied === commit ? [] : [`applied last: ${short(applied)}`]),
    ...(at === undefined ? [] : [`live state read ${minuteOf(at)}`]),
  ];
}

function short(commit: string): string {
  return commit.slice(0, 12);
}

function minuteOf(at: string): string {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(at) ?? [];
  return day === undefined ? at : `${day} ${minute} UTC`;
}

const consequences: Readonly<Record<BaseDoubt["lineage"], string>> = {
  ahead: [
    "This plan is a step back: trueup does not remove newer resources, nor find resources by newer names.",
    "If that is intended, name the last applied state with --base REV.",
  ].join(" "),
  apart: [
    "So trueup does not rely on that commit to remove a resource, or to find one by a former name.",
    "Merge the applied commit, or plan its branch.",
  ].join(" "),
  unknown: [
    "So trueup does not rely on that commit to remove a resource, or to find one by a former name.",
    "Fetch the history: in a workflow, set fetch-depth: 0.",
  ].join(" "),
};

/** The sentences about a doubt; none if there is no doubt. */
export function baseDoubtText(doubt: BaseDoubt | undefined): readonly string[] {
  return doubt
    ? [`The last applied state (base) is in doubt: ${doubt.message}. ${consequences[doubt.lineage]}`]
    : [];
}
