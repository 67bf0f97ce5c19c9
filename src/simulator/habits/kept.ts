/**
 * Determines the values that a server with habits stores after a write, and how its answer shows these values. Pure.
 */

import type { Json, JsonObject } from "../../model/json.ts";
import { isList, isRecord, type SimReply } from "../wire/message.ts";
import type { HttpName } from "../wire/served-names.ts";
import type { SimulatorSettings } from "../wire/settings.ts";
import type { World } from "../world.ts";
import { type HabitThat, isAbout, type ValueHabit } from "./habit.ts";
import { habitsIn } from "./short-names.ts";
import { spelled } from "./spellings.ts";
import { configured, isPlain } from "./walk.ts";

/** A value that is stored in another form than the one in which it was sent. */
interface Other {
  readonly name: string;
  /** The sent value, or undefined if none was sent. */
  readonly sent: Json | undefined;
  /** The stored value, or undefined if none is stored. */
  readonly held: Json | undefined;
  /** The rest of the sent object, if the value itself was not sent. */
  readonly beside?: JsonObject;
}

interface Keeping {
  readonly habits: readonly ValueHabit[];
  /** The differences found so far. The function that compares the values adds to this list. */
  readonly others: Other[];
}

/** The effect of a request on an interface's state. */
interface Answered {
  readonly state: unknown;
  readonly reply: SimReply;
}

/**
 * Returns the simulated world after a request, with the server's habits applied. Also returns the answer, which shows
 * the stored values.
 */
export function kept(
  world: World,
  name: HttpName,
  { state, reply }: Answered,
): { readonly world: World; readonly reply: SimReply } {
  const habits = habitsIn(world.settings, name);
  if (habits.length === 0 || state === world[name]) return { world: { ...world, [name]: state }, reply };
  const keeping: Keeping = { habits, others: [] };
  const made = configured(name, [world[name], state], (was, is, path) =>
    keptValue(was, is, { path, ...keeping }),
  );
  return { world: { ...world, [name]: made }, reply: told(reply, keeping.others) };
}

/** Returns what a router stores after an edit over NETCONF. */
export function keptByRouter(settings: SimulatorSettings, before: JsonObject, after: JsonObject): JsonObject {
  const habits = habitsIn(settings, "restconf");
  if (habits.length === 0 || before === after) return after;
  const made = keptJson(before, after, { path: ["data"], habits, others: [] });
  return isRecord(made) ? made : after;
}

type At = Keeping & { readonly path: readonly string[] };

function within(at: At, name: string): At {
  return { ...at, path: [...at.path, name] };
}

/** Returns the stored form of a part of a state. A state consists of maps by id, which contain JSON. */
function keptValue(before: unknown, after: unknown, at: At): unknown {
  if (after === before) return after;
  if (after instanceof Map) {
    const was = before instanceof Map ? before : new Map();
    return new Map(
      [...after].map(([key, one]) => [key, keptValue(was.get(key), one, within(at, String(key)))]),
    );
  }
  if (isJson(after)) return keptJson(isJson(before) ? before : undefined, after, at);
  if (!isPlain(after)) return after;
  const was = isPlain(before) ? before : {};
  const entries = Object.entries(after).map(([key, one]) => [key, keptValue(was[key], one, within(at, key))]);
  return Object.fromEntries(entries);
}

/** True for a part of a state that is JSON. Such a part is no map, and contains no map directly. */
function isJson(value: unknown): value is Json | undefined {
  return (
    !(value instanceof Map) && !(isPlain(value) && Object.values(value).some((one) => one instanceof Map))
  );
}

function keptJson(before: Json | undefined, after: Json | undefined, at: At): Json | undefined {
  if (after === before) return after;
  const ignored = habitsAt(at).find((habit) => habit.does === "ignores");
  if (ignored) return before ?? ignored.else;
  if (isRecord(after)) return keptObject(isRecord(before) ? before : {}, after, at);
  if (isList(after) && after.some(isRecord)) {
    const was = isList(before) ? before : [];
    const list = after.flatMap((one, index) => {
      const other = counterpart(one, was, index);
      return keptJson(other, one, within(at, String(index))) ?? [];
    });
    return habitsAt(at).reduce<Json>(
      (value, habit) => (habit.does === "orders" ? madeBy(value, habit) : value),
      list,
    );
  }
  if (after === undefined || JSON.stringify(after) === JSON.stringify(before)) return after;
  return habitsAt(at).reduce<Json>(madeBy, after);
}

/**
 * Returns the earlier version of a list element: the object that has the most members in common with it. For a plain
 * value, returns the element at the same index. Returns undefined if there is no earlier version.
 */
function counterpart(one: Json, before: readonly Json[], index: number): Json | undefined {
  if (!isRecord(one)) return before[index];
  const shared = before.map((other) => {
    if (!isRecord(other)) return 0;
    return Object.entries(one).filter(
      ([name, value]) => JSON.stringify(value) === JSON.stringify(other[name]),
    ).length;
  });
  const most = Math.max(0, ...shared);
  return most === 0 ? undefined : before[shared.indexOf(most)];
}

