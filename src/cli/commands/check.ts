/** `trueup check`: logs in to each target, and makes one read for each permission that its credential may need. */

import { type FormatFor, resultIn } from "../../report/formats/registry.ts";
import { problemText } from "../../report/problems.ts";
import { visible } from "../../report/text/escape.ts";
import { fewOf } from "../../report/text/value.ts";
import { problemWithout } from "../../report/without-secrets.ts";
import type { Cli } from "../cli.ts";
import { running } from "../running.ts";
import { type TriedRead, triedReads } from "../tried-reads.ts";

/** Exit status: 0 if every target can be read, otherwise 1. */
export async function runCheck(
  cli: Cli,
  { format }: { readonly format: FormatFor<"result"> },
): Promise<number> {
  const need = { format, secrets: "unused", targets: () => true } as const;
  return running(cli, need, async ({ prepared: { context }, progress, run }) => {
    const targets = [...context.targets.values()];
    const tried = (await triedReads(context, run.signal)).map((one) => {
      const { problem } = one;
      return problem ? { ...one, problem: problemWithout(problem, cli.secrets, one.target) } : one;
    });
    progress.end();
    const requests = targets.map(({ target, requests: sent }) => [target.name, sent()] as const);
    const text = () => textOf(tried, requests, cli);
    cli.out(resultIn(format, { text, document: () => documentOf(tried, requests) }));
    return tried.some((one) => one.problem) ? 1 : 0;
  });
}

type Requests = readonly (readonly [target: string, requests: number])[];

function textOf(tried: readonly TriedRead[], requests: Requests, cli: Cli): string {
  const sent = requests.map(([target, count]) => `${visible(target)} ${count}`).join(", ");
  return `${tried.map((one) => line(one, cli)).join("")}\n${notAsked}\nRequests: ${sent}.\n`;
}

/** The line below the results, about what the command does not check. */
const notAsked = "Not checked: kinds without declared resources, and the permission to write.";

function line({ target, what, isTried, others, problem }: TriedRead, { style }: Cli): string {
  const about = `${style.bold(visible(target))}: ${visible(what)}`;
  const parents = `trueup sees none of the declared parents: ${fewOf(others)}`;
  if (!isTried) return `${style.dim("-")} ${about}: not tried, because ${parents}\n`;
  const left = others.length === 0 ? "" : style.dim(`; not tried: ${fewOf(others)}`);
  const head = `${problem ? style.red("✘") : style.green("✔")} ${about}${left}\n`;
  return problem ? `${head}${problemText(problem, style)}` : head;
}

function documentOf(tried: readonly TriedRead[], requests: Requests): object {
  const checks = tried.map(({ target, what, isTried, others, problem }) => ({
    target,
    what,
    allowed: isTried ? !problem : null,
    notAsked: isTried && others.length > 0 ? others : undefined,
    problem,
  }));
  return { format: "trueup.check", version: 1, checks, requests: Object.fromEntries(requests) };
}
