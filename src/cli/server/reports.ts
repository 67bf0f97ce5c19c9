/** `trueup --server URL plan` and `drift`: print the server's result in the format of the local command. */

import { z } from "zod";
import { visible, visibleLines } from "../../report/text/escape.ts";
import type { Cli } from "../cli.ts";
import type { DriftOptions } from "../commands/drift.ts";
import type { PlanOptions } from "../commands/plan.ts";
import { writeResults } from "../output-files.ts";
import { apiPath, environmentMeant, onlyHere, refuse, withServer } from "./connection.ts";

const printedSchema = z.looseObject({
  text: z.string(),
  observedAt: z.string().optional(),
  status: z.union([z.literal(0), z.literal(1)]),
  detailedStatus: z.union([z.literal(0), z.literal(1), z.literal(2)]),
});

type ReportOptions = Pick<PlanOptions | DriftOptions, "format" | "out" | "detailedExitcode">;

/** Exit statuses as for the local command. */
export async function runServerReport(
  cli: Cli,
  report: "plan" | "drift",
  options: ReportOptions,
): Promise<number> {
  const { format, out, detailedExitcode = false } = options;
  const wrong = onlyHere({ ...options }, ["format", "out", "detailedExitcode"]);
  if (wrong) return refuse(cli, wrong);
  return withServer(cli, async (api) => {
    const meant = await environmentMeant(cli, api);
    if ("problem" in meant) return refuse(cli, meant.problem);
    const printed = (as: string) =>
      api.get(apiPath(meant.id, `/${report}/printed?format=${as}`), printedSchema);
    const first = await printed(format);
    if ("problem" in first) return refuse(cli, first.problem);
    const { text, status, detailedStatus, observedAt } = first.value;
    cli.out(format === "text" ? visibleLines(text) : text);
    // The text of a plan shows the plan's age. The text of a drift report does not, so the age is printed here.
    if (report === "drift" && format === "text" && observedAt !== undefined)
      cli.out(cli.style.dim(`  observed ${visible(observedAt)}\n`));
    let isWhole = true;
    const isWritten = await writeResults(cli, { document: report, out }, async (to) => {
      const more = await printed(to);
      if (!("problem" in more)) return more.value.text;
      isWhole = false;
      refuse(cli, more.problem);
      return "";
    });
    if (!isWritten || !isWhole) return 1;
    return detailedExitcode ? detailedStatus : status;
  });
}
