import type { Clock } from "../../../src/model/wire.ts";

const syncMs = 2;

/** A virtual file that loses unflushed data when its process dies. */
export class ForgetfulFile {
  /** The flushed content. It always survives the end of the process. */
  durable = "";
  #text = "";
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The unflushed content. The operating system may have written all of it, its beginning, or nothing. */
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
