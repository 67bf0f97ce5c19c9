/**
 * Simulates chains of parents and references separately. Checks which resources must stay in base because of others,
 * and which are doubtful because a name is doubtful.
 */

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

/** Falsifies the reported addresses, to test that the checks notice it. */
export type ChainLie = (addresses: readonly Address[]) => readonly Address[];

/** A resource in a chain. It may have a parent and refer to another resource. */
interface Link {
  readonly number: number;
  readonly parent?: Link;
  readonly names?: Link;
  /** True if the resource is only read, so it has no step. */
  readonly isObserved: boolean;
  /** True if Git no longer declares the resource or anything in it. */
  readonly isDropped: boolean;
  /** True if the step of the resource was not carried out. A resource that Git no longer declares then still exists. */
  readonly isStuck: boolean;
  /** True if the removal of the resource was reported as done, but the resource still exists. */
  readonly isIdle: boolean;
  /** True if Git and base give the resource different names. */
  readonly isRenamed: boolean;
  /** How the commit that base took the resource from is related to the planned commit. */
  readonly lineage: Lineage;
}

/** Reports chains that end too early or are too long. */
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
 * Two sorts of resources stay in base: those that Git drops but that are still live, and those whose change was not
 * carried out. Everything above them, and everything they refer to, stays in base too, even if it is only read.
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
    // The chain continues only through resources that stay in base themselves, and through dropped resources that are
    // only read.
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

/** True if the removal of the resource was reported as done, but the resource still exists. */
function isIdle({ isDropped, isObserved, isStuck, isIdle: is }: Link): boolean {
  return isDropped && !isObserved && isStuck && is;
}

/** True if base and Git differ about the resource. */
function isOtherInGit({ isDropped, isRenamed, names }: Link): boolean {
  return isDropped || isRenamed || names?.isDropped === true;
}

/**
 * If base's commit is not an ancestor of the planned commit, it is undecided whether Git removed a resource. If the
 * name of a resource is in doubt, so is everything inside it, and everything that refers to any of these.
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
