/** The sides of one shard's looks on their way, in parts; and where fields were written, once nothing is asked. */

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

/** So many looks are known for later ones: the last whole one, and one that was narrowed since. */
const looksKept = 3;

/** Of more changes than that it is told later where they were written. */
const originsAtOnce = 2000;

/** Nothing was asked for so long: it is told where all the rest was written. */
const quietMs = 1000;

/** One shard. One look of it is written at a time. */
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
  /** What is written now. */
  #made: SeenLook["made"] | undefined;
  /** By the digest of its text, the id of each part that the other side has. */
  #texts = new Map<string, number>();
  /** Those that say where fields were written. */
  #origins: readonly PartName[] = [];
  #count = 0;
  /** The last look's, with its number. */
  #last: { readonly is: number; readonly desired: Desired; isTold: boolean } | undefined;
  #notLater = () => {};
  #isPaused = false;

  constructor(shard: string, post: (message: FromRunner) => void) {
    this.#shard = shard;
    this.#post = post;
  }

  /** A look that was written; undefined: it is not known any more. */
  look(id: number): SeenLook | undefined {
    const found = this.#looks.get(id);
    if (found) {
      this.#looks.delete(id);
      this.#looks.set(id, found);
    }
    return found;
  }

  /** Sends what of a look is new. */
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

  /** Something is asked for: the rest waits. */
  pause(): void {
    this.#isPaused = true;
    this.#notLater();
  }

  /** Nothing is. */
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
      if (isBroken) throw new Error("something is asked for");
    };
    try {
      const { locate, resources } = last.desired;
      const textOf = (address: Address, resource: Resource) => originsOf(address, resource, locate);
      const parts = await new PartWriter(textOf, (text) => this.#publish(text)).write(resources, breathe);
      last.isTold = true;
      this.#origins = parts;
      this.#post({ is: "origins", shard: this.#shard, desired: last.is, parts });
    } catch {
      // It is begun again once nothing is asked for.
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

/** Where what a plan says was written. */
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

/** Where each field of a resource was written. */
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
