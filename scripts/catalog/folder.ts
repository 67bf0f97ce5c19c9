/** A product's folder: derives its files from its facts and overlay, and reports or writes the differences. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { type Derivation, derive } from "../../src/catalog/derive/derive.ts";
import { readDescription } from "../../src/catalog/derive/document.ts";
import { productWords } from "../../src/catalog/derive/draft-product.ts";
import { type Overlay, overlayOf } from "../../src/catalog/derive/overlay.ts";
import { derivedLine, kindFileText, overlayText } from "../../src/catalog/derive/render.ts";
import { kindFile } from "../../src/catalog/schema/kind.ts";
import type { Json } from "../../src/model/json.ts";
import { clientCatalog } from "./client-catalog.ts";
import { clientFacts } from "./client-facts.ts";
import { factsOverlay } from "./client-overlay.ts";
import { factsFolder, factsIn } from "./facts-folder.ts";
import { summary } from "./summary.ts";

/** A file that differs from its derivation. */
export interface Deviation {
  /** The path relative to the folder of the product: `vlan.yaml`, `overlay/client.yaml`. */
  readonly name: string;
  /** Its current content; undefined if it does not exist. */
  readonly is?: string;
  /** Its derived content; undefined if it is not derived. */
  readonly wanted?: string;
}

/** The result of a derivation. */
interface Derived {
  /** The output for the person who started the derivation. */
  readonly text: string;
  /** The deviations before anything was written. */
  readonly deviations: readonly Deviation[];
}

/** The client's facts have lower precedence than handwritten overlays. */
const clientLayer = "client.yaml";

/** Derives a folder and, with `write`, writes it. Throws if there are no facts, or if they result in no kind. */
export function deriveFolder(folder: string, { write }: { readonly write: boolean }): Derived {
  const { derived, texts, product } = filesOf(folder);
  const present = yamlFiles(folder);
  const deviations = deviationsOf(folder, texts);
  if (write) for (const each of deviations) correct(folder, each);
  const isOther = (name: string) => name !== "product.yaml" && !texts.has(name) && !isGone(name);
  const isGone = (name: string) => deviations.some((each) => each.name === name && each.wanted === undefined);
  const told = deviations.map(({ name, wanted }) => (wanted === undefined ? `${name}, removed` : name));
  return {
    text: summary(derived, {
      ...{ stale: told, others: present.filter(isOther), isWritten: write },
      product: present.includes("product.yaml") ? "" : product,
    }),
    deviations,
  };
}

/** The handwritten overlay of a folder. */
export function writtenOverlay(folder: string): Overlay {
  return overlayOf(writtenLayers(folder));
}

interface Files {
  readonly derived: Derivation;
  /** The derived texts by file name, relative to the folder. */
  readonly texts: ReadonlyMap<string, string>;
  /** Facts about the product itself. */
  readonly product: string;
}

function filesOf(folder: string): Files {
  const [description, client] = [factsIn(folder, "description"), factsIn(folder, "client")];
  if (description !== undefined) return ofDescription(folder, description, client);
  if (client === undefined) throw new Error(`there are no facts in ${factsFolder(folder)}`);
  const derived = clientCatalog(clientFacts(client), writtenOverlay(folder));
  return { derived, texts: kindTexts(derived), product: "" };
}

function ofDescription(folder: string, facts: Json, client: Json | undefined): Files {
  const description = readDescription(facts);
  const written = writtenLayers(folder);
  const layer = client && factsOverlay(description, overlayOf(written), clientFacts(client));
  const derived = derive(description, overlayOf(layer ? [layer, ...written] : written));
  const texts = new Map(kindTexts(derived));
  if (layer) texts.set(join("overlay", clientLayer), overlayText(layer));
  return { derived, texts, product: overlayText(productWords(description)) };
}

function kindTexts({ kinds }: Derivation): ReadonlyMap<string, string> {
  const texts = Object.entries(kinds).map(([kind, file]) => {
    const problem = kindFile.safeParse(file).error;
    if (problem) throw new Error(`${kind}: ${z.prettifyError(problem)}`);
    return [`${kind}.yaml`, kindFileText(file)] as const;
  });
  return new Map(texts);
}

/** Returns the files that differ from their derivation, and the files that are marked as derived but are not. */
function deviationsOf(folder: string, texts: ReadonlyMap<string, string>): readonly Deviation[] {
  const others = [...texts].flatMap(([name, wanted]): readonly Deviation[] => {
    const path = join(folder, name);
    if (!existsSync(path)) return [{ name, wanted }];
    const is = readFileSync(path, "utf8");
    return is === wanted ? [] : [{ name, is, wanted }];
  });
  const gone = yamlFiles(folder).flatMap((name): readonly Deviation[] => {
    const is = readFileSync(join(folder, name), "utf8");
    return is.includes(derivedLine) && !texts.has(name) ? [{ name, is }] : [];
  });
  return [...others, ...gone];
}

function correct(folder: string, { name, wanted }: Deviation): void {
  const path = join(folder, name);
  if (wanted === undefined) rmSync(path);
  else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, wanted);
  }
}

function writtenLayers(folder: string): readonly Json[] {
  const overlay = join(folder, "overlay");
  const names = yamlFiles(overlay).filter((name) => name !== clientLayer);
  return names.map((name): Json => parse(readFileSync(join(overlay, name), "utf8")));
}

/** The names of the YAML files in a folder, in order; empty if there is no folder. */
export function yamlFiles(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.endsWith(".yaml")).sort();
}
