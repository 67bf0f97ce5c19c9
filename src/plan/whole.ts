/** What a plan that was narrowed would write if it were not: guards count their shares over that. Pure. */

import type { Address } from "../model/address.ts";
import type { Comparison } from "../model/change.ts";
import type { Desired } from "../model/desired.ts";
import { type ArrangeInput, arrange } from "./arrange.ts";
import type { WholePlan } from "./guards/finding.ts";
import { type TrustInput, trusted } from "./trusted-base.ts";

/** What is declared and compared in all, where a plan takes back drift alone. */
export interface WholeSides {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  /** Of what was asked for, and of what was looked at besides. */
  readonly comparison: Comparison;
}

/** A plan's sides, and by what they may have been narrowed. */
interface NarrowableInput
  extends WholeSides,
    Pick<TrustInput, "history">,
    Pick<ArrangeInput, "facts" | "health" | "onConflict"> {
  readonly waves?: ArrangeInput["waves"] | undefined;
  readonly only?: ((address: Address) => boolean) | undefined;
  readonly whole?: WholeSides | undefined;
  readonly prune: boolean;
}

/** Undefined for a plan that was not narrowed. It is arranged when it is asked for: most plans are never asked. */
export function wholeOf(input: NarrowableInput): (() => WholePlan) | undefined {
  if (!input.only && !input.whole) return undefined;
  const { whole = input, prune, facts, onConflict, health, waves = [] } = input;
  let made: WholePlan | undefined;
  const make = (): WholePlan => {
    const { desired, base, comparison } = whole;
    const wanted = comparison.changes.filter(({ action }) => prune || action !== "remove");
    const { decided: asked } = trusted(wanted, { desired, base, history: input.history });
    const sites = health?.settings.sites;
    const sides = { desired, base, comparison, facts, waves, sites };
    const { unwritable, held } = arrange({ ...sides, asked, onConflict, health }).sorted;
    const left = new Set([...unwritable, ...held].map(({ address }) => address));
    return { written: asked.filter(({ address }) => !left.has(address)), held, base };
  };
  return () => {
    made ??= make();
    return made;
  };
}
