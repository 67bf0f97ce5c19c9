/** A person who uses the packed trueup on their own machine, on which nothing else is installed. */

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** Runs trueup in a folder. Resolves with its output, or rejects with the output if the exit status is not 0. */
export type Person = (cwd: string, ...args: readonly string[]) => Promise<string>;

/** Unpacks the package below `root`. The person has these variables, and an identity in git. */
export function personWith(
  tarball: string,
  { root, env }: { readonly root: string; readonly env: Readonly<Record<string, string>> },
): Person {
  const own = join(root, "installed");
  mkdirSync(own);
  execFileSync("tar", ["-xzf", tarball, "-C", own]);
  const command = join(own, "package/bin/trueup.js");
  const { PATH = "", HOME = "" } = process.env;
  return (cwd, ...args) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [command, ...args], {
        cwd,
        env: { PATH, HOME, npm_config_offline: "true", ...env },
      });
      child.stdin.end();
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          said += text;
        });
      child.once("error", reject);
      child.once("close", (status) =>
        status === 0 ? resolve(said) : reject(new Error(`trueup ${args.join(" ")}: ${status}\n${said}`)),
      );
    });
}
