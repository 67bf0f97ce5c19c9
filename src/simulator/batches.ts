/** Runs action batches that are due, in order. Each batch is atomic, and permissions and faults apply to it. */

import type { JsonObject } from "../model/json.ts";
import { changedByOthers, toldByKey } from "./authors.ts";
import { createdBy, errorOfAction, errorsIn, requestOfAction } from "./dashboard/meraki/actions.ts";
import { dueBatches, withBatch } from "./dashboard/meraki/batches.ts";
import { actionAnswer, batchable, merakiRefusal } from "./dashboard/meraki/meraki.ts";
import type { ActionBatch, BatchAction } from "./dashboard/meraki/state.ts";
import { replyInstead, struckBy } from "./faults.ts";
import { kept } from "./habits/kept.ts";
import type { Log, LogEntry } from "./log.ts";
import { bare, type RequestFacts, type SimReply } from "./wire/message.ts";
import { refusedBy } from "./wire/permissions.ts";
import type { World } from "./world.ts";

/** Returns the simulated world after all due batches were carried out. */
export function withDueBatches(world: World, now: number): World {
  if (world.settings.dashboardMode !== "meraki") return world;
  return dueBatches(world.dashboard, now).reduce(
    (before, [id, batch]) => withBatchRun(before, id, batch),
    world,
  );
}

/** A running batch. */
interface BatchRun {
  /** The simulated world after the actions so far. */
  readonly world: World;
  /** The simulated world before the batch. If an action fails, this world becomes the result. */
  readonly untouched: World;
  readonly entries: readonly LogEntry[];
  readonly created: readonly JsonObject[];
  readonly errors: readonly string[];
}

function withBatchRun(world: World, id: string, batch: ActionBatch): World {
  const begun: BatchRun = { world, untouched: world, entries: [], created: [], errors: [] };
  const run = batch.actions.reduce(
    (before, action) => (before.errors.length > 0 ? before : withAction(before, { id, batch, action })),
    begun,
  );
  const { errors } = run;
  const failed = errors.length > 0;
  const left = failed ? run.untouched : run.world;
  const end = { errors, createdResources: failed ? [] : run.created };
  const entries = failed ? run.entries.map(undone) : run.entries;
  const log = entries.reduce<Log | undefined>((before, last) => ({ last, before }), left.log);
  return { ...left, log, dashboard: withBatch(left.dashboard, id, { ...batch, end }) };
}

function undone(entry: LogEntry): LogEntry {
  return entry.status < 300 ? { ...entry, undone: true } : entry;
}

interface RunningAction {
  readonly id: string;
  readonly batch: ActionBatch;
  readonly action: BatchAction;
}

function withAction(run: BatchRun, { id, batch, action }: RunningAction): BatchRun {
  const at = batch.times?.dueAt ?? 0;
  const asked: RequestFacts = { ...requestOfAction(action), batch: id };
  const { settings } = run.world;
  const { credential } = batch;
  const struck = struckBy(run.world.faults, asked, at);
  const disturbed = (before: World): World => {
    const armed = { ...before, faults: struck.faults };
    return (struck.fault?.change && changedByOthers(armed, struck.fault.change, at)) ?? armed;
  };
  const world = disturbed(run.world);
  const instead = forbidden(world, asked, batch) ?? (struck.fault && replyInstead(struck.fault));
  const answered = instead
    ? { state: world.dashboard, reply: instead.body === "" ? merakiRefusal(instead) : instead }
    : actionAnswer(world.dashboard, action, { batch, settings, now: at });
  const { world: ran, reply } = kept(world, "dashboard", answered);
  const entry = { ...asked, at, status: reply.status, write: true, admitted: true };
  const { batchErrorsName } = settings.variants;
  return {
    world: toldByKey(world.dashboard, ran, { at, asked, credential }),
    untouched: disturbed(run.untouched),
    entries: [...run.entries, entry],
    created: [...run.created, ...createdBy(batchable, action, reply)],
    errors: errorsIn(reply).map((text) => errorOfAction(action, text, batchErrorsName)),
  };
}

function forbidden(
  { settings }: World,
  asked: RequestFacts,
  { credential }: ActionBatch,
): SimReply | undefined {
  return refusedBy(settings, asked, credential) && bare(403);
}
