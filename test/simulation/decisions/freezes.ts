/** Draws weekly freezes, some of them across midnight or the end of a week, and moments inside and outside of them. */

import type { FreezeWeekly, Weekday } from "../../../src/model/project.ts";
import { frozen } from "../../../src/plan/guards/freeze.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../draw.ts";

const week = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const satisfies readonly Weekday[];
/** A time zone without daylight saving time, which is `ahead` minutes ahead of UTC. */
interface Zone {
  readonly timeZone: string;
  readonly ahead: number;
}

const zones: readonly [Zone, ...Zone[]] = [
  { timeZone: "UTC", ahead: 0 },
  { timeZone: "Asia/Kolkata", ahead: 330 },
  { timeZone: "America/Phoenix", ahead: -420 },
];
const day = 24 * 60;
/** A Monday, in UTC. */
const monday = Date.UTC(2026, 0, 5);

/** Reports freezes that wrongly apply, or wrongly do not apply. */
export function judgeFreezes(seed: number, said = (is: boolean): boolean => is): readonly string[] {
  const draw = seeded(seed * 16 + 8);
  return Array.from({ length: 4 }, () => drawn(draw)).flatMap(({ freeze, nowIso, isOn }) => {
    const is = said(frozen(freeze, nowIso));
    return is === isOn ? [] : [`freeze: ${JSON.stringify(freeze)} is ${is ? "on" : "off"} at ${nowIso}`];
  });
}

/** Draws a weekly freeze and a moment, which is usually near the beginning or the end of the freeze. */
function drawn(draw: Draw): {
  readonly freeze: FreezeWeekly;
  readonly nowIso: string;
  readonly isOn: boolean;
} {
  const { timeZone, ahead } = pick(draw, zones);
  const [from, to] = [under(draw, 48) * 30, under(draw, 48) * 30];
  const first = pick(draw, week);
  const days = week.filter((name) => name === first || maybe(draw, 0.2));
  const freeze = { reason: "drawn", days, from: clock(from), to: clock(to), timeZone };
  const spans = days.map((name) => {
    const begins = week.indexOf(name) * day + from;
    return { begins, ends: week.indexOf(name) * day + (to > from ? to : to + day) };
  });
  const { begins = 0, ends = 0 } = spans[under(draw, spans.length)] ?? {};
  const at = pick(draw, [begins - 1, begins, ends - 1, ends, under(draw, 7 * day)]);
  // A freeze at the end of a week continues into the next week.
  const isOn = spans.some((span) => [-7, 0, 7].some((days) => isIn(at + days * day, span)));
  return { freeze, nowIso: new Date(monday + (at - ahead) * 60_000).toISOString(), isOn };
}

function isIn(minute: number, { begins, ends }: { readonly begins: number; readonly ends: number }): boolean {
  return begins <= minute && minute < ends;
}

function clock(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
