/** Missing resources that contain declared resources but cannot be created. A plan lists them first. */

import type { Address } from "../model/address.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { UnwritableChange } from "../model/plan/step.ts";
import { html, prose, visible } from "./text/escape.ts";
import { type LineLink, originCode, originHtml } from "./text/line-link.ts";
import type { Style } from "./text/style.ts";
import { counted, nameCode, nameShown, originText } from "./text/value.ts";

/** A missing resource that contains others, such as an organization or a site. */
export interface MissingScope {
  readonly scope: UnwritableChange;
  /** The number of declared resources that wait for the missing one. */
  readonly waiting: number;
}

type Unwritable = Pick<Plan, "unwritable">;

/**
 * The missing resources in plan order. While something is missing, a plan or comparison is incomplete, and ends with
 * status 1.
 */
export function missingScopes({ unwritable }: Unwritable): readonly MissingScope[] {
  const scopes = unwritable.filter(({ missing }) => missing);
  if (scopes.length === 0) return [];
  const waitsFor = new Map(unwritable.map(({ address, because }) => [address, because]));
  const rootOf = (address: Address): Address => {
    const seen = new Set<Address>();
    let root = address;
    for (let next = waitsFor.get(root); next && !seen.has(next); next = waitsFor.get(next)) {
      seen.add(next);
      root = next;
    }
    return root;
  };
  const waits = unwritable.flatMap(({ address, because }) => (because ? [address] : []));
  const waiting = Map.groupBy(waits, rootOf);
  return scopes.map((scope) => ({ scope, waiting: waiting.get(scope.address)?.length ?? 0 }));
}

const title = "Missing, and trueup cannot create it";

/** The list of missing resources for a terminal. Empty if nothing is missing. */
export function missingText(plan: Unwritable, style: Style): readonly string[] {
  const lines = missingScopes(plan).flatMap(({ scope, waiting }) => {
    const where = scope.at ? `  ${style.dim(originText(scope.at))}` : "";
    const line = `  ${style.red("!")} ${nameShown(scope.address)}: ${visible(scope.reason)}${where}`;
    return waiting === 0 ? [line] : [line, `    ${waitsText(waiting)}`];
  });
  return lines.length === 0 ? [] : [[style.red(style.bold(title)), ...lines].join("\n")];
}

/** The list of missing resources for a pull request: at most 40. Empty if nothing is missing. */
export function missingMarkdown(plan: Unwritable, link: LineLink | undefined): readonly string[] {
  const all = missingScopes(plan);
  const lines = all.slice(0, maxLines).map(({ scope, waiting }) => {
    const where = scope.at ? ` (${originCode(scope.at, link)})` : "";
    const waits = waiting === 0 ? "" : `: ${waitsText(waiting)}`;
    return `- ${nameCode(scope.address)}: ${prose(scope.reason)}${where}${waits}`;
  });
  const more = all.length > maxLines ? [`- and ${all.length - maxLines} more`] : [];
  return all.length === 0 ? [] : [[`### ${title}`, "", ...lines, ...more].join("\n")];
}

/** The missing resources for a page. Empty if nothing is missing. */
export function missingHtml(plan: Unwritable, link: LineLink | undefined): readonly string[] {
  return missingScopes(plan).map(({ scope, waiting }) => {
    const where = scope.at ? ` <code>${originHtml(scope.at, link)}</code>` : "";
    const waits = waiting === 0 ? "" : ` ${html(waitsText(waiting))}.`;
    const what = `<b>${html(title)}:</b> <code>${html(visible(scope.address))}</code>`;
    return `<p class="banner danger">${what}: ${html(scope.reason)}${where}.${waits}</p>`;
  });
}

const maxLines = 40;

function waitsText(waiting: number): string {
  return waiting === 1 ? "1 resource waits for it" : `${counted(waiting, "resource")} wait for it`;
}
