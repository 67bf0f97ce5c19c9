/** Caches the compiled catalogs of a checkout in `node_modules/.cache`, keyed by a hash of all inputs. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SourceText } from "../../model/source.ts";
import { digest } from "../digest.ts";
import type { CatalogFolder } from "./catalog-files.ts";

/** The cache entry of one catalog. */
export interface CatalogCache {
  /** The cached text. Undefined: there is none, it is incomplete, or it has other inputs. */
  read(): string | undefined;
  /** Stores a text. A failure is ignored. */
  write(text: string): void;
}

/** Inputs besides a catalog's files: the code that checks them, and its dependencies. */
const code = ["src/catalog/schema", "src/load", "package-lock.json"];

/**
 * The cache of a catalog with these texts. Undefined if the checkout has no `node_modules`, or in a bundle, whose code
 * may differ from the checkout.
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

/** The file at a path, or all TypeScript files in the folder at the path and its subfolders, in name order. */
function textsIn(path: string): readonly (readonly [string, string])[] {
  if (!existsSync(path)) return [];
  const inside = tried(() => readdirSync(path, { recursive: true, encoding: "utf8" }));
  if (inside === undefined) return [["", readFileSync(path, "utf8")]];
  const files = inside.filter((name) => name.endsWith(".ts")).sort();
  return files.map((name) => [name, readFileSync(join(path, name), "utf8")] as const);
}

/** The result of `act`; undefined if it throws, because a cache must never cause a failure. */
function tried<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
