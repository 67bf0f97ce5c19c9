/** Chains by themselves: what must stay in base for what stays there, and how far the doubt of a name reaches. */

import { leftBehind } from "../../../../src/apply/incomplete.ts";
import type { Address } from "../../../../src/model/address.ts";
import type { Change } from "../../../../src/model/change.ts";
import type { Desired, Resource } from "../../../../src/model/desired.ts";
import type { LiveResource, Observation } from "../../../../src/model/live/snapshot.ts";
import type { Plan } from "../../../../src/model/plan/plan.ts";
import type { Lineage } from "../../../../src/model/record.ts";
import { trusted } from "../../../../src/plan/trusted-base.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";

/** What is said of addresses, instead of what is. */
export type ChainLie = (addresses: readonly Address[]) => readonly Address[];

/** A thing, in another one and perhaps naming a third. */
interface Link {
  readonly number: number;
  readonly parent?: Link;
  readonly names?: Link;
  /** True: it is only read, so that no step is about it. */
  readonly isObserved: boolean;
  /** Git has dropped it, with all that is in it. */
  readonly isDropped: boolean;
  /** Its step was not carried out; of what is dropped: it stays. */
  readonly isStuck: boolean;
  /** Its removal was accepted, and it is there all the same. */
  readonly isIdle: boolean;
  /** Git calls it otherwise than base does. */
  readonly isRenamed: boolean;
  /** How the commit that says what base says of it is to the planned one. */
  readonly lineage: Lineage;
}

/** Says where a chain ends too early, or goes on where nothing needs it. */
export function judgeChains(seed: number, lie: ChainLie = (addresses) => addresses): readonly string[] {
  const links = linksOf(seeded(seed * 16 + 29));
  return [...judgeKeptForBase(links, lie), ...judgeDoubted(links, lie)].map((line) => `chains: ${line}`);
}

function linksOf(draw: Draw): readonly Link[] {
  const links: Link[] = [];
  const count = 5 + under(draw, 6);
  while (links.length < count) {
    const parent = maybe(draw, 0.75) ? links[under(draw, links.length)] : undefined;
    const names = maybe(draw, 0.5) ? links[under(draw, links.length)] : undefined;
    links.push({
      ...{ number: links.length, isObserved: maybe(draw, 0.5) },
      ...(parent && { parent }),
      ...(names && { names }),
      isDropped: parent?.isDropped === true || maybe(draw, 0.4),
      isIdle: maybe(draw, 0.3),
      ...{ isStuck: maybe(draw, 0.5), isRenamed: maybe(draw, 0.3) },
      lineage: pick<Lineage>(draw, ["behind", "behind", "behind", "ahead", "apart", "unknown"]),
    });
  }
  return links;
}

function addressOf({ number }: Link): Address {
  return `wide/link/l${number}`;
}

function resourceOn(link: Link, side: "desired" | "base"): Resource {
  const { number, parent, names, isObserved, isRenamed } = link;
  const isNamed = names !== undefined && (side === "base" || !names.isDropped);
  return {
    ...{ address: addressOf(link), target: "wide", kind: "link", key: `l${number}` },
    identity: isRenamed && side === "base" ? `was l${number}` : `l${number}`,
    ...{ scope: {}, value: isNamed ? { names: `l${names.number}` } : {}, refersTo: { "/names": "link" } },
    ...{ secrets: [], lists: {}, ownership: "declared", protect: false, observed: isObserved },
    ...(parent && { parent: addressOf(parent) }),
  };
}

function sideOf(links: readonly Link[], side: "desired" | "base"): Desired {
  const there = links.filter(({ isDropped }) => side === "base" || !isDropped);
  return {
    resources: new Map(there.map((link) => [addressOf(link), resourceOn(link, side)])),
    locate: () => undefined,
  };
}

/**
 * What Git drops and stays, be it that its removal had no effect, and what was to be changed and is not, is in base as it was: with all that it is in, and
 * all that it names there, and what those are in and name, also where these are only read.
 */
