/** What waits at targets to be finished once after an apply: changes that are in a manager and on no device yet. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import { byTextOf } from "../model/compare.ts";
import type { PendingFinish } from "../model/status.ts";

/** What waits at one target; undefined where it has nothing of the kind, or nothing that can be asked. */
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

/** The same of many, side by side, by the targets' names. */
export async function readAllPending(
  targets: Iterable<OpenTarget>,
  signal: AbortSignal,
): Promise<readonly PendingFinish[]> {
  const found = await Promise.all([...targets].map((one) => readPending(one, signal)));
  return found.filter((one) => one !== undefined).sort(byTextOf(({ target }) => target));
}
