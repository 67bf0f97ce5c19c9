/** Which objects the servers must have before and after an apply, leaf by leaf. */

import type { Json } from "../../../src/model/json.ts";
import type { Expected } from "./expected.ts";
import { isLost } from "./naming/named.ts";
import { formerPassword, references } from "./species/dashboard.ts";
import type { Held } from "./species.ts";
import { fateOf, nameOn, type Thing, valueOn } from "./truth.ts";

/** Returns the state that the servers must have after all steps. */
export function worldAfter(expected: readonly Expected[]): Held {
  const objects = new Map<Thing, string>();
  const all = new Map<string, ReadonlyMap<string, Json>>();
  for (const one of expected) {
    const { thing } = one;
    // Children are removed with their parent, even if they cannot be read.
    if (!isThere(one) || (thing.parent && !objects.has(thing.parent))) continue;
    const isWritten = one.stepped && one.action !== "remove";
    const parent = thing.parent && objects.get(thing.parent);
    const object = thing.species.object(nameOn(thing, isWritten ? "desired" : "live"), parent);
    objects.set(thing, object);
    all.set(object, new Map(leavesAfter(one, isWritten, expected)));
  }
  return all;
}

function isThere({ thing, action, stepped, carried }: Expected): boolean {
  if (action === "create") return stepped;
  return fateOf(thing).live && !(action === "remove" && (stepped || carried));
}

function leavesAfter(
  { thing, action, secret }: Expected,
  isWritten: boolean,
  all: readonly Expected[],
): readonly (readonly [string, Json])[] {
  const isNew = action === "create";
  const kinds = [...thing.species.fields, ...thing.fields.filter(({ names }) => names)];
  const leaves = kinds.flatMap((kind): readonly (readonly [string, Json])[] => {
    const { path } = kind;
    const byServer = "byServer" in kind ? kind.byServer : undefined;
    const field = thing.fields.find((each) => each.path === path);
    if (!field) return [];
    const desired = isWritten ? valueOn(field, "desired") : undefined;
    const goes = isWritten && thing.species.isExclusive;
    const live = isNew || goes || isLost(field, all) ? undefined : valueOn(field, "live");
    const value = desired ?? live ?? (goes ? undefined : byServer);
    return value === undefined ? [] : [[path, value]];
  });
  const password = passwordAfter(
    thing,
    isNew ? "new" : isWritten && secret === "written" ? "written" : "left",
  );
  return [
    ...leaves,
    ...(thing.species.besides?.(thing.number, isNew) ?? []),
    ...(password === undefined ? [] : [["/password", password] as const]),
  ];
}

function passwordAfter({ secret }: Thing, how: "new" | "written" | "left"): string | undefined {
  if (!secret) return undefined;
  if (how === "left") return formerPassword;
  return secret.desired === "-" ? undefined : references[secret.desired].value;
}
