/** Measures how workers share the work of a company: in virtual time, with a real PostgreSQL, and after a kill. */

import { startServer } from "../../test/database/server.ts";
import { percent, type Row, table } from "../table.ts";
import { companyOf } from "./company.ts";
import { handovers } from "./handover.ts";
import { overSockets, type SocketsRun } from "./sockets.ts";
import { inVirtualTime, type WorkersRun } from "./virtual.ts";

const limits = { organization: 10, address: 100 };

/** Organizations with ten networks of three SSIDs each: the server observes all of them, then changes every SSID. */
export async function workers(smallest: boolean): Promise<string> {
  const tables = [await virtually(smallest), await killed(smallest)];
  const database = await startServer();
  try {
    const organizations = smallest ? 2 : 40;
    const rows: Row[] = [];
    let first: SocketsRun | undefined;
    for (const count of smallest ? [1] : [1, 2, 4]) {
      const run = await overSockets(database, { workers: count, organizations, share: smallest ? 1 : 0.25 });
      first ??= run;
      rows.push(rowOf(count, run, first));
    }
    tables.push(table(`Workers over sockets: ${organizations} organizations, a quarter of the limits`, rows));
    if (!smallest) {
      tables.push(
        table("From the kill of a worker to the next write of each of its shards", [
          handoverRow(await handovers(database, 6)),
        ]),
      );
    }
  } finally {
    await database.stop();
  }
  return tables.join("\n\n");
}

async function virtually(smallest: boolean): Promise<string> {
  const organizations = smallest ? 4 : 3000;
  const company = companyOf(organizations, { url: "https://api.meraki.com" });
  const rows: Row[] = [];
  let first: WorkersRun | undefined;
  for (const count of smallest ? [1, 2] : [1, 2, 4, 8]) {
    const run = await inVirtualTime(company, { workers: count, organizations, limits, applies: true });
    first ??= run;
    rows.push(rowOf(count, run, first));
  }
  return table(`Workers: ${organizations.toLocaleString("en")} organizations; seconds are virtual`, rows);
}

/** A worker is killed during an apply, at several moments. */
async function killed(smallest: boolean): Promise<string> {
  const organizations = smallest ? 4 : 150;
  const company = companyOf(organizations, { url: "https://api.meraki.com" });
  const rows: Row[] = [];
  for (const killAfterMs of smallest ? [1000] : [3000, 6000, 12_000, 18_000]) {
    const world = { workers: smallest ? 2 : 4, organizations, limits, applies: true, killAfterMs };
    const { handovers: times } = await inVirtualTime(company, world);
    rows.push({ "killed after, s": killAfterMs / 1000, ...handoverRow(times) });
  }
  return table(
    "From the kill of a worker in an apply to the next write of each of its shards, virtual",
    rows,
  );
}

function rowOf(count: number, run: SocketsRun, first: SocketsRun): Row {
  const { counts } = run;
  const seconds = (ms: number) => Math.round(ms / 100) / 10;
  return {
    workers: count,
    "observation, s": seconds(run.observeMs),
    "of linear": percent(first.observeMs / run.observeMs / count),
    "change to all, s": seconds(run.applyMs),
    "of linear, too": percent(first.applyMs / run.applyMs / count),
    reads: counts.reads.toLocaleString("en"),
    writes: counts.writes.toLocaleString("en"),
    "over a limit": counts.overOrganization + counts.overAddress,
  };
}

function handoverRow(all: readonly number[]): Row {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) =>
    ((sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN) / 1000).toFixed(1);
  return { shards: sorted.length, "median, s": at(0.5), "p95, s": at(0.95), "longest, s": at(1) };
}
