/** Replies of reads, each kept for as long as it is recent enough. */

import type { Milliseconds } from "../model/reply.ts";

/** How old a reply may be, and by which clock. */
export interface ReadAge {
  readonly now: () => Milliseconds;
  /** How long a reply of this target counts, from when it was there; what is as old as that counts no more. */
  readonly maxMs: (target: string) => Milliseconds;
}

interface KeptReply<Reply> {
  readonly reply: Promise<Reply>;
  /** What it came to, as soon as it is there. */
  ended?: Reply;
  /** When it was there. Undefined: it is under way. */
  endedAt?: Milliseconds;
}

/** By what was read. Without an age each reply counts for good. */
export class RecentReplies<
  Group extends { readonly target: string },
  Reply extends { readonly state: string },
> {
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
   * The reply that is recent or under way, else the one to this read. Where that tells nothing, since writes of this
   * run move a list under way, the one before counts on.
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

  /** The reply that is there and recent, without waiting. Undefined: ask for it. */
  atHand(group: Group): Reply | undefined {
    const known = this.#kept.get(group);
    return known && !this.#isOld(group, known) ? known.ended : undefined;
  }

  /** All that there are. */
  all(): readonly (readonly [Group, Promise<Reply>])[] {
    return [...this.#kept].map(([group, { reply }]) => [group, reply]);
  }

  /** When the last reply was there, by the clock that was given. Undefined: there was none yet. */
  endedAt(group: Group): Milliseconds | undefined {
    return this.#kept.get(group)?.endedAt;
  }

  #isOld({ target }: Group, { endedAt }: KeptReply<Reply>): boolean {
    if (this.#age === undefined || endedAt === undefined) return false;
    return this.#age.now() - endedAt >= this.#age.maxMs(target);
  }
}

async function readAgain<Reply extends { readonly state: string }>(
  read: () => Promise<Reply>,
  before: Promise<Reply>,
): Promise<Reply> {
  const reply = await read();
  return reply.state === "unknown" ? before : reply;
}
