/** `trueup doctor`: checks everything that trueup needs, on one screen, with advice. Changes nothing. */

import { hasErrors } from "../../../model/problem.ts";
import { type ReadProjectResult, readProject } from "../../../project/read.ts";
import { type CheckupLine, checkupDocument, checkupText } from "../../../report/checkup.ts";
import { type FormatFor, resultIn } from "../../../report/formats/registry.ts";
import { nearestProjectFiles, projectFilesIn } from "../../../runtime/files/environment-file.ts";
import type { Cli } from "../../cli.ts";
import { accessLines } from "../../doctor/access.ts";
import { machineLines } from "../../doctor/machine.ts";
import { projectLine, schemaLine } from "../../doctor/project.ts";
import { repositoryLines } from "../../doctor/repository.ts";
import { type TargetCheckup, targetCheckup } from "../../doctor/targets.ts";
import { workflowLines } from "../../doctor/workflows.ts";
import { environmentsOf } from "../../init/environment-project.ts";

/** The command's arguments and options. */
export interface DoctorOptions {
  readonly format: FormatFor<"result">;
  /** If true, only the workflows are checked, without a request. */
  readonly workflow?: boolean | undefined;
}

/** Exit status: 0 if there is no error, otherwise 1. A warning is not an error. */
export async function runDoctor(cli: Cli, { format, workflow = false }: DoctorOptions): Promise<number> {
  const found = await readProject(cli.cwd, cli.global.project);
  const lines = workflow ? await workflowsOnly(cli, found) : await everything(cli, found);
  const shown = lines.map((line) => ({
    ...line,
    says: cli.secrets.text(line.says),
    ...(line.hint !== undefined && { hint: cli.secrets.text(line.hint) }),
  }));
  const text = () => checkupText(shown, cli.style);
  cli.out(resultIn(format, { text, document: () => checkupDocument(shown) }));
  return shown.some(({ state }) => state === "failed") ? 1 : 0;
}

/**
 * The lines about workflows, for the selected project and all other projects in its folder. If the project is broken,
 * only its problems are shown.
 */
async function workflowsOnly(cli: Cli, found: ReadProjectResult): Promise<readonly CheckupLine[]> {
  const isChosen = typeof cli.global.project === "string";
  const files = found.read
    ? await projectFilesIn(found.read.project.folder)
    : await (isChosen ? [] : nearestProjectFiles(cli.cwd));
  const others = await Promise.all(files.map(({ path }) => readProject(cli.cwd, path)));
  const broken = others.find(({ read }) => read === undefined);
  if (broken || (files.length === 0 && !found.read))
    return [projectLine(undefined, (broken ?? found).problems)];
  const reads = others.length === 0 ? [found] : others;
  const whole = reads.flatMap(({ read }) => read ?? []);
  return workflowLines(cli, whole, environmentsOf(files));
}

async function everything(cli: Cli, { read, problems }: ReadProjectResult): Promise<readonly CheckupLine[]> {
  const machine = await machineLines(cli);
  const file = projectLine(read, problems);
  if (!read) return [...machine, file];
  const targets = [...read.project.targets.values()];
  const checkups = await Promise.all(targets.map((target) => targetCheckup(cli, read, target)));
  const isWell = ({ lines }: TargetCheckup) => lines.every(({ state }) => state !== "failed");
  const [well, others] = [checkups.filter(isWell), checkups.filter((one) => !isWell(one))].map((some) =>
    some.map(({ target }) => target),
  );
  const reads = hasErrors(problems)
    ? []
    : await accessLines(cli, read, { well: well ?? [], others: others ?? [] });
  return [
    ...machine,
    ...clockLines(checkups),
    file,
    await schemaLine(read),
    ...(await repositoryLines(read.project)),
    ...(await workflowLines(cli, [read], environmentsOf(await projectFilesIn(read.project.folder)))),
    ...checkups.flatMap(({ lines }) => [...lines, ...reads.filter(({ area }) => area === lines[0]?.area)]),
    ...reads.filter(({ area }) => area === "project"),
  ];
}

/**
 * doctor warns if two clocks differ by more than this many milliseconds. Tokens and locks tolerate larger differences.
 */
const maxClockMs = 30_000;

/** Compares this machine's clock with the clocks of servers that report their time. */
function clockLines(checkups: readonly TargetCheckup[]): readonly CheckupLine[] {
  const line = { area: "this machine", about: "clock" } as const;
  const known = checkups.flatMap(({ target, clockMs }) =>
    clockMs === undefined ? [] : [{ name: target.name, clockMs }],
  );
  const [worst] = known.toSorted((one, other) => Math.abs(other.clockMs) - Math.abs(one.clockMs));
  if (!worst) return [{ ...line, state: "untried", says: "no server reported its time" }];
  const seconds = Math.round(Math.abs(worst.clockMs) / 1000);
  if (Math.abs(worst.clockMs) <= maxClockMs)
    return [
      {
        ...line,
        state: "ok",
        says: `differs from the clock of ${worst.name} by at most ${Math.max(1, seconds)} s`,
      },
    ];
  const hint =
    "Set this clock by NTP: freezes, locks and the expiry of tokens depend on it. Or correct the server's clock.";
  return [
    { ...line, state: "warning", says: `differs from the clock of ${worst.name} by ${seconds} s`, hint },
  ];
}
