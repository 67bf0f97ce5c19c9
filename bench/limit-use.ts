/** Measures the use of a limit in alternating runs on this machine, compared with a client that has only a timer. */

import { shareOf } from "./pace.ts";
import { byTimer, type Course, overSockets } from "./pace-sockets.ts";
import { median, percent, type Row, table } from "./table.ts";

/** The duration of a run, in seconds. */
const seconds = 10;

/** Measures at 50 and 100 requests per second, against a server with a sliding window of one second. */
export async function limitUse(smallest: boolean): Promise<string> {
  const runs = smallest ? 1 : 10;
  const rows: Row[] = [];
  for (const limit of [50, 100]) {
    const count = smallest ? 10 : limit * seconds;
    const of = { limit, model: "slidingWindow", jitterMs: 0, count } as const;
    const own: Course[] = [];
    const bare: Course[] = [];
    for (let n = 0; n < runs; n += 1) {
      own.push(await overSockets(of));
      bare.push(await byTimer(of));
    }
    const share = (courses: readonly Course[]) =>
      median(courses.map(({ arrivals }) => shareOf(arrivals, limit)));
    const refusedIn = (courses: readonly Course[]) => courses.filter(({ throttled }) => throttled > 0).length;
    rows.push({
      limit: `${limit}/s`,
      runs,
      trueup: percent(share(own)),
      "a timer": percent(share(bare)),
      ratio: (share(own) / share(bare)).toFixed(3),
      "runs with a 429": refusedIn(own),
      "of the timer": refusedIn(bare),
      "429s": own.reduce((sum, { throttled }) => sum + throttled, 0),
      "of the timer's": bare.reduce((sum, { throttled }) => sum + throttled, 0),
    });
  }
  return table("Use of a limit over sockets, beside a client that has only a timer (in turn, medians)", rows);
}
