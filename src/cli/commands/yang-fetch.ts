/** `trueup yang fetch`: saves the YANG modules of a device in a folder, with the device's module library. */

import { join, resolve } from "node:path";
import { fetchModules } from "../../engine/fetch-modules.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Project, Target } from "../../model/project.ts";
import { type ReadProject, readProject } from "../../project/read.ts";
import { visible } from "../../report/text/escape.ts";
import { writeWhole } from "../../runtime/files/files.ts";
import type { Cli } from "../cli.ts";
import { framed, runPrepared } from "../running.ts";
import { tellProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface YangFetchOptions {
  readonly target: string;
  readonly out: string;
  readonly host?: string | undefined;
}

/** Exit status: 0; 1 if the device provides no modules, or some were left out. */
export async function runYangFetch(cli: Cli, options: YangFetchOptions): Promise<number> {
  // Errors in desired state are allowed: the modules to fetch may be what is missing.
  const { read, problems, folder = cli.cwd } = await readProject(cli.cwd, cli.global.project);
  if (!read) return refused(cli, problems);
  const name = options.target;
  if (!read.project.targets.has(name)) return refused(cli, [unknownTarget(name, read.project)]);
  const host = options.host ?? firstHost(read, name);
  if (host === undefined) return refused(cli, [noHost(name)]);
  const project = { read, folder, problems: [] };
  const needs = { format: "text", secrets: "unused", targets: (each: Target) => each.name === name } as const;
  return framed(cli, (frame) =>
    runPrepared(frame, { project, options: needs }, async ({ prepared, progress, run }) => {
      const open = prepared.context.targets.get(name);
      if (!open) throw new Error(`the target ${name} was not opened`);
      const told = () => undefined;
      const { files, problems: found } = await fetchModules(open, { host, told }, run.signal);
      progress.end();
      const stopped = run.status();
      if (stopped !== undefined) return stopped;
      for (const { path, text } of files) await writeWhole(join(resolve(cli.cwd, options.out), path), text);
      tellProblems(cli, found);
      const count = files.filter(({ path }) => path.endsWith(".yang")).length;
      if (count > 0)
        cli.out(`${cli.style.green("✔")} ${count} modules of ${visible(host)} in ${visible(options.out)}\n`);
      return found.length > 0 || count === 0 ? 1 : 0;
    }),
  );
}

function refused(cli: Cli, problems: readonly Problem[]): 1 {
  tellProblems(cli, problems);
  return 1;
}

/**
 * The first declared host of a target. Devices of one target are of one type, so any of them can be used. Undefined if
 * no resource names a host.
 */
function firstHost({ loaded, project }: ReadProject, name: string): string | undefined {
  const readers = [...project.targets.values()].filter(({ readVia }) => readVia === name);
  const names = new Set([name, ...readers.map((each) => each.name)]);
  const own = [...loaded.desired.resources.values()].filter(({ target }) => names.has(target));
  return own.flatMap(({ scope }) => scope.host ?? []).sort()[0];
}

function unknownTarget(name: string, { targets }: Project): Problem {
  return problem("unknown-target", `there is no target \`${name}\` in trueup.yaml.`, {
    hint: `Known: ${[...targets.keys()].join(", ")}.`,
  });
}

function noHost(name: string): Problem {
  return problem(
    "no-host",
    `no device of the target \`${name}\` is declared, so it is unknown whose modules to fetch.`,
    {
      hint: "Name a device with --host. It must be among the target's hosts.",
    },
  );
}
