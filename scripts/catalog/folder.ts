/** A product's folder: reads description and overlay, derives, and says or writes what changes. */

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { kindFile } from "../../src/catalog/vocabulary/kind.ts";
import { laidOut } from "../../src/derive/bare.ts";
import { type Derivation, derive } from "../../src/derive/derive.ts";
import { readDescription } from "../../src/derive/document.ts";
import { overlayOf } from "../../src/derive/overlay.ts";
import { productWords } from "../../src/derive/product.ts";
import { kindFileText, overlayText } from "../../src/derive/render.ts";
import { summary } from "../../src/derive/summary.ts";
import type { Json } from "../../src/model/json.ts";
import { clientCatalog } from "./client-catalog.ts";
import { productFacts } from "./client-facts.ts";
import { clientFacts, factsOverlay } from "./facts.ts";

/** What to derive from what. */
export interface DeriveOptions {
  /** The folder of the product. */
  readonly folder: string;
  /** The description, JSON or YAML. Absent: `facts` are all that is known. */
  readonly openapi?: string | undefined;
  /** Default: `overlay` in the product's folder. */
  readonly overlay?: string | undefined;
  /** What another client knows: written into the overlay first, or the source of all kinds. */
  readonly facts?: string | undefined;
  readonly write: boolean;
}

/** What a client knows lies under what people wrote. */
const factsName = "client.yaml";

/** Derives a folder. `isStale`: it is not what would be derived, and was not written. */
export async function deriveFolder(options: DeriveOptions): Promise<{ text: string; isStale: boolean }> {
  const { folder, openapi, facts, write, overlay = join(folder, "overlay") } = options;
  if (openapi === undefined) {
    const written = overlayOf(await overlayFiles(overlay, () => true));
    const derived = clientCatalog(productFacts.parse(await read(facts ?? "")), written);
    return outcome(folder, derived, { write, product: "" });
  }
  const description = readDescription(laidOut(await read(openapi)));
  const written = await overlayFiles(overlay, (name) => name !== factsName);
  if (facts !== undefined) {
    const text = overlayText(
      factsOverlay(description, overlayOf(written), clientFacts.parse(await read(facts))),
    );
    await mkdir(overlay, { recursive: true });
    await writeFile(join(overlay, factsName), text);
  }
  const known = await overlayFiles(overlay, (name) => name === factsName);
  const derived = derive(description, overlayOf([...known, ...written]));
  return outcome(folder, derived, { write, product: overlayText(productWords(description)) });
}

interface Outcome {
  readonly write: boolean;
  /** What is known of the product itself. */
  readonly product: string;
}

async function outcome(
  folder: string,
  derived: Derivation,
  { write, product }: Outcome,
): Promise<{ text: string; isStale: boolean }> {
  const stale = await staleFiles(folder, derived);
  if (write) {
    await mkdir(folder, { recursive: true });
    for (const [name, text] of stale) await writeFile(join(folder, name), text);
  }
  const present = await yamlFiles(folder);
  const hasProduct = present.includes("product.yaml");
  const others = present.filter(
    (name) => name !== "product.yaml" && !Object.hasOwn(derived.kinds, name.slice(0, -".yaml".length)),
  );
  return {
    text: summary(derived, {
      ...{ stale: [...stale.keys()], others, isWritten: write },
      product: hasProduct ? "" : product,
    }),
    isStale: stale.size > 0 && !write,
  };
}

/** The files that are not as derived, each with the text that it should have. */
async function staleFiles(folder: string, { kinds }: Derivation): Promise<ReadonlyMap<string, string>> {
  const stale = new Map<string, string>();
  for (const [kind, file] of Object.entries(kinds)) {
    const problem = kindFile.safeParse(file).error;
    if (problem) throw new Error(`${kind}: ${z.prettifyError(problem)}`);
    const text = kindFileText(file);
    const before = await readFile(join(folder, `${kind}.yaml`), "utf8").catch(() => "");
    if (before !== text) stale.set(`${kind}.yaml`, text);
  }
  return stale;
}

async function overlayFiles(folder: string, isWanted: (name: string) => boolean): Promise<readonly Json[]> {
  const names = (await yamlFiles(folder)).filter(isWanted);
  return Promise.all(names.map((name) => read(join(folder, name))));
}

async function yamlFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(".yaml")).sort();
}

async function read(path: string): Promise<Json> {
  const text = await readFile(path, "utf8");
  return (path.endsWith(".json") ? JSON.parse(text) : parse(text)) as Json;
}
