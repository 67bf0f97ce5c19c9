/**
 * Checks that everything a rollback leaves applied is reported at its own address, even if it stays only because of
 * another resource.
 */

import type { ApplyResult } from "../../../../src/model/reply.ts";
import type { Expected } from "../expected.ts";
import { namesOf } from "../judge-trouble.ts";
import type { Held } from "../species.ts";
import type { Theirs } from "../theirs.ts";
import { worldAfter } from "../world-after.ts";

/**
 * | was    | must be reported if         |
 * |--------|-----------------------------|
 * | create | it exists                   |
 * | update | a field is not as before    |
 * | remove | it does not exist           |
 */
export function judgeLeftTold(
  held: Held,
  expected: readonly Expected[],
  { result: { rolledBack }, theirs }: { readonly result: ApplyResult; readonly theirs: Theirs | undefined },
): readonly string[] {
  const { settled = [], left = [], nonConvergent = [] } = rolledBack ?? {};
  const undone = settled.filter(({ outcome }) => outcome.state !== "applied");
  const told = new Set([...left, ...undone, ...nonConvergent].map(({ address }) => address));
  const before = worldAfter(expected.map((one) => ({ ...one, stepped: false, carried: false })));
  return expected.flatMap((one) => {
    const { thing, address, action } = one;
    if (told.has(address) || !(one.stepped || one.carried)) return [];
    const names = namesOf(thing).filter((name) => name !== theirs?.object);
    const [is, was] = [held, before].map((world) => names.map((name) => world.get(name)).find(Boolean));
    const stays = {
      create: () => is !== undefined,
      remove: () => was !== undefined && is === undefined,
      update: () => is !== undefined && was !== undefined && differsIn(one, is, was),
    };
    return action && stays[action]() ? [`left: ${action} ${address} stays, and nobody is told`] : [];
  });
}

type Leaves = NonNullable<ReturnType<Held["get"]>>;

function differsIn({ causes }: Expected, is: Leaves, was: Leaves): boolean {
  return [...causes.keys()].some(
    (path) => JSON.stringify(is.get(path) ?? "") !== JSON.stringify(was.get(path) ?? ""),
  );
}
