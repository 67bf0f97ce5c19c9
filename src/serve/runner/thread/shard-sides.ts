/**
 * Sends the desired, base and live states of a shard in parts. When idle, it also sends the source locations of all
 * fields.
 */

import type { Address } from "../../../model/address.ts";
import type { Desired, Resource } from "../../../model/desired.ts";
import { isArray, isObject, type Json } from "../../../model/json.ts";
import type { LiveResource, Observation } from "../../../model/live/snapshot.ts";
import { plainObservation } from "../../../model/live/snapshot-codec.ts";
import type { Plan } from "../../../model/plan/plan.ts";
import { type Pointer, pointer } from "../../../model/pointer.ts";
import { digest } from "../../../runtime/digest.ts";
import { later, turnOfLoop } from "../../../runtime/threads.ts";
import type { SeenLook } from "../runner.ts";
import { type PartName, PartWriter } from "./parts.ts";
import type { FromRunner, PlainOrigins, PlainSides } from "./protocol.ts";

/**
 * The number of results to which later requests can refer, such as the last complete result and a narrowed one after
 * it.
 */
const looksKept = 3;

/**
 * At most this many changes, and as many other resources, have their source locations sent at once. The other source
 * locations follow later.
 */
const originsAtOnce = 2000;

/** After this long without a request, the remaining source locations are sent. */
const quietMs = 1000;

/** Sends the states of one shard. Only one result is written at a time. */
export class ShardSides {
  readonly #shard: string;
  readonly #post: (message: FromRunner) => void;
  readonly #looks = new Map<number, SeenLook>();
  readonly #desired = new PartWriter<Resource>(
    (_, resource) => resource,
    (text) => this.#publish(text),
  );
  readonly #base = new PartWriter<Resource>(
    (_, resource) => resource,
    (text) => this.#publish(text),
  );
  readonly #observations = new PartWriter<Observation<LiveResource>>(
    (address, one) => plainObservation(address, one, (of) => this.#declaredBy(of)),
    (text) => this.#publish(text),
  );
  /** The inputs of the result that is being written. */
  #made: SeenLook["made"] | undefined;
  /** The ids of the parts that the receiver has, by the digest of their text. */
  #texts = new Map<string, number>();
  /** The parts with source locations. */
  #origins: readonly PartName[] = [];
  #count = 0;
  /**
   * The latest desired state. `is` is the id of the first result that had it. `isTold` is true once its source
   * locations have been sent.
   */
  #last: { readonly is: number; readonly desired: Desired; isTold: boolean } | undefined;
  #notLater = () => {};
  #isPaused = false;

  constructor(shard: string, post: (message: FromRunner) => void) {
    this.#shard = shard;
    this.#post = post;
  }

  /** An earlier result; undefined if it has been forgotten. */
  look(id: number): SeenLook | undefined {
    const found = this.#looks.get(id);
    if (found) {
      this.#looks.delete(id);
      this.#looks.set(id, found);
    }
    return found;
  }

  /** Sends the parts of a result that the receiver does not have. */
  async write(look: SeenLook): Promise<{ readonly id: number; readonly sides: PlainSides }> {
    const { desired, base, snapshot } = look.made;
    const breathe = turnOfLoop;
    this.#made = look.made;
    const [declared, were, observations] = [
      await this.#desired.write(desired.resources, breathe),
      base && (await this.#base.write(base.resources, breathe)),
      await this.#observations.write(snapshot.observations, breathe),
    ];
    this.#made = undefined;
    const id = this.#nextId();
    this.#looks.set(id, look);
    const [oldest] = this.#looks.keys();
    if (oldest !== undefined && this.#looks.size > looksKept) this.#looks.delete(oldest);
    if (this.#last?.desired !== desired) this.#last = { is: id, desired, isTold: false };
    const { takenAt, unmanaged, requests } = snapshot;
    const sides = { takenAt, unmanaged, requests, observations, desired: declared, base: were };
    this.#forget([...declared, ...(were ?? []), ...observations, ...this.#origins]);
    return { id, sides: { ...sides, desiredIs: this.#last.is, origins: originsIn(look.plan, desired) } };
  }

  /** Postpones source locations while a request is running. */
  pause(): void {
    this.#isPaused = true;
    this.#notLater();
  }

  /** Continues to send source locations, since no request is running any more. */
  goOn(): void {
    this.#isPaused = false;
    this.#notLater();
    if (this.#last && !this.#last.isTold) this.#notLater = later(quietMs, () => void this.#tellOrigins());
  }

  async #tellOrigins(): Promise<void> {
    const last = this.#last;
    if (!last || last.isTold) return;
    let isBroken = false;
    const breathe = async () => {
      await turnOfLoop();
      isBroken ||= this.#isPaused || this.#last !== last;
      if (isBroken) throw new Error("a request has come in");
    };
    try {
      const { locate, resources } = last.desired;
      const textOf = (address: Address, resource: Resource) => originsOf(address, resource, locate);
      const parts = await new PartWriter(textOf, (text) => this.#publish(text)).write(resources, breathe);
      last.isTold = true;
      this.#origins = parts;
      this.#post({ is: "origins", shard: this.#shard, desired: last.is, parts });
    } catch {
      // A request has interrupted the sending. The source locations are sent when no request is running.
    }
  }

  #declaredBy(address: Address): readonly Resource[] {
    const { desired, base } = this.#made ?? {};
    return [desired, base].flatMap((side) => side?.resources.get(address) ?? []);
  }

  #publish(text: string): number {
    const key = digest(text);
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const id = this.#nextId();
    this.#texts.set(key, id);
    this.#post({ is: "part", shard: this.#shard, id, text });
    return id;
  }

  #forget(used: readonly PartName[]): void {
    const ids = new Set(used.map(({ id }) => id));
    this.#texts = new Map([...this.#texts].filter(([, id]) => ids.has(id)));
  }

  #nextId(): number {
    this.#count += 1;
    return this.#count;
  }
}

/**
 * The source locations of resources in the plan: at most the first `originsAtOnce` changes, and as many other
 * resources.
 */
function originsIn(plan: Plan, desired: Desired): PlainSides["origins"] {
  const places = [
    ...plan.changes.slice(0, originsAtOnce).flatMap((change): [Address, Pointer][] => {
      const paths = change.action === "update" ? change.differences.map(({ path }) => path) : [];
      return ["", ...paths].map((path) => [change.address, path]);
    }),
    ...[...plan.unwritable, ...plan.held, ...plan.unknown]
      .slice(0, originsAtOnce)
      .map(({ address }): [Address, Pointer] => [address, ""]),
  ];
  return places.flatMap(([address, path]) => {
    const origin = desired.locate(address, path);
    return origin ? [[address, path, origin] as const] : [];
  });
}

/** The source locations of each field of a resource. */
function originsOf(address: Address, { value }: Resource, locate: Desired["locate"]): PlainOrigins {
  return pointersIn(value).flatMap((path) => {
    const origin = locate(address, path);
    return origin ? [[path, origin] as const] : [];
  });
}

function pointersIn(value: Json, within: readonly string[] = []): readonly Pointer[] {
  const members = isArray(value) || isObject(value) ? Object.entries(value) : [];
  return [pointer(within), ...members.flatMap(([name, member]) => pointersIn(member, [...within, name]))];
}
