/** Checks the package that workflows install: whether it exists, and whether the lock names it. */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { CheckupLine } from "../../report/checkup.ts";
import { readPlain, readText } from "../../runtime/files/files.ts";
import { packageBytes } from "../init/package-lock.ts";

/**
 * Matches the name of a file beside the lock, a URL, or a version in a registry. Matches no path, no option of a
 * program and no line break.
 */
const name = /^(?:https?:\/\/[\x21-\x7e]+|(?:@[\w.-]+\/)?\w[\w.-]*@[\w.+-]+|\w[\w.+-]*)$/;
const lock = z.object({ package: z.string().regex(name), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const path = ".trueup/lock.json";

/** Checks the package by `.trueup/lock.json`. A package outside the repository is only checked by the runner. */
export async function lockLine(top: string): Promise<CheckupLine> {
  const line = { area: "workflows", about: "package" } as const;
  if (!existsSync(join(top, path)))
    return {
      ...line,
      state: "failed",
      says: `there is no ${path}`,
      hint: "Run trueup init: it writes this file.",
    };
  const read = await readText(join(top, path), path, { isOwn: true });
  const { data } = lock.safeParse("file" in read ? jsonIn(read.file.text) : undefined);
  const hint = "Run trueup init --upgrade: it renews the package and its lock.";
  if (!data)
    return {
      ...line,
      state: "failed",
      says: `${path} names no package with a sha256`,
      hint,
    };
  if (/^https?:|@/.test(data.package))
    return { ...line, state: "ok", says: `${data.package}, which runners download and check by its hash` };
  const bytes = await readPlain(join(top, ".trueup", data.package), {
    maxBytes: packageBytes,
    isOwn: true,
  }).catch(() => undefined);
  if (!bytes) return { ...line, state: "failed", says: `.trueup/${data.package} is missing`, hint };
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found === data.sha256)
    return { ...line, state: "ok", says: `.trueup/${data.package} has the hash that the lock names` };
  return {
    ...line,
    state: "failed",
    says: `.trueup/${data.package} does not have the hash that the lock names`,
    hint,
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
