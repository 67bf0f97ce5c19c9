/** `--only`: globs over addresses, and the word `drift`. */

import type { Address } from "../../model/address.ts";
import { matches } from "../../model/listed/glob.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { nearest } from "../../yaml/did-you-mean.ts";

/** The word in `--only` that selects drifted resources, without changes from Git. No address can have this name. */
export const driftWord = "drift";

/**
 * A filter that matches addresses against globs such as `cloud/*` or `*berlin*`. Undefined: there are no globs, so
 * every address matches.
 */
export function onlyMatching(
  globs: readonly string[] | undefined,
): ((address: Address) => boolean) | undefined {
  const named = globs?.filter((glob) => glob !== driftWord) ?? [];
  if (named.length === 0) return undefined;
  return (address) => named.some((glob) => matches(glob, address));
}

/**
 * Returns the targets that may have a matching address, according to the first part of each glob. `all`: any target may
 * have one.
 */
export function targetsMatching(
  globs: readonly string[] | undefined,
  targets: Iterable<string>,
): readonly string[] | "all" {
  if (onlyMatching(globs) === undefined) return "all";
  const begins = (globs ?? []).map((glob) => glob.split("*", 1)[0] ?? "");
  const mayBe = (target: string) =>
    begins.some((begin) => `${target}/`.startsWith(begin) || begin.startsWith(`${target}/`));
  return [...targets].filter(mayBe);
}

/** The error if no address matches. `known`: all addresses that could have matched. */
export function matchesNothing(globs: readonly string[], known: Iterable<Address>): Problem {
  const hint =
    meantAddress(globs, [...known]) ??
    "Addresses are target/kind/key, such as cloud/network/berlin; * stands for any characters.";
  return problem("matches-nothing", `${globs.join(" ")} matches no declared address`, { hint });
}

/**
 * Returns the hint "Did you mean" with an address that ends like one of the globs, or is spelled almost like it.
 * Undefined: no address is similar.
 */
function meantAddress(globs: readonly string[], known: readonly Address[]): string | undefined {
  for (const text of globs.filter((glob) => glob !== driftWord && !glob.includes("*"))) {
    const near = known.find((each) => each.endsWith(`/${text}`)) ?? nearest(text, known);
    if (near !== undefined) return `Did you mean \`${near}\`?`;
  }
  return undefined;
}
