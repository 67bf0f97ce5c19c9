/** A simulated server that accepts several writes in one request, with drawn latencies and refusals, and a log. */

import type { BatchReply, BatchSession } from "../../../../src/drivers/contract/batch-session.ts";
import type { Address } from "../../../../src/model/address.ts";
import { problem } from "../../../../src/model/problem.ts";
import type { Reply, Task } from "../../../../src/model/reply.ts";
import type { VirtualClock } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";

/** A drawn write, and how it behaves. */
export interface DrawnWrite {
  readonly address: Address;
  readonly scope: string;
  readonly comesAt: number;
  /** How long the read before the write takes, in milliseconds. */
  readonly looksMs: number;
  /** True if the read before the write shows that the write is not needed. */
  readonly isDone: boolean;
  /** True if the server never accepts the write. */
  readonly isBad: boolean;
  /**
   * The write's group. Two writes of the same group may not be in transit at the same time. If absent, the write is in
   * no group.
   */
  readonly exclusive?: string;
}

/** How the server treats batches. */
export interface BatchHabits {
  readonly size: number;
  readonly running: number;
  /** How long a request takes to the server and its answer back, in milliseconds. */
  readonly awayMs: readonly [number, number];
  /** How long a batch still runs after its answer, in milliseconds. If undefined, it has ended when it is answered. */
  readonly lastsMs: number | undefined;
  /** True if the server reports which writes are bad. */
  readonly saysWhich: boolean;
  /** True if the server detects bad writes only while the batch runs. */
  readonly findsLate: boolean;
  /** True if the server accepts no batches. */
  readonly takesNone: boolean;
}

/** Draws how a server treats batches. */
export function batchHabits(draw: Draw): BatchHabits {
  const isFar = maybe(draw, 0.6);
  const ms = () => (isFar ? 500 + under(draw, 6000) : 10 + under(draw, 50));
  return {
    size: 2 + under(draw, 4),
    running: pick(draw, [1, 1, 2, 3]),
    awayMs: [ms(), ms()],
    lastsMs: pick(draw, [undefined, 200, 1500, 12_000]),
    saysWhich: maybe(draw, 0.5),
    findsLate: maybe(draw, 0.4),
    takesNone: maybe(draw, 0.1),
  };
}

/** Draws the writes. In some seeds, all of them come at once. */
export function batchWrites(draw: Draw): {
  readonly isAtOnce: boolean;
  readonly writes: readonly DrawnWrite[];
} {
  const isAtOnce = maybe(draw, 0.5);
  const bad = pick(draw, [0, 0, 0.2, 0.3]);
  const isKeptApart = maybe(draw, 0.2);
  const slow = pick(draw, [0, 1000, 9000, 9000]);
  const writes = Array.from({ length: 1 + under(draw, 20) }, (_, number): DrawnWrite => {
    const scope = pick(draw, ["a", "a", "a", "b"]);
    return {
      ...{ address: `t/network/n${number}`, scope },
      comesAt: isAtOnce || maybe(draw, 0.5) ? 0 : under(draw, 12_000),
      looksMs: isAtOnce ? under(draw, 2000) : under(draw, maybe(draw, 0.5) ? 200 : slow + 1),
      isDone: !isAtOnce && maybe(draw, 0.15),
      isBad: maybe(draw, bad),
      ...(isKeptApart && { exclusive: scope }),
    };
  });
  return { isAtOnce, writes };
}

/** A request with one or several writes, and the time when it ended. */
export interface Sending {
  readonly writes: readonly DrawnWrite[];
  readonly isBatch: boolean;
  readonly leftAt: number;
  endedAt: number | undefined;
  /** Set if the batch was refused, and the server did not name the bad writes. */
  isRefused?: true;
}

/** The server. */
export class BatchServer {
  readonly sendings: Sending[] = [];
  /** How often each write was carried out. */
  readonly deeds = new Map<Address, number>();
  /** The writes that must be sent separately from now on. */
  readonly apart = new Set<Address>();
  /** Called for each request when it is sent. */
  onLeft: (writes: readonly DrawnWrite[]) => void = () => {};
  readonly #tasks = new Map<string, { readonly sending: Sending; readonly bad: readonly number[] }>();
  readonly #habits: BatchHabits;
  readonly #clock: VirtualClock;
  readonly #known: ReadonlyMap<Address, DrawnWrite>;

