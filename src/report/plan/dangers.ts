/** Changes that a reviewer must not overlook: irreversible ones, removals, renames, possible lock-outs. Pure. */

import { type Address, addressParts } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import type { KindTitles } from "../../model/place.ts";
import { changeAt, type Plan } from "../../model/plan/plan.ts";
import type { Step, TakenAlong } from "../../model/plan/step.ts";
import { isSecretReference } from "../../model/secret.ts";
import { countedKind, kindName } from "../text/value.ts";
import { type BlockContext, blockOf, blocksOf, type ChangeBlock } from "./change-blocks.ts";

/** A change that is shown before all others, by name and completely. */
export interface PlanDanger {
  readonly change: Change;
  /** Why the change is a danger. Not escaped. Undefined if the title of the group says it already. */
  readonly why?: string | undefined;
  /** Declared resources that are removed together with the changed one. */
  readonly along: readonly Address[];
  /** Undeclared resources that are removed together with the changed one. */
  readonly takes: readonly TakenAlong[];
}

/** Dangers of one type, under their heading; never empty. */
export interface DangerGroup {
  readonly title: string;
  readonly dangers: readonly PlanDanger[];
}

const titles = {
  irreversible: "Cannot be undone",
  removal: "Removals",
  remade: "Removed and recreated",
  renamed: "Renamed by somebody; apply restores the declared name",
  lockout: "Could lock trueup out",
} as const;

/** The dangers by type, in the order of `titles`. Each change occurs once. */
export function dangersOf(plan: Plan): readonly DangerGroup[] {
  const ways = new Map(
    plan.guards
      .filter(({ guard }) => guard === "lockout")
      .flatMap(({ addresses, message }) => addresses.map((address) => [address, message] as const)),
  );
  const found = plan.steps.flatMap(
    (step): readonly (PlanDanger & { readonly sort: keyof typeof titles })[] => {
      const change = changeAt(plan, step.address);
      const sort = change && sortOf(change, step, ways);
      if (change === undefined || sort === undefined) return [];
      const why = [
        sort === "irreversible" ? step.irreversible : undefined,
        step.remakes && remakesText(step.remakes),
        ways.get(step.address),
      ];
      const along = step.because.filter((address) => address !== step.address);
      const { takes = [] } = step;
      return [
        { change, along, takes, sort, why: why.filter((one) => one !== undefined).join("; ") || undefined },
      ];
    },
  );
  return (["irreversible", "removal", "remade", "renamed", "lockout"] as const).flatMap((sort) => {
    const dangers = found.filter((one) => one.sort === sort).sort(byRemoval);
    return dangers.length === 0 ? [] : [{ title: titles[sort], dangers }];
  });
}

function sortOf(
  change: Change,
  { irreversible, remakes }: Step,
  ways: ReadonlyMap<Address, string>,
): keyof typeof titles | undefined {
  if (irreversible !== undefined && losesSomething(change)) return "irreversible";
  if (change.action === "remove") return "removal";
  if (remakes !== undefined) return "remade";
  if (change.action === "update" && change.live.byId) return "renamed";
  return ways.has(change.address) ? "lockout" : undefined;
}

/**
 * Half a sentence: which elements of a list are removed and created again, when they are missing, and other
 * consequences. Not escaped.
 */
function remakesText({ of, missing }: NonNullable<Step["remakes"]>): string {
  const names = of.map(({ name }) => name).join(", ");
  const met =
    missing === "deployed"
      ? "if somebody deploys before it exists again, traffic passes"
      : "until it exists again, traffic passes";
  const gap = `removed and created again, since this list cannot be reordered; ${met} a list without it`;
  return [
    `${names}: ${gap}`,
    ...of.flatMap(({ name, note }) => (note === undefined ? [] : [`${name}: ${note}`])),
  ].join("; ");
}

/**
 * True for removals and replaced secrets, which lose something. Other irreversible changes, such as creates, are only
 * listed with `--rollback-on-failure`.
 */
function losesSomething(change: Change): boolean {
  if (change.action !== "update") return change.action === "remove";
  return change.differences.some(({ desired }) => isSecretReference(desired));
}

function byRemoval(one: PlanDanger, other: PlanDanger): number {
  return Number(other.change.action === "remove") - Number(one.change.action === "remove");
}

/** A danger to show. Each removal is shown individually; equal changes of other types share a block. */
export interface DangerBlock extends Omit<PlanDanger, "change"> {
  readonly block: ChangeBlock;
}

/** Returns the dangers of one group as blocks, in order. */
export function dangerBlocks(dangers: readonly PlanDanger[], context: BlockContext): readonly DangerBlock[] {
  const removals = dangers.filter(({ change }) => change.action === "remove");
  const others = Map.groupBy(
    dangers.filter(({ change }) => change.action !== "remove"),
    ({ why }) => why,
  );
  return [
    ...removals.map(({ change, ...more }) => ({ ...more, block: blockOf(change, context) })),
    ...[...others].flatMap(([why, all]) =>
      blocksOf(
        all.map(({ change }) => change),
        context,
      ).map((block) => ({ block, why, along: [], takes: [] })),
    ),
  ];
}

/**
 * Resources of one kind that are removed along with another resource. Declared ones are named by key, others by live
 * name.
 */
export interface AlongGroup {
  /** What is removed: `2 SSIDs`; `2 SSIDs that nobody declares`. */
  readonly what: string;
  readonly names: readonly string[];
}

/** The resources that are removed with another one. Not escaped. */
export function goesAlong(
  address: Address,
  { along, takes }: Pick<PlanDanger, "along" | "takes">,
  titles: KindTitles,
): readonly AlongGroup[] {
  const { target } = addressParts(address);
  const declared = Map.groupBy(along.map(addressParts), (parts) => kindName(parts, titles));
  const others = Map.groupBy(takes, ({ kind }) => kindName({ target, kind }, titles));
  return [
    ...[...declared].map(([kind, all]) => ({
      what: countedKind(all.length, kind),
      names: all.map(({ key }) => key),
    })),
    ...[...others].map(([kind, all]) => ({
      what: `${countedKind(all.length, kind)} not declared`,
      names: all.map(({ identity }) => identity),
    })),
  ];
}
