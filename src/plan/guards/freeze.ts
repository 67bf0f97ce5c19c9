/** Freezes: periods in which nothing is applied. The time is passed in, never read. Pure. */

import type { GuardFinding } from "../../model/plan/guard.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Freeze, FreezeWeekly, Weekday } from "../../model/project.ts";
import { isFinishDue } from "../../model/status.ts";
import { finding } from "./guards.ts";

/** Triggers if a plan has steps or a deployment at a target that is frozen now. `nowIso`: ISO 8601. */
export function freeze(
  { steps, pending = [], fingerprint }: Pick<Plan, "steps" | "pending" | "fingerprint">,
  { freezes, nowIso }: { readonly freezes: readonly Freeze[]; readonly nowIso: string },
): GuardFinding | undefined {
  const held = freezes
    .filter((one) => frozen(one, nowIso))
    .map((one) => {
      const isIn = ({ target }: { readonly target: string }) => one.targets?.includes(target) ?? true;
      return { one, steps: steps.filter(isIn), due: pending.filter(isFinishDue).filter(isIn) };
    })
    .filter((each) => each.steps.length + each.due.length > 0);
  if (held.length === 0) return undefined;
  const addresses = new Set(held.flatMap((each) => each.steps.map(({ address }) => address)));
  const reasons = held.map(({ one }) => `${one.reason} (${spanOf(one)})`);
  const message = `a freeze is in force: ${[...new Set(reasons)].join("; ")}`;
  return finding({ guard: "freeze", message, addresses: [...addresses] }, fingerprint);
}

/** True from the start of the freeze until its end, which is exclusive. */
export function frozen(one: Freeze, nowIso: string): boolean {
  if ("days" in one) return weekly(one, nowIso);
  const now = Date.parse(nowIso);
  return Date.parse(one.from) <= now && now < Date.parse(one.to);
}

function spanOf(one: Freeze): string {
  if (!("days" in one)) return `${one.from} to ${one.to}`;
  return `${one.days.join(", ")} from ${one.from} to ${one.to}, ${one.timeZone}`;
}

/**
 * True during a weekly freeze. The freeze is in the local time of its time zone, so that the hours stay the same across
 * daylight-saving changes.
 *
 * | `to` is          | frozen                                                           |
 * |------------------|------------------------------------------------------------------|
 * | after `from`     | on its days, from `from` until `to`                              |
 * | not after `from` | on its days from `from` on, and on the following days until `to` |
 */
function weekly({ days, from, to, timeZone }: FreezeWeekly, nowIso: string): boolean {
  const { day, time } = localTime(nowIso, timeZone);
  const begins = days.includes(day) && from <= time;
  if (from < to) return begins && time < to;
  return begins || (days.includes(dayBefore(day)) && time < to);
}

const week: readonly Weekday[] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

function dayBefore(day: Weekday): Weekday {
  return week.at(week.indexOf(day) - 1) ?? day;
}

/** A cache of formatters, because they are slow to create. It has as many entries as the project has time zones. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** The weekday, and the time as `HH:MM`, which sorts as text. */
function localTime(nowIso: string, timeZone: string): { readonly day: Weekday; readonly time: string } {
  const parts = clockOf(timeZone).formatToParts(new Date(nowIso));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  const day = week.find((each) => each === part("weekday"));
  if (!day) throw new Error(`The week has no day ${part("weekday")}`);
  return { day, time: `${part("hour")}:${part("minute")}` };
}
