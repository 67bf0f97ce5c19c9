/** Meraki's action batches: how they are defined, confirmed, listed and removed. `simulator/batches.ts` runs them. */

import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";
import { withEntry } from "../../wire/entries.ts";
import { bare, json } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { DashboardState } from "../state.ts";
import { isSupported } from "./actions.ts";
import { notFound, shows, wrong } from "./answers.ts";
import { faultsOf } from "./networks.ts";
import { type ActionBatch, type BatchAction, freshMeraki, type MerakiState } from "./state.ts";

const maxActions = 100;
const maxSynchronousActions = 20;
const maxRunning = 5;
const unconfirmedMs = 7 * 24 * 3_600_000;

const list = "/api/v1/organizations/{organizationId}/actionBatches";
const item = `${list}/{actionBatchId}`;

const statuses = ["completed", "failed", "pending"] as const;

const newBatch = z.object({
  confirmed: z.boolean().default(false),
  synchronous: z.boolean().default(false),
  actions: z
    .array(
      z.object({
        resource: z.string(),
        operation: z.string(),
        body: z.record(z.string(), z.json()).optional(),
      }),
    )
    .min(1),
});

const changedBatch = z.object({ confirmed: z.boolean(), synchronous: z.boolean() }).partial();

/** Returns the routes of batches. `writes` are the routes that actions of a batch can use. */
export function batchRoutes(writes: readonly Route<DashboardState>[]): readonly Route<DashboardState>[] {
  const define = (state: DashboardState, call: Call) => defined(state, call, writes);
  return [
    { method: "GET", path: list, answer: listed },
    { method: "POST", path: list, answer: define },
    { method: "GET", path: item, answer: read },
    { method: "PUT", path: item, body: "optional", answer: update },
    { method: "DELETE", path: item, answer: remove },
  ];
}

/** Returns the state of the mode. It is the initial state if nothing has happened yet. */
function merakiIn({ meraki = freshMeraki }: DashboardState): MerakiState {
  return meraki;
}

/** Returns the confirmed batches that are due, ordered by due time. */
export function dueBatches(state: DashboardState, now: number): readonly (readonly [string, ActionBatch])[] {
  return [...merakiIn(state).batches]
    .filter(([, { times, end }]) => times !== undefined && end === undefined && times.dueAt <= now)
    .toSorted(([, one], [, other]) => (one.times?.dueAt ?? 0) - (other.times?.dueAt ?? 0));
}

/** Returns the state with a batch stored. If `batch` is undefined, the batch is removed. */
export function withBatch(state: DashboardState, id: string, batch: ActionBatch | undefined): DashboardState {
  const meraki = merakiIn(state);
  return { ...state, meraki: { ...meraki, batches: withEntry(meraki.batches, id, batch) } };
}

function listed(state: DashboardState, call: Call): Answer<DashboardState> {
  const { organizationId = "" } = call.parameters;
  if (!state.organizations.has(organizationId)) return notFound(state);
  const wanted = call.query.get("status");
  if (wanted !== null && !statuses.some((each) => each === wanted)) {
    return wrong(state, `'status' must be one of: ${statuses.map((each) => `'${each}'`).join(", ")}`);
  }
  const own = [...merakiIn(state).batches].filter(
    ([, batch]) =>
      batch.organizationId === organizationId &&
      isKept(batch, call) &&
      (wanted === null || statusOf(batch) === wanted),
  );
  return {
    state,
    reply: json(
      200,
      own.map(([id, batch]) => record(id, batch)),
    ),
  };
}

function defined(
  state: DashboardState,
  call: Call,
  writes: readonly Route<DashboardState>[],
): Answer<DashboardState> {
  const { organizationId = "" } = call.parameters;
  if (!state.organizations.has(organizationId)) return notFound(state);
  const sent = newBatch.safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const { confirmed, synchronous, actions } = sent.data;
  if (actions.some((action) => !isSupported(writes, action))) return wrong(state, "Unsupported operation");
  const meraki = merakiIn(state);
  const id = String(meraki.counted + 1);
  const { credential, request, now } = call;
  const batch = { organizationId, credential, origin: request.origin, synchronous, actions, definedAt: now };
  const refused = tooMany(actions, synchronous) ?? (confirmed ? tooManyRun(state, batch, now) : undefined);
  if (refused !== undefined) return wrong(state, refused);
  const counted = { ...state, meraki: { ...meraki, counted: meraki.counted + 1 } };
  return stored(counted, { call, id, status: 201 }, confirmed ? begun(batch, call) : batch);
}

