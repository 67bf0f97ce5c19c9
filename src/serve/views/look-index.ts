/**
 * The last observation of an environment as rows, worst first. The rows are made once per observation, not per request.
 */

import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import { byAddress, byText } from "../../model/compare.ts";
import type { Resource } from "../../model/desired.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { type Drift, driftOf } from "../../report/drift/drift.ts";
import { kindName } from "../../report/text/value.ts";
import type { ServedEnvironment, ServedLook } from "../served.ts";
import { type ColumnName, type RowColumn, rowColumns } from "./columns.ts";
import { type DifferenceGroup, differenceGroups } from "./difference-groups.ts";
import { type ResourceRow, rowOf, type TitleOf } from "./resource-row.ts";
import { type ResourceState, resourceStates } from "./resource-states.ts";
import { hasRows, pieceRows } from "./row-pieces.ts";

/** Everything that pages need of one observation. */
export interface LookIndex {
  /** The rows by address. */
  readonly rows: ReadonlyMap<Address, ResourceRow>;
  /** The rows by state, the worst first; within a state, by address. */
  readonly ordered: readonly ResourceRow[];
  /** The columns by which pages filter and count the rows. */
  readonly columns: Readonly<Record<ColumnName, RowColumn>>;
  readonly drift: Drift;
  /** The groups by cause, the worst first; within a cause, the groups with the most resources first. */
  readonly groups: readonly DifferenceGroup[];
  readonly groupById: ReadonlyMap<string, DifferenceGroup>;
  readonly changes: ReadonlyMap<Address, Change>;
}

interface KeptIndex {
  readonly notDue: ServedEnvironment["notDue"];
  readonly index: LookIndex;
}

const kept = new WeakMap<ServedLook, KeptIndex>();

/** The index of the last observation; undefined if there is none. */
export function indexOf({ look, notDue }: Pick<ServedEnvironment, "look" | "notDue">): LookIndex | undefined {
  if (!look) return undefined;
  const known = kept.get(look);
  if (known && known.notDue === notDue) return known.index;
  const index = made(look, notDue);
  kept.set(look, { notDue, index });
  return index;
}

function made(look: ServedLook, notDue: ServedEnvironment["notDue"]): LookIndex {
  const { plan, made: run } = look;
  const states = new Map<Address, ResourceState>();
  const drift = driftOf(plan);
  markStates(states, { plan, drift, notDue });
  const changes = new Map(plan.changes.map((change) => [change.address, change]));
  const rows = new Map<Address, ResourceRow>();
  const titleOf = titlesIn(plan);
  const { secrets } = look;
  const add = (address: Address, resource: Resource | undefined) => {
    const change = changes.get(address);
    const state = states.get(address) ?? "inSync";
    rows.set(address, rowOf({ address, resource, change, state, titleOf, secrets }));
  };
  for (const piece of piecesOf(run.desired)) {
    const { rows: known, isFreeOf } = pieceRows(piece, titleOf);
    const isShown = secrets !== undefined && isFreeOf(secrets);
    for (const row of known)
      if (isShown && !states.has(row.address) && !changes.has(row.address)) rows.set(row.address, row);
      else add(row.address, run.desired.resources.get(row.address));
  }
  for (const [address, change] of changes)
    if (!rows.has(address)) add(address, change.action === "remove" ? change.base : change.desired);
  for (const address of states.keys()) if (!rows.has(address)) add(address, undefined);
  const groups = differenceGroups(drift, { titles: plan.titles, locate: run.desired.locate });
  const byState = Map.groupBy(rows.values(), ({ state }) => state);
  const inOrder = (all: ResourceRow[]) => (isOrdered(all) ? all : all.sort(byAddress));
  const ordered = resourceStates.flatMap((state) => inOrder(byState.get(state) ?? []));
  return {
    rows,
    ordered,
    columns: rowColumns(ordered),
    drift,
    groups,
    groupById: new Map(groups.map((group) => [group.id, group])),
    changes,
  };
}

/**
 * Prepares the slow parts of an observation's index piece by piece, so that `indexOf` does not block. `breathe`
 * lets other tasks run in between.
 */
export async function prepareIndex(
  { plan, made: { desired } }: Pick<ServedLook, "plan" | "made">,
  breathe: () => Promise<void>,
): Promise<void> {
  const titleOf = titlesIn(plan);
  const [first, ...others] = piecesOf(desired).filter((piece) => !hasRows(piece));
  if (first) pieceRows(first, titleOf);
  for (const piece of others) {
    await breathe();
    pieceRows(piece, titleOf);
  }
}

function piecesOf({ resources, pieces = [resources] }: ServedLook["made"]["desired"]) {
  return pieces;
}

/** True if the rows are already in address order, as in most cases, so that they need no sorting. */
function isOrdered(all: readonly ResourceRow[]): boolean {
  return all.every(({ address }, at) => at === 0 || byText(all[at - 1]?.address ?? "", address) <= 0);
}

/** The titles of kinds, by target and kind. */
function titlesIn({ titles }: Plan): TitleOf {
  const known = new Map<string, string>();
  return ({ target, kind }) => {
    const id = `${target}/${kind}`;
    const title = known.get(id) ?? kindName({ target, kind }, titles);
    known.set(id, title);
    return title;
  };
}

/** Notes the worst state of each address that differs from its declaration. */
function markStates(
  states: Map<Address, ResourceState>,
  {
    plan,
    drift,
    notDue = new Map(),
  }: { readonly plan: Plan; readonly drift: Drift; readonly notDue: ServedEnvironment["notDue"] },
): void {
  const { conflicts, drifted, pending, expected, unexpected } = drift;
  const addresses = (all: readonly { readonly address: Address }[]) => all.map(({ address }) => address);
  const found: Readonly<Record<Exclude<ResourceState, "inSync">, Iterable<Address>>> = {
    conflict: addresses(conflicts),
    drift: addresses(drifted),
    unknown: addresses(plan.unknown),
    unwritable: [...addresses(plan.unwritable), ...addresses(expected), ...unexpected],
    held: addresses(plan.held),
    notDue: notDue.keys(),
    pending: [...addresses(pending), ...addresses(plan.acceptedUnseen ?? [])],
  };
  for (const state of resourceStates)
    if (state !== "inSync")
      for (const address of found[state]) if (!states.has(address)) states.set(address, state);
}
