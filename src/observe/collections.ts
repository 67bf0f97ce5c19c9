/** Reads the collections of targets, each once. Children are read after the parents that select them. */

import type { OpenTarget, ReadReply, ReadRequest } from "../drivers/contract/contract.ts";
import { type Address, addressParts } from "../model/address.ts";
import { isLacking } from "../model/collection.ts";
import type { CannotBe, EarlierRead, LiveResource, Observation } from "../model/live/snapshot.ts";
import type { Problem } from "../model/problem.ts";
import type { Milliseconds } from "../model/reply.ts";
import { keptMatch, queriesOf } from "./kept-matches.ts";
import { type MatchResult, match, withAround } from "./match.ts";
import { byLiveIds, inKeys, noteId, unknownName } from "./named-identity.ts";
import * as problems from "./problems.ts";
import { groupKey, namedOf, namesOthers, type ReadGroup, type WantedResource } from "./query.ts";
import { RecentReplies } from "./recent-replies.ts";
import { type CollectionReadContext, WholeReads } from "./whole-reads.ts";

/** The result of a group's read: a match, confirmed absence, or unknown. */
type GroupReply =
  | Exclude<ReadReply, { state: "whole" }>
  /** The group was read. `cannot`: the server's reason why the group cannot contain anything. */
  | ({ readonly state: "whole"; readonly cannot?: CannotBe | undefined } & MatchResult);

/** The result of testing whether a group can be read. `untried`: its parent is missing or unknown. */
type CollectionAccess =
  | { readonly state: "read" | "untried" }
  | { readonly state: "denied"; readonly problem: Problem };

/** Reads collections on request, after the collections on which they depend. Each collection is read at most once. */
export class Collections {
  readonly #on: CollectionReadContext;
  readonly #replies: RecentReplies<ReadGroup, GroupReply>;
  readonly #proofs = new Map<string, Promise<Problem | undefined>>();
  /** Live id → address, for the resources of a group. */
  readonly #ids = new Map<ReadGroup, Promise<Map<string, Address>>>();
  readonly #wholes: WholeReads;
  readonly #sizes = new Map<string, number>();
  readonly #earlier = new Map<ReadGroup, EarlierRead>();
  readonly #identifiedNow = (address: Address) => this.#identified(address);
  readonly #elsewhere = async (address: Address) =>
    this.#on.places.get(address) ? this.#identified(address) : undefined;

  constructor(on: CollectionReadContext) {
    this.#on = on;
    this.#replies = new RecentReplies(on);
    const read = (group: ReadGroup, request: ReadRequest) => this.#send(group, request);
    this.#wholes = new WholeReads({ ...on, identified: this.#identifiedNow, read });
  }

  /**
   * Returns the observation if it is available without waiting, otherwise undefined. Once a group was read, most of its
   * observations are available.
   */
  atHand(address: Address): Observation<LiveResource> | undefined {
    const { group, isPlain } = this.#on.places.get(address) ?? {};
    if (!group || !isPlain || this.#on.shown) return undefined;
    const reply = this.#replies.atHand(group);
    return reply?.state === "whole" ? seenIn(reply, address) : undefined;
  }

  /** Returns the observation of one declared resource. Never rejects for external failures. */
  async observation(address: Address): Promise<Observation<LiveResource>> {
    const seen = await this.#seen(address);
    const { wanted } = this.#on.places.get(address) ?? {};
    return wanted ? this.#withKeys(wanted, seen) : seen;
  }

  /** Returns the observation as the target shows it: fields that reference other resources contain ids. */
  async #seen(address: Address): Promise<Observation<LiveResource>> {
    const { wanted, group } = this.#on.places.get(address) ?? {};
    if (!wanted) return problems.unknown(problems.notOpen(address));
    if (!group) return problems.unknown(problems.notReadable(address, wanted.kind));
    const doubted = await unknownName(wanted, this.#identifiedNow);
    if (doubted) return problems.unknown({ ...doubted, address });
    const value = this.#on.shown?.get(address);
    if (value) return { state: "present", value };
    const reply = await this.#reply(group);
    if (reply.state === "whole") return seenIn(reply, address);
    if (reply.state === "unknown") return problems.unknown({ ...reply.problem, address });
    if (group.collection.absence === "list") return problems.unknown(problems.noList(address, group));
    const doubt = await this.#doubt(group.target);
    return doubt ? problems.unknown({ ...doubt, address }) : reply;
  }

  /** Returns the observation with keys instead of ids (see `inKeys`). Unknown if a referenced resource is unknown. */
  async #withKeys(
    wanted: WantedResource,
    seen: Observation<LiveResource>,
  ): Promise<Observation<LiveResource>> {
    if (seen.state !== "present") return seen;
    const { resource } = wanted;
    if (!namesOthers(wanted)) return seen;
    // There is one index per group, even if several of its resources are referenced.
    const groups = new Set<ReadonlyMap<string, Address>>();
    const former = new Map<string, Address>();
    for (const address of namedOf(wanted)) {
      const found = await this.#addressesById(address);
      if ("problem" in found) return problems.unknown(problems.namedUnknown(address, found.problem));
      groups.add(found);
      noteId(former, await this.#formerId(address), address);
    }
    const value = inKeys(seen.value.value, resource, { groups, former });
    const canonical = this.#on.places.get(resource.address)?.wanted.kind.canonical(value) ?? value;
    return { ...seen, value: { ...seen.value, value: canonical } };
  }

  /** Live id → address, for everything that is declared in the same list as this resource. Computed once per group. */
  async #addressesById(named: Address): Promise<ReadonlyMap<string, Address> | { problem: Problem }> {
    const { group } = this.#on.places.get(named) ?? {};
    if (!group) return new Map();
    const seen = await this.#identified(named);
    if (seen.state === "unknown") return seen;
    const known = this.#ids.get(group) ?? this.#idsOf(group);
    this.#ids.set(group, known);
    const found = await known;
    // If this run created the resource after the group was read, the group does not have its id yet.
    if (seen.state === "present") noteId(found, seen.value.id, named);
    return found;
  }

