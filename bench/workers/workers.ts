/** Measures how workers share the work of a company: in virtual time, with a real PostgreSQL, and after a kill. */

import { bundle } from "../../test/bundle.ts";
import { appliesInChaos } from "../../test/database/applies/chaos.ts";
import { mostInTenSeconds } from "../../test/database/applies/company.ts";
import { startServer, type TestServer } from "../../test/database/server.ts";
import type { WorldChoice } from "../processes/cliffs.ts";
import { percent, type Row, table } from "../table.ts";
import { companyOf } from "./company.ts";
import { handovers } from "./handover.ts";
import { overSockets, type SocketsRun } from "./sockets.ts";
import { inVirtualTime, type WorkersRun } from "./virtual.ts";

const limits = { organization: 10, address: 100 };

/**
 * What is measured, by the names that `--only` selects. `--size` is the number of organizations of the first two, and
 * the number of applies of the last.
 */
const measured = {
  "virtual time": virtually,
  sockets: overSocketsTable,
  kills: killed,
  handovers: handedOver,
  applies: inChaos,
} as const;

/** Organizations with ten networks of three SSIDs each: the server observes all of them, then changes every SSID. */
export async function workers(smallest: boolean, { only, size }: WorldChoice = {}): Promise<string> {
  const tables: string[] = [];
  for (const [name, measure] of Object.entries(measured)) {
    // The last two take minutes, however few there are.
    const isLong = name === "handovers" || name === "applies";
    const isLeft = only === undefined ? smallest && isLong : !only.some((text) => name.includes(text));
    if (!isLeft) tables.push(await measure(smallest, size));
  }
  if (tables.length === 0) throw new Error(`There is: ${Object.keys(measured).join(", ")}.`);
  return tables.join("\n\n");
}

async function virtually(smallest: boolean, size = smallest ? 4 : 3000): Promise<string> {
  const company = companyOf(size, { url: "https://api.meraki.com" });
  const rows: Row[] = [];
  let first: WorkersRun | undefined;
  for (const count of smallest ? [1, 2] : [1, 2, 4, 8]) {
    const before = process.cpuUsage();
    const run = await inVirtualTime(company, { workers: count, organizations: size, limits, applies: true });
    first ??= run;
    const { user, system } = process.cpuUsage(before);
    const row = {
      ...rowOf(count, run, first),
      "CPU, s": Math.round((user + system) / 1e6),
      "peak so far, MB": Math.round(process.resourceUsage().maxRSS / 1024),
    };
    rows.push(told(row));
  }
  return table(`Workers: ${size.toLocaleString("en")} organizations; seconds are virtual`, rows);
}

async function overSocketsTable(smallest: boolean, size = smallest ? 2 : 300): Promise<string> {
  const rows: Row[] = [];
  let first: SocketsRun | undefined;
  await withServer(async (database) => {
    for (const count of smallest ? [1] : [1, 2, 4]) {
      const run = await overSockets(database, { workers: count, organizations: size, share: 1 });
      first ??= run;
      rows.push(told(rowOf(count, run, first)));
    }
  });
  return table(`Workers over sockets: ${size.toLocaleString("en")} organizations`, rows);
}

async function handedOver(smallest: boolean): Promise<string> {
  const times = await withServer((database) => handovers(database, smallest ? 1 : 6));
  return table("From the kill of a worker to the next write of each of its shards", [handoverRow(times)]);
}

/** Workers are killed, stopped and cut from the database during applies. */
async function inChaos(smallest: boolean, size = smallest ? 1 : 50): Promise<string> {
  const command = await bundle("dist-bench");
  const told = (line: string) => void process.stderr.write(`${line}\n`);
  const report = await withServer((database) =>
    appliesInChaos({ database, command, applies: size, seed: 1, told }),
  );
  for (const end of report.ends) process.stderr.write(`ended by itself: ${end}\n`);
  const { kill, stop, cut, silent } = report.faults;
  const row = {
    ...{ applies: size, writes: report.writes.toLocaleString("en") },
    ...{ kills: kill, stops: stop, cuts: cut, silences: silent },
    ...{ lost: report.lost.length, surplus: report.surplus.length, doubled: report.doubled },
    ...{
      "refused by a limit": report.over.length,
      "most in 10 s": `${report.largest} of ${mostInTenSeconds}`,
      "ended by themselves": report.ends.length,
    },
    ...handoverRow(report.handovers),
  };
  return table("Applies while workers are killed, stopped and cut from the database", [row]);
}

async function withServer<T>(measure: (database: TestServer) => Promise<T>): Promise<T> {
  const database = await startServer();
  try {
    return await measure(database);
  } finally {
    await database.stop();
  }
}

/** Shows a row as soon as it is measured, because the next one takes minutes. */
function told(row: Row): Row {
  process.stderr.write(`${JSON.stringify(row)}\n`);
  return row;
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
