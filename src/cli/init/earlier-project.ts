/** Finds the target of an existing project from which an import continues, and the target's product. */

import { basename } from "node:path";
import type { Problem } from "../../model/problem.ts";
import type { Target } from "../../model/project.ts";
import { catalogsIn } from "../../project/catalogs.ts";
import { readProject } from "../../project/read.ts";
import type { ProjectPlace } from "./environment-project.ts";
import { type ProductWish, productNamed } from "./product.ts";

/**
 * The target from which an import continues, or the reason why nothing is imported. init never changes the user's
 * project file.
 */
export type EarlierTarget =
  | { readonly target: string }
  | { readonly problems: readonly Problem[] }
  | { readonly refusal: string };

/**
 * The target of an existing project at this URL, from which an import continues; or the reason why there is no such
 * target.
 */
export async function targetAt(
  { folder, known = "" }: ProjectPlace,
  { url = "", dialect }: ProductWish,
): Promise<EarlierTarget> {
  const { read, problems } = await readProject(folder, known);
  if (!read) return { problems };
  const name = basename(known);
  const targets = [...read.project.targets.values()];
  const target = targets.find((one) => `${url}/`.startsWith(`${one.url.replace(/\/$/, "")}/`));
  if (!target) {
    const has = targets.map((one) => `${one.name} at ${one.url}`).join(", ");
    return {
      refusal: `${name} exists, but none of its targets is at ${url}: it has ${has}. ${instead(name)}`,
    };
  }
  const said = saidBy(target);
  if (dialect === undefined || productNamed(dialect) === productNamed(said)) return { target: target.name };
  const both = `--dialect names ${dialect}, but in ${name}, the target ${target.name} (${target.url}) is ${said}`;
  return { refusal: `${both}. ${instead(name)}` };
}

/** The product, as `--dialect` would name it. */
function saidBy({ interface: its, dialect }: Target): string {
  const found = catalogsIn().names.find((one) => one.interface === its && one.dialect === dialect);
  return found?.product ?? (dialect === "neutral" ? its : dialect);
}

function instead(name: string): string {
  return `Correct ${name}, or delete it if only an earlier init has written it. Then run the same command again.`;
}
