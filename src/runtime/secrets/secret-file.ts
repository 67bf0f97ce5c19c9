/** Reads a secret from a small plain file in an allowed place. */

import { constants } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { matches } from "../../model/listed/glob.ts";
import { type Problem, problem } from "../../model/problem.ts";

/** The folder to which paths are relative, and the places where files are allowed. */
export interface SecretFilePlace {
  readonly folder: string;
  /** Globs of references, such as `file:secrets/*`. Default: files are allowed anywhere. */
  readonly allowed?: readonly string[] | undefined;
}

const longestBytes = 64 * 1024;
const readableByAll = 0o004;

/**
 * The text of the file without one trailing newline, or why it cannot be read. Adds a warning if everybody may read the
 * file. If there are globs, one of them must match the path after all links are resolved. Never throws.
 */
export async function readSecretFile(
  path: string,
  { folder, allowed }: SecretFilePlace,
): Promise<{ readonly value?: string; readonly found?: Problem }> {
  const whole = resolve(folder, path);
  const found = (code: string, what: string, hint: string) =>
    problem(code, `the secret file ${whole} ${what}.`, { hint });
  try {
    const real = allowed ? await allowedPath(whole, { folder, allowed }) : whole;
    if (real === undefined) {
      const hint = "Give the path of the file itself, which secrets.allow in trueup.yaml must cover.";
      return {
        found: found("secret-not-allowed", "is a link to a place that secrets.allow does not cover", hint),
      };
    }
    // The file is opened without blocking, because opening a pipe that has no writer would block.
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | (allowed ? constants.O_NOFOLLOW : 0);
    await using file = await open(real, flags);
    const stat = await file.stat();
    if (!stat.isFile())
      return { found: found("unreadable-secret", "is not a plain file", "Give the path of a plain file.") };
    if (stat.size > longestBytes)
      return {
        found: found(
          "unreadable-secret",
          "is larger than 64 KiB",
          "Give the path of a file that contains only the secret.",
        ),
      };
    const value = (await file.readFile("utf8")).replace(/\r?\n$/, "");
    if (value === "") return { found: found("empty-secret", "is empty", "Write the secret into the file.") };
    if ((stat.mode & readableByAll) === 0) return { value };
    const exposed = found(
      "exposed-secret",
      "can be read by every user of this machine",
      `Run chmod o-r ${whole}.`,
    );
    return { value, found: { ...exposed, severity: "warning" } };
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (missing)
      return {
        found: found("missing-secret", "does not exist", "Create the file, with only the secret in it."),
      };
    return {
      found: found("unreadable-secret", "cannot be read", "Give this user permission to read the file."),
    };
  }
}

/** The real path of the file. Undefined if the file is not allowed, or if its path is a dangling link. */
async function allowedPath(
  whole: string,
  { folder, allowed = [] }: SecretFilePlace,
): Promise<string | undefined> {
  const top = await realpath(folder);
  const real = await realpath(whole).catch(async (error: unknown) => {
    if ((await lstat(whole)).isSymbolicLink()) return undefined;
    throw error;
  });
  const globs = allowed.filter((glob) => glob.startsWith("file:")).map((glob) => resolve(top, glob.slice(5)));
  return real !== undefined && globs.some((glob) => matches(glob, real)) ? real : undefined;
}