function judgeKeptForBase(links: readonly Link[], lie: ChainLie): readonly string[] {
  const committed = sideOf(links, "desired");
  const steps = links.filter(({ isObserved }) => !isObserved);
  const operation = ({ isDropped }: Link) => (isDropped ? ("remove" as const) : ("update" as const));
  const stepOf = (link: Link) => `${operation(link)} ${addressOf(link)}` as const;
  const failed = { state: "skipped", because: "interrupted" } as const;
  const live: Observation<LiveResource> = { state: "present", value: { value: {} } };
  const none = { unknown: [], unwritable: [], moved: [] };
  const idle = links.filter(isIdle);
  const plan = {
    ...none,
    changes: idle.map((link) => ({
      action: "remove",
      address: addressOf(link),
      base: resourceOn(link, "base"),
    })),
    steps: steps.map((link) => ({
      id: stepOf(link),
      operation: operation(link),
      because: [addressOf(link)],
    })),
  } as unknown as Plan;
  const left = leftBehind({
    ...{ desired: committed, committed, plan },
    base: { desired: sideOf(links, "base"), commitOf: () => "c0ffee" },
    snapshot: { observations: new Map(links.map((link) => [addressOf(link), live])) },
    settled: steps.map((link) => ({
      ...{ step: stepOf(link), address: addressOf(link), operation: operation(link) },
      outcome: link.isStuck && !isIdle(link) ? failed : { state: "applied" as const },
    })),
    nonConvergent: idle.map((link) => ({
      address: addressOf(link),
      path: "",
      live: {},
      likely: "server default",
    })),
  });
  const own = links.filter((link) => !link.isObserved && link.isStuck && isOtherInGit(link));
  const needed = new Set<Link>();
  const need = (link: Link | undefined) => {
    if (!link || needed.has(link)) return;
    // What Git has now says enough of itself, and what is gone is needed by nobody.
    if (!own.includes(link) && (!link.isDropped || !link.isObserved)) return;
    needed.add(link);
    need(link.parent);
    need(link.names);
  };
  for (const link of own) need(link);
  return differ(
    "kept for base",
    lie(left.flatMap(({ address, commit }) => (commit === null ? [] : [address]))),
    [...needed].map(addressOf),
  );
}

/** True for what was said to be removed, and stays. */
function isIdle({ isDropped, isObserved, isStuck, isIdle: is }: Link): boolean {
  return isDropped && !isObserved && isStuck && is;
}

/** True where base says something else of it than Git does now. */
function isOtherInGit({ isDropped, isRenamed, names }: Link): boolean {
  return isDropped || isRenamed || names?.isDropped === true;
}

/**
 * What base says counts where its commit is behind the planned one, and nowhere else. A doubtful removal is undecided; a
 * doubtful name makes doubtful what is in it, however deep, and what names any of that.
 */
function judgeDoubted(links: readonly Link[], lie: ChainLie): readonly string[] {
  const desired = sideOf(links, "desired");
  const changes = links.map((link): Change => {
    const address = addressOf(link);
    return link.isDropped
      ? { action: "remove", address, base: resourceOn(link, "base"), live: { value: {} }, cause: "pending" }
      : {
          ...{ action: "update", address, desired: resourceOn(link, "desired") },
          ...{ live: { value: {} }, differences: [] },
        };
  });
  const lineages = new Map(links.map((link) => [addressOf(link), link.lineage]));
  const lineageOf = (address: Address) => lineages.get(address) ?? "behind";
  const { undecided } = trusted(changes, { desired, base: sideOf(links, "base"), history: { lineageOf } });
  const isDoubted = ({ lineage }: Link) => lineage !== "behind";
  const isDoubtful = (link: Link): boolean =>
    (link.isRenamed && isDoubted(link)) || (link.parent !== undefined && isDoubtful(link.parent));
  const isUndecided = (link: Link) =>
    link.isDropped
      ? isDoubted(link)
      : isDoubtful(link) || (link.names !== undefined && !link.names.isDropped && isDoubtful(link.names));
  return differ(
    "doubtful",
    lie(undecided.map(({ address }) => address)),
    links.filter(isUndecided).map(addressOf),
  );
}
