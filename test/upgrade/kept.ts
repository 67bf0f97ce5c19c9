/** The unchanged files in `test/upgrade/0.1.0/`. trueup 0.1.0 has made them with its own simulator. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RunningSimulator } from "../../src/simulator/serve.ts";
import { trueup } from "../cli/command.ts";
import { git, put, scratch } from "../git/repositories.ts";

const folder = fileURLToPath(new URL("0.1.0/", import.meta.url));

/** Returns the text of a file that trueup 0.1.0 has left. */
export function kept(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** The secrets of the project that 0.1.0 has applied. */
const secrets = {
  TRUEUP_KEY: "0123456789abcdef0123456789abcdef",
  ACME_GUEST_PSK: "canary-guest-psk-2",
};

/** A clone of the repository that 0.1.0 has applied, with the addresses of a new simulator. */
export interface KeptRepository {
  readonly cwd: string;
  readonly remote: string;
  readonly run: (
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => ReturnType<typeof trueup>;
}

/**
 * Creates a clone of the repository that 0.1.0 has applied. Its first commit has the networks berlin and munich, and an
 * SSID with a password, and was applied completely. Its second commit drops munich and adds oslo, and was applied with
 * `--only '*berlin*'`. A snapshot was published too.
 */
export function keptRepository({ urls }: Pick<RunningSimulator, "urls">): KeptRepository {
  const path = scratch();
  git(path, "clone", "-q", "--mirror", join(folder, "applied.bundle"), "remote.git");
  const remote = join(path, "remote.git");
  git(path, "clone", "-q", "-b", "main", remote, "site");
  const cwd = join(path, "site");
  const project = readFileSync(join(cwd, "trueup.yaml"), "utf8");
  put(cwd, { "trueup.yaml": project.replace(/url: .*/, `url: ${urls.dashboard}`) });
  return { cwd, remote, run: (args, env) => trueup(args, { cwd, env: { ...secrets, ...env } }) };
}
