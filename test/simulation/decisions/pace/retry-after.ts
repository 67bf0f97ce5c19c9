/** Draws how a server requests a pause: in seconds, with a date by its own or trueup's clock, or without a time. */

import { type Draw, pick } from "../../draw.ts";

/** A requested pause: its headers, and when it ends, in virtual milliseconds. If undefined, the server gave no time. */
export interface AskedPause {
  readonly headers: Readonly<Record<string, string>>;
  readonly until: number | undefined;
}

const epoch = Date.UTC(2026, 0, 1);
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The three forms of an HTTP date. */
const dateForms: readonly [(date: Date) => string, ...((date: Date) => string)[]] = [
  (date) => date.toUTCString(),
  (date) => {
    const year = String(date.getUTCFullYear()).slice(2);
    return `${days[date.getUTCDay()]}, ${two(date.getUTCDate())}-${monthOf(date)}-${year} ${timeOf(date)} GMT`;
  },
  (date) => {
    const day = String(date.getUTCDate()).padStart(2);
    return `${days[date.getUTCDay()]?.slice(0, 3)} ${monthOf(date)} ${day} ${timeOf(date)} ${date.getUTCFullYear()}`;
  },
];

/** Draws how a server requests a pause of this many seconds at `now`. */
export function askedPause(draw: Draw, now: number, seconds: number): AskedPause {
  const form = pick(draw, [
    "seconds",
    "seconds",
    "own clock",
    "own clock",
    "our clock",
    "nothing",
    "nonsense",
  ]);
  const toDate = pick(draw, dateForms);
  switch (form) {
    case "seconds":
      return { headers: { "retry-after": String(seconds) }, until: now + seconds * 1000 };
    case "own clock": {
      // The clock of a server may be wrong by years.
      const begin = epoch + pick(draw, [-40_000_000_000, 0, 3_600_000]);
      const headers = {
        date: new Date(begin).toUTCString(),
        "retry-after": toDate(new Date(begin + seconds * 1000)),
      };
      return { headers, until: now + seconds * 1000 };
    }
    case "our clock": {
      const until = Math.ceil(now / 1000 + seconds) * 1000;
      return { headers: { "retry-after": toDate(new Date(epoch + until)) }, until };
    }
    case "nothing":
      return { headers: {}, until: undefined };
    case "nonsense":
      return { headers: { "retry-after": "soon" }, until: undefined };
  }
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

function monthOf(date: Date): string {
  return months[date.getUTCMonth()] ?? "";
}

function timeOf(date: Date): string {
  return date.toISOString().slice(11, 19);
}
