/** Simulated servers that store values in another form than they were sent. */

import { asWireList, isWireObject, type WireObject } from "../../../src/catalog/fields/wire.ts";
import type { Wire, WireJson } from "../../../src/model/wire.ts";

/** How a server changes values when it stores them. */
export interface Habit {
  /** Changes a text, by the name of its member or list. */
  readonly text?: (name: string, text: string) => WireJson;
  /** Changes an object after its members were changed. */
  readonly object?: (object: WireObject) => WireObject;
}

/** A wire to a server with this habit. */
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
