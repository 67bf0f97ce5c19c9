/** A cache of computed results by input, for the whole process. A repeated run only computes what is new. */

/**
 * The cache of one project. Stages (`Stage`) store their results in it. A run starts with `begin`, which drops
 * everything that was used neither by the last run nor by the run before. The cache therefore holds at most the results
 * of two runs.
 */
export class KeptResults {
  #run = 0;

  /** The number of the current run. */
  get run(): number {
    return this.#run;
  }

  /** Starts another run. */
  begin(): void {
    this.#run += 1;
  }
}

interface KeptResult<T> {
  readonly from: readonly unknown[];
  readonly result: T;
  /** The last run that used the result. */
  run: number;
}

interface StageResults<T> {
  readonly byPlace: Map<string, KeptResult<T>>;
  /** The last run at whose begin unused results were dropped. */
  sweptIn: number;
}

/**
 * One pure step with cached results. Only the last result for each place is kept. A result is valid as long as all its
 * inputs are the same: the same objects, or equal texts or numbers. Therefore results must never be mutated, and `from`
 * must name all inputs.
 */
export class Stage<T> {
  readonly #results = new WeakMap<KeptResults, StageResults<T>>();

  /** Returns the result of `make`, cached for the same input. Without `kept`, nothing is cached. */
  of(kept: KeptResults | undefined, { place = "", from }: StageKey, make: () => T): T {
    if (!kept) return make();
    const known = this.find(kept, { place, from });
    if (known) return known.result;
    const result = make();
    this.keep(kept, { place, from }, result);
    return result;
  }

  /** Returns the cached result at a place for the same input; undefined if there is none. */
  find(kept: KeptResults, { place = "", from }: StageKey): { readonly result: T } | undefined {
    const found = this.#of(kept).byPlace.get(place);
    if (!found || !areSame(found.from, from)) return undefined;
    found.run = kept.run;
    return found;
  }

  /** Stores a result, replacing the previous one. */
  keep(kept: KeptResults, { place = "", from }: StageKey, result: T): void {
    this.#of(kept).byPlace.set(place, { from, result, run: kept.run });
  }

  #of(kept: KeptResults): StageResults<T> {
    const known = this.#results.get(kept);
    if (!known) {
      const made: StageResults<T> = { byPlace: new Map(), sweptIn: kept.run };
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

/** The place of a result, and its inputs. */
export interface StageKey {
  /** The place of the result. Default: the stage has a single result. */
  readonly place?: string;
  readonly from: readonly unknown[];
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, at) => Object.is(one, others[at]));
}
