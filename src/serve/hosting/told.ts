/** Which commits of proposals have their plan: what is told once is not told again after a restart. May be lost. */

import { z } from "zod";
import { parseWithin } from "../../model/json.ts";
import { readText, writePrivate } from "../../runtime/files/files.ts";

/** What was told of a proposal in one environment. */
export interface ToldPlan {
  readonly head: string;
  /** The branch that it goes to. */
  readonly into: string;
  /** Where no plan could be made: the commit of the branch. With another one it is tried again. */
  readonly without?: string | undefined;
}

/** By proposal and environment. */
export type ToldPlans = ReadonlyMap<string, ToldPlan>;

/** More proposals of one repository are not followed. */
export const mostProposals = 1000;

const bounds = { bytes: 4 * 1024 * 1024, values: 250_000, depth: 10 };

const text = z.string();
const document = z.object({
  format: z.literal("trueup.serve.proposals"),
  version: z.literal(1),
  told: z.array(z.tuple([text, z.object({ head: text, into: text, without: text.optional() })])),
});

/** The name of a proposal in an environment. */
export function toldName(number: number, environment: string): string {
  return `${number} ${environment}`;
}

/** What is there; nothing where it cannot be read. */
export async function readTold(path: string): Promise<ToldPlans> {
  const read = await readText(path, path, { maxBytes: bounds.bytes, isOwn: true });
  if (!("file" in read)) return new Map();
  const { success, data } = document.safeParse(parseWithin(read.file.text, bounds));
  return new Map(success ? data.told : []);
}

/** Written whole. What cannot be written is told again after a restart, and nothing worse. */
export async function writeTold(path: string, told: ToldPlans): Promise<void> {
  const head = { format: "trueup.serve.proposals", version: 1 };
  await writePrivate(path, `${JSON.stringify({ ...head, told: [...told] })}\n`).catch(() => undefined);
}
