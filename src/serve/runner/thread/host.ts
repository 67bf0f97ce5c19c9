/** Answers a runner's requests that come through a port. This is the end of the port where the runner is. */

import { tellingRedactor } from "../../../runtime/secrets/learned-secrets.ts";
import { postData, type ThreadPort } from "../../../runtime/threads.ts";
import type { Runner, SeenLook, Shard } from "../runner.ts";
import type { FromRunner, LookName, PlainLook, ToRunner } from "./protocol.ts";
import { ShardSides } from "./shard-sides.ts";

/** A running call. */
interface Call {
  readonly stop: AbortController;
  readonly afterWave: AbortController;
}

/** Answers requests until the port is closed. */
export function serveRunner(port: ThreadPort, runner: Runner): void {
  const host = new RunnerHost(runner, (message) => postData(port, message));
  port.on("message", (message: ToRunner) => host.take(message));
}

class RunnerHost {
  readonly #runner: Runner;
  readonly #post: (message: FromRunner) => void;
  readonly #calls = new Map<number, Call>();
  readonly #shards = new Map<string, ShardSides>();

  constructor(runner: Runner, post: (message: FromRunner) => void) {
    this.#runner = runner;
    this.#post = post;
  }

  take(message: ToRunner): void {
    const { call } = message;
    const known = this.#calls.get(call);
    if (message.is === "abort") known?.stop.abort(new Error("ended"));
    else if (message.is === "endAfterWave") known?.afterWave.abort(new Error("somebody asked"));
    else this.#begin(message);
  }

  #begin(message: Extract<ToRunner, { readonly shard: Shard }>): void {
    const { call } = message;
    const under = { stop: new AbortController(), afterWave: new AbortController() };
    this.#calls.set(call, under);
    for (const sides of this.#shards.values()) sides.pause();
    const done = message.is === "look" ? this.#look(message, under) : this.#apply(message, under);
    void done
      .catch((error: unknown) => {
        this.#post({ is: "threw", call, message: error instanceof Error ? error.message : String(error) });
      })
      .finally(() => {
        this.#calls.delete(call);
        if (this.#calls.size === 0) for (const sides of this.#shards.values()) sides.goOn();
      });
  }

  async #look(
    { call, shard, request: { earlier, ...how } }: Extract<ToRunner, { readonly is: "look" }>,
    { stop }: Call,
  ): Promise<void> {
    const sides = this.#sidesOf(shard);
    const known = earlier && this.#named(earlier);
    const look = await this.#runner.look(shard, {
      ...how,
      earlier: known && { look: known, anew: earlier.anew },
      ...this.#told(call),
      signal: stop.signal,
    });
    const plain: PlainLook =
      look.is === "seen" ? await this.#seen(look, sides) : { ...look, read: shown(look.read) };
    stop.signal.throwIfAborted();
    this.#post({ is: "looked", call, look: plain });
  }

  async #seen(look: SeenLook, sides: ShardSides): Promise<PlainLook> {
    const { is, read, problems, plan, targets, findings, last } = look;
    const written = await sides.write(look);
    return {
      is,
      read: { project: read.project, fileName: read.fileName },
      problems,
      plan,
      targets,
      findings,
      last,
      ...written,
    };
  }

  async #apply(
    { call, shard, request: { earlier, ...how } }: Extract<ToRunner, { readonly is: "apply" }>,
    { stop, afterWave }: Call,
  ): Promise<void> {
    const ending = await this.#runner.apply(shard, {
      ...how,
      earlier: earlier && this.#named(earlier),
      ...this.#told(call),
      on: (event) => this.#post({ is: "said", call, event }),
      signal: stop.signal,
      afterWave: afterWave.signal,
    });
    this.#post({ is: "ended", call, ending });
  }

  /** Secrets are sent before any message with a text that contains them. */
  #told(call: number) {
    return {
      redactor: tellingRedactor((learned) => this.#post({ is: "learned", call, learned })),
      listener: (event: Extract<FromRunner, { readonly is: "event" }>["event"]) =>
        this.#post({ is: "event", call, event }),
    };
  }

  #named({ shard, look }: LookName): SeenLook | undefined {
    return this.#shards.get(shard)?.look(look);
  }

  #sidesOf({ id }: Shard): ShardSides {
    const known = this.#shards.get(id) ?? new ShardSides(id, this.#post);
    this.#shards.set(id, known);
    return known;
  }
}

function shown(read: SeenLook["read"] | undefined): SeenLook["read"] | undefined {
  return read && { project: read.project, fileName: read.fileName };
}
