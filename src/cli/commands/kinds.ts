/** `trueup kinds`: lists a product's kinds, or the fields of one kind. Needs no network. */

import type { Catalog, CatalogSource } from "../../catalog/schema/kind.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { catalogsIn } from "../../project/catalogs.ts";
import { ownCatalogsOf } from "../../project/own-catalogs.ts";
import { type FormatFor, resultIn } from "../../report/formats/registry.ts";
import { type KindFacts, type ProductFacts, productFacts } from "../../report/kinds/facts.ts";
import { kindsText, kindText, productsText } from "../../report/kinds/kinds-text.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import type { Cli } from "../cli.ts";
import { printProblems, tellProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface KindsOptions {
  readonly format: FormatFor<"result">;
  readonly product?: string | undefined;
  readonly kind?: string | undefined;
}

/** Exit status: 0; 1 if the product or kind does not exist. */
export async function runKinds(cli: Cli, options: KindsOptions): Promise<number> {
  const own = await ownCatalogsOf(cli.cwd, cli.global.project);
  tellProblems(cli, own.problems);
  const source = withCatalogs(catalogsIn(), own.catalogs);
  const { product, kind: name } = options;
  const names = source.names.filter(({ dialect }) => dialect === undefined);
  if (product === undefined)
    return print(cli, options, { document: { products: names }, text: productsText(names) });
  const facts = factsOf(source, product);
  if (!facts) {
    const hint = meant(
      product,
      names.map((each) => each.product),
    );
    return refuse(cli, options, problem("unknown-product", `there is no product \`${product}\``, { hint }));
  }
  const { kinds } = facts;
  if (name === undefined)
    return print(cli, options, { document: listed(facts), text: kindsText(facts, cli.style) });
  const kind = kinds.find((each) => each.kind === name);
  if (kind) return print(cli, options, { document: { product, ...kind }, text: kindText(kind, cli.style) });
  const found = { ...facts, kinds: kinds.filter((each) => saysAll(each, words(name))) };
  if (found.kinds.length > 0)
    return print(cli, options, { document: listed(found), text: kindsText(found, cli.style, name) });
  const hint =
    meant(
      name,
      kinds.map((each) => each.kind),
    ) ?? `Run \`trueup kinds ${product}\` to list its kinds.`;
  return refuse(cli, options, problem("unknown-kind", `${product} has no kind \`${name}\``, { hint }));
}

function words(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** True if each word occurs in a name of the kind or of its section. */
function saysAll({ kind, title, section, short }: KindFacts, all: readonly string[]): boolean {
  const said = [kind, title, section, ...short].join(" ").toLowerCase();
  return all.length > 0 && all.every((word) => said.includes(word));
}

/** Returns a source in which the given catalogs take precedence over others with the same name. */
function withCatalogs({ names, read }: CatalogSource, own: readonly Catalog[]): CatalogSource {
  const byName = new Map(own.map((catalog) => [catalog.product.product, catalog]));
  const others = names.filter(({ product }) => !byName.has(product));
  return {
    names: [
      ...own.map(({ product }) => ({ product: product.product, interface: product.interface })),
      ...others,
    ],
    read: (product) => byName.get(product) ?? read(product),
  };
}

function factsOf(source: CatalogSource, product: string): ProductFacts | undefined {
  const isKnown = source.names.some((each) => each.product === product);
  return isKnown ? productFacts(source.read(product)) : undefined;
}

function listed({ kinds, ...product }: ProductFacts): object {
  const short = ({ fields: _, example: __, ...rest }: KindFacts) => rest;
  return { ...product, kinds: kinds.map(short) };
}

function print(
  cli: Cli,
  { format }: KindsOptions,
  { document, text }: { readonly document: object; readonly text: string },
): number {
  const named = () => ({ format: "trueup.kinds", version: 1, ...document });
  cli.out(resultIn(format, { text: () => text, document: named }));
  return 0;
}

function refuse(cli: Cli, { format }: KindsOptions, what: Problem): number {
  printProblems(cli, [what], { format });
  return 1;
}
