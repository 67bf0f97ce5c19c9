/** The cycle for every recording: an import, an empty plan, one change that is applied, and another empty plan. */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { trueup } from "../cli/command.ts";
import { commitAll, repository } from "../git/repositories.ts";
import { type Answering, served } from "./served.ts";

/** The options of an import from a recording. */
interface Recorded {
  /** The target's interface and dialect, its credential, and the rest of its entry. */
  readonly target: string;
  readonly answering: Answering;
  readonly args?: readonly string[] | undefined;
}

const password = "recorded-password-1";

/** Imports from a recording. Returns the output and the project's folder, with which tests continue. */
export async function importedFrom({ target, answering, args = [] }: Recorded) {
  const server = await served(answering);
  const project = `version: 1
environment: lab
targets:
  lab:
    ${target}
    url: ${server.url}
    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }
secrets: { allow: ["env:*"] }
`;
  const cwd = repository({ "trueup.yaml": project, ".gitignore": ".trueup/\n" });
  const env: Record<string, string> = { PW: password };
  const run = (...words: readonly string[]) => trueup(words, { cwd, env });
  const said = await run("import", "lab", ...args);
  // Secrets that no interface shows get a value, as a user would set them.
  for (const [, name = ""] of said.out.matchAll(/^ +env:(\w+) /gm)) env[name] = `${password}-${name}`;
  expect(server.writes, "an import writes nothing").toEqual([]);
  return { cwd, run, said, writes: server.writes };
}

/** A text in a desired-state file, and its replacement. */
export interface Edit {
  readonly from: string;
  readonly to: string;
}

/**
 * Applies once, replaces the text (which must occur only once), and applies again. Returns all results, and the writes
 * of the second apply.
 */
export async function appliedWith({ from, to }: Edit, on: Awaited<ReturnType<typeof importedFrom>>) {
  const { cwd, run, writes } = on;
  commitAll(cwd);
  const first = await run("apply", "--yes");
  const before = writes.length;
  const places = (await filesIn(cwd)).filter(({ text }) => text.includes(from));
  expect(
    places.map(({ name }) => name),
    `one file has ${from}`,
  ).toHaveLength(1);
  for (const { name, text } of places) await writeFile(name, text.replace(from, to));
  commitAll(cwd);
  const planned = await run("plan", "--detailed-exitcode");
  const second = await run("apply", "--yes");
  const afterwards = await run("plan", "--detailed-exitcode");
  return { first, before, planned, second, afterwards, sent: writes.slice(before) };
}

/** Returns the text of all desired-state files, concatenated. */
export async function declaredIn(cwd: string): Promise<string> {
  return (await filesIn(cwd)).map(({ text }) => text).join("");
}

async function filesIn(cwd: string) {
  const folder = join(cwd, "desired-state");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".yaml")).sort();
  return Promise.all(
    names.map(async (name) => ({
      name: join(folder, name),
      text: await readFile(join(folder, name), "utf8"),
    })),
  );
}
