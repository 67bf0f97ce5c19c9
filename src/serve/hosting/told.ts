/**
 * Remembers for which commits of pull requests a plan was posted, so that a restart does not post it again. Losing this
 * memory does no other harm.
 */

import { z } from "zod";
import { parseWithin } from "../../model/json.ts";
import { readText, writePrivate } from "../../runtime/files/files.ts";

/** What was posted for a pull request in one environment. */
export interface ToldPlan {
  readonly head: string;
  /** The target branch. */
  readonly into: string;
  /**
   * The commit of the target branch for which no plan could be made; absent if a plan was posted. When the branch
   * moves, trueup tries again.
   */
  readonly without?: string | undefined;
}

/** The posted plans, by pull request and environment. */
export type ToldPlans = ReadonlyMap<string, ToldPlan>;

/** The maximum number of pull requests that are followed per repository. */
export const mostProposals = 1000;

const bounds = { bytes: 4 * 1024 * 1024, values: 250_000, depth: 10 };

const text = z.string();
const document = z.object({
  format: z.literal("trueup.serve.proposals"),
  version: z.literal(1),
  told: z.array(z.tuple([text, z.object({ head: text, into: text, without: text.optional() })])),
});

/** The key for a pull request in an environment. */
export function toldName(number: number, environment: string): string {
  return `${number} ${environment}`;
}

/** The stored entries; empty if the file cannot be read. */
export async function readTold(path: string): Promise<ToldPlans> {
  const read = await readText(path, path, { maxBytes: bounds.bytes, isOwn: true });
  if (!("file" in read)) return new Map();
  const { success, data } = document.safeParse(parseWithin(read.file.text, bounds));
  return new Map(success ? data.told : []);
}

/** Writes the file atomically. If that fails, the only consequence is that a restart posts the plans again. */
export async function writeTold(path: string, told: ToldPlans): Promise<void> {
  const head = { format: "trueup.serve.proposals", version: 1 };
  await writePrivate(path, `${JSON.stringify({ ...head, told: [...told] })}\n`).catch(() => undefined);
}
