/** Planning facts of a product, from its catalog: batches, tasks, change log, activation. Pure. */

import { assumedKinds } from "../../catalog/assumed-kinds.ts";
import { fewestAtOnce, fewestTogether } from "../../catalog/schema/batch.ts";
import type { KindFile } from "../../catalog/schema/kind.ts";
import type { ProductFile } from "../../catalog/schema/product.ts";
import type { WriteTemplate } from "../../catalog/schema/request.ts";
import { definedMembers } from "../../model/json.ts";
import type { Operation } from "../../model/plan/step.ts";
import type { FinishFacts } from "../contract/activation.ts";
import type { ChangeFacts } from "../contract/change-log.ts";
import type { Dialect } from "../contract/contract.ts";

/**
 * Returns facts about a product's batches. Undefined: the product has no batches. A batch that is sent as a list
 * becomes a task if each of its writes would become a task.
 */
export function batchFacts(
  { batches, task, limits: { sharedBy } }: ProductFile,
  files: readonly KindFile[],
): Dialect["batches"] {
  if (batches === undefined) return undefined;
  const { by, size, from } = batches;
  const kinds = definedMembers(files.map(({ kind, batch }) => [kind, batch] as const));
  if (by === "actions")
    return sharedBy === undefined ? undefined : { size, from: from ?? fewestTogether, sharedBy, kinds };
  const ofOneKind = by === "list" ? ({ ofOneKind: true } as const) : {};
  const ends = by === "list" && task ? ({ asksAlone: true } as const) : ({ atOnce: true } as const);
  return { size, from: from ?? fewestAtOnce, kinds, ...ends, ...ofOneKind };
}

/** Returns facts about a product's change log. Undefined: the product has no change log. */
export function changeFacts(
  { changes, limits }: ProductFile,
  files: readonly KindFile[],
): ChangeFacts | undefined {
  if (changes === undefined || limits.sharedBy === undefined) return undefined;
  const { of, part, shows, tells, daysBack, lateSeconds } = changes;
  const assumes = assumedKinds(changes, files);
  const kinds = new Set([...Object.keys(tells), ...assumes]);
  return {
    within: limits.sharedBy,
    of: of.kind,
    part: part?.kind,
    shows: shows !== undefined,
    tells: Object.keys(tells),
    assumes,
    daysBack,
    lateSeconds,
    basis: () => JSON.stringify([changes, files.filter(({ kind }) => kinds.has(kind))]),
  };
}

/** Returns facts about a product's activation. Undefined: the product has no activation. */
export function finishFacts({ finish }: ProductFile): FinishFacts | undefined {
  if (finish === undefined) return undefined;
  const { verb, done, on, lateSeconds = 0, task, send } = finish;
  const isTask = task !== undefined;
  return {
    verb,
    done,
    isOn: on,
    isListed: true,
    lateMs: lateSeconds * 1000,
    isTask,
    together: send.together,
  };
}

/** Returns the task description for a write: the write's own description, or else the product's. */
export function taskWords(
  product: Pick<ProductFile, "task">,
  write: WriteTemplate | undefined,
): ProductFile["task"] {
  if (write === undefined || write.task === "none") return undefined;
  return write.task ?? product.task;
}

/** Returns the operations of a kind that the product may answer with a task. */
export function taskOperations(
  product: ProductFile,
  writes: Readonly<Partial<Record<Operation, WriteTemplate>>>,
): readonly Operation[] {
  const operations = ["create", "update", "remove"] as const;
  return operations.filter((one) => writes[one]?.pushes || taskWords(product, writes[one]) !== undefined);
}
