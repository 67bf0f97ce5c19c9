/**
 * Answers to reads that the asking process still has. If an answer is unchanged, the holder of the session says only
 * this.
 */

import type { ReadReply, ReadRequest } from "../drivers/contract/contract.ts";
import { digest } from "../runtime/digest.ts";

/** An answer, and its token. */
interface KnownAnswer {
  readonly token: string;
  readonly reply: ReadReply;
}

/**
 * The maximum number of answers, which is more than the number of lists in a large network. Beyond it, the oldest
 * answers are dropped.
 */
const most = 200_000;

/**
 * The known answers of one target. The same question gets the same reply object, so that cached results which were
 * derived from it stay valid.
 */
export class KnownAnswers {
  readonly #answers = new Map<string, KnownAnswer>();

  keyOf(request: ReadRequest): string {
    return digest(JSON.stringify(request));
  }

  get(key: string): KnownAnswer | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: KnownAnswer): void {
    this.#answers.delete(key);
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size >= most) this.#answers.delete(oldest);
    this.#answers.set(key, answer);
  }
}
