/** Describes findings of guards as text and Markdown. */

import type { GuardFinding } from "../../model/plan/guard.ts";
import type { PolicyWarning } from "../../model/policy.ts";
import { code, prose, visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { fewOf, nameCode, nameShown } from "../text/value.ts";

/** Why an apply is refused, with every address and what to do. Without a final line break. */
export function refusalText(found: readonly GuardFinding[]): string {
  return found
    .map(({ message, addresses, hint }) => {
      const where = addresses.map((address) => `\n    ${nameShown(address)}`).join("");
      return `Refused: ${visible(message)}${where === "" ? "." : `:${where}`}\n  ${visible(hint)}`;
    })
    .join("\n");
}

/** Why an apply of this plan would be refused; empty if it would not. */
export function guardsText(found: readonly GuardFinding[], style: Style): readonly string[] {
  if (found.length === 0) return [];
  const blocks = found.map(({ message, addresses, hint }) =>
    [
      `  ${style.red("!")} ${visible(message)}`,
      ...(addresses.length > 0 ? [`    ${fewOf(addresses)}`] : []),
      `    ${visible(hint)}`,
    ].join("\n"),
  );
  return [[style.bold("Apply will refuse this"), ...blocks].join("\n")];
}

/** Violated policies that only warn, for a terminal; empty if there are none. */
export function policyWarningsText(found: readonly PolicyWarning[] = [], style: Style): readonly string[] {
  if (found.length === 0) return [];
  const blocks = found.map(({ message, addresses, fix }) =>
    [
      `  ${style.yellow("!")} ${visible(message)}`,
      ...(addresses.length > 0 ? [`    ${fewOf(addresses)}`] : []),
      ...(fix === undefined ? [] : [`    ${visible(fix)}`]),
    ].join("\n"),
  );
  return [[style.bold("Policies warn"), ...blocks].join("\n")];
}

/** Like `policyWarningsText`, for a pull request. */
export function policyWarningsMarkdown(found: readonly PolicyWarning[] = []): readonly string[] {
  if (found.length === 0) return [];
  const lines = found.map(({ message, addresses, fix }) => {
    const where = addresses.length > 0 ? `: ${fewOf(addresses, nameCode)}` : "";
    return `- ${prose(message)}${where}.${fix === undefined ? "" : ` ${prose(fix)}`}`;
  });
  return [["### Policies warn", "", ...lines].join("\n")];
}

/** Why an apply would be refused, for a pull request. */
export function guardsMarkdown(found: readonly GuardFinding[]): readonly string[] {
  if (found.length === 0) return [];
  const lines = found.map(({ message, addresses, hint, consent, fix }) => {
    const instead = fix === undefined ? "" : `${prose(fix)} `;
    const allow = `If this is intended, add: ${code(`--allow ${consent ?? ""}`)}`;
    const todo = consent === undefined ? prose(hint) : instead + allow;
    const where = addresses.length > 0 ? `: ${fewOf(addresses, nameCode)}` : "";
    return `- ${prose(message)}${where}. ${todo}`;
  });
  return [["### Apply will refuse this", "", ...lines].join("\n")];
}
