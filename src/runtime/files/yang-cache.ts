/** Caches parsed YANG modules in git's folder, keyed by a hash of the modules and the parser. */

import { createHash, hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The cached lines of one module folder. Failures are ignored. */
export interface ModuleCache {
  /**
   * Returns a function for each line, which creates the line's text on demand. A run uses only a few of hundreds of
   * modules.
   */
  read(): readonly (() => string)[] | undefined;
  /** Writes lines, which must not contain line breaks. Each line is written before the next one is generated. */
  write(lines: Iterable<string>): void;
}

/** The maximum number of cached folders; the oldest are removed. */
const maxKept = 8;
const maxBytes = 256 * 1024 * 1024;

/** The cache in git's folder for modules with this key. The key contains their hash and the parser's. */
export function moduleCache(gitFolder: string, known: string): ModuleCache {
  const folder = join(gitFolder, "trueup", "yang");
  const key = hash("sha256", `${known} ${readerText()}`);
  const path = join(folder, `${key}.json`);
  return {
    read: () =>
      tried(() => {
        const stat = lstatSync(path);
        if (!stat.isFile() || stat.size > maxBytes) return undefined;
        return linesIn(readFileSync(path));
      }),
    write: (lines) =>
      tried(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!lstatSync(folder).isDirectory()) return;
        const draft = `${path}.${process.pid}`;
        writeLines(draft, lines);
        renameSync(draft, path);
        forgetOldest(folder);
      }),
  };
}

/** The length of a hash in hexadecimal digits. The last line of a file is the hash of all bytes before it. */
const hashLength = 64;
const lineFeed = 0x0a;

function linesIn(bytes: Buffer): readonly (() => string)[] | undefined {
  const end = bytes.length - hashLength;
  if (end <= 0) return undefined;
  const kept = bytes.subarray(0, end);
  if (bytes.toString("latin1", end) !== hash("sha256", kept)) return undefined;
  const lines: (() => string)[] = [];
  for (let from = 0, at = kept.indexOf(lineFeed); at !== -1; at = kept.indexOf(lineFeed, from)) {
    const [begin, until] = [from, at];
    lines.push(() => kept.toString("utf8", begin, until));
    from = at + 1;
  }
  return lines;
}

/** Writes one line at a time. A single text of all lines would double the memory. */
function writeLines(path: string, lines: Iterable<string>): void {
  const all = createHash("sha256");
  const file = openSync(path, "w", 0o600);
  try {
    for (const line of lines) {
      const bytes = Buffer.from(`${line}\n`);
      all.update(bytes);
      writeSync(file, bytes);
    }
    writeSync(file, all.digest("hex"));
  } finally {
    closeSync(file);
  }
}

function forgetOldest(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const aged = files.map((name) => ({ name, ms: statSync(join(folder, name)).mtimeMs }));
  for (const { name } of aged.sort((a, b) => b.ms - a.ms).slice(maxKept))
    rmSync(join(folder, name), { force: true });
}

/**
 * The source text of the parser. It is part of the key, because in a checkout the parser may change without a new
 * version. Empty in a bundle.
 */
function readerText(): string {
  const folder = fileURLToPath(new URL("../../yang", import.meta.url));
  if (!import.meta.url.endsWith(".ts") || !existsSync(folder)) return "";
  const read = (part: string) =>
    readdirSync(join(folder, part))
      .sort()
      .map((name) => readFileSync(join(folder, part, name), "utf8"));
  return ["syntax", "modules"].flatMap(read).join("");
}

/** The result of `act`; undefined if it throws, because a cache must never cause a failure. */
function tried<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
