/** Texts about accepted creates that no list shows yet. They are neither pending nor drift. */

import type { AcceptedCreate } from "../../model/change.ts";
import type { KindTitles } from "../../model/place.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { code, prose } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { quoted, resourceName } from "../text/value.ts";

/** The title of the list of accepted creates. */
export const acceptedTitle =
  "Accepted, but not visible yet: trueup searches for these resources, and does not create them again";

/** A sentence: `network berlin was accepted at 2026-01-01T00:00:00.000Z with id "N_7", but no list shows it yet`. */
export function acceptedSentence({ address, since, id }: AcceptedCreate, titles: KindTitles): string {
  const known = id === undefined ? "" : ` with id ${quoted(id)}`;
  return `${resourceName(address, titles)} was accepted at ${since}${known}, but no list shows it yet`;
}

/** A hint: what happens next, and the command to use if the resource never appears. `written` formats an option. */
export function acceptedHint(written = (option: string) => option): string {
  const again = `To let the next apply create it again, run: ${written("trueup forget ADDRESS")}`;
  return `Once the resource is visible, it counts as applied. ${again}`;
}

type Accepted = Pick<Plan, "titles" | "acceptedUnseen">;

/** The list of accepted creates for a terminal; empty if there are none. */
export function acceptedText({ acceptedUnseen = [], titles }: Accepted, style: Style): readonly string[] {
  if (acceptedUnseen.length === 0) return [];
  const lines = acceptedUnseen.map((one) => `  ${style.yellow("!")} ${acceptedSentence(one, titles)}`);
  return [[style.bold(acceptedTitle), ...lines, `    ${acceptedHint()}`].join("\n")];
}

/** The list of accepted creates for a pull request or an issue, shortened by `fewLines`. Empty if there are none. */
export function acceptedMarkdown(
  { acceptedUnseen = [], titles }: Accepted,
  fewLines: (lines: readonly string[]) => readonly string[],
): readonly string[] {
  if (acceptedUnseen.length === 0) return [];
  const lines = acceptedUnseen.map((one) => `- ${prose(acceptedSentence(one, titles))}`);
  return [[`### ${acceptedTitle}`, "", ...fewLines(lines), "", acceptedHint(code)].join("\n")];
}
