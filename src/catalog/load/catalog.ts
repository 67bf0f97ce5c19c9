/** Loads catalogs: the YAML files of one product, validated, with every problem at its position. */

import { segments } from "../../model/pointer.ts";
import type { Problem } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import { type LoadFinding, problemsOf } from "../../yaml/findings.ts";
import { note } from "../../yaml/issue-reporter.ts";
import { referencesIn } from "../fields/pointers.ts";
import { type Catalog, type KindFile, kindFile } from "../schema/kind.ts";
import { type ProductFile, productFile } from "../schema/product.ts";
import { checkBelow } from "./below.ts";
import { type CatalogFile, checkedFile, fileNameOf } from "./file.ts";
import { checkMade, checkOrder, checkSections } from "./kinds.ts";
import { checkNames } from "./names.ts";
import { checkPatterns } from "./patterns.ts";
import { checkRooms } from "./rooms.ts";
import { checkSettings, ownProduct } from "./settings-of-product.ts";
import { withoutShapes } from "./shapes.ts";

/** The result of loading. There is a catalog unless one of the problems is an error. */
export interface LoadedCatalog {
  readonly catalog?: Catalog;
  /** All problems, ordered by file, line and column. */
  readonly problems: readonly Problem[];
}

/** The folder of a project's own catalog, as its targets name it. */
export interface OwnFolder {
  readonly folder: string;
}

/**
 * Loads the catalog in these files: `product.yaml`, one file per kind, and the `product.yaml` from which the catalog
 * inherits settings. `own`: the catalog belongs to a project, and must be named like its folder. Never throws for user
 * errors.
 */
export function loadCatalog(files: readonly SourceText[], own?: OwnFolder): LoadedCatalog {
  const findings: LoadFinding[] = [];
  const read = files.map((file) => ({ name: fileNameOf(file), source: file }));
  const products = read.filter(({ name }) => name === "product");
  const product = ownProduct(
    products.flatMap((each) => checkedFile(each.source, productFile, { findings, title: "this product" })),
  );
  const kinds = read
    .filter(({ name }) => name !== "product")
    .flatMap((each) => checkedFile(each.source, kindFile, { findings, title: "this kind" }));
  for (const file of kinds) {
    checkFileName(file);
    checkDetail(file);
    checkWhole(file);
    checkReferences(file);
  }
  if (product && own) checkOwn(product, own);
  if (own) checkPatterns([...(product ? [product] : []), ...kinds]);
  checkOnce(kinds);
  if (product) checkNames(product, kinds);
  checkBelow(kinds);
  checkOrder(kinds);
  checkMade(kinds);
  checkRooms(kinds);
  checkSections(kinds);
  const plain = product && withoutShapes({ product, kinds });
  if (plain && findings.length === 0) checkSettings(plain.product, plain.kinds);
  const problems = problemsOf(findings, []);
  if (!plain || problems.some(({ severity }) => severity === "error")) return { problems };
  return { catalog: { product: plain.product.data, kinds: plain.kinds.map(({ data }) => data) }, problems };
}

function checkFileName({ name, data, reading }: CatalogFile<KindFile>): void {
  if (name === data.kind) return;
  const message = `the file of kind \`${data.kind}\` has the name ${name}.yaml`;
  const hint = `Rename it to ${data.kind}.yaml.`;
  note(reading, [], [{ code: "invalid-value", message, hint, path: ["kind"], at: "value" }]);
}

/**
 * Reports a project's own catalog that belongs to an interface of the specification, or is not named like its folder.
 */
function checkOwn({ data, reading }: CatalogFile<ProductFile>, { folder }: OwnFolder): void {
  const name = folder.slice(folder.lastIndexOf("/") + 1);
  if (data.interface !== "rest") {
    const message = `a catalog in a project must have the interface \`rest\`, not \`${data.interface}\``;
    const hint = "Write `interface: rest`.";
    note(reading, ["interface"], [{ code: "invalid-value", message, hint, path: [], at: "value" }]);
  }
  if (data.product !== name || data.dialect !== undefined) {
    const message = `the catalog in ${folder} must describe the product \`${name}\` without \`dialect\``;
    const hint = `Write \`product: ${name}\` and remove \`dialect\`, or rename the folder to ${data.product}.`;
    note(reading, ["product"], [{ code: "invalid-value", message, hint, path: [], at: "value" }]);
  }
  if (data.health !== undefined) {
    const message = "`health` has no effect in a catalog in a project: only controller targets report health";
    const found = { code: "ignored-word", severity: "warning", message, hint: "Remove `health`." } as const;
    note(reading, ["health"], [{ ...found, path: [], at: "key" }]);
  }
}

/** Reports kinds that two files define: `a.yaml` and `a.yml` would both define the kind `a`. */
function checkOnce(kinds: readonly CatalogFile<KindFile>[]): void {
  const seen = new Set<string>();
  for (const { data, reading } of kinds) {
    const message = `two files describe the kind \`${data.kind}\``;
    const hint = "Remove one of them.";
    if (seen.has(data.kind))
      note(reading, ["kind"], [{ code: "invalid-value", message, hint, path: [], at: "value" }]);
    seen.add(data.kind);
  }
}

/** Reports a brief list without a read of details: a brief list does not show all fields. */
function checkDetail({ data: { list, item }, reading }: CatalogFile<KindFile>): void {
  if (typeof list !== "object" || !list.brief || item !== undefined) return;
  const message = "a list with `brief: true` needs an `item` read";
  note(reading, ["list", "brief"], [{ code: "missing-field", message, path: [], at: "value" }]);
}

/**
 * Reports references to one of several kinds in the elements of a list or map. Only a single text can have such a
 * reference.
 */
function checkReferences({ data: { fields }, reading }: CatalogFile<KindFile>): void {
  for (const [field, kinds] of Object.entries(referencesIn(fields) ?? {})) {
    if (typeof kinds === "string" || !field.includes("*")) continue;
    const [name = "", ...inside] = segments(field.slice(0, field.indexOf("/*")));
    const path = [name, ...inside].join(".");
    const message =
      `\`${path}\` may refer to only one kind: several kinds are allowed only for a text outside of ` +
      "lists and maps";
    note(reading, ["fields", name], [{ code: "invalid-value", message, path: [], at: "value" }]);
  }
}

/**
 * Reports a bulk read (`whole`) that cannot be used: for example, because its path does not name the parent, or because
 * it lacks fields that an update sends.
 */
function checkWhole({ data, reading }: CatalogFile<KindFile>): void {
  const { whole, in: parent, builtIn, identity, update } = data;
  if (whole === undefined) return;
  const isMerged = typeof update === "object" && "send" in update && update.send === "merged";
  const isChoice = typeof identity === "object" && "first" in identity;
  const why =
    (parent === undefined && "the kind has no parent") ||
    (!/\{(?!settings\.)/.test(whole.path) && "the path of `whole` contains no parent") ||
    (builtIn !== undefined && "the product has objects of its own (`builtIn`)") ||
    (whole.shows && isMerged && "an update sends fields that `whole` does not show") ||
    (isChoice && "the identity is a choice between several fields (`first`)");
  if (!why) return;
  const message = `\`whole\` cannot be used here: ${why}`;
  note(reading, ["whole"], [{ code: "invalid-value", message, path: [], at: "value" }]);
}
