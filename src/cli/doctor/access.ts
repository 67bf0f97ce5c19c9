/** Checks which reads a project's credentials permit, as `trueup check` does, with a line for each target. */

import { openContext } from "../../engine/open.ts";
import type { Target } from "../../model/project.ts";
import type { ReadProject } from "../../project/read.ts";
import type { CheckupLine } from "../../report/checkup.ts";
import { problemWithout } from "../../report/without-secrets.ts";
import { withPooledSecrets } from "../../runtime/secrets/secret-pool.ts";
import { budgetsOf } from "../budgets.ts";
import type { Cli } from "../cli.ts";
import { type TriedRead, triedReads } from "../tried-reads.ts";
import { areaOf } from "./targets.ts";

const about = "reads";

/** Logs in to the targets in `well`, and tries the reads of each. The targets in `others` could not be reached. */
export async function accessLines(
  cli: Cli,
  read: ReadProject,
  { well, others }: { readonly well: readonly Target[]; readonly others: readonly Target[] },
): Promise<readonly CheckupLine[]> {
  const untried = others.map(
    (target): CheckupLine => ({
      area: areaOf(target),
      about,
      state: "untried",
      says: "not tried, because of a problem above",
    }),
  );
  if (well.length === 0) return untried;
  const { context, problems } = await openContext(read, {
    env: withPooledSecrets(cli.env),
    log: cli.log,
    redactor: cli.secrets,
    cut: cli.interrupt.cut,
    budgets: budgetsOf(cli),
    allowInsecure: cli.global.allowInsecure,
    secrets: "unused",
    ungated: true,
    targets: (target) => well.includes(target),
  });
  if (!context) {
    const [first] = problems.filter(({ severity }) => severity === "error");
    const says = first?.message ?? "the targets could not be opened";
    return [{ area: "project", about, state: "failed", says, hint: first?.hint }, ...untried];
  }
  try {
    const tried = await triedReads(context, cli.interrupt.signal);
    const byTarget = Map.groupBy(tried, ({ target }) => target);
    return [...well.map((target) => accessLine(cli, target, byTarget.get(target.name) ?? [])), ...untried];
  } finally {
    await context.close();
  }
}

function accessLine(cli: Cli, target: Target, tried: readonly TriedRead[]): CheckupLine {
  const line = { area: areaOf(target), about } as const;
  const asked = tried.filter(({ isTried }) => isTried);
  const failed = asked.flatMap(({ problem }) =>
    problem ? [problemWithout(problem, cli.secrets, target.name)] : [],
  );
  const [first] = failed;
  if (!first) return { ...line, state: "ok", says: `${asked.length} of ${asked.length} allowed` };
  const says = `${asked.length - failed.length} of ${asked.length} allowed: ${first.message}`;
  return { ...line, state: "failed", says, hint: first.hint ?? "Run trueup check: it shows every read." };
}
