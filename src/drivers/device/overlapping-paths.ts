/** Finds two declarations of one path: a PUT of the one would undo the other. Pure. */

import { byTextOf } from "../../model/compare.ts";
import type { Resource } from "../../model/desired.ts";
import type { DriverProblem } from "../../model/problem.ts";
import { ofKind } from "../of-kind.ts";
import { dataPath, entryKeyIn, isEntryStep, members, steps } from "./kinds/data-path.ts";
import { type DeviceKind, type DeviceModel, rootOf } from "./model.ts";

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
  const path = [resource.scope.host ?? "", ...membersOf(resource, device)];
  return path.map((each) => `${each}\0`).join("");
}

function membersOf({ kind, identity, scope }: Resource, device: DeviceModel): readonly string[] {
  const mapped = device.mapping?.kinds.get(kind);
  const entry = mapped?.entryOf(identity.slice((scope.host ?? "").length + 1));
  // A key that is none has a problem of its own, and no place.
  if (mapped !== undefined && entry === undefined) return ["", kind, identity];
  if (entry) return [...members(entry.path), ...entryTexts(Object.values(entry.key).map(String))];
  return ofKind(paths, kind)(device, identity.slice((scope.host ?? "").length + 1));
}

const paths: Readonly<Record<DeviceKind, (device: DeviceModel, key: string) => readonly string[]>> = {
  deviceHostname: (device) => [rootOf(device), device.hostname],
  deviceInterface: (device, key) => [
    rootOf(device),
    ...device.interfaces,
    entryText([key.slice(device.interfaceType.length + 1)]),
  ],
  deviceConfiguration: (_, key) => {
    const entry = entryKeyIn(key);
    const path = steps(dataPath(key));
    return [...path, ...(entry ? [entry] : [])].map((step) =>
      isEntryStep(step) ? entryText(step.map(({ value }) => value)) : step,
    );
  },
};

function entryTexts(key: readonly string[]): readonly string[] {
  return key.length === 0 ? [] : [entryText(key)];
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
