/** Makes the rollback of a plan after its steps were written, from the state before the run and the current state. */

import type { Resource } from "../../../src/model/desired.ts";
import type { LiveResource, Observation } from "../../../src/model/live/snapshot.ts";
import type { NonConvergent } from "../../../src/model/reply.ts";
import type { ReversalFacts } from "../../../src/plan/irreversible.ts";
import { type Reversal, reversal, type WrittenStep } from "../../../src/plan/reversal.ts";
import { sides } from "../../properties/compared.ts";
import { desiredOf } from "../../properties/declared.ts";
import { factsOf, planOf } from "../../properties/planned.ts";

type Sides = Readonly<Record<string, Observation<LiveResource>>>;

/** The input of a rollback: the declaration, the state before the run, and the current state. */
export interface WayBack {
  readonly desired?: readonly Resource[];
  readonly base?: readonly Resource[];
  readonly before: Sides;
  readonly now: Sides;
  readonly operations?: Parameters<typeof factsOf>[0];
  /** Addresses whose writes were perhaps carried out and perhaps not. */
  readonly uncertain?: readonly string[];
  readonly spelled?: readonly NonConvergent[];
  readonly verified?: readonly NonConvergent[];
  /** The kinds for which each write sends the whole tree. */
  readonly sentWhole?: readonly string[];
  /**
   * Returns a step with its changes as they were really sent. They differ if a read during the run has modified them.
   */
  readonly sentAs?: (written: WrittenStep) => WrittenStep;
}

/** Returns the rollback of everything that the plan writes. */
export function wayBack(of: WayBack): Reversal {
  const { desired = [], base, before, now, operations = {}, uncertain = [] } = of;
  const plan = planOf({ desired, ...(base && { base }), live: before }, operations);
  const written = plan.steps.map((step): WrittenStep => {
    const changes = plan.changes.filter(({ address }) => step.because.includes(address));
    return { step, changes, certain: !uncertain.includes(step.address) };
  });
  return reversal({
    plan,
    desired: desiredOf(...desired),
    written: of.sentAs ? written.map(of.sentAs) : written,
    observed: sides({ desired: [...desired, ...(base ?? [])], live: now }).snapshot.observations,
    facts: factsWith(operations, of.sentWhole ?? []),
    spelled: of.spelled ?? [],
    verified: of.verified ?? [],
  });
}

function factsWith(operations: Parameters<typeof factsOf>[0], sentWhole: readonly string[]): ReversalFacts {
  const facts = [...factsOf(operations)].map(([target, { kinds, dialect }]) => {
    const own = [...kinds].map(
      ([name, kind]) => [name, sentWhole.includes(name) ? { ...kind, sentWhole: true } : kind] as const,
    );
    return [target, { kinds: new Map(own), dialect }] as const;
  });
  return new Map(facts);
}

/** Returns the resources that stay, each with the reason, by address. */
export const leftIn = ({ left }: Reversal) =>
  Object.fromEntries(left.map(({ address, reason }) => [address, reason]));

/** Returns the steps of a rollback, each with the steps that it waits for. */
export const stepsOf = ({ plan }: Reversal) => plan.steps.map(({ id, after }) => [id, after]);
