/** Reads wholes, each once, and gives each group its part of them. */

import type { OpenTarget, ReadReply, ReadRequest } from "../drivers/contract/contract.ts";
import type { Kept } from "../kept/kept.ts";
import type { Address } from "../model/address.ts";
import type { Listener } from "../model/event.ts";
import { type LiveResource, type Observation, ownIdIn } from "../model/live/snapshot.ts";
import type { IdOf } from "../model/memory.ts";
import * as problems from "./problems.ts";
import { type ReadGroup, type ReadPlace, type WholeGroup, wantedOf } from "./query.ts";
import { type ReadAge, RecentReplies } from "./recent-replies.ts";

/** What reading needs. */
export interface CollectionReadContext {
  readonly places: Pick<ReadonlyMap<Address, ReadPlace>, "get">;
  /** The group of one resource that is read by itself. */
  readonly alone?: ReadGroup;
  /** The groups that are read together with others. */
  readonly wholes?: ReadonlyMap<ReadGroup, WholeGroup>;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly listener?: Listener | undefined;
  /** Parents that need no reading: what an earlier look or a create of this run has shown of them. */
  readonly known?: (parent: Address) => Observation<LiveResource> | undefined;
  /** What is known by its id, whatever it is called. Without it: nothing. */
  readonly idOf?: IdOf | undefined;
  /** What needs no reading, as its collection would show it. */
  readonly shown?: ReadonlyMap<Address, LiveResource> | undefined;
  /** True: what change logs say is unchanged need not be read again. */
  readonly unchanged?: boolean | undefined;
  /** After which time a collection is read anew; absent: never. And by which clock it is said when each was read. */
  readonly age?: ReadAge | undefined;
  readonly now?: ReadAge["now"] | undefined;
  /** What earlier runs have matched. */
  readonly kept?: Kept | undefined;
  readonly signal: AbortSignal;
}

/** What reading a whole needs. */
interface WholeReadContext {
  readonly identified: (address: Address) => Promise<Observation<LiveResource>>;
  /** Reads once, for a group and those that are read together with it. */
  readonly read: (group: ReadGroup, request: ReadRequest) => Promise<ReadReply>;
  readonly wholes?: ReadonlyMap<ReadGroup, WholeGroup> | undefined;
  readonly idOf?: IdOf | undefined;
  readonly age?: ReadAge | undefined;
  readonly now?: ReadAge["now"] | undefined;
}

/** The wholes of one moment. */
export class WholeReads {
  readonly #on: WholeReadContext;
  readonly #replies: RecentReplies<WholeGroup, ReadReply>;

  constructor(on: WholeReadContext) {
    this.#on = on;
    this.#replies = new RecentReplies(on);
  }

  /**
   * What a whole shows of a group, whose parent has this live id. Undefined where the group is read with its parent:
   * no whole shows it, or the whole is unknown, or it says nothing of this parent.
   */
  async part(group: ReadGroup, parentId: string): Promise<ReadReply | undefined> {
    const whole = this.#on.wholes?.get(group);
    if (!whole) return undefined;
    const reply = await this.#replies.of(whole, () => this.#read(whole, group));
    const part = partOf(reply, parentId);
    if (part || !group.collection.whole?.only) return part;
    return reply.state === "whole" ? { state: "whole", items: [] } : reply;
  }

  /** Of no more pages than there are requests that it saves. */
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

/** What a whole shows of one parent; undefined where it says nothing of it. */
export function partOf(reply: ReadReply, parentId: string): ReadReply | undefined {
  if (reply.state !== "whole") return undefined;
  const own = ownIdIn(parentId);
  if (reply.parentIds && !reply.parentIds.has(own)) return undefined;
  return { state: "whole", items: reply.items.filter((item) => item.parentId === own) };
}
