/** `trueup applied`: what was applied last, as the repository records it. Asks only Git. */

import { openState } from "../../engine/git-state.ts";
import type { Problem } from "../../model/problem.ts";
import { hasErrors } from "../../model/problem.ts";
import { readProject } from "../../project/read.ts";
import { baseText, leftBehindText, unfinishedText } from "../../report/apply/applied-text.ts";
import { type FormatFor, resultIn } from "../../report/formats/registry.ts";
import type { Cli } from "../cli.ts";
import { printProblems } from "../terminal/printing.ts";

/** 0, also when nothing was applied yet; 1 when that is unknown. */
export async function runApplied(
  cli: Cli,
  { format }: { readonly format: FormatFor<"result"> },
): Promise<number> {
  const failed = (problems: readonly Problem[]) => {
    printProblems(cli, problems, { format });
    return 1;
  };
  const { read, problems } = await readProject(cli.cwd, cli.global.project);
  if (!read) return failed(problems);
  const { state, problems: ofState } = await openState(read.project, "refuse");
  if (hasErrors(ofState)) return failed(ofState);
  const { commit, record } = state?.applied ?? {};
  const { environment } = read.project;
  const document = () => ({ format: "trueup.applied", version: 1, environment, commit, record });
  const left = () => leftBehindText(record?.leftBehind ?? []) + unfinishedText(record ?? {});
  cli.out(resultIn(format, { text: () => baseText(state?.applied, true) + left(), document }));
  return 0;
}
