/** The output of shares: on the page of a product's kinds, and on the command line. Pure. */

import type { Catalog } from "../../src/catalog/schema/kind.ts";
import type { Configuration } from "./configurations.ts";
import { percent, type Share, shareOf } from "./measured.ts";

/** The part of `docs/kinds/<product>.md` about the declarable share of public configurations. */
export function sharePart(catalog: Catalog, configurations: readonly Configuration[]): readonly string[] {
  if (configurations.length === 0) return [];
  const rows = configurations.map((each) => {
    const share = shareOf(catalog, each);
    return `| ${each.what} (${each.source}) | ${share.values} | ${percent(share)}% | ${leftOf(share)} |`;
  });
  return [
    "",
    "How much of a public configuration can be declared without `managedObjects`, by `npm run shares`:",
    "",
    "| configuration | values | can be declared | what cannot, most first |",
    "|---|---|---|---|",
    ...rows,
  ];
}

/** The maximum number of places that a page names. */
const named = 8;

function leftOf({ missing }: Share): string {
  const places = missing.slice(0, named).map(([place, values]) => `\`${place}\` (${values})`);
  const more = missing.length > named ? [`${missing.length - named} more`] : [];
  return [...places, ...more].join(", ");
}

/** The lines for people: the share, and everything that cannot be declared. */
export function shareText(product: string, configuration: Configuration, share: Share): string {
  const { values, declarable, missing } = share;
  return [
    `${product}: ${percent(share)}% of ${configuration.what} (${declarable} of ${values} values)`,
    ...missing.map(([place, count]) => `  ${String(count).padStart(5)}  ${place}`),
  ].join("\n");
}
