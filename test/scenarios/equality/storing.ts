/** Simulated servers that store a value in another form than the one that was sent. */

import { asWireList, isWireObject, type WireObject } from "../../../src/catalog/fields/wire.ts";
import type { Wire, WireJson } from "../../../src/model/wire.ts";

/** How a server changes values when it stores them. */
export interface Habit {
  /** Returns a text in its stored form. `name` is the name of its member or list. */
  readonly text?: (name: string, text: string) => WireJson;
  /** Returns an object in its stored form. The object's members have already been changed. */
  readonly object?: (object: WireObject) => WireObject;
}

/** Returns a function that puts a server with this habit behind a wire. */
export function storing(habit: Habit): (wire: Wire) => Wire {
  return (wire) => ({
    send: (request, signal) => {
      const { body } = request;
      return wire.send(body === undefined ? request : { ...request, body: stored(body, habit) }, signal);
    },
  });
}

function stored(value: WireJson, habit: Habit, name = ""): WireJson {
  if (typeof value === "string") return habit.text?.(name, value) ?? value;
  if (Array.isArray(value)) return asWireList(value).map((each) => stored(each, habit, name));
  if (!isWireObject(value)) return value;
  const members = Object.entries(value).map(([key, each]) => [key, stored(each, habit, key)] as const);
  const object = Object.fromEntries(members);
  return habit.object?.(object) ?? object;
}
