/**
 * Simulates wrong memories: swapped, forged, or from somebody else's resources. They must not cause any write that
 * would not happen without a memory.
 */

import type { PlanRequest } from "../../../src/engine/reconcile.ts";
import type { Address } from "../../../src/model/address.ts";
import type { Change } from "../../../src/model/change.ts";
import { isObject } from "../../../src/model/json.ts";
import type { Memory, RememberedResource } from "../../../src/model/memory.ts";
import { spellingless } from "../../../src/model/names/spelling.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { dangersOf } from "../../../src/report/plan/dangers.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { type Draw, pick, under } from "../draw.ts";
import type { LiveThing } from "./shelves.ts";

/** What a wrong memory is made of. */
interface Wrong {
  readonly memory: Memory;
  readonly draw: Draw;
  readonly live: readonly LiveThing[];
}

interface Judged extends Wrong {
  readonly on: Stage;
  readonly request: PlanRequest;
}

const ways = {
  /** The entries in reverse order, so that each address gets the entry of another. */
  swapped: ({ memory }: Wrong) => [...memory.resources.values()].toReversed(),
  /** The entries with their own names, and with the ids of other resources. */
  foreign: ({ memory, live, draw }: Wrong) =>
    [...memory.resources.values()].map((one) => ({ ...one, id: drawn(draw, live)?.id ?? one.id })),
  /** The entries with the ids and the names of other resources. */
  forged: ({ memory, live, draw }: Wrong) =>
    [...memory.resources.values()].map((one) => ({ ...one, ...only(drawn(draw, live)) })),
} as const;

function only(one: LiveThing | undefined): Pick<RememberedResource, "id" | "name"> | undefined {
  return one && { id: one.id, name: one.name };
}

/** Plans with a wrong memory and without any. Reports the writes that only the wrong memory causes. */
export async function judgeMemories(of: Judged): Promise<readonly string[]> {
  const { on, request, memory, draw } = of;
  const way = pick(draw, ["swapped", "foreign", "forged"]);
  if (memory.resources.size === 0) return [];
  const wrong = ways[way](of);
  const resources = new Map(
    [...memory.resources].map(([address, own], at): [Address, RememberedResource] => [
      address,
      wrong[at] ?? own,
    ]),
  );
  const lost = await on.plan(request);
  const made = await on.plan({ ...request, memory: { ...memory, resources } });
  const isTrue = (address: Address, id: string) =>
    id === memory.resources.get(address)?.id || bearsItsName(of, address, id);
  return judgeWritten(made.plan, lost.plan, isTrue).map((line) => `a memory that is ${way}: ${line}`);
}

/** True if Git or base gives this address the live resource's name, in any spelling. */
function bearsItsName(
  { on, request, live }: Pick<Judged, "on" | "request" | "live">,
  address: Address,
  id: string,
): boolean {
  const name = live.find((one) => one.id === id)?.name ?? "";
  return [on.context.desired, request.base].some((side) => {
    const value = side?.resources.get(address)?.value ?? null;
    return isObject(value) && spellingless(String(value.name)) === spellingless(name);
  });
}

function judgeWritten(
  plan: Plan,
  without: Plan,
  isTrue: (address: Address, id: string) => boolean,
): readonly string[] {
  const before = new Map(writtenBy(without));
  const dangers = new Set(
    dangersOf(plan)
      .filter(({ title }) => title.startsWith("Renamed"))
      .flatMap((group) => group.dangers.map(({ change }) => change.address)),
  );
  return writtenBy(plan).flatMap(([id, change]) => {
    // A wrong memory may be right by chance, or may confirm that a name only has another spelling.
    if (isTrue(change.address, id)) return [];
    const was = before.get(id);
    if (change.action === "remove")
      return was?.action === "remove" ? [] : [`remove of ${change.address} removes ${id}`];
    return was || dangers.has(change.address)
      ? []
      : [`${change.action} of ${change.address} writes to ${id}`];
  });
}

/** Returns the planned writes to live resources, by id. */
function writtenBy(plan: Plan): readonly (readonly [string, Change])[] {
  const steps = new Set(plan.steps.map(({ address }) => address));
  return plan.changes.flatMap((change) => {
    if (change.action === "create" || !steps.has(change.address)) return [];
    return change.live.id === undefined ? [] : [[change.live.id, change] as const];
  });
}

function drawn<T>(draw: Draw, all: readonly T[]): T | undefined {
  return all[under(draw, all.length)];
}