  constructor(habits: BatchHabits, writes: readonly DrawnWrite[], clock: VirtualClock) {
    this.#habits = habits;
    this.#clock = clock;
    this.#known = new Map(writes.map((one) => [one.address, one]));
  }

  /** Accepts a single write. */
  readonly one = async ({ address }: { readonly address: Address }): Promise<Reply> => {
    const sending = this.#left([address], false);
    await this.#clock.wait(this.#habits.awayMs[0]);
    const [write] = sending.writes;
    if (write && !write.isBad) this.#carryOut([write]);
    await this.#clock.wait(this.#habits.awayMs[1]);
    sending.endedAt = this.#clock.now();
    return write?.isBad ? { meaning: "refused", problem: refusal } : { meaning: "accepted", id: undefined };
  };

  /** Accepts several writes atomically. */
  readonly several: BatchSession["send"] = async (writes): Promise<BatchReply> => {
    const { takesNone, findsLate, lastsMs, awayMs } = this.#habits;
    const sending = this.#left(
      writes.map(({ address }) => address),
      true,
    );
    await this.#clock.wait(awayMs[0]);
    const bad = [...sending.writes.entries()].flatMap(([at, { isBad }]) => (isBad ? [at] : []));
    const isLate = lastsMs !== undefined && findsLate;
    const isRefused = takesNone || (bad.length > 0 && !isLate);
    if (!isRefused && bad.length === 0) this.#carryOut(sending.writes);
    await this.#clock.wait(awayMs[1]);
    if (isRefused || lastsMs === undefined) sending.endedAt = this.#clock.now();
    if (isRefused) return this.#refused(sending, bad);
    if (lastsMs === undefined)
      return { meaning: "over", replies: sending.writes.map(() => ({ meaning: "accepted", id: undefined })) };
    const id = `batch-${this.#tasks.size}`;
    this.#tasks.set(id, { sending, bad });
    const place = { id, path: `/batches/${id}`, kind: "network", operation: "create" } as const;
    const times = { everyMs: 1000, withinMs: 120_000 };
    const of = sending.writes.length;
    return { meaning: "tasks", tasks: writes.map((_, at) => ({ ...place, ...times, batch: { at, of } })) };
  };

  /**
   * Refuses a batch. If the server names the bad writes, they must be sent separately from then on. Otherwise the batch
   * must be halved until single writes are left.
   */
  #refused(sending: Sending, bad: readonly number[]): BatchReply {
    const { takesNone, saysWhich } = this.#habits;
    const isNamed = saysWhich && !takesNone && bad.length < sending.writes.length;
    if (!isNamed) sending.isRefused = true;
    this.#setApart(sending, isNamed ? bad : undefined);
    return { meaning: "refused", problem: refusal, ...(saysWhich && !takesNone && { named: bad }) };
  }

  #setApart({ writes }: Sending, named?: readonly number[]): void {
    for (const [at, { address }] of writes.entries())
      if (named ? named.includes(at) : writes.length < 4) this.apart.add(address);
  }

  /**
   * Waits for the end of a batch. Returns undefined if it was carried out, and otherwise which write prevented it: this
   * write (`it`), another write, or an unknown one.
   */
  async end({ id, batch }: Task): Promise<"it" | "another" | "unknown" | undefined> {
    const found = this.#tasks.get(id);
    await this.#clock.wait(this.#habits.lastsMs ?? 0);
    if (!found) return "unknown";
    found.sending.endedAt ??= this.#clock.now();
    if (found.bad.length === 0) return undefined;
    const { saysWhich } = this.#habits;
    this.#setApart(found.sending, saysWhich ? found.bad : undefined);
    if (!saysWhich) return "unknown";
    return found.bad.includes(batch?.at ?? -1) ? "it" : "another";
  }

  #left(addresses: readonly Address[], isBatch: boolean): Sending {
    const writes = addresses.flatMap((address) => this.#known.get(address) ?? []);
    const sending: Sending = { writes, isBatch, leftAt: this.#clock.now(), endedAt: undefined };
    this.sendings.push(sending);
    this.onLeft(writes);
    return sending;
  }

  #carryOut(writes: readonly DrawnWrite[]): void {
    for (const { address } of writes) this.deeds.set(address, (this.deeds.get(address) ?? 0) + 1);
  }
}

const refusal = problem("refused", "it is not allowed");
