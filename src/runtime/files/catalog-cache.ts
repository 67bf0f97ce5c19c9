/** Catalogs of a checkout, compiled before: kept under `node_modules/.cache`, known by a hash of all they come from. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SourceText } from "../../model/source.ts";
import { digest } from "../digest.ts";
import type { CatalogFolder } from "./catalog-files.ts";

/** What is known of one catalog. */
export interface CatalogCache {
  /** The text that was kept; undefined where there is none, or it is of something else or not whole. */
  read(): string | undefined;
  /** Keeps a text. Where that cannot be, nothing is kept. */
  write(text: string): void;
}

/** What decides besides the files of a catalog: the code that checks them, and what that comes with. */
const code = ["src/catalog/schema", "src/load", "package-lock.json"];

/**
 * The cache of a catalog of these texts. Undefined where the checkout has no `node_modules`, and in a bundle, whose
 * code may be another than that of the checkout.
 */
export function catalogCache(
  { path }: CatalogFolder,
  product: string,
  texts: readonly SourceText[],
): CatalogCache | undefined {
  const root = dirname(path);
  const modules = join(root, "node_modules");
  if (!import.meta.url.endsWith(".ts") || !existsSync(modules)) return undefined;
  const folder = join(modules, ".cache", "trueup");
  const file = join(folder, `${product}.json`);
  const key = digest(JSON.stringify([texts, code.map((each) => textsIn(join(root, each)))]));
  const head = (text: string) => `${key} ${digest(text)}\n`;
  return {
    read: () => tried(() => bodyOf(readFileSync(file, "utf8"), head)),
    write: (text) =>
      tried(() => {
        mkdirSync(folder, { recursive: true });
        const part = `${file}.${process.pid}`;
        writeFileSync(part, head(text) + text);
        renameSync(part, file);
      }),
  };
}

function bodyOf(whole: string, head: (text: string) => string): string | undefined {
  const text = whole.slice(whole.indexOf("\n") + 1);
  return whole === head(text) + text ? text : undefined;
}

/** The files at a path and their texts, those in folders too, in the order of their names. */
function textsIn(path: string): readonly (readonly [string, string])[] {
  if (!existsSync(path)) return [];
  const inside = tried(() => readdirSync(path, { recursive: true, encoding: "utf8" }));
  if (inside === undefined) return [["", readFileSync(path, "utf8")]];
  const files = inside.filter((name) => name.endsWith(".ts")).sort();
  return files.map((name) => [name, readFileSync(join(path, name), "utf8")] as const);
}

/** A cache is never a reason to fail. */
function tried<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
