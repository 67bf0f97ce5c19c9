/**
 * Pushes to devices, which are tasks of a simulated vManage: their results, and the state of the devices afterwards.
 */

import type { JsonObject } from "../../../model/json.ts";
import { json } from "../../wire/message.ts";
import type { Answer, Call } from "../../wire/route.ts";
import type { SdwanState } from "../sdwan.ts";
import { vmanageError } from "./answers.ts";
import { freshVmanage, type PushResult, type PushTask, type VmanageState, withNextId } from "./state.ts";

/** How long a push takes, on the simulator's clock. */
const pushMs = 8000;

/**
 * Returns a text that says whether a device has its configuration. Of these texts, only "In Sync" is known from the
 * product.
 */
export function syncOf({ devices, vmanage }: SdwanState, uuid: string): string {
  const push = vmanage?.attached.get(uuid)?.push;
  if (push === "failure") return "Out of Sync";
  const isOffline = devices.get(uuid)?.status === "unreachable";
  return push === "scheduled" && isOffline ? "Sync Pending - Device is offline" : "In Sync";
}

/**
 * Returns the result of a push to a device. An unreachable device gets the configuration later. If the status of a
 * device is neither `unreachable` nor `reachable`, the device refuses the push.
 */
export function resultAt({ devices }: SdwanState, uuid: string): PushResult {
  const status = devices.get(uuid)?.status;
  if (status === "unreachable") return "scheduled";
  return status === "reachable" ? "success" : "failure";
}

/** Begins a push, which becomes a task. */
export function beginPush(
  state: SdwanState,
  task: Omit<PushTask, "endsOn">,
  now: number,
): Answer<SdwanState> {
  const { id, state: next } = withNextId(state.vmanage ?? freshVmanage);
  const name = `${task.action}-${id}`;
  const tasks = new Map(next.tasks).set(name, { ...task, endsOn: now + pushMs });
  return { state: { ...state, vmanage: { ...next, tasks } }, reply: json(200, { id: name }) };
}

/** Answers with a task and its result for each device. */
export function statusOf(state: SdwanState, { parameters: { id = "" }, now }: Call): Answer<SdwanState> {
  const task = state.vmanage?.tasks.get(id);
  if (task === undefined) return { state, reply: vmanageError(404, "Not found", id) };
  const hasEnded = now >= task.endsOn;
  const data = task.devices.map(({ uuid, result }) => {
    const shown = hasEnded
      ? results[result]
      : { status: "In progress", statusId: "in_progress", says: "In progress" };
    const { says, ...row } = shown;
    return {
      uuid,
      "host-name": nameOf(state, uuid),
      deviceID: uuid,
      ...row,
      currentActivity: says,
      activity: [says],
    };
  });
  const count = Object.fromEntries(
    [...Map.groupBy(data, ({ status }) => status)].map(([word, rows]) => [word, rows.length]),
  );
  const summary = {
    action: task.action,
    name: task.action,
    status: hasEnded ? "done" : "in_progress",
    count,
  };
  const validation = { status: "Validation success", statusId: "validation_success", activity: [] };
  return { state, reply: json(200, { data, validation, summary, isCancelEnabled: true }) };
}

const results: Readonly<Record<PushResult, JsonObject & { readonly status: string; readonly says: string }>> =
  {
    success: { status: "Success", statusId: "success", says: "Done - Push Feature Template Configuration" },
    scheduled: {
      status: "Done - Scheduled",
      statusId: "success_scheduled",
      says: "Device is offline. Configuration template scheduled to be attached when device comes online.",
    },
    failure: {
      status: "Failure",
      statusId: "failure",
      says: "Failed to apply the configuration: the device refused it",
    },
  };

/** True while a device template is being pushed. During this time, no part of the template can be changed. */
export function isUnderWay({ tasks }: VmanageState, id: string, now: number): boolean {
  return [...tasks.values()].some(({ templateId, endsOn }) => templateId === id && now < endsOn);
}

/** Returns the name of a device. If it has no name, returns its id. */
export function nameOf({ devices }: SdwanState, uuid: string): string {
  return String(devices.get(uuid)?.name ?? uuid);
}
