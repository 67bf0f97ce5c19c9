/** Checks what trueup needs on this machine: Node, git, and access to the network. */

import type { CheckupLine } from "../../report/checkup.ts";
import { printedBy, programsIn } from "../../runtime/secrets/command.ts";
import type { Cli } from "../cli.ts";

const area = "this machine";

/** The oldest git that supports every setting that trueup passes, including `safe.bareRepository`. */
const oldestGit = [2, 38] as const;

/** Lines for the versions of Node and git, and for the proxies in the environment. */
export async function machineLines({ cwd, env }: Cli): Promise<readonly CheckupLine[]> {
  const node = { area, about: "Node", state: "ok", says: process.versions.node } as const;
  const proxy = { area, about: "proxy", state: "ok", says: proxyText(env) } as const;
  return [node, await gitLine(cwd), proxy];
}

async function gitLine(cwd: string): Promise<CheckupLine> {
  const program = { command: ["git", "--version"] };
  const printed = await printedBy({ program, places: programsIn(cwd), variables: {} });
  const line = { area, about: "git" } as const;
  if ("failed" in printed) {
    const hint =
      "Install git, or put it on the PATH: without git, trueup has no lock and no record of the last apply.";
    const says = printed.missing ? "the program `git` was not found" : `\`git --version\` ${printed.failed}`;
    return { ...line, state: "failed", says, hint };
  }
  const [, version = "", major, minor] = /((\d+)\.(\d+)[\w.]*)/.exec(printed.out) ?? [];
  const isOld =
    Number(major) < oldestGit[0] || (Number(major) === oldestGit[0] && Number(minor) < oldestGit[1]);
  if (!isOld) return { ...line, state: "ok", says: version };
  const hint = `Install ${oldestGit.join(".")} or newer: an older one does not protect against hidden repositories.`;
  return { ...line, state: "warning", says: version, hint };
}

/** The addresses of proxies, without their passwords. */
function proxyText(env: Cli["env"]): string {
  const named = ["HTTPS_PROXY", "HTTP_PROXY"].flatMap((name) => {
    const value = env[name] || env[name.toLowerCase()];
    if (!value) return [];
    const url = URL.parse(value);
    return [`${name} is ${url ? url.host : "set"}`];
  });
  const except = env.NO_PROXY || env.no_proxy;
  if (named.length === 0) return "none is set";
  return [...named, ...(except ? [`except for ${except}`] : [])].join(", ");
}
