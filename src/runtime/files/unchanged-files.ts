/** Texts of files that this process has already read. They are valid as long as the file's metadata is unchanged. */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type KeptResults, Stage, type StageKey } from "../../kept/kept.ts";
import type { SourceText } from "../../model/source.ts";
import type { FoundPath } from "./walk.ts";

/** A file's metadata before it is read. */
export interface DescribedFile {
  readonly key: StageKey;
  /** The size in bytes. */
  readonly size: number;
  /** True: any later change of the file will show in its metadata. */
  readonly isSettled: boolean;
}

const texts = new Stage<SourceText>();

/** The coarsest resolution of file system timestamps: two writes within this time can look the same. */
const coarsestMs = 2000;

/** The metadata of a file; undefined if there is none, or if it is not a plain file. */
export function describedFile({ real, path }: FoundPath): DescribedFile | undefined {
  const found = statSync(real, { bigint: true, throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = found;
  const key = { place: `${real}\0${path}`, from: [`${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`] };
  return { key, size: Number(size), isSettled: Date.now() - Number(ctimeNs / 1_000_000n) > coarsestMs };
}

/**
 * The metadata of all files directly in a folder; undefined if it is unknown, or a file has just changed. `real`:
 * a path without links.
 */
export function describedFiles(real: string): string | undefined {
  try {
    const all = readdirSync(real).sort();
    const each = all.map((path) => describedFile({ real: join(real, path), path }));
    if (each.some((one) => one?.isSettled === false)) return undefined;
    return JSON.stringify(all.map((name, at) => [name, each[at]?.key.from]));
  } catch {
    return undefined;
  }
}

/** The text of a file whose metadata is unchanged. Undefined: the file must be read. */
export function unchangedText(kept: KeptResults, { key }: DescribedFile): SourceText | undefined {
  return texts.find(kept, key)?.result;
}

/**
 * Stores the text of a file that was read after its metadata, unless a later change of the file could leave the
 * metadata unchanged.
 */
export function keepText(kept: KeptResults, { key, isSettled }: DescribedFile, file: SourceText): void {
  if (isSettled) texts.keep(kept, key, file);
}
