/** Reads a change log for checks before writes: once for all writes that come within a few seconds. */

import type { ChangeFacts, ChangeLogReader, ReadLog } from "../../drivers/contract/change-log.ts";
import type { Scope } from "../../model/desired.ts";
import type { Milliseconds } from "../../model/reply.ts";
import { noReads, type SeenLog } from "./kept-reads.ts";
import { marginMs, viewOf } from "./log-view.ts";

/** The input for reading a log. Times are in milliseconds since 1970 by this machine's clock. */
interface RecentLogInput {
  readonly scope: Scope;
  readonly maxAgeMs: Milliseconds;
  /** The maximum delay until a change appears in the log. */
  readonly lateMs: Milliseconds;
  /** The ids that entries may concern. */
  readonly known: ReadonlySet<string>;
}

interface LogPorts {
  readonly facts: ChangeFacts;
  readonly readLog: ChangeLogReader;
  readonly now: () => Milliseconds;
}

/** The logs of one target since a plan began. A log that was not trusted once is not read again. */
export class RecentLogs {
  readonly #on: LogPorts;
  readonly #logs = new Map<
    string,
    { readonly at: Milliseconds; readonly read: Promise<ReadLog | undefined> }
  >();
  readonly #seen = new Map<string, SeenLog>();
  readonly #distrusted = new Set<string>();
  #begunAt: Milliseconds;

  constructor(on: LogPorts) {
    this.#on = on;
    this.#begunAt = on.now();
  }

  begin(): void {
    this.#begunAt = this.#on.now();
    this.#logs.clear();
    this.#seen.clear();
    this.#distrusted.clear();
  }

  /** All entries since shortly before the plan began; undefined if the log cannot be trusted. */
  async read(input: RecentLogInput, signal: AbortSignal): Promise<ReadLog | undefined> {
    const log = input.scope[this.#on.facts.within] ?? "";
    if (this.#distrusted.has(log)) return undefined;
    const known = this.#logs.get(log);
    const at = this.#on.now();
    if (known && at - known.at < input.maxAgeMs) return known.read;
    const read = this.#ask(log, { ...input, at }, signal);
    this.#logs.set(log, { at, read });
    return read;
  }

  async #ask(
    log: string,
    { scope, lateMs, known, at }: RecentLogInput & { readonly at: Milliseconds },
    signal: AbortSignal,
  ): Promise<ReadLog | undefined> {
    const from = this.#begunAt - marginMs;
    const reply = await this.#on.readLog({ scope, since: new Date(from).toISOString() }, signal);
    const before = this.#seen.get(log);
    const facts = { ...this.#on.facts, lateSeconds: lateMs / 1000 };
    const kept = { ...noReads, logs: new Map(before && [[log, before]]) };
    const now = this.#on.now();
    const view = viewOf({ facts, kept, log, from, now, reply, known });
    if (view.seen) this.#seen.set(log, view.seen);
    if (reply.state === "whole" && view.state === "believed" && reply.serverAt !== undefined)
      return { entries: reply.changes, at, ahead: reply.serverAt - now };
    this.#distrusted.add(log);
    return undefined;
  }
}
