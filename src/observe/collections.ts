/** Reads the collections of one target, each once, children after the parents that select them. */

import type { OpenTarget, ReadReply, ReadRequest } from "../drivers/contract.ts";
import type { Address } from "../model/address.ts";
import type { Listener } from "../model/event.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Live, Observation } from "../model/snapshot.ts";
import { type Items, match, sortItems } from "./match.ts";
import type { Group, Groups, Wanted } from "./wanted.ts";

/** What a group's read came to: its items, nothing at all, or nothing known. */
export type GroupReply =
  | Exclude<ReadReply, { state: "whole" }>
  | (Extract<ReadReply, { state: "whole" }> & Items);

/** What reading needs. */
export interface Reading {
  readonly groups: Groups;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly listener: Listener | undefined;
  /** Parents that need no reading: what an earlier look or a create of this run told of them. */
  readonly known?: (parent: Address) => Observation<Live> | undefined;
  readonly signal: AbortSignal;
}

/** Reads lazily: what is asked for is read, and what must be known for it; each collection once. */
export class Collections {
  readonly #on: Reading;
  readonly #replies = new Map<Group, Promise<GroupReply>>();
  readonly #probes = new Map<string, Promise<boolean>>();

  constructor(on: Reading) {
    this.#on = on;
  }

  /** The observation of one declared resource. */
  async observation(wanted: Wanted, group: Group): Promise<Observation<Live>> {
    const reply = await this.reply(group);
    if (reply.state === "unknown") return { state: "unknown", problem: about(wanted, reply.problem) };
    if (reply.state === "whole") return match(wanted, reply);
    if (group.kind.collection.absence === "list" || (await this.#worksOtherwise(group.target))) return reply;
    const text = `${group.target} says that ${wanted.resource.address} does not exist, but no other read of it succeeded`;
    const hint = "Absence counts only where the target otherwise works: check its URL and credential.";
    return {
      state: "unknown",
      problem: problem("absence-unproven", text, { address: wanted.resource.address, hint }),
    };
  }

  /** The reply of a group's one read. */
  reply(group: Group): Promise<GroupReply> {
    const known = this.#replies.get(group);
    if (known !== undefined) return known;
    const reply = this.#read(group);
    this.#replies.set(group, reply);
    return reply;
  }

  async #read(group: Group): Promise<GroupReply> {
    const target = this.#on.targets.get(group.target);
    const { kind } = group;
    if (!target || target.dialect.operations[kind.name]?.read === "none") return unreadable(group);
    if (group.parent === undefined) return this.#ask(target, group);
    const parent = await this.#parent(group.parent);
    if (parent.state === "absent") return { state: "whole", items: [], ...sortItems([], []) };
    if (parent.state === "unknown") return { state: "unknown", problem: parent.problem };
    return this.#ask(target, group, parent.value.id);
  }

  async #parent(address: Address): Promise<Observation<Live>> {
    const known = this.#on.known?.(address);
    if (known) return known;
    const place = this.#on.groups.of.get(address);
    if (place) return this.observation(place.wanted, place.group);
    return { state: "unknown", problem: problem("unknown-parent", `${address} is not declared`) };
  }

  async #ask(target: OpenTarget, group: Group, parentId?: string): Promise<GroupReply> {
    const request: ReadRequest = {
      collection: group.kind.collection.name,
      scope: group.scope,
      ...(parentId !== undefined && { parentId }),
      wanted: group.wanted.map(({ resource, identity }) => ({
        kind: resource.kind,
        identity,
        scope: resource.scope,
      })),
    };
    const reply = await target.session.read(request, this.#on.signal);
    if (reply.state !== "whole") return reply;
    const { collection } = request;
    this.#on.listener?.({
      type: "collectionRead",
      target: group.target,
      collection,
      items: reply.items.length,
    });
    return { ...reply, ...sortItems(reply.items, group.wanted) };
  }

  /** True when some read of the target succeeded: one of this run's, else the driver's probe. */
  #worksOtherwise(name: string): Promise<boolean> {
    const known = this.#probes.get(name);
    if (known !== undefined) return known;
    const answer = this.#anyWhole(name).then((works) => works || this.#probe(name));
    this.#probes.set(name, answer);
    return answer;
  }

  /** Waits for the target's reads that wait for no other, so that the number of requests does not depend on order. */
  async #anyWhole(name: string): Promise<boolean> {
    const own = [...this.#replies].filter(([group]) => group.target === name && group.parent === undefined);
    const pending = own.map(([, reply]) => reply);
    return (await Promise.all(pending)).some(({ state }) => state === "whole");
  }

  async #probe(name: string): Promise<boolean> {
    const target = this.#on.targets.get(name);
    const { probe } = target?.driver ?? {};
    if (!target || !probe) return false;
    return (await target.session.read(probe, this.#on.signal)).state === "whole";
  }
}

function unreadable({ target, kind }: Group): GroupReply {
  const text = `${target} has no way to read a ${kind.title}`;
  return { state: "unknown", problem: problem("not-readable", text, { hint: "See docs/open-points.md." }) };
}

function about({ resource }: Wanted, found: Problem): Problem {
  return found.address === undefined ? { ...found, address: resource.address } : found;
}
