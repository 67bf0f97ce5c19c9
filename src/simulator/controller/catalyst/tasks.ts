/**
 * Tasks of a simulated Catalyst Center. A write starts a task, which is carried out when it is due, and polled by its
 * id.
 */

import { type JsonObject, sameJson } from "../../../model/json.ts";
import type { Answer, Call } from "../../wire/route.ts";
import type { ControllerState } from "../state.ts";
import { begunTask, catalystError, inResponse } from "./answers.ts";
import { collections } from "./collections.ts";
import { fabricCollections, fabricFault } from "./fabric-collections.ts";
import { type CatalystState, freshCatalyst, type TaskEffect } from "./state.ts";

/** Returns the state of the mode `catalyst-center`. Before the first write, it is the initial state. */
export function catalystIn({ catalyst = freshCatalyst }: ControllerState): CatalystState {
  return catalyst;
}

/** Returns the next id. */
function nextId({ counted }: Pick<CatalystState, "counted">, of: string): string {
  return `${of}-${String(counted + 1).padStart(6, "0")}`;
}

/** Returns the next `count` ids. */
export function idsFrom({ counted }: CatalystState, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => nextId({ counted: counted + at }, "id"));
}

/** Starts a task. `effect` is called with the id for a new object. */
export function begin(
  state: ControllerState,
  { now, settings }: Call,
  effect: (newId: string) => TaskEffect,
): Answer<ControllerState> {
  const before = catalystIn(state);
  const begun = effect(nextId(before, "id"));
  const ids = begun.do === "putAll" ? begun.things.length : 1;
  const task = { startedAt: now, endsAt: now + settings.taskMs, effect: begun, isDone: false };
  const taskId = nextId(before, "task");
  const tasks = new Map(before.tasks).set(taskId, task);
  const catalyst = withDueTasks({ ...before, tasks, counted: before.counted + ids }, now);
  return { state: { ...state, catalyst }, reply: begunTask(taskId) };
}

/** Answers `GET /v1/task/{id}`. */
export function taskReply(state: ControllerState, call: Call): Answer<ControllerState> {
  const { id = "" } = call.parameters;
  const task = catalystIn(state).tasks.get(id);
  if (task === undefined) return { state, reply: catalystError(404, `No task found with id ${id}`) };
  const { startedAt, endsAt, failureReason, isDone, effect } = task;
  const isError = failureReason !== undefined;
  const end = isDone || isError ? { endTime: endsAt } : {};
  const said = { id, startTime: startedAt, ...end, isError, progress: isDone ? "Completed" : "In Progress" };
  const failed = isError ? { failureReason, errorCode: "NCND00001" } : {};
  const data = isDone && effect.do === "put" ? { data: effect.id } : {};
  return { state, reply: inResponse({ ...said, ...failed, ...data }) };
}

/** Returns the state after all due tasks were carried out, in order of their end. */
export function withDueTasks(before: CatalystState, now: number): CatalystState {
  const due = [...before.tasks]
    .filter(([, task]) => !task.isDone && task.failureReason === undefined && task.endsAt <= now)
    .toSorted(([, one], [, other]) => one.endsAt - other.endsAt);
  let state = before;
  for (const [id, task] of due) {
    const { left, failureReason } = carriedOut(state, task.effect);
    const isDone = failureReason === undefined;
    const tasks = new Map(state.tasks).set(id, isDone ? { ...task, isDone } : { ...task, failureReason });
    state = { ...left, tasks };
  }
  return state;
}

/** Returns the state after an effect. If the effect failed, returns the reason too. */
function carriedOut(
  state: CatalystState,
  effect: TaskEffect,
): { readonly left: CatalystState; readonly failureReason?: string } {
  if (effect.do !== "putAll") {
    const failureReason = fault(state, effect);
    return failureReason === undefined ? { left: withEffect(state, effect) } : { left: state, failureReason };
  }
  let left = state;
  for (const each of effect.things) {
    const one = { do: "put", ...each } as const;
    const failureReason = fault(left, one);
    if (failureReason !== undefined) return { left: effect.inPart ? left : state, failureReason };
    left = withEffect(left, one);
  }
  return { left };
}

type SingleEffect = Exclude<TaskEffect, { readonly do: "putAll" }>;

function withEffect(state: CatalystState, effect: SingleEffect): CatalystState {
  const { things, settings } = state;
  switch (effect.do) {
    case "put":
      return { ...state, things: new Map(things).set(effect.id, effect.thing) };
    case "fail":
      return state;
    case "remove": {
      const kept = [...settings].filter(([key]) => !key.startsWith(`${effect.id}/`));
      const left = [...things].filter(([id]) => id !== effect.id);
      return { ...state, things: new Map(left), settings: new Map(kept) };
    }
    case "set":
      return { ...state, settings: new Map(settings).set(`${effect.id}/${effect.setting}`, effect.value) };
  }
}

/** True if a site is the other site, or is below it. */
function isInside(things: CatalystState["things"], site: string, other: string): boolean {
  if (site === other) return true;
  const parent = things.get(site)?.value.parentId;
  return typeof parent === "string" && isInside(things, parent, other);
}

function twinFault(
  things: CatalystState["things"],
  { id, thing: { collection, value } }: Extract<SingleEffect, { readonly do: "put" }>,
  unique: readonly string[],
): string | undefined {
  const isTwin = (other: JsonObject) => unique.every((field) => sameJson(other[field], value[field] ?? null));
  const isTaken = [...things].some(
    ([at, other]) => at !== id && other.collection === collection && isTwin(other.value),
  );
  return isTaken && unique.length > 0 ? `${String(value[unique[0] ?? ""])} exists already` : undefined;
}

/**
 * Returns why an effect is impossible, which becomes the failure of its task. Returns undefined if the effect is
 * possible.
 */
function fault({ things }: CatalystState, effect: SingleEffect): string | undefined {
  if (effect.do === "fail") return effect.reason;
  const inside = (id: string) => [...things.values()].some(({ value }) => value.parentId === id);
  if (effect.do === "set")
    return effect.isFree || things.has(effect.id) ? undefined : `the site ${effect.id} does not exist`;
  if (effect.do === "remove")
    return inside(effect.id) ? "the site has child sites: remove them first" : undefined;
  const { collection: name, value, unique } = effect.thing;
  if (unique) return twinFault(things, effect, unique);
  const inFabric = fabricCollections.find((each) => each.name === name);
  if (inFabric) return fabricFault(things, inFabric, effect);
  const of = collections.find((each) => each.name === name);
  const parent = things.get(String(value.parentId));
  if (of?.in && !of.in.includes(parent?.collection ?? ""))
    return `${name} cannot be in ${String(value.parentId)}`;
  if (of?.in && isInside(things, String(value.parentId), effect.id))
    return `${name} cannot contain themselves`;
  const isTwin = (other: JsonObject) =>
    other[of?.unique ?? "description"] === value[of?.unique ?? "description"] &&
    other.parentId === value.parentId;
  const isTaken = [...things].some(
    ([id, other]) => id !== effect.id && (other.collection === name || of?.in) && isTwin(other.value),
  );
  return isTaken ? `${String(value[of?.unique ?? "description"])} exists already` : undefined;
}
