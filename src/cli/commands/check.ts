/** `trueup check`: logs in to each target and reads once for each thing that a credential may be allowed. */

import type { OpenTarget, ReadRequest } from "../../drivers/contract.ts";
import type { Desired, Scope } from "../../model/desired.ts";
import type { Problem } from "../../model/problem.ts";
import type { Target } from "../../model/project.ts";
import { problemText } from "../../report/problems.ts";
import { documentText, visible } from "../../report/text/escape.ts";
import { problemWithout } from "../../report/without-secrets.ts";
import type { Cli } from "../cli.ts";
import { running } from "../running.ts";

/** One thing that was tried. */
interface Tried {
  readonly target: string;
  readonly what: string;
  readonly problem?: Problem | undefined;
}

/** 0 when every target may be read, else 1. */
export async function runCheck(cli: Cli, { format }: { readonly format: "text" | "json" }): Promise<number> {
  const need = { format, secrets: "unused", targets: () => true } as const;
  return running(cli, need, async ({ prepared: { context }, progress, run }) => {
    const all = [...context.targets.values()].map(({ target }) => target);
    const each = [...context.targets.values()].map((open) =>
      tryTarget(open, hostsOf(context.desired, open, all), run.signal),
    );
    const tried = (await Promise.all(each)).flat().map((one) => {
      const { problem } = one;
      return problem ? { ...one, problem: problemWithout(problem, cli.secrets) } : one;
    });
    progress.end();
    cli.out(format === "json" ? documentOf(tried) : tried.map((one) => line(one, cli)).join(""));
    return tried.some((one) => one.problem) ? 1 : 0;
  });
}

async function tryTarget(
  { target, driver, session }: OpenTarget,
  hosts: readonly Scope[],
  signal: AbortSignal,
): Promise<readonly Tried[]> {
  const requests = driver.checks.flatMap(({ title, request }) =>
    hosts.map((scope) => ({ title, scope, request })),
  );
  return Promise.all(
    requests.map(async ({ title, scope, request }): Promise<Tried> => {
      const reply = await session.read(scoped(request, scope), signal);
      const what = "host" in scope ? `${title} (${scope.host})` : title;
      return { target: target.name, what, problem: reply.state === "unknown" ? reply.problem : undefined };
    }),
  );
}

function scoped(request: ReadRequest, scope: Scope): ReadRequest {
  return { ...request, scope: { ...request.scope, ...scope } };
}

/** The declared hosts of a fleet, those too that are only read through it. */
function hostsOf(desired: Desired, open: OpenTarget, all: readonly Target[]): readonly Scope[] {
  if (!open.driver.fleet) return [{}];
  const { name } = open.target;
  const readers = new Set(
    all.flatMap((one) => (one.readVia === name || one.name === name ? [one.name] : [])),
  );
  const own = [...desired.resources.values()].filter((one) => readers.has(one.target));
  const hosts = new Set(own.flatMap(({ scope }) => scope.host ?? []));
  return [...hosts].sort().map((host) => ({ host }));
}

function line({ target, what, problem }: Tried, { style }: Cli): string {
  const head = `${problem ? style.red("✘") : style.green("✔")} ${style.bold(visible(target))}: ${visible(what)}\n`;
  return problem ? `${head}${problemText(problem, style)}` : head;
}

function documentOf(tried: readonly Tried[]): string {
  const checks = tried.map(({ target, what, problem }) => ({
    target,
    what,
    allowed: !problem,
    problem,
  }));
  return documentText({ format: "trueup.check", version: 1, checks });
}
