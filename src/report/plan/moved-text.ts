/** What a plan says of keys that changed in Git, and of what is declared by another path or section of its device. */

import { type Address, addressParts } from "../../model/address.ts";
import type { Plan } from "../../model/plan.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { fewOf, resourceName } from "../text/value.ts";

/** All that one address of base became. */
interface MovedFrom {
  readonly was: Address;
  readonly now: readonly Address[];
  readonly elsewhere: boolean;
}

/** The moves of a plan by where base has them. */
export function movedRows({ moved }: Pick<Plan, "moved">): readonly MovedFrom[] {
  return [...Map.groupBy(moved, ({ was }) => was)].map(([was, all]) => ({
    was,
    now: all.map(({ address }) => address),
    elsewhere: all.some(({ elsewhere }) => elsewhere),
  }));
}

/** Two paragraphs at most. */
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
      "Moved: only the key has changed, nothing is written for it",
      keys.map((each) => line(each, (address) => visible(addressParts(address).key))),
    ),
    ...block(
      "Declared elsewhere now: nothing is removed for it, and only what differs is written",
      elsewhere.map((each) => line(each, name)),
    ),
  ];
}
