/** Reduces the fictional product of a seed to the kept parts. */

import { fieldCases } from "../decisions/cases.ts";
import { isAsked, kept, keptOf, tell } from "../reduced/parts.ts";
import type { ProductTrouble } from "./trouble.ts";
import { addressOf, isOn, type Part, type ProductTruth, valuesOn } from "./truth.ts";

/** Leaves resources out, together with their children and the resources that refer to them. All fields stay. */
export function reducedProduct(truth: ProductTruth): ProductTruth {
  if (!isAsked()) return truth;
  const now = new Map<Part, Part>();
  for (const part of truth.parts) {
    const needed = [
      ...(part.parent ? [part.parent] : []),
      ...Object.values(part.refs).flatMap((sides) => Object.values(sides)),
    ];
    if (needed.every((one) => now.has(one)) && kept(nameOf(part))) now.set(part, plainer(part, now));
  }
  const parts = [...now.values()];
  tell("the product", () => parts.map(textOf).join("\n"));
  const overwrite = truth.overwrite && kept("product.overwrite");
  return { ...truth, parts, overwrite, prune: truth.prune && kept("product.prune") };
}

/** Reduces what goes wrong with the fictional product to the kept parts. */
export function reducedProductTrouble(trouble: ProductTrouble): ProductTrouble {
  if (!isAsked()) return trouble;
  const some = <T>(of: string, all: ReadonlyMap<number, T>) =>
    new Map([...all].filter(([at]) => kept(`product.${of}-${at}`)));
  const left: ProductTrouble = {
    ...keptOf("product", trouble, ["disliked", "turns", "others"]),
    reads: some("read", trouble.reads),
    writes: some("write", trouble.writes),
    rollsBack: trouble.rollsBack && kept("product.back"),
  };
  tell("goes wrong", () => JSON.stringify({ ...left, reads: [...left.reads], writes: [...left.writes] }));
  return left;
}

function plainer(part: Part, now: ReadonlyMap<Part, Part>): Part {
  const { same } = fieldCases;
  const follow = (one: Part) => now.get(one) ?? one;
  const refs = Object.entries(part.refs).map(([field, { desired, base, live }]) => [
    field,
    { desired: follow(desired), base: follow(base), live: follow(live) },
  ]);
  const fields = Object.entries(part.fields).map(([name, field]) => [
    name,
    same && field.row !== same && !kept(`${nameOf(part)}/${name}`) ? { ...field, row: same } : field,
  ]);
  return {
    ...part,
    ...(part.parent && { parent: follow(part.parent) }),
    refs: Object.fromEntries(refs),
    fields: Object.fromEntries(fields),
  };
}

function nameOf({ kind, number }: Part): string {
  return `product.${kind}-${number}`;
}

function textOf(part: Part): string {
  const sides = (["desired", "base", "live"] as const).map((side) => {
    const named = Object.entries(part.refs).map(([field, of]) => `${field} ${of[side].names[side]}`);
    const text = `"${part.names[side]}" ${JSON.stringify(valuesOn(part, side))} ${named.join(" ")}`;
    return `${side}: ${isOn(part, side) ? text.trim() : "-"}`;
  });
  return `${addressOf(part)}: ${sides.join("; ")}`;
}
