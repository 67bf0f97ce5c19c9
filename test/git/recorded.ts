/** Reads the content of an applied ref with plain git: the tag's message, and the files of the commit that it names. */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ApplyRecord } from "../../src/model/record.ts";
import { git } from "./repositories.ts";

const applied = "refs/trueup/test/applied";

/** Returns the complete record at a ref, in version 1 or 2. */
export function recordedIn(
  folder: string,
  ref: string = applied,
): ApplyRecord & { readonly memory?: string } {
  const tag = git(folder, "cat-file", "tag", ref);
  const record = JSON.parse(tag.slice(tag.indexOf("\n\n")));
  if (record.version === 1) return record;
  const lines = memoryIn(folder, record.memory, ref);
  const all = (section: string) =>
    lines.flatMap(({ path, line }) => (path.startsWith(`${section}/`) ? [line] : [])).sort(byAddress);
  const names = Map.groupBy(all("unfinished"), ({ target }) => target);
  const unfinished = [...names].map(([target, own]) => ({ target, names: own.map(({ name }) => name) }));
  const key = memorySays(folder, record.memory, ref).secretsKey;
  return {
    ...record,
    leftBehind: all("left-behind"),
    ...(unfinished.length > 0 && { unfinished }),
    ...(key !== undefined && { secrets: { key, of: all("secrets") } }),
  };
}

/** Returns a function that runs git in a folder, with the objects of its memories, and returns the output. */
function askIn(folder: string, ref: string) {
  const environment = ref.split("/").at(-2) ?? "";
  const own = join(folder, ".git/trueup/memory", environment, "objects");
  const objects = {
    GIT_OBJECT_DIRECTORY: own,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(folder, ".git/objects"),
  };
  const env = existsSync(own) ? { ...process.env, ...objects } : process.env;
  return (args: readonly string[], input = "") =>
    execFileSync("git", args, { cwd: folder, env, input, maxBuffer: 2 ** 30 }).toString();
}

/** Returns the summary of a memory, from the message of its commit. */
function memorySays(folder: string, commit: string, ref: string) {
  const text = askIn(folder, ref)(["cat-file", "commit", commit]);
  return JSON.parse(text.slice(text.indexOf("\n\n")));
}

/** Returns each line of a memory, preceded by the path of its file. */
// biome-ignore lint/suspicious/noExplicitAny: read as whatever it is
export function memoryIn(folder: string, commit: string, ref = applied): { path: string; line: any }[] {
  const ask = askIn(folder, ref);
  const listed = ask(["ls-tree", "-r", "--full-tree", commit]).split("\n");
  const files = listed.filter((line) => line !== "").map((line) => line.split(/[ \t]/));
  const ids = files.map(([, , id]) => id);
  const contents = ask(["cat-file", "--batch=%(objectname)"], `${ids.join("\n")}\n`).split("\n");
  let at = -1;
  return contents.flatMap((text) => {
    if (text === ids[at + 1]) at += 1;
    const path = files[at]?.[3] ?? "";
    return text.startsWith("{") ? [{ path, line: JSON.parse(text) }] : [];
  });
}

function byAddress(a: { address?: string }, b: { address?: string }): number {
  return (a.address ?? "") < (b.address ?? "") ? -1 : 1;
}

/** Returns the result of `recordedIn` as text, with one member per line. */
export function recordedText(folder: string, ref: string = applied): string {
  return JSON.stringify(recordedIn(folder, ref), undefined, 2);
}