  /**
   * Returns the former live id of a resource that desired declares in another collection than base. The resource cannot
   * be moved, so it is still where base has it, and live references to it have not changed. Undefined if desired's
   * collection contains the resource.
   */
  async #formerId(named: Address): Promise<string | undefined> {
    const { former } = this.#on.places.get(named) ?? {};
    if (!former || (await this.#identified(named)).state !== "absent") return undefined;
    const [kind, { identity }] = [addressParts(named).kind, former];
    const found = await this.unclaimed(former.group);
    const own = found.filter((one) => one.kind === kind && one.identity === identity);
    return own.length === 1 ? own[0]?.id : undefined;
  }

  async #idsOf(group: ReadGroup): Promise<Map<string, Address>> {
    const found = new Map<string, Address>();
    for (const { resource } of group.wanted) {
      const seen = await this.#identified(resource.address);
      if (seen.state === "present") noteId(found, seen.value.id, resource.address);
    }
    return found;
  }

  async #identified(address: Address): Promise<Observation<LiveResource>> {
    return this.#on.known?.(address) ?? this.#seen(address);
  }

  /** The number of requests that reads took, by collection key. Reads with one request are left out. */
  get sizes(): ReadonlyMap<string, number> {
    return this.#sizes;
  }

  /** Returns the undeclared items of a group; none if the group was not read completely. */
  async unclaimed(group: ReadGroup): Promise<MatchResult["unclaimed"]> {
    const reply = await this.#reply(group);
    return reply.state === "whole" ? reply.unclaimed : [];
  }

  /** Returns when a group was read, if it was read in an earlier run; otherwise undefined. */
  earlier(group: ReadGroup): EarlierRead | undefined {
    return this.#earlier.get(group);
  }

  /** Returns when a group was read, by the given clock; undefined if it was not read yet. */
  readAt(group: ReadGroup): Milliseconds | undefined {
    return this.#replies.endedAt(group);
  }

  /** Returns whether a group can be read; `untried` if its parent is missing or unknown. */
  async access(group: ReadGroup): Promise<CollectionAccess> {
    const { parent } = group;
    const above = parent === undefined ? undefined : await this.#identified(parent);
    if (group.collection.within !== undefined && above?.state !== "present") return { state: "untried" };
    const reply = await this.#reply(group);
    return reply.state === "unknown" ? { state: "denied", problem: reply.problem } : { state: "read" };
  }

  #reply(group: ReadGroup): Promise<GroupReply> {
    return this.#replies.of(group, () => this.#read(group));
  }

  async #read(group: ReadGroup): Promise<GroupReply> {
    const { parent } = group;
    if (group.collection.within === undefined) return this.#ask(group);
    const above =
      parent === undefined ? problems.unknown(problems.noParent(group)) : await this.#identified(parent);
    switch (above.state) {
      case "present":
        if (isLacking(group.collection, above.value.value)) return this.#lacking(group);
        return (await this.#inWhole(group, above.value.id)) ?? this.#ask(group, above.value.id);
      case "absent": {
        const { resource } = (parent && this.#on.places.get(parent)?.wanted) || {};
        const isLeft = resource !== undefined && isLacking(group.collection, resource.value);
        return isLeft ? this.#lacking(group) : { state: "whole", ...match([], group.wanted) };
      }
      case "unknown":
        return problems.unknown(problems.parentUnknown(above.problem));
    }
  }

  /**
   * Returns the reply for a group without a request, because the state of the parent rules out children of this kind.
   */
  #lacking(group: ReadGroup): GroupReply {
    const { parent, collection } = group;
    const { kind } = (parent && this.#on.places.get(parent)?.wanted) || {};
    const { field, lists } = collection.where ?? {};
    const reason = `its ${kind?.title ?? "parent"} has no \`${lists}\` among its \`${field}\``;
    return { state: "whole", ...match([], group.wanted), cannot: { reason } };
  }

  async #ask(group: ReadGroup, parentId?: string): Promise<GroupReply> {
    const { scope, collection } = group;
    const alone = group === this.#on.alone ? (true as const) : undefined;
    const named = await byLiveIds(group.wanted, this.#identifiedNow);
    const wanted = queriesOf(group, named, this.#on);
    // Resources that are to be removed are not taken from the read cache.
    const unchanged = this.#on.unchanged && named.every(({ identity }) => identity !== undefined);
    const reply = await this.#send(group, {
      collection: collection.name,
      scope,
      parentId,
      wanted,
      alone,
      ...(unchanged && { unchanged }),
    });
    if (reply.state !== "whole") return reply;
    if (reply.earlier) this.#earlier.set(group, reply.earlier);
    if (reply.requests !== undefined) this.#sizes.set(groupKey(group), reply.requests);
    const found = await keptMatch(
      { ...this.#on, elsewhere: this.#elsewhere },
      { group, items: reply.items, wanted: named },
    );
    const of = withAround(found.of, named, reply.around);
    return { state: "whole", ...found, of, cannot: reply.cannot };
  }

  /** Returns a group's part of a bulk read; undefined if the group must be read on its own. */
  async #inWhole(group: ReadGroup, parentId: string | undefined): Promise<GroupReply | undefined> {
    const part = parentId === undefined ? undefined : await this.#wholes.part(group, parentId);
    return part?.state === "whole"
      ? { state: "whole", ...match(part.items, group.wanted, this.#on.idOf) }
      : part;
  }

  async #send(group: ReadGroup, request: ReadRequest): Promise<ReadReply> {
    const { target, collection } = group;
    const reply = await this.#session(target).read(request, this.#on.signal);
    if (reply.state !== "whole") return reply;
    const { length: items } = reply.items;
    this.#on.listener?.({ type: "collectionRead", target, collection: collection.name, items });
    return reply;
  }

  #session(target: string): OpenTarget["session"] {
    const open = this.#on.targets.get(target);
    if (!open) throw new Error(`target ${target} is not open, but one of its collections is read`);
    return open.session;
  }

  /** Returns why the target's reply that an item does not exist cannot be trusted; undefined if it can be trusted. */
  #doubt(target: string): Promise<Problem | undefined> {
    const proof = this.#proofs.get(target) ?? this.#prove(target);
    this.#proofs.set(target, proof);
    return proof;
  }

  /**
   * Proves that a target works, by another successful read of this run or by the driver's probe. Waits for all reads
   * without dependencies, so that the number of requests does not depend on the order of replies.
   */
  async #prove(target: string): Promise<Problem | undefined> {
    const own = this.#replies.all().filter(([of]) => of.target === target && of.parent === undefined);
    const replies = await Promise.all(own.map(([, reply]) => reply));
    if (replies.some(({ state }) => state === "whole")) return undefined;
    const probe = this.#on.targets.get(target)?.driver.probe;
    const answer = probe && (await this.#session(target).read(probe, this.#on.signal));
    return answer?.state === "whole" ? undefined : problems.unproven(target, answer);
  }
}

function seenIn(
  { of, cannot }: Extract<GroupReply, { state: "whole" }>,
  address: Address,
): Observation<LiveResource> {
  const seen = of.get(address) ?? { state: "absent" };
  return seen.state === "absent" && cannot !== undefined ? { ...seen, cannot } : seen;
}
