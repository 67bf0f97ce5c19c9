/** The problems of observing: why something is unknown. */

import type { Item, Kind, ReadReply } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { Resource } from "../model/desired.ts";
import { joined, ours, type Problem, problem, sentence } from "../model/problem.ts";
import type { ReadGroup } from "./query.ts";

/** The problem if the resource's target is not open, or if its driver does not have the resource's kind. */
export function notOpen(address: Address): Problem {
  const message = `${address} belongs to a target that this run does not read`;
  const hint = "Name the target in trueup.yaml, or leave the resource out with --only.";
  return problem("unknown-target", message, { address, hint });
}

/** The problem if the dialect has no operation that reads this kind. */
export function notReadable(address: Address, kind: Kind): Problem {
  const message = `${address}: the target's dialect cannot read a ${kind.title}`;
  const hint =
    "See docs/open-points.md for what each dialect supports: a kind that cannot be read cannot be compared.";
  return problem("not-readable", message, { address, hint });
}

/**
 * The problem if the server says that a list does not exist although it always exists. This says nothing about the
 * contents of the list.
 */
export function noList(address: Address, { target, collection }: ReadGroup): Problem {
  const message = `${target} says that the list of ${collection.name} does not exist: ${address} is unknown`;
  const hint = "Check the target's url, dialect and settings.";
  return problem("missing-list", message, { address, hint });
}

/**
 * The problem if the resource may have been created, and the names of several items are spellings of the resource's
 * name.
 */
export function anyOf(address: Address, found: readonly Item[]): Problem {
  const all = found.map(({ identity, id }) =>
    id === undefined ? sentence`"${identity}"` : sentence`"${identity}" (${id})`,
  );
  const hint = "Rename or remove all but one: trueup does not create another one.";
  return problem(
    "ambiguous",
    sentence`${ours(address)} matches several live resources: ${joined(all, ", ")}`,
    {
      address,
      hint,
    },
  );
}

/** The problem of a resource without the parent that its kind requires for reading. */
export function noParent({ target, collection }: ReadGroup): Problem {
  return problem("no-parent", `${target}: ${collection.name} are read per parent, and no parent is declared`);
}

/**
 * The problem of a resource whose parent is unknown. All descendants get the same problem, so that it is reported once.
 */
export function parentUnknown(why: Problem): Problem {
  if (why.code === "parent-unknown") return why;
  const message = `its parent is unknown: ${why.message}`;
  return problem("parent-unknown", message, why.hint === undefined ? {} : { hint: why.hint });
}

/** The problem if a referenced resource is unknown. It is then unknown whether a field references it. */
export function namedUnknown(named: Address, why: Problem): Problem {
  const message = `${named}, which it refers to, is unknown: ${why.message}`;
  return problem("named-unknown", message, why.hint === undefined ? {} : { hint: why.hint });
}

/** The problem if the resource declares no parent, and several items have its name. */
export function manyBelow({ address, below = "" }: Resource, found: readonly Item[]): Problem {
  const each = found.map(({ identity, id = "" }) => sentence`"${identity}" (${id})`);
  const hint = `Declare its \`${below.slice(1)}\`: names are unique only within a parent.`;
  const said = sentence`${ours(address)} matches several live resources: ${joined(each, ", ")}`;
  return problem("ambiguous", said, { address, hint });
}

/**
 * The problem if a resource was created in its declared place and is now live in another place, because somebody moved
 * it. `parent`: the declared resource that contains it now, if any. `instead`: the live id of the resource that has its
 * name in the declared place.
 */
export function movedLive(
  address: Address,
  { identity, id = "" }: Item,
  { parent, instead }: { readonly parent?: Address | undefined; readonly instead?: string | undefined } = {},
): Problem {
  const where = parent === undefined ? "in another place" : `in ${parent}`;
  const moved = sentence`${ours(address)} was moved: it is "${identity}" (${id}) ${ours(where)} now`;
  const message =
    instead === undefined
      ? moved
      : sentence`${moved}, and another resource (${instead}) has its name in the old place`;
  const hint = `Move it back, or declare it in its new place. To create another one, run \`trueup forget ${address}\``;
  return problem("moved-live", message, { address, hint });
}

/**
 * The problem if the names of resources in desired and base form a cycle. Matching the resource would then change the
 * match of its parent.
 */
export function circling(address: Address): Problem {
  const message = `${address} was below a resource that is now declared below it, so the live hierarchy is ambiguous`;
  const hint = "Declare and apply only one of the moves first.";
  return problem("ambiguous", message, { address, hint });
}

/**
 * The problem if the server says that one item does not exist, and no other read shows that the target works at all.
 */
export function unproven(target: string, probe: ReadReply | undefined): Problem {
  const why = probe?.state === "unknown" ? `: ${probe.problem.message}` : "";
  const message = `${target} says that the resource does not exist, but no other read of that target succeeded${why}`;
  const hint =
    "Check the target's url and credential. A resource counts as absent only if another read of the target succeeds.";
  return problem("absence-unproven", message, { hint });
}

/** An unknown observation or reply, with the reason. */
export function unknown(problem: Problem): { readonly state: "unknown"; readonly problem: Problem } {
  return { state: "unknown", problem };
}
