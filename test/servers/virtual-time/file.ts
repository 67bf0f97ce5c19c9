import type { Clock } from "../../../src/model/wire.ts";

const syncMs = 2;

/** A virtual file that loses unsynchronized data when its process dies. */
export class ForgetfulFile {
  /** The flushed content, which survives the end of the process in any case. */
  durable = "";
  #text = "";
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Unflushed content. The operating system may have written all of it, a prefix of it, or nothing. */
  get volatile(): string {
    return this.#text.slice(this.durable.length);
  }

  async appendFile(text: string): Promise<void> {
    this.#text += text;
  }

  async datasync(): Promise<void> {
    const text = this.#text;
    await this.#clock.wait(syncMs);
    this.durable = text;
  }
}
