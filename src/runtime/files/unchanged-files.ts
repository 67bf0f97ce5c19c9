/** Texts of files that this process has read before, for as long as the system says that nobody has changed them. */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Kept, Stage, type StageKey } from "../../kept/kept.ts";
import type { SourceText } from "../../model/source.ts";
import type { FoundPath } from "./walk.ts";

/** A file as the system describes it before it is read. */
export interface DescribedFile {
  readonly key: StageKey;
  /** In bytes. */
  readonly size: number;
  /** True: what changes it from now on is seen by its description. */
  readonly isSettled: boolean;
}

const texts = new Stage<SourceText>();

/** Times of changes are no finer than this on any file system: what is written twice within it looks the same. */
const coarsestMs = 2000;

/** What the system says of a file; undefined: nothing, or it is no plain file. */
export function describedFile({ real, path }: FoundPath): DescribedFile | undefined {
  const found = statSync(real, { bigint: true, throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = found;
  const key = { place: `${real}\0${path}`, from: [`${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`] };
  return { key, size: Number(size), isSettled: Date.now() - Number(ctimeNs / 1_000_000n) > coarsestMs };
}

/**
 * What the system says of all that lies in a folder, without what lies in folders below; undefined where something was
 * changed just now, or cannot be told. `real`: a path without links.
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

/** The text of a file that is as it was described. Undefined: read it. */
export function unchangedText(kept: Kept, { key }: DescribedFile): SourceText | undefined {
  return texts.find(kept, key)?.result;
}

/** Keeps what was read of a file after it was described so. */
export function keepText(kept: Kept, { key, isSettled }: DescribedFile, file: SourceText): void {
  if (isSettled) texts.keep(kept, key, file);
}
