/** Creates left by a process that died, which lists show only after the search for them. */

import type { Intent } from "../../../src/model/journal.ts";
import { type Due, differing, labelOf, labelsIn } from "./expected.ts";
import type { ProductServer } from "./server.ts";
import type { ProductTruth } from "./truth.ts";

/**
 * The beginning of virtual time, and how long a create is searched for (`limits.createVisibleSeconds`), in
 * milliseconds.
 */
const beginsAt = Date.parse("2026-01-01T00:00:00Z");
const visibleMs = 15_000;

/**
 * The creates of the first process that may be carried out twice, by label. Creates whose tasks were journaled are not
 * among them.
 */
export function lateCreates(
  server: ProductServer,
  truth: ProductTruth,
  { dues, interrupted }: { readonly dues: readonly Due[]; readonly interrupted: readonly Intent[] },
): ReadonlySet<string> {
  const label = labelsIn(server, truth);
  const leftAt = new Map<string, number>();
  for (const { step, operation, task, time } of interrupted) {
    const due = dues.find(({ id }) => id === step);
    if (due && operation === "create" && !task && time !== undefined)
      leftAt.set(labelOf(due.part), Date.parse(time) - beginsAt);
  }
  return new Set(
    [...server.objects].flatMap(([id, { visibleAt, by }]) => {
      const at = leftAt.get(label(id));
      return by === 1 && at !== undefined && visibleAt > at + visibleMs ? [label(id)] : [];
    }),
  );
}

/** The differences of two worlds. For a late create, only a difference of all its copies counts. */
export function differingBut(
  late: ReadonlySet<string>,
  is: ReadonlyMap<string, string>,
  must: ReadonlyMap<string, string>,
): readonly string[] {
  const isLate = (name: string) => late.has(name.replace(", once more", ""));
  const rest = (world: ReadonlyMap<string, string>) => new Map([...world].filter(([name]) => !isLate(name)));
  const missing = [...late].filter(
    (name) => ![is.get(name), is.get(`${name}, once more`)].includes(must.get(name)),
  );
  return [
    ...differing("next: world", rest(is), rest(must)),
    ...missing.map((name) => `next: world: none of ${name} is ${must.get(name)}`),
  ];
}
