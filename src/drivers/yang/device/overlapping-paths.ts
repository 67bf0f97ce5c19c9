/** Finds two declarations of one path: a PUT of the one would undo the other. Pure. */

import { byTextOf } from "../../../model/compare.ts";
import type { Resource } from "../../../model/desired.ts";
import type { DriverProblem } from "../../../model/problem.ts";
import { isEntryStep } from "./kinds/data-path.ts";
import type { DeviceModel } from "./model.ts";
import { stepsOf } from "./places/device-place.ts";

/** A declared resource and all members down to it, as one text in which an ancestor is a prefix. */
interface Placed {
  readonly resource: Resource;
  readonly path: string;
}

/** The problems of what lies at or inside a path of the same device that something else declares, in path order. */
export function overlaps(resources: readonly Resource[], device: DeviceModel): readonly DriverProblem[] {
  const placed = resources.map((resource) => ({ resource, path: placeOf(resource, device) }));
  placed.sort(byTextOf(({ path }) => path));
  const problems: DriverProblem[] = [];
  let outer: Placed | undefined;
  for (const each of placed) {
    if (outer !== undefined && each.path.startsWith(outer.path)) problems.push(declaredTwice(each, outer));
    else outer = each;
  }
  return problems;
}

function placeOf(resource: Resource, device: DeviceModel): string {
  const { kind, identity, scope } = resource;
  // A key that is none has a problem of its own, and no place.
  const path = stepsOf(resource, device) ?? ["", kind, identity];
  const textOf = (step: (typeof path)[number]) =>
    isEntryStep(step) ? entryText(step.map(({ value }) => value)) : step;
  return path.reduce<string>((whole, step) => `${whole}${textOf(step)}\0`, `${scope.host ?? ""}\0`);
}

/** No name of a member has a `=`. */
function entryText(key: readonly string[]): string {
  return `=${JSON.stringify(key)}`;
}

function declaredTwice(inner: Placed, outer: Placed): DriverProblem {
  const { address } = inner.resource;
  return {
    address,
    path: "",
    code: "declared-twice",
    message: `${address} is part of what ${outer.resource.address} declares on the same device`,
    hint: "Declare it in one place: the write of the one would undo the other.",
  };
}
