/** Servers that store otherwise than they are sent, in front of a simulated one: members by their names, and objects. */

import { asWireList, isWireObject, type WireObject } from "../../../src/catalog/fields/wire.ts";
import type { Wire, WireJson } from "../../../src/model/wire.ts";

/** What a server makes of what it is sent. */
export interface Habit {
  /** Of a text, by the name of the member or of the list that it stands in. */
  readonly text?: (name: string, text: string) => WireJson;
  /** Of an object, once what is in it is stored. */
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
