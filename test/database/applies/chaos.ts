/**
 * Many applies, one after the other, by a server and four workers as processes. Every few seconds one of the workers is
 * killed, stopped, or cut from the database.
 */

import { openDatabase } from "../../../src/database/open.ts";
import { clock } from "../../../src/runtime/clock.ts";
import { entriesOf, type LogEntry } from "../../../src/simulator/log.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import { closed, type TestServer } from "../server.ts";
import { doubledIn, largestInTenSeconds, stateOf, writesBetween } from "./company.ts";
import { type Fault, type FaultKind, Faults, nextWrites } from "./faults.ts";
import { statesOfOneProcess } from "./one-process.ts";
import { applied, merged, now, staged } from "./stage.ts";

/** The options of a run. */
export interface ChaosOptions {
  readonly database: TestServer;
  /** The file that node runs as `trueup`. */
  readonly command: string;
  /** The number of merges that are applied after the first one. */
  readonly applies: number;
  readonly seed: number;
  /** Called after each apply, with a line about it. */
  readonly told?: (line: string) => void;
}

/** What came of the applies. */
export interface ChaosReport {
  /** How often workers were killed, stopped, cut from the database, or had a silent connection to it. */
  readonly faults: Readonly<Record<FaultKind, number>>;
  readonly writes: number;
  /** What one process had made of the same merges, and these applies had not. */
  readonly lost: readonly string[];
  /** What these applies had made, and one process had not. */
  readonly surplus: readonly string[];
  /** The number of writes that were accepted twice. */
  readonly doubled: number;
  /**
   * The requests that the cloud refused, and the most that one organization has got within ten seconds. A process that
   * stands still for a moment bunches requests, of which some are refused.
   */
  readonly over: readonly LogEntry[];
  readonly largest: number;
  /** The times from the fault of an owner to the next write of each of its shards, in milliseconds. */
  readonly handovers: readonly number[];
  /** What processes printed last that ended without being told to. */
  readonly ends: readonly string[];
}

/** Applies one merge after the other under faults, and compares with what one process makes of the same merges. */
export async function appliesInChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { database, command, applies, told = () => {} } = options;
  const expected = await statesOfOneProcess(command, applies);
  const url = await database.database();
  const stage = await staged(command, url);
  const open = await openDatabase(closed(url), clock);
  if ("problems" in open) throw new Error("no database");
  await applied(stage);
  const faults = new Faults({ workers: stage.workers, open, random: seeded(options.seed) });
  const found = { lost: [] as string[], surplus: [] as string[], doubled: 0, writes: 0 };
  const handovers: number[] = [];
  try {
    for (let merge = 1; merge <= applies; merge += 1) {
      const begun = now();
      await merged(stage, merge);
      await applied(stage);
      const world = stage.served.world();
      const writes = writesBetween(world, begun, now());
      const [live, wanted] = [stateOf(world), expected[merge] ?? []];
      found.lost.push(...without(wanted, live));
      found.surplus.push(...without(live, wanted));
      found.doubled += doubledIn(writes, merge);
      found.writes += writes.length;
      const gaps = nextWrites(world, faults.since(begun), now());
      handovers.push(...gaps);
      told(lineOf(merge, { ms: now() - begun, faults: faults.since(begun), gaps, found }));
    }
  } finally {
    await faults.end();
    await open.close();
    await stage.close();
  }
  const largest = largestInTenSeconds(stage.served.world());
  const over = entriesOf(stage.served.world().log).filter(({ admitted }) => !admitted);
  const ends = [stage.server, ...stage.workers.map(({ process }) => process)].flatMap((each) => each.ends);
  return { ...found, faults: faults.counts, over, largest, handovers, ends };
}

/** Those of `all` that are not among `others`; what is there twice counts twice. */
function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return all.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

interface Line {
  readonly ms: number;
  readonly faults: readonly Fault[];
  readonly gaps: readonly number[];
  readonly found: {
    readonly lost: readonly string[];
    readonly surplus: readonly string[];
    readonly doubled: number;
  };
}

function lineOf(merge: number, { ms, faults, gaps, found }: Line): string {
  const seconds = (of: number) => (of / 1000).toFixed(1);
  const kinds = faults.map(({ kind, forMs }) => `${kind} ${seconds(forMs)}`).join(", ");
  const { lost, surplus, doubled } = found;
  return (
    `apply ${merge}: ${seconds(ms)} s; lost ${lost.length}, surplus ${surplus.length}, doubled ${doubled}; ` +
    `${kinds}; handovers ${gaps.map(seconds).join(", ")}`
  );
}
