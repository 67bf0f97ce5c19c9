/** The received desired, base and live states of a shard: texts of parts, parsed when they are needed. */

import type { Address } from "../../../model/address.ts";
import type { Desired, Resource } from "../../../model/desired.ts";
import { observationOf } from "../../../model/live/snapshot-codec.ts";
import { ancestors, type Pointer } from "../../../model/pointer.ts";
import type { Origin } from "../../../model/source.ts";
import type { SeenSides } from "../../served.ts";
import { type Part, PartMap, type PartName } from "./parts.ts";
import type { PlainOrigins, PlainSides } from "./protocol.ts";

type Origins = PartMap<PlainOrigins, ReadonlyMap<Pointer, Origin>>;

/** The desired, base and live states of one shard of a remote runner. */
export class RemoteSides {
  #texts = new Map<number, string>();
  /** The pieces of the latest desired state, by the ids of their texts. */
  #pieces = new Map<number, ReadonlyMap<Address, Resource>>();
  #origins:
    | { readonly desired: number; readonly parts: readonly PartName[]; readonly map: Origins }
    | undefined;

  /** Stores a part's text. */
  part(id: number, text: string): void {
    this.#texts.set(id, text);
  }

  /** Stores the source locations of a desired state's fields. */
  locates(desired: number, parts: readonly PartName[]): void {
    this.#origins = {
      desired,
      parts,
      map: new PartMap(this.#partsOf(parts), (plain: PlainOrigins) => new Map(plain)),
    };
  }

  /** The desired, base and live states of a result. Texts that no state uses any more are forgotten. */
  sides({ observations, desired, base, desiredIs, origins, ...rest }: PlainSides): SeenSides {
    const { takenAt, unmanaged, requests } = rest;
    const seen = new PartMap(this.#partsOf(observations), observationOf);
    const made = {
      snapshot: { takenAt, unmanaged, requests, observations: seen },
      desired: {
        resources: this.#resources(desired),
        pieces: this.#piecesOf(desired),
        locate: this.#locating(desiredIs, origins),
      },
      base: base && { resources: this.#resources(base), locate: () => undefined },
    };
    const used = [observations, desired, base ?? [], this.#origins?.parts ?? []].flat();
    this.#texts = new Map(used.map(({ id }) => [id, this.#textOf(id)]));
    return made;
  }

  #piecesOf(parts: readonly PartName[]): readonly ReadonlyMap<Address, Resource>[] {
    this.#pieces = new Map(parts.map((one) => [one.id, this.#pieces.get(one.id) ?? this.#resources([one])]));
    return [...this.#pieces.values()];
  }

  #resources(parts: readonly PartName[]): ReadonlyMap<Address, Resource> {
    return new PartMap(this.#partsOf(parts), (resource: Resource) => resource);
  }

  /** Returns a function that finds source locations: at first only those that came with the result, later all. */
  #locating(desiredIs: number, origins: PlainSides["origins"]): Desired["locate"] {
    const known = new Map<string, Map<Pointer, Origin>>();
    for (const [address, path, origin] of origins)
      known.set(address, (known.get(address) ?? new Map<Pointer, Origin>()).set(path, origin));
    return (address, path) => {
      const late = this.#origins?.desired === desiredIs ? this.#origins.map.get(address) : undefined;
      const all = late ?? known.get(address);
      const nearest = all && ancestors(path).findLast((each) => all.has(each));
      return nearest === undefined ? undefined : all?.get(nearest);
    };
  }

  #partsOf(names: readonly PartName[]): readonly Part[] {
    return names.map(({ first, count, id }) => ({ first, count, text: this.#textOf(id) }));
  }

  #textOf(id: number): string {
    const text = this.#texts.get(id);
    if (text === undefined) throw new Error(`part ${id} did not come`);
    return text;
  }
}
