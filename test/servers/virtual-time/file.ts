import type { Clock } from "../../../src/model/wire.ts";

const syncMs = 2;

/** A file in virtual time that forgets what was not synchronised when its process dies. */
export class ForgetfulFile {
  /** What outlives the process for sure. */
  durable = "";
  #text = "";
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What the operating system may have written without being told to, all of it or any part from the front. */
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
