/** Compares declared resources with given live resources, without any reads. */

import { diff } from "../../src/diff/diff.ts";
import type { DiffInput } from "../../src/diff/diff-input.ts";
import type { Address } from "../../src/model/address.ts";
import type { Comparison } from "../../src/model/change.ts";
import type { Resource } from "../../src/model/desired.ts";
import { isObject, type Json } from "../../src/model/json.ts";
import type { LiveResource, Observation } from "../../src/model/live/snapshot.ts";
import { problem } from "../../src/model/problem.ts";
import { desiredOf } from "./declared.ts";

/** Returns the observation of a resource that has this live value. */
export function present(value: Json, more: Partial<LiveResource> = {}): Observation<LiveResource> {
  return { state: "present", value: { value, ...more } };
}

/** The observation of a resource that does not exist live. */
export const absent: Observation<LiveResource> = { state: "absent" };

/** The observation of a resource whose live state is unknown. */
export const unknown: Observation<LiveResource> = {
  state: "unknown",
  problem: problem("server-error", "answered 500"),
};

/** Returns the input of a comparison of these sides. */
export function sides(of: {
  readonly desired?: readonly Resource[];
  readonly base?: readonly Resource[];
  readonly live: Readonly<Record<string, Observation<LiveResource>>>;
}): DiffInput {
  const addresses = [...(of.desired ?? []), ...(of.base ?? [])].map(({ address }) => address);
  const observations = new Map<Address, Observation<LiveResource>>();
  for (const address of new Set(addresses)) {
    const seen = of.live[address];
    if (seen) observations.set(address, seen);
  }
  return {
    desired: desiredOf(...(of.desired ?? [])),
    ...(of.base && { base: desiredOf(...of.base) }),
    snapshot: { observations, unmanaged: [] },
  };
}

/** Compares the sides. */
export function compared(of: Parameters<typeof sides>[0]): Comparison {
  return diff(sides(of));
}

/** Returns the differences of the only change, without their source locations. */
export function differencesOf(comparison: Comparison): readonly object[] {
  const [change, another] = comparison.changes;
  if (another) throw new Error("there is more than one change");
  if (change?.action !== "update") return [];
  return change.differences.map(({ at: _, ...difference }) => difference);
}

/** Returns the value as an interface shows it, without its top-level secrets. */
export function shown({ value, secrets }: Resource): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !secrets.includes(`/${key}`)));
}
