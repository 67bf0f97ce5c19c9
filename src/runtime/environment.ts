/** Facts about the environment: whether this is CI, which process this is, and the variables for child processes. */

import { realpathSync } from "node:fs";
import { hostname } from "node:os";
import { delimiter, dirname, isAbsolute, relative, sep } from "node:path";

const names: readonly RegExp[] = [
  /^(?:PATH|PATHEXT|HOME|USER|LOGNAME|SHELL|TERM|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP)$/i,
  /^(?:SYSTEMROOT|WINDIR|COMSPEC|APPDATA|LOCALAPPDATA|PROGRAMDATA|USERPROFILE|HOMEDRIVE|HOMEPATH)$/i,
  /^(?:HTTPS?|ALL|NO)_PROXY$/i,
  /^(?:SSH_AUTH_SOCK|SSH_AGENT_PID|SSL_CERT_FILE|SSL_CERT_DIR|GNUPGHOME|DBUS_SESSION_BUS_ADDRESS)$/,
  /^(?:DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|BROWSER|XDG_(?:CONFIG_HOME|CURRENT_DESKTOP|DATA_DIRS|RUNTIME_DIR))$/,
  /^GIT_(?:SSL_CAINFO|SSL_CAPATH|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|CEILING_DIRECTORIES)$/,
  /^GIT_(?:TRACE\w*|ASKPASS|SSH|SSH_COMMAND|TERMINAL_PROMPT)$/,
  /^GIT_(?:AUTHOR|COMMITTER)_\w+$/,
];

/** Git's own settings. In CI, they can contain the credential for pushing, so only git gets them. */
const gitSettings = /^GIT_CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+|PARAMETERS)$/;

/** True in an unattended run: `CI` is set, and is neither empty nor `false`. */
export function inContinuousIntegration({ CI }: Readonly<Record<string, string | undefined>>): boolean {
  return CI !== undefined && CI !== "" && CI !== "false";
}

/** Names the machine and the process, so that people can find them: `host-1, process 4711`. */
export function processName(): string {
  return `${hostname()}, process ${process.pid}`;
}

/**
 * The environment for a program, without trueup's own credentials (failure mode 59 in RELIABILITY.md). Relative folders
 * are removed from `PATH`: they would be relative to the program's working folder, whose content a pull request
 * controls.
 */
export function childEnvironment(): Readonly<Record<string, string>> {
  const own = variables(names);
  const folders = (own.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return own.PATH === undefined ? own : { ...own, PATH: folders.join(delimiter) };
}

function variables(patterns: readonly RegExp[]): Readonly<Record<string, string>> {
  const named = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && patterns.some((pattern) => pattern.test(name)) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(named);
}

/**
 * Like `childEnvironment`, but `PATH` lacks all folders inside `top`, so that no program in `top` is run by its name.
 */
export function environmentWithout(top: string): Readonly<Record<string, string>> {
  const own = childEnvironment();
  const folders = (own.PATH ?? "").split(delimiter).filter((folder) => !isIn(top, folder));
  return { ...own, PATH: folders.join(delimiter) };
}

function isIn(top: string, folder: string): boolean {
  try {
    const way = relative(top, realpathSync(folder));
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  } catch {
    return true;
  }
}

/**
 * Like `childEnvironment`, but for git in a folder that has `.git`. Includes `GIT_CONFIG_*`. Git looks for a repository
 * only in this folder, not in its parents.
 */
export function environmentBelow(top: string): Readonly<Record<string, string>> {
  const own = { ...childEnvironment(), ...variables([gitSettings]) };
  const ceilings = [dirname(top), own.GIT_CEILING_DIRECTORIES ?? ""].filter((folder) => folder !== "");
  return { ...own, GIT_CEILING_DIRECTORIES: ceilings.join(delimiter) };
}
