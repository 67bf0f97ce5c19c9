/**
 * Writes `docs/kinds/`, and the tables of words and products in other pages; with `--check`, fails if they
 * are stale.
 */

import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { catalogsIn } from "../src/project/catalogs.ts";
import { builtInData, builtInMappings } from "../src/project/mappings.ts";
import { productFacts } from "../src/report/kinds/facts.ts";
import { mappingFolder } from "../src/runtime/files/catalog-files.ts";
import { tablesOfPages, withWords } from "./catalog/words.ts";
import { kindsPage, productsTable, sectionsTable } from "./kinds-pages.ts";
import { configurationsOf } from "./shares/configurations.ts";
import { sharePart } from "./shares/report.ts";

const docs = new URL("../docs/", import.meta.url);
const { names, read } = catalogsIn();
const products = names.flatMap(({ product, dialect }) => (dialect ? [] : [productFacts(read(product))]));
const page = await readFile(new URL("dialects.md", docs), "utf8");
const table = `<!-- products -->\n${productsTable(products)}\n<!-- /products -->`;
const folder = mappingFolder();
const sections = folder ? builtInMappings.map((name) => sectionsTable(builtInData(folder, name))) : [];
const sectionsPage = await readFile(new URL("device-sections.md", docs), "utf8");
const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    products.map((each) => [
      `kinds/${each.product}.md`,
      kindsPage(each, [...siteOf(each.product), ...sharesOf(each.product)]),
    ]),
  ),
  ...Object.fromEntries(await Promise.all(Object.keys(tablesOfPages).map(pageOfWords))),
  "device-sections.md": sectionsPage.replace(
    /<!-- sections -->[\s\S]*<!-- \/sections -->/,
    () => `<!-- sections -->\n${sections.join("\n\n")}\n<!-- /sections -->`,
  ),
  "dialects.md": page.replace(/<!-- products -->[\s\S]*<!-- \/products -->/, () => table),
};

/** The part of a product's page with an example of a site; empty if there is no such example. */
function siteOf(product: string): readonly string[] {
  const site = new URL(`./kinds-sites/${product}.yaml`, import.meta.url);
  if (!existsSync(site)) return [];
  return ["", "A site:", "", "```yaml", readFileSync(site, "utf8").trimEnd(), "```"];
}

/** The part of a product's page about the share of public configurations that the product's kinds can declare. */
function sharesOf(product: string): readonly string[] {
  return sharePart(read(product), configurationsOf(product));
}

/** A page with its generated tables. */
async function pageOfWords(name: string): Promise<readonly [string, string]> {
  return [name, withWords(await readFile(new URL(name, docs), "utf8"))];
}

await mkdir(new URL("kinds/", docs), { recursive: true });
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, docs);
  if (!process.argv.includes("--check")) await writeFile(file, text);
  else if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    process.stderr.write(`docs/${name} is stale: run \`npm run kinds\`\n`);
    process.exitCode = 1;
  }
}
