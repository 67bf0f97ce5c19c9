/** A runner in another thread, called through a port. This is the caller's end of the port. */

import { learnInto } from "../../../runtime/secrets/learned-secrets.ts";
import { openRedactor, type Redactor } from "../../../runtime/secrets/redactor.ts";
import type { ThreadPort } from "../../../runtime/threads.ts";
import type { LookRequest, Runner, SeenLook, Shard, ShardApply, ShardLook } from "../runner.ts";
import type { FromRunner, LookName, PlainLook, ToRunner } from "./protocol.ts";
import { RemoteSides } from "./remote-sides.ts";

/** The error of a call that the runner did not answer before it ended. */
export class RunnerEnded extends Error {}

interface Call {
  readonly shard: string;
  readonly redactor: Redactor;
  readonly listener?: LookRequest["listener"] | undefined;
  readonly on?: ShardApply["on"] | undefined;
  readonly answered: (message: FromRunner) => void;
  readonly broken: (error: Error) => void;
}

/** A connection to a runner. */
export class RemoteRunner implements Runner {
  readonly #port: Pick<ThreadPort, "postMessage">;
  readonly #calls = new Map<number, Call>();
  readonly #shards = new Map<string, RemoteSides>();
  readonly #names = new WeakMap<SeenLook, LookName>();
  #count = 0;

  constructor(port: Pick<ThreadPort, "postMessage">) {
    this.#port = port;
  }

  async look(shard: Shard, { earlier, only, full, ...request }: LookRequest): Promise<ShardLook> {
    const known = earlier && this.#names.get(earlier.look);
    const asked = {
      only,
      full,
      ...(known && earlier && { earlier: { ...known, anew: earlier.anew } }),
    };
    const redactor = request.redactor ?? openRedactor();
    const answer = await this.#ask({ ...request, redactor }, (call) => ({
      is: "look",
      call,
      shard,
      request: asked,
    }));
    if (answer.is !== "looked") throw new Error(`a look was answered ${answer.is}`);
    return this.#lookOf(shard, answer.look, redactor);
  }

  async apply(shard: Shard, { earlier, approval, consents, only, actor, ...request }: ShardApply) {
    const asked = { approval, consents, only, actor, earlier: earlier && this.#names.get(earlier) };
    const redactor = request.redactor ?? openRedactor();
    const answer = await this.#ask({ ...request, redactor }, (call) => ({
      is: "apply",
      call,
      shard,
      request: asked,
    }));
    if (answer.is !== "ended") throw new Error(`an apply was answered ${answer.is}`);
    return answer.ending;
  }

  /** Handles a message from the runner. */
  take(message: FromRunner): void {
    switch (message.is) {
      case "part":
        this.#sidesOf(message.shard).part(message.id, message.text);
        break;
      case "origins":
        this.#sidesOf(message.shard).locates(message.desired, message.parts);
        break;
      default:
        this.#answer(message);
    }
  }

  #answer(message: Exclude<FromRunner, { readonly is: "part" | "origins" }>): void {
    const call = this.#calls.get(message.call);
    if (!call) return;
    if (message.is === "learned") learnInto(call.redactor, message.learned);
    else if (message.is === "event") call.listener?.(message.event);
    else if (message.is === "said") call.on?.(message.event);
    else call.answered(message);
  }

  /** Rejects all open calls, since no message will come any more. */
  ended(error: RunnerEnded): void {
    for (const { broken } of this.#calls.values()) broken(error);
  }

  async #ask(
    {
      signal,
      afterWave,
      ...on
    }: Pick<Call, "redactor" | "listener" | "on"> &
      Pick<LookRequest, "signal"> & { readonly afterWave?: AbortSignal | undefined },
    messageOf: (call: number) => Extract<ToRunner, { readonly shard: Shard }>,
  ): Promise<FromRunner> {
    this.#count += 1;
    const call = this.#count;
    const message = messageOf(call);
    if (message.is === "look") signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<FromRunner>();
    this.#calls.set(call, { ...on, shard: message.shard.id, answered: resolve, broken: reject });
    const tell = (is: "abort" | "endAfterWave") => () =>
      this.#port.postMessage({ is, call } satisfies ToRunner);
    const [abort, end] = [tell("abort"), tell("endAfterWave")];
    this.#port.postMessage(message);
    if (signal.aborted) abort();
    if (afterWave?.aborted) end();
    signal.addEventListener("abort", abort, { once: true });
    afterWave?.addEventListener("abort", end, { once: true });
    try {
      const answer = await promise;
      if (answer.is !== "threw") return answer;
      if (message.is === "look") signal.throwIfAborted();
      throw new Error(answer.message);
    } finally {
      this.#calls.delete(call);
      signal.removeEventListener("abort", abort);
      afterWave?.removeEventListener("abort", end);
    }
  }

  #lookOf({ id: shard }: Shard, plain: PlainLook, secrets: Redactor): ShardLook {
    if (plain.is === "failed") return plain;
    const { id, sides, ...rest } = plain;
    const look: SeenLook = { ...rest, made: this.#sidesOf(shard).sides(sides), secrets };
    this.#names.set(look, { shard, look: id });
    return look;
  }

  #sidesOf(shard: string): RemoteSides {
    const known = this.#shards.get(shard) ?? new RemoteSides();
    this.#shards.set(shard, known);
    return known;
  }
}
