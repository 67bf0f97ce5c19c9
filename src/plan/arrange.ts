/** Arranges changes: which become steps, in which order and wave; and which are held. Pure. */

import type { Change, Comparison } from "../model/change.ts";
import type { Wave } from "../model/plan.ts";
import type { WholePlan } from "./guards/finding.ts";
import { type Gate, gateBehind, gateOf, type HealthInput } from "./health/gate.ts";
import { inStepOrder, type OrderedChange } from "./order.ts";
import { inWaves, type WaveInput, type WaveOrder } from "./waves.ts";
import { type SortedChanges, sortWritable } from "./writability/writable.ts";

/** What arranging needs. */
export interface ArrangeInput extends WaveInput {
  readonly asked: readonly Change[];
  readonly comparison: Comparison;
  readonly health?: HealthInput | undefined;
  readonly onConflict?: "hold" | "overwrite" | undefined;
  /** Of a plan that was narrowed: the whole. */
  readonly whole?: (() => WholePlan) | undefined;
}

/** Steps to be, and why the other changes are none. */
interface Arranged {
  readonly sorted: SortedChanges;
  readonly ordered: readonly OrderedChange[];
  /** Empty when the project has no waves. */
  readonly waves: readonly Wave[];
}

/** Sorts and orders; once more when a wave that goes first must not be passed. */
export function arrange(input: ArrangeInput): Arranged {
  const { settings, reading } = input.health ?? {};
  const judging = settings && reading && { settings, reading };
  if (!judging) return sortedBy(() => undefined, input);
  const gate = gateOf(judging, input.waves.length > 0 ? input.whole?.().held : []);
  const { filled, ...first } = sortedBy(gate, input);
  const { asked: changes } = input;
  const behind = gateBehind({ ...input, filled, changes, held: first.sorted.held }, judging);
  return behind ? sortedBy((change) => gate(change) ?? behind(change), input) : first;
}

function sortedBy(gate: Gate, input: ArrangeInput): Arranged & WaveOrder {
  const sorted = sortWritable({ ...input, gate });
  const ordered = inStepOrder(sorted.writable, input.facts, input.comparison.stillReferring);
  return { sorted, ...inWaves(ordered, input) };
}
