/** Of which commit a plan is, and when live was read: what stands in its head. Pure. */

import type { Plan } from "../../model/plan.ts";

/** `commit 0123456789ab`, `applied last: ...`, `live read 2026-11-23 14:12 UTC`: what is known. Not escaped. */
export function headWords({ origin }: Pick<Plan, "origin">, at: string | undefined): readonly string[] {
  const { commit, applied } = origin ?? {};
  return [
    ...(commit === undefined ? [] : [`commit ${short(commit)}`]),
    ...(applied === undefined || applied === commit ? [] : [`applied last: ${short(applied)}`]),
    ...(at === undefined ? [] : [`live read ${minuteOf(at)}`]),
  ];
}

function short(commit: string): string {
  return commit.slice(0, 12);
}

function minuteOf(at: string): string {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(at) ?? [];
  return day === undefined ? at : `${day} ${minute} UTC`;
}
