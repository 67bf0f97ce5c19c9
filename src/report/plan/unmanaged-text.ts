/** Unmanaged resources (live, not declared) → text. */

import type { KindTitles } from "../../model/place.ts";
import type { UnmanagedResource } from "../../model/snapshot.ts";
import { visible } from "../text/escape.ts";
import { kindName, nameShown } from "../text/value.ts";

/** A list by target and kind, for `plan --show-unmanaged`. */
export function unmanagedText(found: readonly UnmanagedResource[], titles: KindTitles): string {
  if (found.length === 0) return "\nNo unmanaged resources.\n";
  const groups = [...Map.groupBy(found, (one) => `${one.target}: ${kindName(one, titles)}`)];
  const blocks = groups.map(([name, all]) => {
    const lines = all.map(({ identity, within }) => {
      const where = within === undefined ? "" : ` in ${nameShown(within)}`;
      return `    ${nameShown(identity)}${where}\n`;
    });
    return `  ${visible(name)}\n${lines.join("")}`;
  });
  return `\nLive and not declared, never touched\n${blocks.join("")}`;
}
