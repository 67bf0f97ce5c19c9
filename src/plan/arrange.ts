/** Turns changes into ordered steps and waves, and determines what else a narrowed plan must read. Pure. */

import type { Address } from "../model/address.ts";
import type { Change, Comparison } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { Wave } from "../model/plan/step.ts";
import type { WholePlan } from "./guards/finding.ts";
import { losesModerator, moderates } from "./guards/moderators.ts";
import { type Gate, gateBehind, gateOf, type HealthInput } from "./health/gate.ts";
import { inStepOrder, type OrderedChange } from "./order.ts";
import { resourceOf } from "./prerequisites.ts";
import { type TrustInput, trusted } from "./trusted-base.ts";
import { inWaves, type WaveInput, type WaveOrder } from "./waves.ts";
import { type SortedChanges, sortWritable } from "./writability/writable.ts";

/** The inputs for arranging steps. */
interface ArrangeInput extends WaveInput {
  readonly asked: readonly Change[];
  readonly comparison: Comparison;
  readonly health?: HealthInput | undefined;
  readonly onConflict?: "hold" | "overwrite" | undefined;
  /** True: resources are created even if a live resource has their name in another spelling. */
  readonly allowAlike?: boolean | undefined;
  /** For a narrowed plan: the whole plan. Absent for any other plan. */
  readonly whole?: (() => WholePlan) | undefined;
}

/** The steps, and why the other changes have none. */
interface Arranged {
  readonly sorted: SortedChanges;
  readonly ordered: readonly OrderedChange[];
  /** The waves of the steps; empty if the project defines none. */
  readonly waves: readonly Wave[];
}

/**
 * Decides which changes are written, and in which order and wave. If an earlier wave must not be skipped, this is
 * repeated with a stricter gate.
 */
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
  const held = input.allowAlike ? [] : input.comparison.alike;
  const alike = new Map(held?.map((one) => [one.address, one]));
  const sorted = sortWritable({ ...input, gate, alike });
  const ordered = inStepOrder(sorted.writable, input.facts, input.comparison.stillReferring);
  return { sorted, ...inWaves(ordered, input) };
}

/** The full declared and compared state, for a plan that only reverts drift. */
export interface WholeSides {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  /** The comparison of the resources in scope, and of resources that were read as context. */
  readonly comparison: Comparison;
}

/** The sides of a plan, and the restrictions that may narrow it. */
interface NarrowableInput
  extends WholeSides,
    Pick<TrustInput, "history">,
    Pick<ArrangeInput, "facts" | "health" | "onConflict" | "allowAlike"> {
  readonly waves?: ArrangeInput["waves"] | undefined;
  readonly only?: ((address: Address) => boolean) | undefined;
  readonly whole?: WholeSides | undefined;
  readonly prune: boolean;
}

/**
 * Returns the plan without narrowing. Undefined for a plan that is not narrowed. The plan is computed on demand,
 * because few plans need it.
 */
export function wholeOf(input: NarrowableInput): (() => WholePlan) | undefined {
  if (!input.only && !input.whole) return undefined;
  const { whole = input, prune, facts, onConflict, allowAlike, health, waves = [] } = input;
  let made: WholePlan | undefined;
  const make = (): WholePlan => {
    const { desired, base, comparison } = whole;
    const wanted = comparison.changes.filter(({ action }) => prune || action !== "remove");
    const { decided: asked } = trusted(wanted, { desired, base, history: input.history });
    const sites = health?.settings.sites;
    const sides = { desired, base, comparison, facts, waves, sites };
    const { unwritable, held } = arrange({ ...sides, asked, onConflict, allowAlike, health }).sorted;
    const left = new Set([...unwritable, ...held].map(({ address }) => address));
    return { written: asked.filter(({ address }) => !left.has(address)), held, base };
  };
  return () => {
    made ??= make();
    return made;
  };
}

/** What a narrowed plan covers, and everything that Git declares. */
interface NarrowedSides {
  /** The comparison, which contains only addresses in scope. */
  readonly comparison: Pick<Comparison, "changes">;
  readonly only: (address: Address) => boolean;
  readonly prune: boolean;
  /** Everything that is declared, under current keys. */
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  readonly isSeen: (address: Address) => boolean;
  readonly facts: ArrangeInput["facts"];
}

/**
 * Returns the further addresses that a narrowed plan must read:
 *
 * | the plan                   | must also read                                                       |
 * |----------------------------|----------------------------------------------------------------------|
 * | removes something          | everything that may reference it, or that base declares to reference |
 * |                            | it by value, and everything of its kind that Git drops               |
 * | creates something          | everything of its kind that was applied and is declared              |
 * | removes a room's moderator | the moderators that are declared in the room                         |
 *
 * Only addresses that were not read yet are returned, in address order. Nothing is returned if the plan does none of
 * this.
 */
export function besidesOf(on: NarrowedSides): readonly Address[] {
  const { comparison, only, prune, desired, base, isSeen } = on;
  const asked = comparison.changes.filter(({ address, action }) => {
    return only(address) && (prune || action !== "remove");
  });
  const isKept = ({ address }: Resource) => base?.resources.has(address) === true;
  const isDropped = ({ address }: Resource) => !desired.resources.has(address);
  const removed = asked.filter(({ action }) => action === "remove").map(resourceOf);
  const remade = asked
    .filter(({ action }) => action === "create")
    .map(resourceOf)
    .filter(isKept);
  const rooms = new Set(asked.filter(losesModerator).map((change) => resourceOf(change).parent));
  const [goes, comesAgain] = [kindsOf(removed), kindsOf(remade)];
  if (goes.size + comesAgain.size + rooms.size === 0) return [];
  const named = referrersByValue(removed, on);
  const isMeant = (one: Resource) =>
    refersToOne(one, goes) ||
    named(one) ||
    (isDropped(one) && goes.has(kindOf(one))) ||
    (isKept(one) && !isDropped(one) && comesAgain.has(kindOf(one))) ||
    (rooms.has(one.parent) && !isDropped(one) && moderates(one.value));
  const all = new Map([...(base?.resources ?? []), ...desired.resources]);
  return [...all.values()]
    .filter((one) => !isSeen(one.address) && isMeant(one))
    .map(({ address }) => address)
    .sort();
}

/**
 * Returns a function that is true for a resource that references one of the removed resources by value, according to
 * base.
 */
function referrersByValue(
  removed: readonly Resource[],
  { base, facts }: Pick<NarrowedSides, "base" | "facts">,
): (one: Resource) => boolean {
  const referencesOf = (one: Resource | undefined) => one && facts.get(one.target)?.references?.(one);
  const held = new Set<string>();
  const places = new Set<string>();
  for (const one of removed)
    for (const text of referencesOf(one)?.holds ?? []) {
      held.add(`${one.target}\0${text}`);
      places.add(placeOf(one));
    }
  return (one) => {
    if (!places.has(placeOf(one))) return false;
    const { refersTo = [] } = referencesOf(base?.resources.get(one.address)) ?? {};
    return refersTo.some((text) => held.has(`${one.target}\0${text}`));
  };
}

function placeOf({ target, scope }: Resource): string {
  return `${target}\0${scope.host ?? ""}`;
}

function kindsOf(some: readonly Resource[]): ReadonlySet<string> {
  return new Set(some.map(kindOf));
}

function kindOf({ target, kind }: Pick<Resource, "target" | "kind">): string {
  return `${target}/${kind}`;
}

function refersToOne({ target, refersTo = {} }: Resource, kinds: ReadonlySet<string>): boolean {
  return Object.values(refersTo).some((kind) => kinds.has(kindOf({ target, kind })));
}
