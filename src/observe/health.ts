/** Reads the health of sites and the status of devices from a controller. A failed read is unknown, never healthy. */

import type { Driver, Item, OpenTarget, ReadReply, ReadRequest } from "../drivers/contract/contract.ts";
import { byTextOf } from "../model/compare.ts";
import type { HealthList, HealthNeed, HealthReading } from "../model/health.ts";
import { problem } from "../model/problem.ts";
import type { PendingFinish } from "../model/status.ts";

/** The target to ask. `open` is undefined if the run has not opened this target. Its health is then unknown. */
interface HealthTarget {
  readonly name: string;
  readonly open: OpenTarget | undefined;
}

/** Reads only the lists that are needed, each once. Rejects only on abort. */
export async function readHealth(
  target: HealthTarget,
  need: HealthNeed,
  signal: AbortSignal,
): Promise<HealthReading> {
  const [sites, devices] = await Promise.all([
    need.sites ? listOf(target, ({ sites: from }) => from, signal) : undefined,
    need.devices ? listOf(target, ({ devices: from }) => from, signal) : undefined,
  ]);
  return { sites, devices };
}

interface From<T> {
  readonly request: ReadRequest;
  of(item: Item): T;
}

async function listOf<T>(
  { name, open }: HealthTarget,
  choose: (source: NonNullable<Driver["health"]>) => From<T>,
  signal: AbortSignal,
): Promise<HealthList<T>> {
  if (!open?.driver.health) return { state: "unknown", problem: notAsked(name) };
  const from = choose(open.driver.health);
  const reply: ReadReply = await open.session.read(from.request, signal);
  switch (reply.state) {
    case "whole":
      return { state: "whole", records: reply.items.map((item) => from.of(item)) };
    case "absent":
      return { state: "whole", records: [] };
    case "unknown":
      return reply;
  }
}

function notAsked(name: string) {
  const hint = "Name a target with the controller interface as health.controller in trueup.yaml.";
  return problem("unknown-target", `the health of ${name} is unknown: this run does not read that target`, {
    hint,
  });
}

/** Returns pending changes at one target; undefined if the target does not list them. */
export async function readPending(
  { target, dialect, session }: Pick<OpenTarget, "target" | "dialect" | "session">,
  signal: AbortSignal,
): Promise<PendingFinish | undefined> {
  const facts = dialect.finishing;
  if (!facts?.isListed || !session.finishing) return undefined;
  const { verb, done, isOn } = facts;
  const reply = await session.finishing.waiting([], signal);
  const found = { target: target.name, verb, done, isOn };
  if (reply.state === "unknown") return { ...found, names: [], problem: reply.problem };
  return { ...found, names: reply.items.map(({ name }) => name).sort() };
}

/**
 * Returns pending changes at several targets, in the order of the targets' names. The targets are read concurrently.
 */
export async function readAllPending(
  targets: Iterable<OpenTarget>,
  signal: AbortSignal,
): Promise<readonly PendingFinish[]> {
  const found = await Promise.all([...targets].map((one) => readPending(one, signal)));
  return found.filter((one) => one !== undefined).sort(byTextOf(({ target }) => target));
}
