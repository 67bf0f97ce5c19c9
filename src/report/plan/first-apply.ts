/**
 * Texts about existing resources before their first apply: secrets that stay unchanged, and names that were changed too
 * early.
 */

import type { AlikeName, PerhapsRenamed, TakenOverSecret } from "../../model/change.ts";
import type { KindTitles } from "../../model/place.ts";
import { alikeConsent, secretsConsent } from "../../model/plan/consent.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { code, prose } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted, fieldName, nameCode, quoted, resourceName } from "../text/value.ts";

type FirstApply = Pick<
  Plan,
  "titles" | "secretsTakenOver" | "perhapsRenamed" | "alike" | "fingerprint" | "preview"
>;

/** The heading: `2 secrets stay as they are: their resources exist already, and were never applied`. */
export function secretsHeading({ secretsTakenOver: { length } }: FirstApply): string {
  const why =
    length === 1
      ? "stays as it is: its resource exists already, and was never applied"
      : "stay as they are: their resources exist already, and were never applied";
  return `${counted(length, "secret")} ${why}`;
}

/** A sentence that says how to overwrite the live secrets with the declared ones. */
export function secretsHint(plan: FirstApply): string {
  if (plan.preview) return "To see how to overwrite them, run `trueup plan` without --snapshot.";
  return `To overwrite them with the declared ones, add: --allow ${secretsConsent(plan)}`;
}

/** The name of a secret: `ssid berlin.0 password`. */
export function secretName({ address, path }: TakenOverSecret, titles: KindTitles): string {
  return `${resourceName(address, titles)} ${fieldName(path)}`;
}

/** A sentence: `network berlin would be created as "Berlin HQ", beside "Berlin", which is live and not declared`. */
export function renamedSentence(
  { address, identity, live }: PerhapsRenamed | AlikeName,
  titles: KindTitles,
): string {
  const names = `${quoted(identity)}, beside ${quoted(live)}`;
  return `${resourceName(address, titles)} would be created as ${names}, which is live and not declared`;
}

/** The title of the list of resources that were perhaps renamed too early. */
export const renamedTitle =
  "Possible duplicates, perhaps because they were renamed in Git before their first apply";

/** A hint that tells people how to avoid a duplicate. */
export const renamedHint =
  "If the resource was renamed in Git since its import, declare the live name, commit, apply once, and then rename it.";

/** The title of the list of resources whose names are similar to live ones. */
export function alikeTitle({ alike = [] }: FirstApply): string {
  const spelt = "has a name that differs only in case, blanks or Unicode form";
  const moved = alike.some((one) => one.isElsewhere)
    ? ["is below another parent, and was perhaps moved there"]
    : [];
  const what = [...(alike.every((one) => one.isElsewhere) ? [] : [spelt]), ...moved];
  return `Not created: a live resource ${what.join(", or ")}`;
}

/** A hint: what to declare, and which option to add if both resources are intended. `written` formats an option. */
export function alikeHint(plan: FirstApply, written = (option: string) => option): string {
  const place = plan.alike?.some((one) => one.isElsewhere) ? ", and its live parent" : "";
  const same = `If both are the same resource, declare the live name${place}.`;
  if (plan.preview)
    return `${same} Otherwise, run \`trueup plan\` without --snapshot: it shows how to create them.`;
  return `${same} To create them beside it, add: ${written(`--allow ${alikeConsent(plan)}`)}`;
}

/** The text for a terminal: each resource by name, and what to do. */
export function firstApplyText(plan: FirstApply, style: Style): readonly string[] {
  const renamed = plan.perhapsRenamed.map(
    (one) => `  ${style.yellow("!")} ${renamedSentence(one, plan.titles)}`,
  );
  const alike = plan.alike?.map((one) => `  ${style.yellow("!")} ${renamedSentence(one, plan.titles)}`) ?? [];
  const secrets = plan.secretsTakenOver.map((one) => `  ${secretName(one, plan.titles)}`);
  return [
    ...(alike.length > 0
      ? [[style.bold(alikeTitle(plan)), ...alike, `    ${alikeHint(plan)}`].join("\n")]
      : []),
    ...(renamed.length > 0 ? [[style.bold(renamedTitle), ...renamed, `    ${renamedHint}`].join("\n")] : []),
    ...(secrets.length > 0
      ? [[style.bold(secretsHeading(plan)), ...secrets, `  ${secretsHint(plan)}`].join("\n")]
      : []),
  ];
}

/** Like `firstApplyText`, for a pull request; shortened by `fewLines`. */
export function firstApplyMarkdown(
  plan: FirstApply,
  fewLines: (lines: readonly string[]) => readonly string[],
): readonly string[] {
  const renamed = plan.perhapsRenamed.map((one) => `- ${prose(renamedSentence(one, plan.titles))}`);
  const alike = plan.alike?.map((one) => `- ${prose(renamedSentence(one, plan.titles))}`) ?? [];
  const secrets = plan.secretsTakenOver.map(
    ({ address, path }) => `- ${nameCode(address)} ${code(fieldName(path))}`,
  );
  const todo = plan.preview
    ? secretsHint(plan)
    : `To write them, add: ${code(`--allow ${secretsConsent(plan)}`)}`;
  return [
    ...(alike.length > 0
      ? [[`### ${alikeTitle(plan)}`, "", ...fewLines(alike), "", alikeHint(plan, code)].join("\n")]
      : []),
    ...(renamed.length > 0
      ? [[`### ${renamedTitle}`, "", ...fewLines(renamed), "", renamedHint].join("\n")]
      : []),
    ...(secrets.length > 0
      ? [[`### ${secretsHeading(plan)}`, "", ...fewLines(secrets), "", todo].join("\n")]
      : []),
  ];
}
