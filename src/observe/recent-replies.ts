/** A cache of read replies with a maximum age. */

import type { Scope } from "../model/desired.ts";
import type { Milliseconds } from "../model/reply.ts";

/** The part of a target to which a read belongs. Without a scope, the read spans several scopes. */
interface ReadPart {
  readonly target: string;
  readonly scope?: Scope;
}

/** The maximum age of a reply, and its clock. */
export interface ReadAge {
  readonly now: () => Milliseconds;
  /** How long a reply of this part is valid after its arrival. At exactly this age, it is no longer valid. */
  readonly maxMs: (part: ReadPart) => Milliseconds;
}

interface KeptReply<Reply> {
  readonly reply: Promise<Reply>;
  /** The result, once it has arrived. */
  ended?: Reply;
  /** When the result arrived; undefined while the read is in progress. */
  endedAt?: Milliseconds;
}

/** The cache. Its keys identify reads. Without a maximum age, replies never expire. */
export class RecentReplies<Group extends ReadPart, Reply extends { readonly state: string }> {
  readonly #kept = new Map<Group, KeptReply<Reply>>();
  readonly #age: ReadAge | undefined;
  readonly #now: (() => Milliseconds) | undefined;

  constructor({
    age,
    now = age?.now,
  }: { readonly age?: ReadAge | undefined; readonly now?: ReadAge["now"] | undefined }) {
    this.#age = age;
    this.#now = now;
  }

  /**
   * Returns the recent reply, or the reply of a read in progress. If there is neither, reads anew. If the new read is
   * inconclusive because this run's writes change a paged list, the previous reply remains valid.
   */
  of(group: Group, read: () => Promise<Reply>): Promise<Reply> {
    const known = this.#kept.get(group);
    if (known && !this.#isOld(group, known)) return known.reply;
    const reply = known ? readAgain(read, known.reply) : read();
    const kept: KeptReply<Reply> = { reply };
    this.#kept.set(group, kept);
    const ended = (came?: Reply) => {
      if (came) kept.ended = came;
      const at = this.#now?.();
      if (at !== undefined) kept.endedAt = at;
    };
    reply.then(ended, () => ended());
    return reply;
  }

  /** Returns a recent reply that is available without waiting; undefined if `of` must be called. */
  atHand(group: Group): Reply | undefined {
    const known = this.#kept.get(group);
    return known && !this.#isOld(group, known) ? known.ended : undefined;
  }

  /** All replies, by group. */
  all(): readonly (readonly [Group, Promise<Reply>])[] {
    return [...this.#kept].map(([group, { reply }]) => [group, reply]);
  }

  /** Returns when the last reply arrived, by the given clock; undefined if none has arrived yet. */
  endedAt(group: Group): Milliseconds | undefined {
    return this.#kept.get(group)?.endedAt;
  }

  #isOld(group: Group, { endedAt }: KeptReply<Reply>): boolean {
    if (this.#age === undefined || endedAt === undefined) return false;
    return this.#age.now() - endedAt >= this.#age.maxMs(group);
  }
}

async function readAgain<Reply extends { readonly state: string }>(
  read: () => Promise<Reply>,
  before: Promise<Reply>,
): Promise<Reply> {
  const reply = await read();
  return reply.state === "unknown" ? before : reply;
}
