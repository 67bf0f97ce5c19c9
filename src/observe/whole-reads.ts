/** Makes bulk reads, each once, and finds the part of each that belongs to a group. */

import type { OpenTarget, ReadReply, ReadRequest } from "../drivers/contract/contract.ts";
import type { KeptResults } from "../kept/kept.ts";
import type { Address } from "../model/address.ts";
import type { Listener } from "../model/event.ts";
import { type LiveResource, type Observation, ownIdIn } from "../model/live/snapshot.ts";
import type { IdOf } from "../model/memory.ts";
import * as problems from "./problems.ts";
import { type ReadGroup, type ReadPlace, type WholeGroup, wantedOf } from "./query.ts";
import { type ReadAge, RecentReplies } from "./recent-replies.ts";

/** The context of collection reads. */
export interface CollectionReadContext {
  readonly places: Pick<ReadonlyMap<Address, ReadPlace>, "get">;
  /** The group of a resource that is read individually. */
  readonly alone?: ReadGroup;
  /** Groups that are read in bulk. */
  readonly wholes?: ReadonlyMap<ReadGroup, WholeGroup>;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly listener?: Listener | undefined;
  /**
   * Returns the observation of a parent that an earlier read or a create of this run has shown. Such a parent need not
   * be read. Undefined for any other parent.
   */
  readonly known?: (parent: Address) => Observation<LiveResource> | undefined;
  /** Returns the known id of a resource, whatever its name. Absent: no ids are known. */
  readonly idOf?: IdOf | undefined;
  /** Resources that need not be read, as their collections would show them. */
  readonly shown?: ReadonlyMap<Address, LiveResource> | undefined;
  /** True: resources that change logs report as unchanged need not be read again. */
  readonly unchanged?: boolean | undefined;
  /** The maximum age of a read. Absent: unlimited. */
  readonly age?: ReadAge | undefined;
  /** The clock for read times. Absent: read times are not recorded. */
  readonly now?: ReadAge["now"] | undefined;
  /** Matches of earlier runs. */
  readonly kept?: KeptResults | undefined;
  readonly signal: AbortSignal;
}

/** The context of bulk reads. */
interface WholeReadContext {
  readonly identified: (address: Address) => Promise<Observation<LiveResource>>;
  /** Makes one read for a group and the groups that share the read. */
  readonly read: (group: ReadGroup, request: ReadRequest) => Promise<ReadReply>;
  readonly wholes?: ReadonlyMap<ReadGroup, WholeGroup> | undefined;
  readonly idOf?: IdOf | undefined;
  readonly age?: ReadAge | undefined;
  readonly now?: ReadAge["now"] | undefined;
}

/** The bulk reads of one view. */
export class WholeReads {
  readonly #on: WholeReadContext;
  readonly #replies: RecentReplies<WholeGroup, ReadReply>;

  constructor(on: WholeReadContext) {
    this.#on = on;
    this.#replies = new RecentReplies(on);
  }

  /**
   * Returns a group's part of a bulk read. Undefined if the group must be read on its own: no bulk read shows it, or
   * the bulk read is unknown, or it does not cover the parent with this live id.
   */
  async part(group: ReadGroup, parentId: string): Promise<ReadReply | undefined> {
    const whole = this.#on.wholes?.get(group);
    if (!whole) return undefined;
    const reply = await this.#replies.of(whole, () => this.#read(whole, group));
    const part = partOf(reply, parentId);
    if (part || !group.collection.whole?.only) return part;
    return reply.state === "whole" ? { state: "whole", items: [] } : reply;
  }

  /** Makes a bulk read, but only if it replaces at least as many requests as it has pages. */
  async #read(
    { within, groups }: WholeGroup,
    { collection, scope, ...group }: ReadGroup,
  ): Promise<ReadReply> {
    const above = await this.#on.identified(within);
    if (above.state === "unknown") return { ...above, problem: problems.parentUnknown(above.problem) };
    if (above.state === "absent") return { state: "whole", items: [] };
    const wanted = await Promise.all(groups.map((each) => this.#wantedIn(each)));
    const { name, whole } = collection;
    return this.#on.read(
      { collection, scope, ...group },
      {
        collection: name,
        scope,
        parentId: above.value.id,
        wanted: wanted.flat(),
        whole: true,
        mostPages: whole?.only ? undefined : groups.length,
      },
    );
  }

  async #wantedIn(group: ReadGroup): Promise<ReturnType<typeof wantedOf>> {
    const { parent } = group;
    const above = parent === undefined ? undefined : await this.#on.identified(parent);
    const id = above?.state === "present" ? above.value.id : undefined;
    return id === undefined
      ? []
      : wantedOf(group, this.#on.idOf).map((one) => ({ ...one, parentId: ownIdIn(id) }));
  }
}

/** Returns the part of a bulk read for one parent; undefined if the bulk read does not cover the parent. */
export function partOf(reply: ReadReply, parentId: string): ReadReply | undefined {
  if (reply.state !== "whole") return undefined;
  const own = ownIdIn(parentId);
  if (reply.parentIds && !reply.parentIds.has(own)) return undefined;
  return { state: "whole", items: reply.items.filter((item) => item.parentId === own) };
}
