/**
 * The texts of files that this process has already read. A text is valid while the metadata of its file is unchanged.
 */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type KeptResults, Stage, type StageKey } from "../../kept/kept.ts";
import type { SourceText } from "../../model/source.ts";
import type { FoundPath } from "./walk.ts";

/** The metadata of a file, from before the file is read. */
export interface DescribedFile {
  readonly key: StageKey;
  /** The file's size in bytes. */
  readonly size: number;
  /** True: any later change of the file will change its metadata. */
  readonly isSettled: boolean;
}

const texts = new Stage<SourceText>();

/** The coarsest resolution of timestamps in file systems. Two writes within this time can have the same timestamp. */
const coarsestMs = 2000;

/** The metadata of a plain file; undefined for anything else. */
export function describedFile({ real, path }: FoundPath): DescribedFile | undefined {
  const found = statSync(real, { bigint: true, throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = found;
  const key = { place: `${real}\0${path}`, from: [`${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`] };
  return { key, size: Number(size), isSettled: Date.now() - Number(ctimeNs / 1_000_000n) > coarsestMs };
}

/**
 * The metadata of all files directly in a folder. Undefined: it is unknown, or a file has just changed. `real` is a
 * path without links.
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
 * Stores the text of a file. It is not stored if a later change of the file might not change the metadata, which was
 * taken before the text was read.
 */
export function keepText(kept: KeptResults, { key, isSettled }: DescribedFile, file: SourceText): void {
  if (isSettled) texts.keep(kept, key, file);
}
