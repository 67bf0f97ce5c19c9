/** Creates of a process that died. Lists show their objects only after trueup has stopped looking for them. */

import type { Intent } from "../../../src/model/journal.ts";
import { type Due, differing, labelOf, labelsIn } from "./expected.ts";
import type { ProductServer } from "./server.ts";
import type { ProductTruth } from "./truth.ts";

/** When virtual time begins. */
const beginsAt = Date.parse("2026-01-01T00:00:00Z");
/** How long trueup looks for a created object, in milliseconds (`limits.createVisibleSeconds`). */
const visibleMs = 15_000;

/**
 * Returns the labels of those creates of the first process that may be carried out twice. Creates whose task is in the
 * journal are left out.
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

/**
 * Compares two states, and returns the differences. A resource with a late create differs only if none of its copies is
 * as expected.
 */
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
