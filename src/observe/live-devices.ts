/** Reads the live devices that changes may reach, declared or not. */

import type { Kind, OpenTarget, ReadReply } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import { addressParts } from "../model/address.ts";
import { isArray, type Json, sameJson } from "../model/json.ts";
import type { LiveDevice, LiveDevices } from "../model/live/live-devices.ts";
import type { Item, Snapshot } from "../model/live/snapshot.ts";
import type { ReachedKind } from "../model/place.ts";
import { at, pointer } from "../model/pointer.ts";
import type { Problem } from "../model/problem.ts";

/** The devices of a target that may be reached. */
interface DeviceNeed {
  readonly open: OpenTarget;
  /** True: devices that take their configuration from declared resources may be reached. */
  readonly users: boolean;
  /** The kinds of which all live resources may be reached. */
  readonly kinds: readonly ReachedKind[];
}

/** Reads each list once. Everything that cannot be read is a problem. Rejects only on abort. */
export async function readLiveDevices(
  { open, users, kinds }: DeviceNeed,
  snapshot: Pick<Snapshot, "observations">,
  signal: AbortSignal,
): Promise<LiveDevices> {
  const all = open.driver.kinds.filter(({ collection }) => collection.within === undefined);
  const using = users ? all.filter((kind) => kind.touched === "device" && kind.refersTo !== undefined) : [];
  const reached = [...new Map(kinds.map((each) => [each.kind, each])).values()];
  const lists = await Promise.all([
    ...using.map(async (kind) => ({ kind, reply: await listOf(open, kind, signal), by: undefined })),
    ...reached.flatMap((by) => {
      const kind = all.find(({ name }) => name === by.kind);
      return kind ? [listOf(open, kind, signal).then((reply) => ({ kind, reply, by }))] : [];
    }),
  ]);
  const addressOf = addressesIn(open.target.name, snapshot);
  const found: LiveDevice[] = [];
  const every = new Map<string, readonly string[]>();
  let problem: Problem | undefined;
  for (const { kind, reply, by } of lists) {
    if (reply.state === "unknown") problem ??= reply.problem;
    const items = reply.state === "whole" ? reply.items.filter((item) => item.kind === kind.name) : [];
    if (by)
      every.set(
        kind.name,
        items.flatMap((item) => (isMeant(item, by) ? [nameOf(kind, item, by.name)] : [])),
      );
    else
      found.push(...items.map((item) => ({ name: nameOf(kind, item), uses: usedBy(kind, item, addressOf) })));
  }
  return { users: found, every, problem };
}

function listOf({ session }: OpenTarget, { collection }: Kind, signal: AbortSignal): Promise<ReadReply> {
  return session.read({ collection: collection.name, scope: {}, wanted: [] }, signal);
}

function isMeant({ value }: Item, { only = {} }: ReachedKind): boolean {
  return Object.entries(only).every(([field, is]) => sameJson(at(value, pointer([field])) ?? null, is));
}

function nameOf(kind: Kind, { identity, value }: Item, field?: string): string {
  const shown = field === undefined ? undefined : at(value, pointer([field]));
  return typeof shown === "string" ? shown : (kind.keyOf?.({ identity, scope: {} }) ?? identity);
}

type AddressOf = (kinds: readonly string[], id: string) => Address | undefined;

/** Returns a function that finds the declared resource with a live id. */
function addressesIn(target: string, { observations }: Pick<Snapshot, "observations">): AddressOf {
  const known = new Map<string, Address>();
  for (const [address, seen] of observations) {
    const of = addressParts(address);
    if (of.target === target && seen.state === "present" && seen.value.id !== undefined)
      known.set(`${of.kind} ${seen.value.id}`, address);
  }
  return (kinds, id) => kinds.map((kind) => known.get(`${kind} ${id}`)).find((each) => each !== undefined);
}

function usedBy(kind: Kind, { value }: Item, addressOf: AddressOf): readonly Address[] {
  return Object.entries(kind.refersTo ?? {}).flatMap(([field, named]) => {
    const kinds = typeof named === "string" ? [named] : named;
    return idsAt(at(value, field)).flatMap((id) => addressOf(kinds, id) ?? []);
  });
}

function idsAt(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== undefined && isArray(value) ? value.flatMap(idsAt) : [];
}
