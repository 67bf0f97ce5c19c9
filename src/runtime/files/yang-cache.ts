/** What modules of YANG were read as, beside what git keeps: known by a hash of the modules and of the reader. */

import { hash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The texts that are kept of one folder of modules. What cannot be read or written is not kept. */
export interface ModuleCache {
  read(): string | undefined;
  write(text: string): void;
}

/** So many folders are kept; the oldest go. */
const maxKept = 8;
const maxBytes = 256 * 1024 * 1024;

/** The cache in git's folder of modules that are known by this text: their hash, and by what they are read. */
export function moduleCache(gitFolder: string, known: string): ModuleCache {
  const folder = join(gitFolder, "trueup", "yang");
  const key = hash("sha256", `${known} ${readerText()}`);
  const path = join(folder, `${key}.json`);
  return {
    read: () =>
      tried(() => {
        const stat = lstatSync(path);
        if (!stat.isFile() || stat.size > maxBytes) return undefined;
        const whole = readFileSync(path, "utf8");
        const end = whole.indexOf("\n");
        const text = whole.slice(end + 1);
        return whole.slice(0, end) === hash("sha256", text) ? text : undefined;
      }),
    write: (text) =>
      tried(() => {
        if (text.length > maxBytes) return;
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!lstatSync(folder).isDirectory()) return;
        const draft = `${path}.${process.pid}`;
        writeFileSync(draft, `${hash("sha256", text)}\n${text}`, { mode: 0o600 });
        renameSync(draft, path);
        forgetOldest(folder);
      }),
  };
}

function forgetOldest(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const aged = files.map((name) => ({ name, ms: statSync(join(folder, name)).mtimeMs }));
  for (const { name } of aged.sort((a, b) => b.ms - a.ms).slice(maxKept))
    rmSync(join(folder, name), { force: true });
}

/** In a checkout the reader may be another than that of its version: its own text counts. */
function readerText(): string {
  const folder = fileURLToPath(new URL("../../yang", import.meta.url));
  if (!import.meta.url.endsWith(".ts") || !existsSync(folder)) return "";
  const read = (part: string) =>
    readdirSync(join(folder, part))
      .sort()
      .map((name) => readFileSync(join(folder, part, name), "utf8"));
  return ["syntax", "modules"].flatMap(read).join("");
}

/** A cache is never a reason to fail. */
function tried<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
