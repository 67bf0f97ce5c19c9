/** What was seen last of an environment as rows, worst first: made once for each look, not for each request. */

import type { Address } from "../../model/address.ts";
import { type AddressParts, addressParts } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import { byText } from "../../model/compare.ts";
import type { Resource } from "../../model/desired.ts";
import { asList, isObject } from "../../model/json.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Redaction } from "../../model/secret.ts";
import { type Drift, driftOf } from "../../report/drift/drift.ts";
import { kindName } from "../../report/text/value.ts";
import type { ServedEnvironment, ServedLook } from "../served.ts";
import { type ColumnName, type RowColumn, rowColumns } from "./columns.ts";
import { type DifferenceGroup, differenceGroups } from "./difference-groups.ts";
import { type ResourceState, resourceStates } from "./resource-states.ts";

/** One declared resource, or one that is to go. Nothing in it is escaped. */
export interface ResourceRow {
  readonly address: Address;
  readonly target: string;
  readonly kind: string;
  /** What its kind is called. */
  readonly title: string;
  readonly key: string;
  readonly site?: string | undefined;
  readonly tags: readonly string[];
  readonly state: ResourceState;
  /** How many fields differ; of what is made or removed none. */
  readonly differences: number;
  /** In lower case: what a search looks into. */
  readonly text: string;
}

/** All that pages ask of one look. */
export interface LookIndex {
  /** By address. */
  readonly rows: ReadonlyMap<Address, ResourceRow>;
  /** The worst state first, then in address order. */
  readonly ordered: readonly ResourceRow[];
  /** What `ordered` is filtered and counted by. */
  readonly columns: Readonly<Record<ColumnName, RowColumn>>;
  readonly drift: Drift;
  /** The worst first: of each cause those that most resources have first. */
  readonly groups: readonly DifferenceGroup[];
  readonly groupById: ReadonlyMap<string, DifferenceGroup>;
  readonly changes: ReadonlyMap<Address, Change>;
}

interface KeptIndex {
  readonly notDue: ServedEnvironment["notDue"];
  readonly index: LookIndex;
}

const kept = new WeakMap<ServedLook, KeptIndex>();

/** The index of what was seen last; undefined where nothing was. */
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
  const titles = new Map<string, string>();
  const titleOf = ({ target, kind }: AddressParts) => {
    const id = `${target}/${kind}`;
    const known = titles.get(id) ?? kindName({ target, kind }, plan.titles);
    titles.set(id, known);
    return known;
  };
  const add = (address: Address, resource: Resource | undefined) => {
    const change = changes.get(address);
    const state = states.get(address) ?? "inSync";
    rows.set(address, rowOf({ address, resource, change, state, titleOf, secrets: look.secrets }));
  };
  for (const [address, resource] of run.desired.resources) add(address, resource);
  for (const [address, change] of changes)
    if (!rows.has(address)) add(address, change.action === "remove" ? change.base : change.desired);
  for (const address of states.keys()) if (!rows.has(address)) add(address, undefined);
  const groups = differenceGroups(drift, { titles: plan.titles, locate: run.desired.locate });
  const byState = Map.groupBy(rows.values(), ({ state }) => state);
  const inOrder = (all: ResourceRow[]) => all.sort((one, other) => byText(one.address, other.address));
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

/** The worst that holds for each address that is not as declared. */
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

function rowOf({
  address,
  resource,
  change,
  state,
  titleOf,
  secrets,
}: {
  readonly address: Address;
  readonly resource: Resource | undefined;
  readonly change: Change | undefined;
  readonly state: ResourceState;
  readonly titleOf: (parts: AddressParts) => string;
  readonly secrets: Redaction | undefined;
}): ResourceRow {
  const parts = addressParts(address);
  const { target, kind, key } = parts;
  const title = titleOf(parts);
  // What Git declares may hold a secret as it is: neither is it shown nor does a search find it.
  const shown = (text: string | undefined) => (text === undefined ? undefined : secrets?.value(text));
  const tags = secrets ? tagsOf(resource, secrets) : noTags;
  const site = shown(resource?.site);
  const words = `${address}\n${shown(resource?.identity) ?? ""}\n${site ?? ""}\n${title}\n${tags.join("\n")}`;
  return {
    address,
    target,
    kind,
    key,
    title,
    site,
    tags,
    state,
    differences: change?.action === "update" ? change.differences.length : 0,
    text: words.toLowerCase(),
  };
}

const noTags: readonly string[] = [];

/** Tags as products have them: texts, in a list of that name. */
function tagsOf(resource: Resource | undefined, secrets: Redaction): readonly string[] {
  if (!resource || !isObject(resource.value)) return [];
  const tags = asList(resource.value.tags);
  return tags.length === 0
    ? noTags
    : [...new Set(tags.flatMap((tag) => (typeof tag === "string" ? [secrets.value(tag)] : [])))];
}
