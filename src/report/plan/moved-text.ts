/** Texts about resources that were renamed or moved in Git, and about parents that creates also create. */

import { type Address, addressParts } from "../../model/address.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { fewOf, resourceName } from "../text/value.ts";

/** An address in base, and the addresses that now declare its resource. */
interface MovedFrom {
  readonly was: Address;
  readonly now: readonly Address[];
  readonly elsewhere: boolean;
}

/** The moves of a plan by address in base. */
export function movedRows({ moved }: Pick<Plan, "moved">): readonly MovedFrom[] {
  return [...Map.groupBy(moved, ({ was }) => was)].map(([was, all]) => ({
    was,
    now: all.map(({ address }) => address),
    elsewhere: all.some(({ elsewhere }) => elsewhere),
  }));
}

/** The text about moved resources: at most two paragraphs. */
export function movedText(plan: Plan, style: Style): readonly string[] {
  const [elsewhere = [], keys = []] = [true, false].map((is) =>
    movedRows(plan).filter((each) => each.elsewhere === is),
  );
  const name = (address: Address) => resourceName(address, plan.titles);
  const line = ({ was, now }: MovedFrom, as: (address: Address) => string) =>
    `  ${name(was)} → ${fewOf(now, as)}`;
  const block = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[style.bold(title), ...lines].join("\n")];
  return [
    ...block(
      "Moved: only the key has changed, and nothing is written",
      keys.map((each) => line(each, (address) => visible(addressParts(address).key))),
    ),
    ...block(
      "Declared elsewhere now: nothing is removed, and only differences are written",
      elsewhere.map((each) => line(each, name)),
    ),
  ];
}

/** The maximum number of parents that are named individually. */
const maxAlong = 20;

/**
 * The missing parents that creates also create: the address and the display name of each, and the number of further
 * ones.
 */
export function alongRows({ changes, steps }: Pick<Plan, "changes" | "steps">, most = maxAlong) {
  const written = new Set(steps.map(({ address }) => address));
  const rows = changes.flatMap((change) =>
    change.action === "create" && change.along !== undefined && written.has(change.address)
      ? [{ address: change.address, along: change.along }]
      : [],
  );
  return { rows: rows.slice(0, most), more: Math.max(0, rows.length - most) };
}

/** The text about missing parents that creates also create: at most one paragraph. */
export function alongText(plan: Plan, style: Style): readonly string[] {
  const { rows, more } = alongRows(plan);
  if (rows.length === 0) return [];
  const lines = rows.map(
    ({ address, along }) => `  ${resourceName(address, plan.titles)} also creates ${visible(along)}`,
  );
  const rest = more > 0 ? [`  and ${more} more`] : [];
  return [[style.bold("Also created, if the device lacks them"), ...lines, ...rest].join("\n")];
}
