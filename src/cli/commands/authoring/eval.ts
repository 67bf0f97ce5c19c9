/** `trueup eval`: evaluates an expression, with the variables of an address in desired state. Needs no network. */

import { problem } from "../../../model/problem.ts";
import { readProject } from "../../../project/read.ts";
import { type FormatFor, resultIn } from "../../../report/formats/registry.ts";
import { shown } from "../../../report/text/value.ts";
import type { Cli } from "../../cli.ts";
import { printProblems } from "../../terminal/printing.ts";
import { declaredAddress } from "./explain.ts";

/** The command's arguments and options. */
export interface EvalOptions {
  readonly format: FormatFor<"result">;
  readonly expression: string;
  /** The expression may use the variables of this address. */
  readonly at?: string | undefined;
}

/** The maximum length of an expression, as in desired state. */
const charactersMax = 10_000;

/**
 * Exit status: 0; 1 if the expression has no value, or desired state does not declare the address. Other problems of
 * the project are ignored.
 */
export async function runEval(cli: Cli, options: EvalOptions): Promise<number> {
  const { read, problems, folder } = await readProject(cli.cwd, cli.global.project);
  const { expression, at, format } = options;
  const printing = { format, folder };
  if (!read) {
    printProblems(cli, problems, printing);
    return 1;
  }
  const address = at === undefined ? undefined : declaredAddress(read, at);
  const tried =
    typeof address === "object"
      ? { problems: [address] }
      : expression.length > charactersMax
        ? { problems: [problem("too-large", `the expression has more than ${charactersMax} characters`)] }
        : read.loaded.composition.evaluate(expression, address);
  if ("problems" in tried) {
    printProblems(cli, tried.problems, printing);
    return 1;
  }
  const { value } = tried;
  const document = () => ({ format: "trueup.value", version: 1, expression, at: address, value });
  cli.out(resultIn(format, { text: () => `${shown(value)}\n`, document }));
  return 0;
}
