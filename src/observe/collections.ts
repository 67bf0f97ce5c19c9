/** Reads the collections of targets, each once, children after the parents that select them. */

import type { OpenTarget, ReadReply, ReadRequest } from "../drivers/contract.ts";
import type { Address } from "../model/address.ts";
import { collectionKey } from "../model/collection.ts";
import type { Resource } from "../model/desired.ts";
import type { Listener } from "../model/event.ts";
import type { Problem } from "../model/problem.ts";
import { referred, withKeys } from "../model/references.ts";
import type { LiveResource, Observation } from "../model/snapshot.ts";
import { type MatchResult, match } from "./match.ts";
import * as problems from "./problems.ts";
import type { ReadGroup, ReadPlace } from "./query.ts";

/** What a group's read came to: a match, the server's word that there is nothing, or nothing known. */
type GroupReply = Exclude<ReadReply, { state: "whole" }> | ({ readonly state: "whole" } & MatchResult);

/** Whether a group may be read. */
type CollectionAccess =
  | { readonly state: "read" | "untried" }
  | { readonly state: "denied"; readonly problem: Problem };

/** What reading needs. */
export interface CollectionReadContext {
  readonly places: Pick<ReadonlyMap<Address, ReadPlace>, "get">;
  /** The group of one resource that is read by itself. */
  readonly alone?: ReadGroup;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly listener?: Listener | undefined;
  /** Parents that need no reading: what an earlier look or a create of this run told of them. */
  readonly known?: (parent: Address) => Observation<LiveResource> | undefined;
  readonly signal: AbortSignal;
}

/** Reads lazily: what is asked for, and what must be known for it; each collection at most once. */
export class Collections {
  readonly #on: CollectionReadContext;
  readonly #replies = new Map<ReadGroup, Promise<GroupReply>>();
  readonly #proofs = new Map<string, Promise<Problem | undefined>>();
  /** Live id → address, of what a group shows. */
  readonly #ids = new Map<ReadGroup, Promise<Map<string, Address>>>();

  readonly #sizes = new Map<string, number>();

  constructor(on: CollectionReadContext) {
    this.#on = on;
  }

  /** The observation of one declared resource. Never rejects for the world's trouble. */
  async observation(address: Address): Promise<Observation<LiveResource>> {
    const seen = await this.#seen(address);
    const resource = this.#on.places.get(address)?.wanted.resource;
    return resource ? this.#withKeys(resource, seen) : seen;
  }