function keptObject(before: JsonObject, after: JsonObject, at: At): JsonObject {
  if (JSON.stringify(before) === JSON.stringify(after)) return after;
  const names = new Set([
    ...Object.keys(after),
    ...Object.keys(before).filter((name) => isIgnored(at, name)),
  ]);
  const held: Record<string, Json> = {};
  for (const name of names) {
    const value = keptJson(before[name], after[name], within(at, name));
    if (value !== undefined) held[name] = value;
    if (value !== after[name])
      at.others.push({ name, sent: after[name], held: value, ...besideIn(after, name) });
  }
  for (const [name, value] of Object.entries(addedTo(held, at))) {
    if (held[name] === value) continue;
    at.others.push({ name, sent: after[name], held: value, ...besideIn(after, name) });
    held[name] = value;
  }
  return held;
}

function isIgnored(at: At, name: string): boolean {
  return habitsAt(within(at, name)).some(({ does }) => does === "ignores");
}

function besideIn(after: JsonObject, name: string): Pick<Other, "beside"> {
  return Object.hasOwn(after, name) ? {} : { beside: after };
}

/**
 * Returns the members that habits add to an object. They are missing members, and members that are derived from a
 * sibling.
 */
function addedTo(held: JsonObject, at: At): JsonObject {
  const added: Record<string, Json> = {};
  for (const habit of at.habits) {
    if (habit.does === "fills" && isAbout(habit, at.path))
      Object.assign(added, { ...habit.with, ...held, ...added });
    if (habit.does === "derives") Object.assign(added, derived(held, habit, at));
  }
  return added;
}

function derived(held: JsonObject, habit: HabitThat<"derives">, at: At): JsonObject {
  const from = held[habit.from];
  if (from === undefined) return {};
  const own = habit.fields.map((field) => field.split("/").at(-1) ?? "");
  const names = own.filter((name) => isAbout(habit, [...at.path, name]));
  const { times = 1 } = habit;
  const value =
    typeof from === "number" ? from * times : isNumeric(from) ? String(Number(from) * times) : from;
  return Object.fromEntries(names.map((name) => [name, value]));
}

function habitsAt({ habits, path }: At): readonly ValueHabit[] {
  return habits.filter((habit) => isAbout(habit, path));
}

/** Returns the stored form of a plain value, or of a list of plain values, on a server with this habit. */
function madeBy(value: Json, habit: ValueHabit): Json {
  switch (habit.does) {
    case "orders": {
      if (!isList(value)) return value;
      const sorted = value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      return habit.as === "sorted" ? sorted : sorted.reverse();
    }
    case "spells":
      return each(value, (one) => spelled(one, habit.as));
    case "clamps":
      return each(value, (one) => clamped(one, habit));
    case "replaces":
      return each(value, (one) => (typeof one === "string" ? (habit.values[one] ?? one) : one));
    case "fills":
    case "ignores":
    case "delays":
    case "derives":
      return value;
  }
}

function each(value: Json, of: (one: Json) => Json): Json {
  return isList(value) ? value.map(of) : of(value);
}

function clamped(value: Json, { least, most, longest }: HabitThat<"clamps">): Json {
  if (typeof value === "number" || (isNumeric(value) && (least !== undefined || most !== undefined))) {
    const number = Math.min(
      most ?? Number.POSITIVE_INFINITY,
      Math.max(least ?? Number.NEGATIVE_INFINITY, Number(value)),
    );
    if (number === Number(value)) return value;
    return typeof value === "number" ? number : String(number);
  }
  return typeof value === "string" && longest !== undefined ? value.slice(0, longest) : value;
}

function isNumeric(value: Json): value is string {
  return typeof value === "string" && /^-?\d{1,15}$/.test(value);
}

/**
 * Returns the answer with stored values instead of sent values. It lacks the entity tag, which is that of the sent
 * values.
 */
function told(reply: SimReply, others: readonly Other[]): SimReply {
  if (others.length === 0) return reply;
  const { etag: _, ...headers } = reply.headers;
  const json = jsonIn(reply.body);
  return { ...reply, headers, body: json === undefined ? reply.body : JSON.stringify(toldIn(json, others)) };
}

function jsonIn(body: string): Json | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function toldIn(value: Json, others: readonly Other[]): Json {
  if (isList(value)) return value.map((one) => toldIn(one, others));
  if (!isRecord(value)) return value;
  const said: Record<string, Json> = {};
  for (const [name, one] of Object.entries(value)) {
    const other = others.find(
      (each) => each.name === name && JSON.stringify(each.sent) === JSON.stringify(one),
    );
    const held = other ? other.held : toldIn(one, others);
    if (held !== undefined) said[name] = held;
  }
  for (const { name, held, beside } of others)
    if (held !== undefined && beside && !Object.hasOwn(value, name) && isBeside(value, beside))
      said[name] = held;
  return said;
}

/** True if an object of an answer has all members of the sent object. */
function isBeside(value: JsonObject, beside: JsonObject): boolean {
  return Object.entries(beside).every(([name, one]) => JSON.stringify(one) === JSON.stringify(value[name]));
}
