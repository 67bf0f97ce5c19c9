/** `trueup applied`: shows what was applied last, as the repository records it. Reads only Git. */

import { openState } from "../../engine/git-state.ts";
import { readMemory } from "../../git/memory.ts";
import type { Json } from "../../model/json.ts";
import { emptyMemory, type Memory } from "../../model/memory.ts";
import type { Problem } from "../../model/problem.ts";
import { hasErrors } from "../../model/problem.ts";
import { readProject } from "../../project/read.ts";
import { baseText, leftBehindText, memoryText, unfinishedText } from "../../report/apply/applied-text.ts";
import { type FormatFor, resultIn } from "../../report/formats/registry.ts";
import type { Cli } from "../cli.ts";
import { printProblems, tellProblems } from "../terminal/printing.ts";

/** Exit status: 0, also if nothing was applied yet; 1 if it is unknown what was applied. */
export async function runApplied(
  cli: Cli,
  { format, memory: withMemory = false }: { readonly format: FormatFor<"result">; readonly memory?: boolean },
): Promise<number> {
  const failed = (problems: readonly Problem[]) => {
    printProblems(cli, problems, { format });
    return 1;
  };
  const { read, problems } = await readProject(cli.cwd, cli.global.project);
  if (!read) return failed(problems);
  const { state, problems: ofState } = await openState(read.project, "refuse");
  if (hasErrors(ofState)) return failed(ofState);
  const { lost } = state?.applied ?? {};
  if (lost) return failed([{ ...lost.problem, severity: "error" }]);
  const remembered =
    state && withMemory ? await readMemory(state.repository, state.applied, "all") : undefined;
  tellProblems(cli, [...ofState, ...(remembered?.problems ?? [])]);
  const { commit, record } = state?.applied ?? {};
  const { environment } = read.project;
  const memory = withMemory ? memoryDocument(remembered?.memory ?? emptyMemory) : undefined;
  const document = () => ({ format: "trueup.applied", version: 1, environment, commit, record, memory });
  const left = () => leftBehindText(record?.leftBehind ?? []) + unfinishedText(record ?? {});
  const known = () => (withMemory ? memoryText(remembered?.memory ?? emptyMemory) : "");
  cli.out(resultIn(format, { text: () => baseText(state?.applied, true) + left() + known(), document }));
  return 0;
}

/** The remembered resources, in address order. */
function memoryDocument({ resources, unseen, removed, forms = new Map() }: Memory): Json {
  return JSON.parse(
    JSON.stringify({
      resources: [...resources].map(([address, one]) => ({ address, ...one })),
      unseen: [...unseen].map(([address, one]) => ({ address, ...one })),
      forms: [...forms].flatMap(([address, all]) => all.map((one) => ({ address, ...one }))),
      removed: [...removed].flatMap(([target, all]) => all.map((one) => ({ target, ...one }))),
    }),
  );
}
