/** Makes one read for each permission that a credential may have, at every target. */

import type { OpenTarget, ReadReply } from "../drivers/contract/contract.ts";
import type { OpenedProject } from "../engine/open.ts";
import type { Address } from "../model/address.ts";
import { byKey } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { Problem } from "../model/problem.ts";
import type { Target } from "../model/project.ts";
import { readAccess } from "../observe/access.ts";

/** The result of trying a read. `isTried` is false if the read could not be tried, because no parent exists yet. */
export interface TriedRead {
  readonly target: string;
  readonly what: string;
  readonly isTried: boolean;
  /** Parents in which the read was not tried. */
  readonly others: readonly string[];
  readonly problem?: Problem | undefined;
}

/** The reads that were tried at every open target. */
export async function triedReads(
  { targets, desired }: Pick<OpenedProject, "targets" | "desired">,
  signal: AbortSignal,
): Promise<readonly TriedRead[]> {
  const all = [...targets.values()].map(({ target }) => target);
  const each = [...targets.values()].map((open) =>
    open.driver.fleet ? tryDevices({ open, desired, all }, signal) : tryTarget({ open, desired }, signal),
  );
  return (await Promise.all(each)).flat();
}

interface Checked {
  readonly open: OpenTarget;
  readonly desired: Desired;
}

/** Reads one collection of each declared kind, and makes the driver's own checks. */
async function tryTarget({ open, desired }: Checked, signal: AbortSignal): Promise<readonly TriedRead[]> {
  const { target, driver, session } = open;
  const declared = await readAccess({ desired, open }, signal);
  const titles = new Map(driver.checks.map(({ title, request }) => [request.collection, title]));
  const known = new Set(declared.map(({ collection }) => collection));
  const inTarget = (address: Address) => address.slice(target.name.length + 1);
  const own = declared.map(({ collection, parent, state, problem, others: left }): TriedRead => {
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

/** Makes each of the driver's checks at every device of a fleet, for the resources that are declared on the device. */
async function tryDevices(
  { open, desired, all }: Checked & { readonly all: readonly Target[] },
  signal: AbortSignal,
): Promise<readonly TriedRead[]> {
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

function triedBy({ name }: Target, what: string, reply: ReadReply): TriedRead {
  const problem = reply.state === "unknown" ? reply.problem : undefined;
  return { target: name, what, isTried: true, others: [], problem };
}

/** The declared resources of a fleet by host, including those of targets that are read through the fleet. */
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