function read(state: DashboardState, call: Call): Answer<DashboardState> {
  const found = batchIn(state, call);
  return found === undefined ? notFound(state) : shows(state, record(...found));
}

/** Confirms a batch, or changes how it runs. A confirmed batch cannot be changed. */
function update(state: DashboardState, call: Call): Answer<DashboardState> {
  const found = batchIn(state, call);
  if (found === undefined) return notFound(state);
  const [id, batch] = found;
  const sent = changedBatch.safeParse(call.body ?? {});
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const isConfirmed = batch.times !== undefined;
  const { confirmed = isConfirmed, synchronous = batch.synchronous } = sent.data;
  if (isConfirmed) {
    const same = confirmed && synchronous === batch.synchronous;
    return same ? shows(state, record(id, batch)) : wrong(state, "A confirmed batch cannot be changed");
  }
  const refused =
    tooMany(batch.actions, synchronous) ?? (confirmed ? tooManyRun(state, batch, call.now) : undefined);
  if (refused !== undefined) return wrong(state, refused);
  const changed = { ...batch, synchronous };
  return stored(state, { call, id, status: 200 }, confirmed ? begun(changed, call) : changed);
}

function remove(state: DashboardState, call: Call): Answer<DashboardState> {
  const found = batchIn(state, call);
  if (found === undefined) return notFound(state);
  const [id, { times }] = found;
  if (times !== undefined) return wrong(state, "A confirmed batch cannot be deleted");
  return { state: withBatch(state, id, undefined), reply: bare(204) };
}

/** Returns the answer with a stored batch. A synchronous batch that has ended is shown with its result. */
function stored(
  state: DashboardState,
  { call, id, status }: { readonly call: Call; readonly id: string; readonly status: number },
  batch: ActionBatch,
): Answer<DashboardState> {
  const { state: after, reply } = shows(withBatch(state, id, batch), record(id, batch), status);
  const { times } = batch;
  if (times === undefined || !batch.synchronous) return { state: after, reply };
  const settled = (at: DashboardState) => {
    const ended = merakiIn(at).batches.get(id) ?? batch;
    return { ...json(status, record(id, ended)), delayMs: times.endsAt - call.now };
  };
  return { state: after, reply, settled };
}

function begun(batch: ActionBatch, { now, settings, credential, request }: Call): ActionBatch {
  const endsAt = now + batch.actions.length * settings.batchActionMs;
  const dueAt = batch.synchronous ? now : endsAt;
  return { ...batch, credential, origin: request.origin, times: { dueAt, endsAt } };
}

function batchIn(state: DashboardState, call: Call): readonly [string, ActionBatch] | undefined {
  const { organizationId, actionBatchId = "" } = call.parameters;
  const batch = merakiIn(state).batches.get(actionBatchId);
  if (batch?.organizationId !== organizationId || batch === undefined) return undefined;
  return isKept(batch, call) ? [actionBatchId, batch] : undefined;
}

/** True if the batch is kept. An unconfirmed batch that is older than a week is dropped. */
function isKept({ times, definedAt }: ActionBatch, { now }: Call): boolean {
  return times !== undefined || now - definedAt < unconfirmedMs;
}

function tooMany({ length }: readonly BatchAction[], synchronous: boolean): string | undefined {
  const most = synchronous ? maxSynchronousActions : maxActions;
  const which = synchronous ? "a synchronous" : "an asynchronous";
  return length > most ? `There can be at most ${most} actions in ${which} batch` : undefined;
}

function tooManyRun(
  state: DashboardState,
  { organizationId }: Pick<ActionBatch, "organizationId">,
  now: number,
): string | undefined {
  const running = [...merakiIn(state).batches.values()].filter(
    (each) => each.organizationId === organizationId && each.times !== undefined && each.times.endsAt > now,
  );
  if (running.length < maxRunning) return undefined;
  return `Too many concurrently executing batches. Maximum is ${maxRunning} confirmed but not yet executed batches.`;
}

function statusOf({ end }: ActionBatch): (typeof statuses)[number] {
  if (end === undefined) return "pending";
  return end.errors.length === 0 ? "completed" : "failed";
}

function record(id: string, batch: ActionBatch): JsonObject {
  const { organizationId, synchronous, actions, end } = batch;
  const status = statusOf(batch);
  return {
    id,
    organizationId,
    confirmed: batch.times !== undefined,
    synchronous,
    status: {
      completed: status === "completed",
      failed: status === "failed",
      errors: end?.errors ?? [],
      createdResources: end?.createdResources ?? [],
    },
    actions: actions.map(({ resource, operation, body }) => ({
      resource,
      operation,
      ...(body !== undefined && { body }),
    })),
  };
}
