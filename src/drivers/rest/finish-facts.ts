/** What is known of what a product does once after an apply, by its catalog. Pure. */

import type { ProductFile } from "../../catalog/vocabulary/product.ts";
import type { FinishFacts } from "../finishing.ts";

/** What planning must know of it; undefined for a product that has nothing of the kind. */
export function finishFacts({ finish }: ProductFile): FinishFacts | undefined {
  if (finish === undefined) return undefined;
  const { verb, done, on, lateSeconds = 0, task, send } = finish;
  const isTask = task !== undefined;
  const { together } = send;
  return { verb, done, isOn: on, isListed: true, lateMs: lateSeconds * 1000, isTask, together };
}
