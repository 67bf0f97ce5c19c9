/**
 * Finds live nodes that disappear if a node is added on a path, because they belong to other cases of the same choice.
 * Pure.
 */

import { isObject, type JsonObject } from "../../../../model/json.ts";
import type { DisplacedAround } from "../../../../model/live/snapshot.ts";
import { canonicalData } from "../../../../yang/data/canonical.ts";
import { displacedBeside, otherCases } from "../../../../yang/data/choices.ts";
import type { SchemaNode } from "../../../../yang/schema/node.ts";
import { childOf, dataName } from "../../../../yang/schema/schema.ts";
import type { ReadRequest } from "../../../contract/contract.ts";
import {
  dataPath,
  entryIdentity,
  isEntryStep,
  names,
  steps,
  type TreeStep,
  writtenPath,
} from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { nodeOf } from "../places/nodes.ts";
import { StandingTree } from "../places/placed-tree.ts";

type Wanted = ReadRequest["wanted"][number];

/** A node on the path that belongs to a choice case, and the steps to its parent. */
interface CaseOnWay {
  readonly node: SchemaNode;
  readonly parent: SchemaNode;
  readonly above: readonly TreeStep[];
}

function casesFor(device: DeviceModel, { kind, identity, isDropped }: Wanted): readonly CaseOnWay[] {
  return isDropped || kind !== "deviceConfiguration" ? [] : casesOnWay(device, steps(dataPath(identity)));
}

/**
 * Returns the nodes on a path that belong to choice cases. Top-level choices of a module are excluded, since no read
 * shows the neighbors of a top-level container.
 */
export function casesOnWay(device: DeviceModel, way: readonly TreeStep[]): readonly CaseOnWay[] {
  if (device.schema === undefined) return [];
  return way.flatMap((step, index): readonly CaseOnWay[] => {
    if (isEntryStep(step) || index === 0) return [];
    const above = way.slice(0, index);
    const parent = nodeOf(device, names(above))?.node;
    const node = parent && childOf(parent, step);
    return node && otherCases(node).length > 0 ? [{ node, parent, above }] : [];
  });
}

/** Returns the places to read in order to find displaced nodes on a path. */
export function pathsAround(
  device: DeviceModel,
  wanted: readonly Wanted[],
): readonly (readonly TreeStep[])[] {
  return wanted.flatMap((one) =>
    casesFor(device, one).flatMap(({ node, parent, above }) =>
      otherCases(node).flatMap((other) => (other.config ? [[...above, dataName(other, parent)]] : [])),
    ),
  );
}

/**
 * Returns the nodes in a tree that are displaced if missing nodes on a path are added: one list for each missing node.
 */
export function displacedAround(
  device: DeviceModel,
  tree: JsonObject,
  { host, missing }: { readonly host: string; readonly missing: readonly Wanted[] },
): readonly DisplacedAround[] {
  const standing = new StandingTree(device, tree);
  return missing.flatMap(({ kind, identity, ...one }) =>
    casesFor(device, { kind, identity, ...one }).flatMap(({ node, above }) => {
      const live = standing.at(above);
      const beside = isObject(live) ? displacedBeside(node, live) : [];
      return beside.map(([member, shown]) => {
        const path = pathText([...above, member]);
        const place = nodeOf(device, [...names(above), member]);
        const value = place ? canonicalData(place.schema, place.node, shown) : shown;
        const live = { kind: "deviceConfiguration", identity: `${host} ${path}`, value };
        return { of: { kind, identity }, path: writtenPath(path), node: live };
      });
    }),
  );
}

function pathText(way: readonly TreeStep[]): string {
  return way.reduce<string>(
    (path, step) => (isEntryStep(step) ? entryIdentity(path, step) : `${path}/${step}`),
    "",
  );
}
