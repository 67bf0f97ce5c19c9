/** The package that a runner installs: a file in the repository, a URL or a version in a registry, with its SHA-256. */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, isAbsolute, join, resolve } from "node:path";
import { type Problem, problem } from "../../model/problem.ts";
import { childEnvironment } from "../../runtime/environment.ts";
import { embeddedFile, embeddedPaths, isExecutable } from "../../runtime/files/embedded.ts";
import { readPlain } from "../../runtime/files/files.ts";
import { packageFolder } from "../../runtime/files/shipped.ts";
import { failureText, printedBy } from "../../runtime/secrets/command.ts";
import type { Cli } from "../cli.ts";

/** The locked package, and the file that is committed beside it. */
export interface LockedPackage {
  /** The text of `.trueup/lock.json`. */
  readonly text: string;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array } | undefined;
}

/** The maximum size of a package, in bytes. Runners have the same limit. */
export const packageBytes = 64 * 1024 * 1024;

/** The package that the user named. Default: the package from which this program runs. */
export interface PackageWish {
  readonly package?: string | undefined;
  readonly sha256?: string | undefined;
}

/** The parts of the command line that packing needs. */
type PackingCli = Pick<Cli, "cwd" | "secrets" | "interactive" | "err"> & {
  readonly global: Pick<Cli["global"], "quiet">;
};

/**
 * Writes the lock for a package. A file is committed together with the lock. A version in a registry is fetched by npm,
 * and checked against npm's integrity value.
 */
export async function lockPackage(
  cli: PackingCli,
  { package: wished, sha256 }: PackageWish,
): Promise<LockedPackage | { readonly problem: Problem }> {
  if (wished !== undefined && /^https?:\/\//.test(wished)) {
    if (sha256 === undefined) return { problem: noHash(wished) };
    return { text: lockText({ package: wished, sha256 }) };
  }
  if (wished !== undefined && isVersion(wished)) {
    const packed = await npmPack(cli, wished);
    if ("problem" in packed) return packed;
    return checked(packed.bytes, { sha256, name: wished }, () => undefined);
  }
  const packed = wished === undefined ? await ownPackage(cli) : await readPackage(resolve(cli.cwd, wished));
  if ("problem" in packed) return packed;
  return checked(packed.bytes, { sha256, name: packed.name }, (name) => ({ name, bytes: packed.bytes }));
}

/** True for a name and one version, such as `trueup@0.2.0`; false for a range or a tag. */
function isVersion(text: string): boolean {
  return /^(?:@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/.test(text);
}

function checked(
  bytes: Uint8Array,
  { sha256, name }: { readonly sha256: string | undefined; readonly name: string },
  file: (name: string) => LockedPackage["file"],
): LockedPackage | { readonly problem: Problem } {
  const found = createHash("sha256").update(bytes).digest("hex");
  if (sha256 !== undefined && sha256.toLowerCase() !== found) return { problem: otherHash(name, found) };
  return { text: lockText({ package: name, sha256: found }), file: file(name) };
}

function lockText(lock: { readonly package: string; readonly sha256: string }): string {
  return `${JSON.stringify({ ...lock, sha256: lock.sha256.toLowerCase() }, null, 2)}\n`;
}

type Packed = { readonly name: string; readonly bytes: Uint8Array } | { readonly problem: Problem };

/** The package from which this program runs. A checkout is built and packed for it. */
async function ownPackage(cli: PackingCli): Promise<Packed> {
  // A single executable contains the package of its version. Runners install this package, which works on every system.
  const [name] = isExecutable ? embeddedPaths("packed") : [];
  const bytes = name === undefined ? undefined : embeddedFile(`packed/${name}`);
  if (name !== undefined && bytes) return { name, bytes };
  const folder = packageFolder();
  if (folder === undefined) return { problem: notPacked("this program is not part of a package") };
  // An installed package is packed as it is, because its build tools are not installed.
  return npmPack(cli, folder, existsSync(join(folder, "src")) ? [] : ["--ignore-scripts"]);
}

/** The timeout for building and packing a checkout, on a machine that may be busy. */
const packSeconds = 300;

/** Runs `npm pack`: for a folder, or for a version in the registry that npm is configured for. */
async function npmPack(
  { cwd, secrets, interactive, global, err }: PackingCli,
  what: string,
  options: readonly string[] = [],
): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), "trueup-pack-"));
  try {
    const command = ["npm", "pack", "--silent", ...options, "--pack-destination", folder, what];
    if (interactive && !global.quiet) err(`Packing ${what} for the workflows: npm pack ...\n`);
    const packed = await printedBy({
      seconds: packSeconds,
      program: { command },
      places: async () => ({ cwd, env: childEnvironment() }),
      variables: {},
    });
    if ("failed" in packed)
      return {
        problem: notPacked(`npm pack ${failureText(packed, secrets)}`, isAbsolute(what) ? what : undefined),
      };
    const name = (await readdir(folder)).find((one) => one.endsWith(".tgz"));
    return name === undefined
      ? { problem: notPacked("npm pack made no file") }
      : await readPackage(join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readPackage(path: string): Promise<Packed> {
  const bytes = await readPlain(path, { maxBytes: packageBytes }).catch(() => undefined);
  if (bytes === undefined) return { problem: notPacked(`${path} cannot be read`) };
  return { name: basename(path), bytes };
}

const otherwise =
  "Name a package with --package: a FILE, trueup@VERSION, or a URL with --sha256 HASH. Or use --host none.";

/** The problem if packing failed. `folder` is the folder in which the user could make the package. */
function notPacked(why: string, folder?: string): Problem {
  const first = folder === undefined ? "" : `\`npm pack\` in ${folder} makes the FILE for --package FILE. `;
  return problem("package-missing", `there is no package for the workflows to install: ${why}`, {
    hint: `${first}${otherwise}`,
  });
}

function noHash(url: string): Problem {
  return problem("package-missing", `the package at ${url} needs the SHA-256 of its file`, {
    hint: "Give it with --sha256: a runner installs only a package with this hash.",
  });
}

function otherHash(name: string, found: string): Problem {
  return problem("package-missing", `the SHA-256 of ${name} is ${found}, but --sha256 asks for another`, {
    hint: "Check where the file comes from before you use it.",
  });
}
