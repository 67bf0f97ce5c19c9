/** The package that workflows install: is it there, and is it the one that the lock names. */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { CheckupLine } from "../../report/checkup.ts";

const lock = z.object({ package: z.string().min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/** By `.trueup/lock.json`. What is not in the repository is left to the runner. */
export async function lockLine(top: string): Promise<CheckupLine> {
  const line = { area: "workflows", about: "package" } as const;
  const text = await readFile(join(top, ".trueup/lock.json"), "utf8").catch(() => undefined);
  if (text === undefined)
    return {
      ...line,
      state: "failed",
      says: "there is no .trueup/lock.json",
      hint: "trueup init writes it.",
    };
  const { data } = lock.safeParse(jsonIn(text));
  const hint = "trueup init --upgrade writes it again.";
  if (!data)
    return {
      ...line,
      state: "failed",
      says: ".trueup/lock.json does not name a package with its sha256",
      hint,
    };
  if (/^https?:|@/.test(data.package))
    return { ...line, state: "ok", says: `${data.package}, which runners download and check by its hash` };
  const bytes = await readFile(join(top, ".trueup", data.package)).catch(() => undefined);
  if (!bytes) return { ...line, state: "failed", says: `.trueup/${data.package} is not there`, hint };
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found === data.sha256)
    return { ...line, state: "ok", says: `.trueup/${data.package} is the one that the lock names` };
  return {
    ...line,
    state: "failed",
    says: `.trueup/${data.package} is not the one that the lock names`,
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
