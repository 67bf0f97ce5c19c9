/** Texts about fields that a server stores in another form or did not accept. They are neither pending nor drift. */

import type { SettledField } from "../../model/change.ts";
import type { KindTitles } from "../../model/place.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { differenceShown } from "../text/difference.ts";
import { code, prose, visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted, fieldName, resourceName } from "../text/value.ts";

type Settled = Pick<Plan, "titles" | "storedOtherwise" | "notTaken">;

/** The two lists of settled fields, each with its title and a hint. The hint says how a field leaves the list. */
export const settledLists = [
  {
    of: "storedOtherwise",
    rule: "stored-otherwise",
    level: "note",
    title: "Stored in another form by the server: counts as declared, and is not written",
    hint: "To declare the server's form, run: trueup adopt ADDRESS",
  },
  {
    of: "notTaken",
    rule: "not-taken",
    level: "warning",
    title: "Not accepted by the server: written earlier without effect, and not written again",
    hint: "Declare a value that the server accepts. To write the same value again, run: trueup apply --retry",
  },
] as const;

/** The counts: `2 fields stored in another form`, `1 field not accepted`; empty if there are none. */
export function settledCounts({ storedOtherwise = [], notTaken = [] }: Settled): readonly string[] {
  return [
    ...(storedOtherwise.length > 0
      ? [`${counted(storedOtherwise.length, "field")} stored in another form`]
      : []),
    ...(notTaken.length > 0 ? [`${counted(notTaken.length, "field")} not accepted`] : []),
  ];
}

/** The fields that are stored in another form or were not accepted, for a terminal. Empty if there are none. */
export function settledText(plan: Settled, style: Style): readonly string[] {
  return settledLists.flatMap(({ of, title, hint }) => {
    const all = plan[of] ?? [];
    if (all.length === 0) return [];
    const lines = all.map((one) => `  ${style.yellow("!")} ${visible(settledSentence(one, plan.titles))}`);
    return [[style.bold(title), ...lines, `    ${hint}`].join("\n")];
  });
}

/**
 * The fields that are stored in another form or were not accepted, for a pull request or an issue. `fewLines` shortens
 * each list. Empty if there are none.
 */
export function settledMarkdown(
  plan: Settled,
  fewLines: (lines: readonly string[]) => readonly string[],
): readonly string[] {
  return settledLists.flatMap(({ of, title, hint }) => {
    const all = plan[of] ?? [];
    if (all.length === 0) return [];
    const lines = all.map((one) => `- ${prose(visible(settledSentence(one, plan.titles)))}`);
    const [what = "", command = ""] = hint.split(/(?<=run: )/);
    return [[`### ${title}`, "", ...fewLines(lines), "", `${what}${code(command)}`].join("\n")];
  });
}

/** A sentence: `network berlin name: declared A, live a (case)`. */
export function settledSentence(
  { address, path, desired, live, likely }: SettledField,
  titles: KindTitles,
): string {
  const sides = differenceShown({ desired, live });
  const values = `declared ${sides.desired}, live ${sides.live}`;
  return `${resourceName(address, titles)} ${fieldName(path)}: ${values} (${likely})`;
}
