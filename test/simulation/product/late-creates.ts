/** Creates that a process has left when it died, and that lists show later than anybody looks for them. */

import type { Intent } from "../../../src/model/journal.ts";
import { type Due, differing, labelOf, labelsIn } from "./expected.ts";
import type { ProductServer } from "./server.ts";
import type { ProductTruth } from "./truth.ts";

/** When virtual time begins, and for how long a create is looked for (`limits.createVisibleSeconds`), in milliseconds. */
const beginsAt = Date.parse("2026-01-01T00:00:00Z");
const visibleMs = 15_000;

/**
 * What the first process made, by its label: a second one may be made. What it had noted as a task is none of them.
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

/** Where two worlds are not the same; of what was late, where none of what there is of it is as it must be. */
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
