/** What a process has computed already, and what it was computed from: a run that is repeated computes what is new. */

/**
 * What is kept for one project. Stages (`Stage`) keep their results by it. A run begins with `begin`; what neither
 * that run nor the one before has asked for is dropped, so that no more is kept than two runs are made of.
 */
export class Kept {
  #run = 0;

  /** The number of the run that is under way. */
  get run(): number {
    return this.#run;
  }

  /** Another run begins. */
  begin(): void {
    this.#run += 1;
  }
}

interface KeptResult<T> {
  readonly from: readonly unknown[];
  readonly result: T;
  /** The last run that asked for it. */
  run: number;
}

interface KeptResults<T> {
  readonly byPlace: Map<string, KeptResult<T>>;
  /** The run in which the rest was dropped last. */
  sweptIn: number;
}

/**
 * One pure step whose results are kept, each in a place of its own: of each place the last one. It counts for as long as
 * all that it was made from is the same: the same object, or an equal text or number. So a result must never be
 * changed, and `from` must name all that it depends on.
 */
export class Stage<T> {
  readonly #results = new WeakMap<Kept, KeptResults<T>>();

  /** What `make` gives, or what it gave before from the same. Without `kept` nothing is kept. */
  of(kept: Kept | undefined, { place = "", from }: StageKey, make: () => T): T {
    if (!kept) return make();
    const known = this.find(kept, { place, from });
    if (known) return known.result;
    const result = make();
    this.keep(kept, { place, from }, result);
    return result;
  }

  /** The result that is kept in a place and was made from the same; undefined: there is none. */
  find(kept: Kept, { place = "", from }: StageKey): { readonly result: T } | undefined {
    const found = this.#of(kept).byPlace.get(place);
    if (!found || !areSame(found.from, from)) return undefined;
    found.run = kept.run;
    return found;
  }

  /** Keeps a result, instead of the one that was there. */
  keep(kept: Kept, { place = "", from }: StageKey, result: T): void {
    this.#of(kept).byPlace.set(place, { from, result, run: kept.run });
  }

  #of(kept: Kept): KeptResults<T> {
    const known = this.#results.get(kept);
    if (!known) {
      const made: KeptResults<T> = { byPlace: new Map(), sweptIn: kept.run };
      this.#results.set(kept, made);
      return made;
    }
    if (known.sweptIn !== kept.run) {
      for (const [place, { run }] of known.byPlace) if (run < kept.run - 1) known.byPlace.delete(place);
      known.sweptIn = kept.run;
    }
    return known;
  }
}

/** Where a result is kept, and what it was made from. */
export interface StageKey {
  /** Default: the stage has one result. */
  readonly place?: string;
  readonly from: readonly unknown[];
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, at) => Object.is(one, others[at]));
}
