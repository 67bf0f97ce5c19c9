/** Verification by replies: which writes need no read, since their answers have shown what is stored. */

import { type Address, addressParts } from "../model/address.ts";
import type { NonConvergent } from "../model/reply.ts";
import type { ApplyRun } from "./run.ts";

/** What was written, by how it is verified. */
export interface VerifiedBy {
  /** Their answers have shown them as declared: nothing is read for them. */
  readonly replies: readonly Address[];
  /** They are read, `samples` among them: these were shown as declared too, and say whether answers are true. */
  readonly reads: readonly Address[];
  readonly samples: readonly Address[];
}

/** What a comparison shows of some resources. */
export interface VerificationFindings {
  readonly nonConvergent: readonly NonConvergent[];
  /** What was made and is not there. */
  readonly missing: readonly NonConvergent[];
  readonly unverified: readonly { readonly address: Address }[];
}

/**
 * Divides what was written at one target. `shown`: what its answers say of it. What shares a collection with something
 * that is read anyway is read with it; where that is none, and no read of this run has borne the answers out, the first
 * collection is.
 */
export function verifiedBy(
  run: ApplyRun,
  written: readonly Address[],
  shown: VerificationFindings,
): VerifiedBy {
  const differing = addressesIn(shown);
  const isTold = (address: Address) =>
    run.stored.has(address) && !differing.has(address) && !run.doubted.has(targetOf(address));
  const told = written.filter(isTold);
  const others = written.filter((address) => !isTold(address));
  const read = new Set(others.map(run.collectionOf));
  const [first] = told;
  const isSampled = told.some((address) => read.has(run.collectionOf(address)));
  if (first && !isSampled && !run.borneOut.has(targetOf(first))) read.add(run.collectionOf(first));
  const isRead = (address: Address) => read.has(run.collectionOf(address));
  const samples = told.filter(isRead);
  const replies = told.filter((address) => !isRead(address));
  return { replies, reads: [...others, ...samples], samples };
}

/** Takes in what the reads have shown of the samples. Gives what is to be read after all: an answer was not true. */
export function readAfterAll(
  run: ApplyRun,
  { samples, replies }: VerifiedBy,
  seen: VerificationFindings,
): readonly Address[] {
  const [first] = samples;
  if (first === undefined) return [];
  const differing = addressesIn(seen);
  const isTrue = !samples.some((address) => differing.has(address));
  (isTrue ? run.borneOut : run.doubted).add(targetOf(first));
  return isTrue ? [] : replies;
}

function addressesIn({ nonConvergent, missing, unverified }: VerificationFindings): ReadonlySet<Address> {
  return new Set([...nonConvergent, ...missing, ...unverified].map(({ address }) => address));
}

function targetOf(address: Address): string {
  return addressParts(address).target;
}
