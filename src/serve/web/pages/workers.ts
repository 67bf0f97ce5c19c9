/** The page of workers: the workers' names, the shards that they own, and waiting calls. */

import { html } from "hono/html";
import { counted, nameShown } from "../../../report/text/value.ts";
import { spanText } from "../../views/times.ts";
import type { ShardRow, WorkerRow, WorkersView } from "../../views/workers.ts";
import { ago, badge, empty, type Html, numberText, type PageContext, pageOn, rowsTable } from "../frame.ts";

/** Renders the page. Its times are those of the database. */
export function workersPage(context: PageContext, view: WorkersView): Html {
  const { workers, shards, waiting, lagMs, at } = view;
  const lag = waiting === 0 ? "No call waits." : `The first call has waited for ${spanText(lagMs)}.`;
  const shardHead = ["shard", "owner", "owned", "calls", "waits", "targets"];
  const body = html`<div class="head"><div><h1>Workers</h1>
<p class="dim">${counted(waiting, "call")} without an answer. ${lag}</p></div></div>
<div id="workers" data-live>
${
  workers.length === 0
    ? empty("No worker has connected: start one with trueup work.")
    : rowsTable(
        ["state", "worker", "version", "since", "last seen", "shards"],
        workers.map((worker) => workerCells(worker, at)),
        { numbers: [5] },
      )
}
<h2>Shards</h2>
${
  shards.length === 0
    ? empty("No call is waiting, and no shard is owned.")
    : rowsTable(
        shardHead,
        shards.map((shard) => shardCells(shard, at)),
        { numbers: [3] },
      )
}</div>`;
  return pageOn(context, { title: "Workers", nav: "/workers", watch: "", body });
}

function workerCells({ name, version, since, seen, shards, isSilent }: WorkerRow, at: string) {
  return [
    isSilent ? badge("unknown", "silent") : badge("done", "here"),
    nameShown(name),
    nameShown(version),
    ago(since, at),
    ago(seen, at),
    numberText(shards),
  ];
}

function shardCells(shard: ShardRow, at: string): readonly (Html | string)[] {
  const { shard: name, owner, ownedSince, waiting, lagMs, isUntaken, targets } = shard;
  const owned = owner === undefined ? "" : ago(ownedSince, at);
  const untaken = html`<span class="sub">no worker takes it</span>`;
  return [
    nameShown(name),
    owner === undefined ? "" : nameShown(owner),
    owned,
    numberText(waiting),
    html`${waiting === 0 ? "" : spanText(lagMs)}${isUntaken ? untaken : ""}`,
    targets.map(nameShown).join(", "),
  ];
}
