/**
 * Draws the objects of the fictional product: what happened to them, how they are declared, and what the server shows.
 */

import type { Address } from "../../../../src/model/address.ts";
import type { Json, JsonObject } from "../../../../src/model/json.ts";
import { filesOf } from "../../declared.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";

/** What happened to a resource. A resource that is `gone` is no longer declared by Git. */
type PartFate = "same" | "drifted" | "missing" | "gone";

/** A resource of the product. */
export interface Part {
  readonly kind: string;
  readonly number: number;
  readonly fate: PartFate;
  readonly parent?: Part;
  /** The plant that the part refers to. */
  readonly plant?: Part;
}

/** Draws the resources of the product, parents first. */
export function partsOf(draw: Draw): readonly Part[] {
  const parts: Part[] = [];
  const add = (kind: string, fate: PartFate, more: Pick<Part, "parent" | "plant"> = {}): Part => {
    const part = { kind, number: parts.length, fate, ...more };
    parts.push(part);
    return part;
  };
  const some = (kind: string, most: number, parent?: Part) =>
    Array.from({ length: 1 + under(draw, most) }, () =>
      add(kind, fateIn(draw, parent), parent && { parent }),
    );
  const plants = some("plant", 2);
  for (const plant of plants) {
    for (const hall of some("hall", 2, plant)) {
      some("port", 2, hall);
      // Fixed children exist exactly as long as their parent.
      for (const kind of isKept(hall) ? ["lamp", "gate"] : [])
        if (maybe(draw, 0.7)) add(kind, pick(draw, ["same", "drifted"]), { parent: hall });
    }
  }
  some("rule", 2);
  for (const plant of plants.filter(isKept)) {
    if (maybe(draw, 0.6)) add("badge", pick(draw, all), { plant });
    if (maybe(draw, 0.6)) add("link", pick(draw, all), { plant });
  }
  return parts;
}

const all: readonly [PartFate, ...PartFate[]] = ["same", "same", "drifted", "missing", "gone"];

function fateIn(draw: Draw, parent: Part | undefined): PartFate {
  if (parent && !isKept(parent)) return parent.fate;
  return pick(draw, all);
}

function isKept({ fate }: Part): boolean {
  return fate === "same" || fate === "drifted";
}

/** True if the server has the part. */
export function isLive({ fate }: Part): boolean {
  return fate !== "missing";
}

/** Returns the id of a part on the server. */
export function idOf({ number }: Part): string {
  return `id-${number}`;
}

function keyOf({ kind, number }: Part): string {
  return kind === "rule" ? `code-${number}` : `${kind}-${number}`;
}

/** Returns the address of a part in Git. */
export function addressOf(part: Part): Address {
  const path: string[] = [];
  for (let one: Part | undefined = part; one; one = one.parent)
    if (one.kind !== "lamp" && one.kind !== "gate") path.unshift(keyOf(one));
  return `works/${part.kind}/${path.join(".")}`;
}

/** Returns the files of the desired state or of base. */
export function filesOn(parts: readonly Part[], side: "desired" | "base") {
  const there = parts.filter(({ fate }) => fate !== (side === "desired" ? "gone" : "missing"));
  const entry = (part: Part): JsonObject => {
    const inner = there.filter(({ parent }) => parent === part);
    const named = part.plant && { plant: keyOf(part.plant) };
    return { ...calledBy(part), note: "declared", ...named, ...sections(inner) };
  };
  const sections = (some: readonly Part[]): JsonObject =>
    Object.fromEntries(
      [...Map.groupBy(some, ({ kind }) => kind)].map(([kind, own]): [string, Json] => {
        const [first] = own;
        if (first && (kind === "lamp" || kind === "gate")) return [kind, entry(first)];
        return [`${kind}s`, Object.fromEntries(own.map((part) => [keyOf(part), entry(part)]))];
      }),
    );
  return filesOf([{ target: "works", ...sections(there.filter(({ parent }) => !parent)) }]);
}

/** Returns a part as the server shows it. A brief list lacks the fields that only a single read shows. */
export function shown(part: Part, isBrief = false): JsonObject {
  const { kind, fate, plant, parent } = part;
  const note = fate === "drifted" ? "changed by hand" : "declared";
  return {
    ...(kind === "rule" ? { code: keyOf(part) } : { id: idOf(part) }),
    ...calledBy(part),
    ...(isBrief ? {} : { note }),
    ...(plant && { plant: idOf(plant) }),
    ...(kind === "port" && parent && { hall: { id: idOf(parent) } }),
    ...(kind === "lamp" && parent && { hallId: idOf(parent) }),
  };
}

/** Returns the match values of a part, except for references. */
function calledBy({ kind, number }: Part): JsonObject {
  if (kind === "link") return { slot: "first" };
  return kind === "rule" ? {} : { name: `Name ${number}` };
}
