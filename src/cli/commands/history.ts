/** `trueup history`: lists past applies with time, author and result. Reads only Git. */

import { knownHistory, namedEntry } from "../../engine/history/known-history.ts";
import { onlyMatching } from "../../engine/sides/only.ts";
import type { History, PlacedEntry } from "../../model/history/history.ts";
import { hasErrors, type Problem, problem } from "../../model/problem.ts";
import { readProject } from "../../project/read.ts";
import { type FormatFor, writerOf } from "../../report/formats/registry.ts";
import type { HistoryView } from "../../report/history/history-view.ts";
import { clock } from "../../runtime/clock.ts";
import type { Cli } from "../cli.ts";
import type { TimeSpan } from "../options/since.ts";
import { printProblems, tellProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface HistoryOptions {
  readonly format: FormatFor<"history">;
  readonly limit: number;
  readonly since?: TimeSpan | undefined;
  readonly only?: readonly string[] | undefined;
  /** The single apply that is shown in full. If absent, a list of applies is shown. */
  readonly to?: string | undefined;
}

/** Exit status: 0, also if there is no history yet; 1 if the history is unknown, or the apply does not exist. */
export async function runHistory(cli: Cli, options: HistoryOptions): Promise<number> {
  const { format, to } = options;
  const failed = (problems: readonly Problem[]) => {
    printProblems(cli, problems, { format });
    return 1;
  };
  const show = async (view: HistoryView) => {
    const write = await writerOf("history", format);
    cli.out(write(view, cli.style));
    return 0;
  };
  if (to !== undefined && (options.only ?? options.since) !== undefined) return failed([narrowsOne]);
  const { read, problems } = await readProject(cli.cwd, cli.global.project);
  if (!read) return failed(problems);
  const known = await knownHistory(read.project);
  if (!("history" in known)) {
    if (to !== undefined || !known.isEmpty) return failed(known.problems);
    tellProblems(
      cli,
      known.problems.map((one) => ({ ...one, severity: "warning" })),
    );
    return show(listOf({ environment: read.project.environment, entries: [], broken: 0 }, options));
  }
  const { history } = known;
  if (hasErrors(known.problems)) return failed(known.problems);
  const named = to === undefined ? undefined : namedEntry(history, to);
  if (named && "problem" in named) return failed([named.problem]);
  tellProblems(cli, known.problems);
  return show(named ? oneOf(history, named.placed) : listOf(history, options));
}

/** The problem if options that filter the list are combined with a single apply. */
const narrowsOne = problem(
  "options-unfit",
  "--only and --since cannot be combined with the name of one apply",
  {
    hint: "These options filter the list: leave out either the name or the options.",
  },
);

function oneOf({ environment, entries }: History, placed: PlacedEntry): HistoryView {
  const others = entries.length - 1;
  return { environment, entries: [placed], isWhole: true, older: 0, others, unsure: 0, broken: 0 };
}

function listOf({ environment, entries, broken }: History, options: HistoryOptions): HistoryView {
  const { limit, since, only } = options;
  const isMeant = onlyMatching(only);
  const from = since === undefined ? undefined : Date.parse(clock.date()) - since.ms;
  const inTime = entries.filter(({ entry }) => from === undefined || Date.parse(entry.ended) >= from);
  const touching = ({ entry }: PlacedEntry) =>
    !isMeant || entry.changes.some(({ address }) => isMeant(address));
  const meant = inTime.filter(touching);
  const unsure = inTime.filter((placed) => !touching(placed) && placed.entry.omitted > 0).length;
  const shown = meant.slice(0, limit);
  const older = meant.length - shown.length;
  return { environment, entries: shown, isWhole: false, older, others: entries.length, unsure, broken };
}
