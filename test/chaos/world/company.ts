/**
 * A company by seed: the data behind all nine interfaces, its declarations before and after a change, and the live
 * state that must result.
 */

import type { JsonObject } from "../../../src/model/json.ts";
import { createWorld, type WorldSeed } from "../../../src/simulator/world.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import { chat } from "./chat.ts";
import { cloud } from "./cloud.ts";
import { devices } from "./devices.ts";
import { fabric } from "./fabric.ts";
import { type Held, heldBy } from "./held.ts";
import { campus, expected, profiles } from "./inventories.ts";
import type { Item } from "./part.ts";

/** The data and the declarations of a company. */
export interface Company {
  readonly seed: WorldSeed;
  readonly items: readonly Item[];
  /** Exactly what the servers must store when everything has been applied. */
  readonly must: Held;
  /** The files of the project before the change. */
  readonly base: Readonly<Record<string, string>>;
  /** The files of the project after the change. */
  readonly desired: Readonly<Record<string, string>>;
}

/** Returns the company of a seed, which is always the same. */
export function companyOf(seed: number): Company {
  const draw = seeded(seed * 16 + 1);
  const parts = [cloud, fabric, devices, chat, profiles, campus, expected].map((part) => part(draw));
  const items = parts.flatMap((part) => part.items);
  const whole = Object.assign({}, ...parts.map((part) => part.seed)) as WorldSeed;
  return {
    seed: whole,
    items,
    must: after(heldBy(createWorld(whole)), items),
    base: filesOf(parts.flatMap(({ base }) => base)),
    desired: filesOf(parts.flatMap(({ desired }) => desired)),
  };
}

/** Returns the expected data: each item as it must be afterwards. Data that belongs to no item stays. */
function after(before: Held, items: readonly Item[]): Held {
  const held = new Map(before);
  for (const { object, was = object } of items) for (const name of [object, was]) held.delete(name);
  for (const item of items) if (item.after !== undefined) held.set(item.object, item.after);
  return held;
}

function filesOf(documents: readonly JsonObject[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    documents.map((document, at) => [`desired-state/${at}.yaml`, JSON.stringify(document)]),
  );
}