  /** As the target shows it: with ids where its fields name others. */
  async #seen(address: Address): Promise<Observation<LiveResource>> {
    const { wanted, group } = this.#on.places.get(address) ?? {};
    if (!wanted) return unknown(problems.notOpen(address));
    if (!group) return unknown(problems.notReadable(address, wanted.kind));
    const reply = await this.#reply(group);
    if (reply.state === "whole") return reply.of.get(address) ?? { state: "absent" };
    if (reply.state === "unknown") return unknown({ ...reply.problem, address });
    if (group.collection.absence === "list") return unknown(problems.noList(address, group));
    const doubt = await this.#doubt(group.target);
    return doubt ? unknown({ ...doubt, address }) : reply;
  }

  /** With the keys of what its fields name in the place of ids. Unknown when those are. */
  async #withKeys(resource: Resource, seen: Observation<LiveResource>): Promise<Observation<LiveResource>> {
    if (seen.state !== "present") return seen;
    const named = referred(resource, resource.value);
    if (named.size === 0) return seen;
    const ids = new Map<string, ReadonlyMap<string, Address>>();
    for (const [field, address] of named) {
      const found = await this.#addressesById(address);
      if ("problem" in found) return unknown(problems.namedUnknown(address, found.problem));
      ids.set(field, found);
    }
    return { ...seen, value: { ...seen.value, value: withKeys(seen.value.value, ids) } };
  }

  /** Of everything declared that is listed together with this: by live id. Made once for each group. */
  async #addressesById(named: Address): Promise<ReadonlyMap<string, Address> | { problem: Problem }> {
    const { group } = this.#on.places.get(named) ?? {};
    if (!group) return new Map();
    const seen = await this.#identified(named);
    if (seen.state === "unknown") return seen;
    const known = this.#ids.get(group) ?? this.#idsOf(group);
    this.#ids.set(group, known);
    const found = await known;
    // What this run has made since the group was read.
    if (seen.state === "present" && seen.value.id !== undefined) found.set(seen.value.id, named);
    return found;
  }

  async #idsOf(group: ReadGroup): Promise<Map<string, Address>> {
    const found = new Map<string, Address>();
    for (const { resource } of group.wanted) {
      const { address } = resource;
      const seen = await this.#identified(address);
      if (seen.state === "present" && seen.value.id !== undefined) found.set(seen.value.id, address);
    }
    return found;
  }

  async #identified(address: Address): Promise<Observation<LiveResource>> {
    return this.#on.known?.(address) ?? this.#seen(address);
  }

  /** By collection key, how many requests a read of it took, where that was not one. */
  get sizes(): ReadonlyMap<string, number> {
    return this.#sizes;
  }

  /** The items of a group that nobody declares; none when it was not read whole. */
  async unclaimed(group: ReadGroup): Promise<MatchResult["unclaimed"]> {
    const reply = await this.#reply(group);
    return reply.state === "whole" ? reply.unclaimed : [];
  }

  /** Whether a group may be read; untried where its parent is not there, or nobody knows. */
  async access(group: ReadGroup): Promise<CollectionAccess> {
    const { parent } = group;
    const above = parent === undefined ? undefined : await this.#identified(parent);
    if (group.collection.within !== undefined && above?.state !== "present") return { state: "untried" };
    const reply = await this.#reply(group);
    return reply.state === "unknown" ? { state: "denied", problem: reply.problem } : { state: "read" };
  }

  #reply(group: ReadGroup): Promise<GroupReply> {
    const known = this.#replies.get(group);
    if (known !== undefined) return known;
    const reply = this.#read(group);
    this.#replies.set(group, reply);
    return reply;
  }

  async #read(group: ReadGroup): Promise<GroupReply> {
    const { parent } = group;
    if (group.collection.within === undefined) return this.#ask(group);
    const above = parent === undefined ? unknown(problems.noParent(group)) : await this.#identified(parent);
    switch (above.state) {
      case "present":
        return this.#ask(group, above.value.id);
      case "absent":
        return { state: "whole", ...match([], group.wanted) };
      case "unknown":
        return unknown(problems.parentUnknown(above.problem));
    }
  }

  async #ask(group: ReadGroup, parentId?: string): Promise<GroupReply> {
    const { target, scope } = group;
    const collection = group.collection.name;
    const alone = group === this.#on.alone ? (true as const) : undefined;
    const request = { collection, scope, parentId, wanted: wantedOf(group), alone };
    const reply = await this.#session(target).read(request, this.#on.signal);
    if (reply.state !== "whole") return reply;
    if (reply.requests !== undefined) this.#sizes.set(collectionKey(group, group.collection), reply.requests);
    this.#on.listener?.({ type: "collectionRead", target, collection, items: reply.items.length });
    return { state: "whole", ...match(reply.items, group.wanted) };
  }

  #session(target: string): OpenTarget["session"] {
    const open = this.#on.targets.get(target);
    if (!open) throw new Error(`a collection of ${target} is read, which is not open`);
    return open.session;
  }

  /** Why the target's word that an item does not exist can't be believed; undefined when it can. */
  #doubt(target: string): Promise<Problem | undefined> {
    const known = this.#proofs.get(target);
    if (known !== undefined) return known;
    const proof = this.#prove(target);
    this.#proofs.set(target, proof);
    return proof;
  }

  /**
   * Another read of this run that was whole, else the driver's probe. Waits for all reads that wait for no other,
   * so that the number of requests does not depend on the order of replies.
   */
  async #prove(target: string): Promise<Problem | undefined> {
    const own = [...this.#replies].filter(([group]) => group.target === target && group.parent === undefined);
    const replies = await Promise.all(own.map(([, reply]) => reply));
    if (replies.some(({ state }) => state === "whole")) return undefined;
    const probe = this.#on.targets.get(target)?.driver.probe;
    const answer = probe && (await this.#session(target).read(probe, this.#on.signal));
    return answer?.state === "whole" ? undefined : problems.unproven(target, answer);
  }
}

/** All names under which its resources may be found. */
function wantedOf({ wanted }: ReadGroup): ReadRequest["wanted"] {
  return wanted.flatMap(({ resource, identity, before, declared }) => {
    const { kind, scope, lists, ownership } = resource;
    const exclusive = ownership === "exclusive" ? (true as const) : undefined;
    return [...new Set([identity, before])].flatMap((name) =>
      name === undefined ? [] : [{ kind, identity: name, scope, declared, lists, exclusive }],
    );
  });
}

function unknown(problem: Problem): { readonly state: "unknown"; readonly problem: Problem } {
  return { state: "unknown", problem };
}
