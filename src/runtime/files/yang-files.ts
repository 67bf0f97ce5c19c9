/** Reads folders of YANG modules, synchronously and on demand, without their subfolders. */

import { isUtf8 } from "node:buffer";
import { createHash, type Hash } from "node:crypto";
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Problem, problem } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import { fileErrorReason, unreadable } from "./file-problems.ts";
import { isInside } from "./walk.ts";

/** The modules of a folder, in name order, and problems. */
export interface ModuleTexts {
  readonly files: readonly SourceText[];
  /** The hash of the files' names and bytes. */
  readonly digest: string;
  readonly problems: readonly Problem[];
}

/** The maximum number of files. Vendors publish far fewer: for IOS-XE 17.12, there are 754 files with 30 MB. */
const maxFiles = 10_000;
/** The maximum size of one module, in bytes. */
export const maxModuleBytes: number = 32 * 1024 * 1024;
const maxTotalBytes = 256 * 1024 * 1024;

/** Treats modules from elsewhere as if they were in the folder. */
export function modulesOf(files: readonly SourceText[], folder: string): ModuleTexts {
  const all = createHash("sha256");
  for (const { path, text } of files) hashOne(all, path.slice(path.lastIndexOf("/") + 1), Buffer.from(text));
  return { files, digest: all.digest("hex"), problems: files.length === 0 ? [noModules(folder)] : [] };
}

function hashOne(all: Hash, name: string, bytes: Uint8Array): void {
  all.update(`${JSON.stringify(name)} ${bytes.length}\n`).update(bytes);
}

/** The text of a file beside the modules; undefined if there is none, or it cannot be read. */
export function textBeside(real: string, name: string): string | undefined {
  try {
    const place = join(real, name);
    const isPlain = lstatSync(place).isFile() && statSync(place).size <= maxModuleBytes;
    return isPlain ? readFileSync(place, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** The real path of a folder of modules. A problem: there is no such folder, or a link leads out of the project. */
export async function modulesPlace(
  root: string,
  folder: string,
): Promise<{ readonly real: string } | { readonly problem: Problem }> {
  const real = await realpath(resolve(root, folder)).catch(() => undefined);
  if (real === undefined) return { problem: noModulesFolder(folder) };
  return isInside(real, await realpath(root)) ? { real } : { problem: outside(folder) };
}

/** Reads the modules of a folder. `folder` is its name in messages. Never throws. */
export function moduleTexts(real: string, folder: string): ModuleTexts {
  const read = new ModuleReading(real, folder.replace(/\/+$/, ""));
  return read.all();
}

class ModuleReading {
  readonly #real: string;
  readonly #folder: string;
  readonly #problems: Problem[] = [];
  readonly #hash = createHash("sha256");
  #bytes = 0;
  /**
   * One buffer for all files. With a buffer for each, 900 of them would wait for the garbage collector and take tens of
   * megabytes.
   */
  #room = Buffer.alloc(0);

  constructor(real: string, folder: string) {
    this.#real = real;
    this.#folder = folder;
  }

  all(): ModuleTexts {
    const names = this.#names();
    const files = names.length > maxFiles ? [] : names.flatMap((name) => this.#file(name) ?? []);
    if (names.length > maxFiles) this.#problems.push(tooMany(this.#folder, `${maxFiles} modules`));
    const isTooMuch = this.#bytes > maxTotalBytes;
    if (isTooMuch) this.#problems.push(tooMany(this.#folder, "256 MB"));
    return { files: isTooMuch ? [] : files, digest: this.#hash.digest("hex"), problems: this.#problems };
  }

  #names(): readonly string[] {
    try {
      const names = readdirSync(this.#real).filter((name) => name.endsWith(".yang") && !name.startsWith("."));
      if (names.length === 0) this.#problems.push(noModules(this.#folder));
      return names.sort();
    } catch (error) {
      this.#problems.push(unreadable(this.#folder, fileErrorReason(error)));
      return [];
    }
  }

  /** The content of a file. It is valid until the next file is read. */
  #bytesOf(place: string, size: number): Buffer {
    if (this.#room.length < size) this.#room = Buffer.alloc(2 * size);
    const file = openSync(place, "r");
    try {
      let length = 0;
      for (let read = -1; read !== 0 && length < size; length += read)
        read = readSync(file, this.#room, length, size - length, length);
      return this.#room.subarray(0, length);
    } finally {
      closeSync(file);
    }
  }

  /** Reads a file, and adds its bytes to the hash. Undefined if the file cannot be used. */
  #file(name: string): SourceText | undefined {
    const path = `${this.#folder}/${name}`;
    const place = join(this.#real, name);
    try {
      if (lstatSync(place).isSymbolicLink() && !isInside(realpathSync(place), this.#real))
        throw outside(path);
      const stat = statSync(place);
      if (!stat.isFile()) throw unreadable(path, "it is not a plain file");
      if (stat.size > maxModuleBytes) throw unreadable(path, "it is larger than 32 MB");
      this.#bytes += stat.size;
      if (this.#bytes > maxTotalBytes) return undefined;
      const bytes = this.#bytesOf(place, stat.size);
      if (!isUtf8(bytes)) throw unreadable(path, "it is not UTF-8");
      hashOne(this.#hash, name, bytes);
      return new ModuleText(path, place);
    } catch (error) {
      this.#problems.push(isProblem(error) ? error : unreadable(path, fileErrorReason(error)));
      return undefined;
    }
  }
}

/**
 * The text of a file, which is read again on demand. Most modules come from the cache, so few texts need to be in
 * memory.
 */
class ModuleText implements SourceText {
  readonly path: string;
  readonly #place: string;

  constructor(path: string, place: string) {
    this.path = path;
    this.#place = place;
  }

  /** The text. If the file was removed meanwhile, it is empty and contains no module. */
  get text(): string {
    try {
      return readFileSync(this.#place, "utf8");
    } catch {
      return "";
    }
  }
}

function isProblem(error: unknown): error is Problem {
  return typeof error === "object" && error !== null && "severity" in error;
}

function outside(path: string): Problem {
  return problem("link-outside", `${path}: this link leads out of its folder.`, {
    hint: "Replace the link by a copy of the file.",
  });
}

/** The problem of a folder that does not exist. */
export function noModulesFolder(folder: string): Problem {
  return problem("no-modules", `the folder ${folder} of YANG modules does not exist.`, {
    hint: "Correct settings.yang of the target.",
  });
}

function noModules(folder: string): Problem {
  return problem("no-modules", `the folder ${folder} has no YANG modules.`, {
    hint: "Put the modules of the devices there as *.yang, or remove settings.yang from the target.",
  });
}

function tooMany(folder: string, what: string): Problem {
  return problem("tree-too-large", `${folder}: the folder of YANG modules holds more than ${what}.`, {
    hint: "Keep only the modules of one type of device in the folder.",
  });
}
