/** Decides which written resources are verified by their replies or a change log, and which by reads. Pure. */

import { type Address, addressParts } from "../model/address.ts";
import type { NonConvergent } from "../model/reply.ts";
import type { ReadGroup } from "../observe/query.ts";
import { sampledOfLog } from "../plan/log-reads.ts";
import type { ApplyRun } from "./run.ts";

/** How each written resource is verified. */
interface VerifiedBy {
  /** Resources that are verified by their replies or a log, which showed them as declared. They are not read. */
  readonly replies: readonly Address[];
  /** Resources that are verified by reads. */
  readonly reads: readonly Address[];
  /**
   * Resources in `reads` that were shown as declared too. Reading them tests whether the source that showed them can be
   * trusted.
   */
  readonly samples: readonly Address[];
}

/** The findings of a comparison. */
export interface VerificationFindings {
  readonly nonConvergent: readonly NonConvergent[];
  /** Creates whose resource does not exist. */
  readonly missing: readonly NonConvergent[];
  readonly unverified: readonly { readonly address: Address }[];
}

type Sources = Pick<ApplyRun, "logged">;

/**
 * Returns the source of a written resource's state: the target's replies, or its change log. Each source is tested
 * separately.
 */
function witnessOf({ logged }: Sources, address: Address): string {
  const { target } = addressParts(address);
  return logged.has(address) ? logOf(target) : target;
}

/** The change log of a target, as a source. */
export function logOf(target: string): string {
  return `${target} log`;
}

/**
 * Decides how each written resource of one target is verified. `shown`: the states that replies or the log showed.
 *
 * | the resource                         | and                                   | is verified by |
 * |--------------------------------------|---------------------------------------|----------------|
 * | was not shown, or not as declared    |                                       | a read         |
 * | was shown by a source that was wrong |                                       | a read         |
 * | was shown as declared                | its collection is read anyway         | a read         |
 * |                                      | it is in the first collection, and no |                |
 * |                                      | read confirms the source otherwise    | a read         |
 * |                                      | a log showed it: one in fifty         | a read         |
 * |                                      | otherwise                             | what was shown |
 */
export function verifiedBy(
  run: ApplyRun,
  written: readonly Address[],
  shown: VerificationFindings,
): VerifiedBy {
  const differing = addressesIn(shown);
  const isTold = (address: Address) =>
    run.stored.has(address) && !differing.has(address) && !run.doubted.has(witnessOf(run, address));
  const told = written.filter(isTold);
  const others = written.filter((address) => !isTold(address));
  const read = new Set(others.map(run.collectionOf));
  for (const [source, own] of Map.groupBy(told, (address) => witnessOf(run, address))) {
    const isSampled = own.some((address) => read.has(run.collectionOf(address)));
    const isProven = isSampled || run.borneOut.has(source);
    for (const collection of samplesOf(run, own, isProven)) read.add(collection);
  }
  const isRead = (address: Address) => read.has(run.collectionOf(address));
  const samples = told.filter(isRead);
  const replies = told.filter((address) => !isRead(address));
  return { replies, reads: [...others, ...samples], samples };
}

/**
 * Returns the collections that are read to test one source. For a log, they are an evenly chosen share of all
 * collections that it showed. For replies, it is the first collection; none if `isProven`.
 */
function samplesOf(
  run: ApplyRun,
  own: readonly Address[],
  isProven: boolean,
): readonly (ReadGroup | undefined)[] {
  const [first] = own;
  if (first === undefined) return [];
  if (!run.logged.has(first)) return isProven ? [] : [run.collectionOf(first)];
  const all = [...new Set(own.map(run.collectionOf))];
  const count = Math.ceil(all.length * sampledOfLog);
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]);
}

/**
 * Evaluates the reads of the samples. Returns the resources that must be read after all, because their source was
 * wrong.
 */
export function readAfterAll(
  run: ApplyRun,
  { samples, replies }: VerifiedBy,
  seen: VerificationFindings,
): readonly Address[] {
  const differing = addressesIn(seen);
  const bySource = Map.groupBy(samples, (address) => witnessOf(run, address));
  const again: Address[] = [];
  for (const [source, own] of bySource) {
    const isTrue = !own.some((address) => differing.has(address));
    (isTrue ? run.borneOut : run.doubted).add(source);
    if (!isTrue) again.push(...replies.filter((address) => witnessOf(run, address) === source));
  }
  return again;
}

function addressesIn({ nonConvergent, missing, unverified }: VerificationFindings): ReadonlySet<Address> {
  return new Set([...nonConvergent, ...missing, ...unverified].map(({ address }) => address));
}
