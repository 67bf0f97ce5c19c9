/** `trueup check`: logs in to each target and reads once for each thing that a credential may be allowed. */

import type { OpenTarget, ReadReply } from "../../drivers/contract.ts";
import type { Address } from "../../model/address.ts";
import { byKey } from "../../model/compare.ts";
import type { Desired, Resource } from "../../model/desired.ts";
import type { Problem } from "../../model/problem.ts";
import type { Target } from "../../model/project.ts";
import { readAccess } from "../../observe/access.ts";
import { problemText } from "../../report/problems.ts";
import { documentText, visible } from "../../report/text/escape.ts";
import { fewOf } from "../../report/text/value.ts";
import { problemWithout } from "../../report/without-secrets.ts";
import type { Cli } from "../cli.ts";
import { running } from "../running.ts";

/** One thing that was tried; not `tried` where nothing exists yet in which it could be. */
interface Tried {
  readonly target: string;
  readonly what: string;
  readonly isTried: boolean;
  /** Parents in which it was not tried. */
  readonly others: readonly string[];
  readonly problem?: Problem | undefined;
}

/** 0 when every target may be read, else 1. */
export async function runCheck(cli: Cli, { format }: { readonly format: "text" | "json" }): Promise<number> {
  const need = { format, secrets: "unused", targets: () => true } as const;
  return running(cli, need, async ({ prepared: { context }, progress, run }) => {
    const targets = [...context.targets.values()];
    const all = targets.map(({ target }) => target);
    const { desired } = context;
    const each = targets.map((open) =>
      open.driver.fleet
        ? tryDevices({ open, desired, all }, run.signal)
        : tryTarget({ open, desired }, run.signal),
    );
    const tried = (await Promise.all(each)).flat().map((one) => {
      const { problem } = one;
      return problem ? { ...one, problem: problemWithout(problem, cli.secrets) } : one;
    });
    progress.end();
    const requests = targets.map(({ target, requests: sent }) => [target.name, sent()] as const);
    cli.out(format === "json" ? documentOf(tried, requests) : textOf(tried, requests, cli));
    return tried.some((one) => one.problem) ? 1 : 0;
  });
}

interface Checked {
  readonly open: OpenTarget;
  readonly desired: Desired;
}

/** One of each collection that is declared, and what its driver knows besides. */
async function tryTarget({ open, desired }: Checked, signal: AbortSignal): Promise<readonly Tried[]> {
  const { target, driver, session } = open;
  const declared = await readAccess({ desired, open }, signal);
  const titles = new Map(driver.checks.map(({ title, request }) => [request.collection, title]));
  const known = new Set(declared.map(({ collection }) => collection));
  const inTarget = (address: Address) => address.slice(target.name.length + 1);
  const own = declared.map(({ collection, parent, state, problem, others: left }): Tried => {
    const where = parent === undefined ? "" : ` of ${inTarget(parent)}`;
    const what = `${titles.get(collection) ?? `read ${collection}`}${where}`;
    const others = left.map(inTarget);
    return { target: target.name, what, isTried: state !== "untried", others, problem };
  });
  const others = driver.checks
    .filter(({ request }) => !known.has(request.collection))
    .map(async ({ title, request }) => triedBy(target, title, await session.read(request, signal)));
  return [...(await Promise.all(others)), ...own];
}

/** All that is declared of each device, as its target reads it by itself. */
async function tryDevices(
  { open, desired, all }: Checked & { readonly all: readonly Target[] },
  signal: AbortSignal,
): Promise<readonly Tried[]> {
  const { target, driver, session } = open;
  const byHost = hostsOf(desired, target, all);
  const tried = [...byHost].sort(byKey).flatMap(([host, resources]) =>
    driver.checks.map(async ({ title, request }) => {
      const wanted = resources.map(({ kind, identity, scope }) => ({ kind, identity, scope }));
      const reply = await session.read({ ...request, scope: { ...request.scope, host }, wanted }, signal);
      return triedBy(target, `${title} (${host})`, reply);
    }),
  );
  return Promise.all(tried);
}

function triedBy({ name }: Target, what: string, reply: ReadReply): Tried {
  const problem = reply.state === "unknown" ? reply.problem : undefined;
  return { target: name, what, isTried: true, others: [], problem };
}

/** What is declared of each host of a fleet, and of those that are only read through it. */
function hostsOf(
  desired: Desired,
  { name }: Target,
  all: readonly Target[],
): ReadonlyMap<string, readonly Resource[]> {
  const readers = new Set(
    all.flatMap((one) => (one.readVia === name || one.name === name ? [one.name] : [])),
  );
  const own = [...desired.resources.values()].filter((one) => readers.has(one.target));
  const byHost = Map.groupBy(own, ({ scope }) => scope.host ?? "");
  byHost.delete("");
  return byHost;
}

type Requests = readonly (readonly [target: string, requests: number])[];

function textOf(tried: readonly Tried[], requests: Requests, cli: Cli): string {
  const sent = requests.map(([target, count]) => `${visible(target)} ${count}`).join(", ");
  return `${tried.map((one) => line(one, cli)).join("")}\n${notAsked}\nRequests: ${sent}.\n`;
}

/** What no line above says anything of. */
const notAsked = "Not asked: what nothing is declared of, and whether anything may be written.";

function line({ target, what, isTried, others, problem }: Tried, { style }: Cli): string {
  const about = `${style.bold(visible(target))}: ${visible(what)}`;
  if (!isTried)
    return `${style.dim("-")} ${about}: not tried, for nothing that is declared to hold one can be seen\n`;
  const left = others.length === 0 ? "" : style.dim(`; not asked: ${fewOf(others)}`);
  const head = `${problem ? style.red("✘") : style.green("✔")} ${about}${left}\n`;
  return problem ? `${head}${problemText(problem, style)}` : head;
}

function documentOf(tried: readonly Tried[], requests: Requests): string {
  const checks = tried.map(({ target, what, isTried, others, problem }) => ({
    target,
    what,
    allowed: isTried ? !problem : null,
    notAsked: others.length > 0 ? others : undefined,
    problem,
  }));
  return documentText({
    format: "trueup.check",
    version: 1,
    checks,
    requests: Object.fromEntries(requests),
  });
}
