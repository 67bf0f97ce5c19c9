/**
 * Finds resources of a device that declare different cases of one choice, although the device can have only one of
 * them. Pure.
 */

import type { Address } from "../../../../model/address.ts";
import type { Resource } from "../../../../model/desired.ts";
import type { Json } from "../../../../model/json.ts";
import { elementIdentity } from "../../../../model/list-identity.ts";
import type { DriverProblem } from "../../../../model/problem.ts";
import { type ChosenCase, casesAround, casesIn } from "../../../../yang/data/choices.ts";
import type { SchemaNode } from "../../../../yang/schema/node.ts";
import { dataPath, entryKeyIn, isEntryStep, names, steps, type TreeStep } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { nodeOf } from "../places/nodes.ts";
import { casesOnWay } from "./around.ts";

/**
 * A case that a resource uses, the place of its choice in the tree, and the member of the case that the resource
 * contains.
 */
interface Taken extends ChosenCase {
  readonly place: string;
  readonly by: string;
}

/** Returns the conflicts between resources, by host. Conflicts within one resource are checked elsewhere. */
export function conflictingCases(
  resources: readonly Resource[],
  device: DeviceModel,
): readonly DriverProblem[] {
  if (device.schema === undefined) return [];
  const byHost = Map.groupBy(resources, ({ scope }) => scope.host ?? "");
  return [...byHost.values()].flatMap((own) => (own.length > 1 ? conflictsIn(own, device) : []));
}

function conflictsIn(own: readonly Resource[], device: DeviceModel): readonly DriverProblem[] {
  const known = new Map<string, Map<SchemaNode, Taken & { readonly address: Address }>>();
  return own.flatMap((resource) => {
    const { address } = resource;
    const found = new Map<SchemaNode, DriverProblem>();
    for (const one of takenBy(resource, device)) {
      const here = known.get(one.place) ?? new Map();
      known.set(one.place, here);
      const other = here.get(one.choice);
      if (!other) here.set(one.choice, { ...one, address });
      else if (other.taken !== one.taken && other.address !== address && !found.has(one.choice)) {
        const both = `\`${one.by}\`, and \`${other.by}\` of ${other.address},`;
        const choice = `the choice \`${one.choice.name}\``;
        const message = `${both} belong to different cases of ${choice}: a device can have only one of them`;
        found.set(one.choice, { address, path: "", code: "conflicting-cases", message });
      }
    }
    return [...found.values()];
  });
}

/** Returns the cases that a resource uses, on its path and in its declaration. */
function takenBy(resource: Resource, device: DeviceModel): readonly Taken[] {
  const part = partOf(resource, device);
  if (!part) return [];
  const { way, value } = part;
  const onWay = casesOnWay(device, way).flatMap(({ node, above }) =>
    casesAround(node).map((each) => ({ ...each, place: placeText(device, above, []), by: node.name })),
  );
  const place = nodeOf(device, names(way));
  const inside = place ? casesIn(place.node, value) : [];
  return [...onWay, ...inside.map(({ path, ...each }) => ({ ...each, place: placeText(device, way, path) }))];
}

function partOf(
  { kind, identity, scope, value }: Resource,
  device: DeviceModel,
): { readonly way: readonly TreeStep[]; readonly value: Json } | undefined {
  const mapped = device.mapping?.kinds.get(kind);
  const entry = mapped?.entryOf(identity.slice(`${scope.host ?? ""} `.length));
  if (mapped && entry) return { way: wayOf(entry.identity), value: mapped.toTree(value, entry).tree };
  return kind === "deviceConfiguration" ? { way: wayOf(identity), value } : undefined;
}

function wayOf(identity: string): readonly TreeStep[] {
  const key = entryKeyIn(identity);
  const way = steps(dataPath(identity));
  return key ? [...way, key] : way;
}

/**
 * Returns a text that identifies a place by members and by the keys of entries. The text is the same for the same
 * place, however the place is reached.
 */
function placeText(device: DeviceModel, way: readonly TreeStep[], inside: readonly string[]): string {
  const own = way.map((step, index) => {
    if (!isEntryStep(step)) return step;
    const keys = nodeOf(device, names(way.slice(0, index)))?.node.keys ?? step.map(({ leaf }) => leaf);
    return elementIdentity(Object.fromEntries(step.map(({ leaf, value }) => [leaf, value])), keys) ?? "";
  });
  return JSON.stringify([...own, ...inside]);
}
