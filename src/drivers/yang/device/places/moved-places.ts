/**
 * Finds places of a device that the base and the desired state declare through different resources. This is possible
 * because sections and `config:` paths address the same tree. The old resource is not removed: its values in the base
 * become the base of the new resources. Pure.
 */

import type { DeclaredSides, MovedPlaces } from "../../../../model/change.ts";
import { byAddress } from "../../../../model/compare.ts";
import type { Resource } from "../../../../model/desired.ts";
import type { Json } from "../../../../model/json.ts";
import { isEntryStep, type TreeStep } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { declaredTree, inTermsOf } from "./declared-tree.ts";
import { stepsOf } from "./device-place.ts";
import { type PlacedValue, placedTree, StandingTree } from "./placed-tree.ts";

interface Placed {
  readonly resource: Resource;
  readonly path: readonly TreeStep[];
}

/** Returns the places of one target that moved between the base and the desired state, on each device. */
export function movedPlaces({ desired, base }: DeclaredSides, device: DeviceModel): MovedPlaces {
  const declared = new Set(desired.map(({ address }) => address));
  const dropped = base.filter(({ address }) => !declared.has(address));
  if (dropped.length === 0) return { known: [], moves: [], left: [] };
  const now = Map.groupBy(desired, hostOf);
  const had = new Set(base.map(({ address }) => address));
  const moved = [...Map.groupBy(dropped, hostOf)].map(([host, gone]) =>
    movedOn({ desired: placed(now.get(host) ?? [], device), gone: placed(gone, device), had }, device),
  );
  return {
    known: moved.flatMap(({ known }) => known).sort(byAddress),
    moves: moved.flatMap(({ moves }) => moves).sort(byAddress),
    left: moved.flatMap(({ left }) => left).sort(byAddress),
  };
}

function hostOf({ scope }: Resource): string {
  return scope.host ?? "";
}

function placed(resources: readonly Resource[], device: DeviceModel): readonly Placed[] {
  return resources.flatMap((resource) => {
    const path = stepsOf(resource, device);
    return path ? [{ resource, path }] : [];
  });
}

interface DeviceSides {
  readonly desired: readonly Placed[];
  /** Resources that are declared only in the base. */
  readonly gone: readonly Placed[];
  /** The addresses of resources in the base. */
  readonly had: ReadonlySet<string>;
}

function movedOn({ desired, gone, had }: DeviceSides, device: DeviceModel): MovedPlaces {
  const wanted = treeOf(device, desired, (resource) => declaredTree(device, resource, "marked"));
  const exclusive = desired.filter(({ resource }) => resource.ownership === "exclusive");
  const left = gone.filter(
    ({ path }) => wanted.at(path) !== undefined || exclusive.some((outer) => isWithin(path, outer.path)),
  );
  if (left.length === 0) return { known: [], moves: [], left: [] };
  const before = treeOf(device, left, (resource) => declaredTree(device, resource));
  const known = desired.flatMap(({ resource, path }) => {
    const value = had.has(resource.address) ? undefined : before.at(path);
    if (value === undefined) return [];
    const whole = left.find((was) => isWithin(path, was.path));
    const ownership = whole?.resource.ownership ?? "declared";
    return [asBase(device, { ...resource, ownership }, value)];
  });
  const still = treeOf(device, desired, (_, path) => before.at(path));
  return {
    known,
    moves: left.flatMap((was) =>
      desired.filter(({ path }) => isOneLine(path, was.path)).map((now) => moveOf(now, was)),
    ),
    left: left.map(({ resource, path }) => {
      const value = still.at(path);
      return asBase(device, { ...resource, ownership: "declared" }, value ?? {});
    }),
  };
}

function moveOf(now: Placed, was: Placed) {
  return { address: now.resource.address, was: was.resource.address, elsewhere: true as const };
}

/** Returns the trees of these resources, merged. */
function treeOf(
  device: DeviceModel,
  all: readonly Placed[],
  treeAt: (resource: Resource, path: readonly TreeStep[]) => Json | undefined,
): StandingTree {
  const parts = all.flatMap(({ resource, path }): PlacedValue[] => {
    const value = treeAt(resource, path);
    if (value === undefined) return [];
    const last = path.at(-1);
    // An entry is placed in its list.
    return last !== undefined && isEntryStep(last)
      ? [{ path: path.slice(0, -1), value: [value] }]
      : [{ path, value }];
  });
  return new StandingTree(device, placedTree(device, parts));
}

/** Returns a resource with the values that the base has at the resource's place. */
function asBase(device: DeviceModel, resource: Resource, tree: Json): Resource {
  return { ...resource, value: inTermsOf(device, resource, tree) };
}

/** True if the places are equal, or one place contains the other. */
function isOneLine(one: readonly TreeStep[], other: readonly TreeStep[]): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

function isWithin(inner: readonly TreeStep[], outer: readonly TreeStep[]): boolean {
  return outer.every((step, index) => isSame(step, inner[index]));
}

function isSame(step: TreeStep, other: TreeStep | undefined): boolean {
  if (other === undefined || !isEntryStep(step) || !isEntryStep(other)) return step === other;
  return JSON.stringify(step) === JSON.stringify(other);
}
