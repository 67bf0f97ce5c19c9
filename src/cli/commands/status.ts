/** `trueup status`: shows health of sites, inventories and device reports, as controllers see them. */

import { lastLeft } from "../../engine/recorded-apply/run-journal.ts";
import { knownUnseen } from "../../engine/unseen-creates.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { TargetStatus } from "../../model/status.ts";
import { hasStatus, readNamed, readStatus, type TimeRange } from "../../observe/status.ts";
import {
  leftAcceptedText,
  leftFinishesText,
  leftTasksText,
  settledFormsText,
} from "../../report/apply/journal-text.ts";
import { writerOf } from "../../report/formats/registry.ts";
import { statusText } from "../../report/status/status.ts";
import { statusWithout } from "../../report/status-without-secrets.ts";
import { visible } from "../../report/text/escape.ts";
import type { Cli } from "../cli.ts";
import { type StatusOptions, wrongWith } from "../options/status-options.ts";
import { type RunningCommand, running } from "../running.ts";
import { printProblems, tellProblems } from "../terminal/printing.ts";
import { openScreen } from "../terminal/screen.ts";
import { watch } from "../terminal/watch.ts";

const rowsShown = 20;
const usualSeconds = 60;

/** Exit status: 0 if everything could be read, otherwise 1; 130 if a watch was interrupted. */
export async function runStatus(cli: Cli, options: StatusOptions): Promise<number> {
  const { format, target: named } = options;
  const wrong =
    wrongWith(options) ?? (options.watch !== undefined && !process.stdout.isTTY ? noTerminal : undefined);
  if (wrong) return refuse(cli, wrong, format);
  const quiet = options.watch === undefined ? cli : { ...cli, global: { ...cli.global, quiet: true } };
  const targets = (one: Parameters<typeof isShown>[0]) => isShown(one, named);
  return running(quiet, { format, secrets: "unused", targets }, async (on) => {
    const missing = missingTarget(on, named);
    if (missing) return refuse(cli, missing, format);
    return options.watch === undefined ? once(cli, on, options) : again(cli, on, options);
  });
}

function isShown(
  { name, interface: of }: { readonly name: string; readonly interface: Parameters<typeof hasStatus>[0] },
  named: readonly string[] | undefined,
): boolean {
  return hasStatus(of) && (named === undefined || named.includes(name));
}

async function once(cli: Cli, on: RunningCommand, options: StatusOptions): Promise<number> {
  const range = rangeOf(on, options);
  const all = await read(cli, on, { ...options, range });
  on.progress.end();
  const { project } = on.prepared.context;
  const { open, finishes, ...left } = await lastLeft(project);
  const { unseen, forms, problems: ofRecord } = await knownUnseen(project, left);
  tellProblems(cli, ofRecord);
  cli.err(
    leftTasksText(open) + leftAcceptedText(unseen) + leftFinishesText(finishes) + settledFormsText(forms),
  );
  const nobody = unknownDevices(all, options.device);
  if (nobody) return refuse(cli, nobody, options.format);
  const { format, since, all: whole } = options;
  const view = { rows: whole ? 0 : rowsShown, others: "--all shows them", range: since?.words };
  const write = await writerOf("status", format);
  cli.out(write(all, { style: cli.style, view, range }));
  return all.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

async function again(cli: Cli, on: RunningCommand, options: StatusOptions): Promise<number> {
  const screen = openScreen(cli);
  if (!screen) return refuse(cli, noTerminal, options.format);
  const { watch: wanted, since } = options;
  return watch({
    screen,
    seconds: wanted === true || wanted === undefined ? usualSeconds : wanted,
    clock: on.prepared.context.clock,
    signal: on.run.signal,
    read: () => read(cli, on, { ...options, range: rangeOf(on, options) }),
    text: (all, lines) => {
      const lists = all.flatMap(({ sites, devices, reports }) => [sites, devices, reports].filter(Boolean));
      const rows = Math.max(2, Math.floor(lines / Math.max(1, lists.length)) - 7);
      const ailing = (one: TargetStatus) => (one.problems.length > 0 ? 0 : 1);
      const worstFirst = all.toSorted((a, b) => ailing(a) - ailing(b));
      return statusText(worstFirst, cli.style, { rows, range: since?.words });
    },
  });
}

interface Wish extends StatusOptions {
  readonly range: TimeRange | undefined;
}

/** The status of all selected targets. If one does not answer, the others are still shown. */
async function read(
  cli: Cli,
  { prepared, run, progress }: RunningCommand,
  request: Wish,
): Promise<readonly TargetStatus[]> {
  const { targets } = prepared.context;
  const { device: devices, range, uplinks } = request;
  const open = [...targets.values()];
  if (devices) {
    const asked = open.filter(({ driver }) => driver.reports);
    const all = await Promise.all(asked.map((one) => readNamed(one, devices, run.signal)));
    const told = all.filter(({ reports = [], problems }) => reports.length > 0 || problems.length > 0);
    return told.map((one) => statusWithout(one, cli.secrets));
  }
  const before = (target: string, requests: number, seconds: number) => {
    progress.end();
    if (!cli.global.quiet)
      cli.err(`${visible(target)}: ${requests} requests, one for each device: about ${seconds} s\n`);
  };
  const asked = { range, before: uplinks ? before : undefined };
  const all = await Promise.all(open.map((one) => readStatus(one, asked, run.signal)));
  return all.map((one) => statusWithout(one, cli.secrets));
}

function rangeOf({ prepared }: RunningCommand, { since }: StatusOptions): TimeRange | undefined {
  if (!since) return undefined;
  const to = Date.parse(prepared.context.clock.date());
  return { from: to - since.ms, to };
}

function refuse(cli: Cli, wrong: Problem, format: StatusOptions["format"]): number {
  printProblems(cli, [wrong], { format });
  return 1;
}

const noTerminal = problem("no-terminal", "--watch draws a screen, and standard output is not a terminal", {
  hint: "Run `trueup status` without --watch, for example on a schedule.",
});

/**
 * The problem if a named target does not exist, or if no target can show anything; undefined if there is no problem.
 */
function missingTarget(
  { prepared }: RunningCommand,
  named: readonly string[] | undefined,
): Problem | undefined {
  const { targets, project } = prepared.context;
  const unknownName = named?.find((name) => !project.targets.has(name));
  if (unknownName !== undefined) {
    const hint = `Name one of its targets: ${[...project.targets.keys()].join(", ")}.`;
    return problem("unknown-target", `trueup.yaml has no target \`${unknownName}\``, { hint });
  }
  const silent = named?.find((name) => !targets.has(name));
  const hint =
    "Name a target with health or an inventory: a dashboard, a controller, or a server, SD-WAN or firewall manager.";
  if (silent !== undefined)
    return problem("no-status", `target \`${silent}\` has nothing that status can show`, { hint });
  if (targets.size > 0) return undefined;
  return problem("no-status", "trueup.yaml names no target that status can show", { hint });
}

function unknownDevices(all: readonly TargetStatus[], devices: readonly string[] = []): Problem | undefined {
  if (all.some(({ problems }) => problems.length > 0)) return undefined;
  const known = new Set(all.flatMap(({ reports = [] }) => reports.map(({ device }) => device)));
  const unknown = devices.find((device) => !known.has(device));
  if (unknown === undefined) return undefined;
  const hint = "Give the serial of a dashboard's device, or the id of a device in a controller's inventory.";
  return problem("no-device", `no target reports anything about device ${JSON.stringify(unknown)}`, {
    hint,
  });
}
