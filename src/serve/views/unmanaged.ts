/** Live resources that Git does not declare, of all environments, as a list. Pure. */

import { type Address, addressParts } from "../../model/address.ts";
import { byText } from "../../model/compare.ts";
import type { UnmanagedResource } from "../../model/live/snapshot.ts";
import type { Redactions } from "../../model/secret.ts";
import { kindName } from "../../report/text/value.ts";
import type { ServedEnvironment, ServedLook } from "../served.ts";
import {
  type FilterChoice,
  type ListFilter,
  type ListPage,
  mostFrequent,
  pageOf,
  wordsOf,
} from "./filter.ts";

/** One undeclared live resource. Nothing in it is escaped. */
export interface UnmanagedRow {
  readonly target: string;
  readonly kind: string;
  /** The title of the resource's kind. */
  readonly title: string;
  /** The resource's name at the target. */
  readonly name: string;
  /** The declared parent; absent if the resource has none. */
  readonly within?: Address | undefined;
}

/** A row and its environment. */
export interface ListedUnmanaged {
  readonly environment: ServedEnvironment;
  readonly row: UnmanagedRow;
}

/** The filters of the list of undeclared resources, besides text. */
const unmanagedColumns = ["environment", "target", "kind"] as const;

type UnmanagedColumn = (typeof unmanagedColumns)[number];

/** A page of undeclared resources, and the choices of its filters. */
export interface UnmanagedPage extends ListPage<ListedUnmanaged> {
  readonly choices: Readonly<Record<UnmanagedColumn, readonly FilterChoice[]>>;
}

/** The number of resources per page. */
const unmanagedPerPage = 50;

/** The resources that match a filter, by environment, target, kind and name. */
export function unmanagedPage(environments: readonly ServedEnvironment[], filter: ListFilter): UnmanagedPage {
  const words = wordsOf(filter);
  const all = environments.flatMap((environment) =>
    unmanagedRows(environment.look)
      .filter((row) => words.every((word) => textOf(row).includes(word)))
      .map((row) => ({ environment, row })),
  );
  const passes = (one: ListedUnmanaged, name: UnmanagedColumn) =>
    filter[name] === undefined || valueIn(one, name) === filter[name];
  const choicesOf = (name: UnmanagedColumn): readonly FilterChoice[] => {
    const others = unmanagedColumns.filter((other) => other !== name);
    const fitting = all.filter((one) => others.every((other) => passes(one, other)));
    const groups = Map.groupBy(fitting, (one) => valueIn(one, name));
    return mostFrequent([...groups].map(([value, some]) => [value, some.length]));
  };
  const wanted = all.filter((one) => unmanagedColumns.every((name) => passes(one, name)));
  const choices = {
    environment: choicesOf("environment"),
    target: choicesOf("target"),
    kind: choicesOf("kind"),
  };
  return { ...pageOf(wanted, filter, unmanagedPerPage), choices };
}

function valueIn({ environment, row }: ListedUnmanaged, name: UnmanagedColumn): string {
  return name === "environment" ? environment.id : row[name];
}

function textOf({ target, kind, title, name, within }: UnmanagedRow): string {
  return [target, kind, title, name, within ?? ""].join("\n").toLowerCase();
}

const kept = new WeakMap<ServedLook, readonly UnmanagedRow[]>();

/** The rows of one environment, sorted. Empty if nothing was observed, or if names may contain secrets. */
export function unmanagedRows(look: ServedLook | undefined): readonly UnmanagedRow[] {
  if (!look?.secrets) return [];
  const known = kept.get(look);
  if (known) return known;
  const { unmanaged } = look.made.snapshot;
  const free = unmanaged.filter((one) => !one.unexpected);
  const names = shownNames(free, look.secrets);
  const rows = free
    .map(({ target, kind, within }, at): UnmanagedRow => {
      const title = kindName({ target, kind }, look.plan.titles);
      return { target, kind, title, name: names[at] ?? "", ...(within !== undefined && { within }) };
    })
    .sort(inOrder);
  kept.set(look, rows);
  return rows;
}

function inOrder(one: UnmanagedRow, other: UnmanagedRow): number {
  return (
    byText(one.target, other.target) ||
    byText(one.kind, other.kind) ||
    byText(withinOf(one), withinOf(other)) ||
    byText(one.name, other.name)
  );
}

function withinOf({ within }: UnmanagedRow): string {
  return within === undefined ? "" : addressParts(within).key;
}

/**
 * The names with secrets redacted. If all names of a target together contain no secret, they are not searched
 * individually.
 */
function shownNames(all: readonly UnmanagedResource[], secrets: Redactions): readonly string[] {
  const free = new Map<string, boolean>();
  for (const [target, own] of Map.groupBy(all, (one) => one.target)) {
    const text = own.map(({ identity }) => identity).join("\n");
    free.set(target, secrets.of(target).value(text) === text);
  }
  return all.map(({ target, identity }) =>
    free.get(target) ? identity : secrets.of(target).value(identity),
  );
}
