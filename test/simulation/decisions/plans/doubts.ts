/**
 * Draws doubts about base, which for some addresses comes from a commit that may not count. Checks what is reported
 * about them.
 */

import type { Address } from "../../../../src/model/address.ts";
import type { Plan } from "../../../../src/model/plan/plan.ts";
import type { BaseHistory, Lineage } from "../../../../src/model/record.ts";
import { type Draw, maybe, pick } from "../../draw.ts";
import type { Expected } from "../expected.ts";
import { differ } from "../judges.ts";
import { isDoubtful } from "../naming/doubtful.ts";
import { addressOn, fateOf, type Thing, type Truth } from "../truth.ts";

/** The drawn relations of base's commits to the planned commit. */
export interface Doubts {
  /**
   * How the commit of a resource is related to the planned commit, by the number of the resource. The commits of all
   * other resources are ancestors of the planned commit.
   */
  readonly of: ReadonlyMap<number, Exclude<Lineage, "behind">>;
  /** How the last applied commit is related to the planned one; undefined if base is no commit. */
  readonly applied?: Lineage | undefined;
}

/** Draws the doubts about base. */
export function doubtsOf(draw: Draw, { things }: Truth): Doubts {
  const some = things.filter(({ species }) => maybe(draw, 0.6) && !species.isOnlyShown);
  const lineages = ["ahead", "apart", "unknown"] as const;
  const one = pick(draw, lineages);
  const all = some.map(({ number }) => [number, maybe(draw, 0.6) ? one : pick(draw, lineages)] as const);
  return { of: new Map(all), applied: pick(draw, [undefined, "behind", ...lineages, one]) };
}

/** Returns the drawn doubts in the form that the engine expects. */
export function historyOf({ things }: Truth, { of, applied }: Doubts): BaseHistory {
  const lineages = new Map<Address, Lineage>();
  for (const thing of things) {
    const lineage = of.get(thing.number);
    if (lineage) lineages.set(addressOn(thing, fateOf(thing).desired ? "desired" : "base"), lineage);
  }
  return {
    ...(applied && { applied: { commit: "c0ffee", lineage: applied } }),
    lineageOf: (address) => lineages.get(address) ?? "behind",
  };
}

const words: Readonly<Record<Exclude<Lineage, "behind">, RegExp>> = {
  ahead: /newer than the planned one/,
  apart: /is not an ancestor of the planned one/,
  unknown: /unknown whether|may not be an ancestor/,
};

/**
 * | relation of the last applied commit | reported | needs a consent |
 * | ----------------------------------- | -------- | --------------- |
 * | behind, none                        | no       | no              |
 * | ahead                               | yes      | no              |
 * | apart, unknown                      | yes      | yes             |
 *
 * Each undecidable change is reported with the relation of its commit.
 */
export function judgeDoubts(
  plan: Plan,
  expected: readonly Expected[],
  { of, applied }: Doubts,
): readonly string[] {
  const isDoubted = (thing: Thing) => of.has(thing.number);
  const lost = expected.filter((one) => one.action && isDoubtful(one, isDoubted));
  const doubt = applied === undefined || applied === "behind" ? undefined : applied;
  const found = plan.guards.filter(({ guard }) => guard === "base");
  const addresses = lost.map(({ address }) => address).sort();
  const said = plan.baseDoubt;
  const isSaid = doubt ? said?.lineage === doubt && words[doubt].test(said.message) : said === undefined;
  return [
    ...(isSaid ? [] : [`doubt: ${applied} is said to be ${said?.lineage}: ${said?.message}`]),
    ...differ(
      "doubt: guard",
      found.map((one) => `${one.consent === undefined ? "none" : "consent"} ${[...one.addresses].sort()}`),
      doubt && doubt !== "ahead" ? [`consent ${addresses}`] : [],
    ),
    ...lost.flatMap(({ thing, address, action }) => {
      const own = action === "remove" ? of.get(thing.number) : undefined;
      const reason = plan.unwritable.find((one) => one.address === address)?.reason ?? "";
      const isTold = [...(own ? [own] : of.values())].some((lineage) => words[lineage].test(reason));
      return isTold ? [] : [`doubt: ${address} is not told to be doubtful: ${reason}`];
    }),
  ];
}
