/** Checks what the engine concludes from Git in one seed: from the history, the locks, the records and base. */

import type { Lineage } from "../../../../src/model/record.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import type { Play } from "../play.ts";
import { judgeHistory } from "./history.ts";
import { judgeLocks } from "./locks.ts";
import { judgeBase, judgeRecords } from "./records.ts";

/** Reports wrong conclusions from Git. */
export async function judgeGit({ seed, truth, on, lie }: Play): Promise<readonly string[]> {
  const draw = seeded(seed * 16 + 4);
  const { git: text = (is: string) => is, base = (is) => is } = lie;
  return [
    ...(await judgeHistory(draw, (is) => text(is) as Lineage)),
    ...(await judgeLocks(draw, text)),
    ...(await judgeRecords(draw, text)),
    ...(seed % 2 === 0 ? [] : await judgeBase({ truth, on }, draw, base)),
  ];
}
