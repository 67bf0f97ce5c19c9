/** Simulates changes that cannot be rolled back, in trees of any depth, and updates whose effect no read shows. */

import type { Address } from "../../../../src/model/address.ts";
import type { Change, Difference } from "../../../../src/model/change.ts";
import type { Resource } from "../../../../src/model/desired.ts";
import type { Step } from "../../../../src/model/plan/step.ts";
import { irreversibleSteps, isUnseen, type ReversalFacts } from "../../../../src/plan/irreversible.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";

/** Falsifies the reported addresses, to test that the checks notice it. */
export type OneWayLie = (addresses: readonly Address[]) => readonly Address[];

interface Node {
  readonly resource: Resource;
  readonly outer?: Node;
  /** False if resources of this kind cannot be removed. */
  readonly isRemovable: boolean;
}

const facts = new Map([
  [
    "wide",
    {
      kinds: new Map(),
      dialect: {
        operations: { box: { create: "POST", remove: "DELETE" }, pin: { create: "POST", remove: "none" } },
      },
    },
  ],
]) as unknown as ReversalFacts;

/** Reports changes that are wrongly marked, or wrongly not marked, as irreversible or invisible. */
export function judgeOneWay(seed: number, lie: OneWayLie = (addresses) => addresses): readonly string[] {
  const draw = seeded(seed * 16 + 45);
  return [...judgeCreates(draw, lie), ...judgeUpdates(draw, lie)];
}

/**
 * | the created thing                             | can be rolled back                        |
 * | --------------------------------------------- | ----------------------------------------- |
 * | is protected, or contains something protected | no                                        |
 * | has a removal                                 | yes                                       |
 * | has no removal                                | with a created parent that can be removed |
 */
function judgeCreates(draw: Draw, lie: OneWayLie): readonly string[] {
  const nodes: Node[] = [];
  for (let number = 0, count = 2 + under(draw, 7); number < count; number += 1) {
    const outer = maybe(draw, 0.75) ? nodes[under(draw, nodes.length)] : undefined;
    const isRemovable = maybe(draw, 0.7);
    const own = resourceOf(`wide/${isRemovable ? "box" : "pin"}/n${number}`, maybe(draw, 0.2));
    const resource = outer ? { ...own, parent: outer.resource.address } : own;
    nodes.push({ resource, isRemovable, ...(outer && { outer }) });
  }
  const changes = nodes.map(({ resource }): Change => {
    return { action: "create", address: resource.address, desired: resource, cause: "pending" };
  });
  const steps = nodes.map(({ resource: { address }, outer }) => ({
    ...{ id: `create ${address}`, operation: "create", target: "wide", address, because: [address] },
    after: outer ? [`create ${outer.resource.address}`] : [],
  })) as unknown as readonly Step[];
  const inside = (node: Node) => nodes.filter((one) => isIn(one, node));
  const isKept = (node: Node) => [node, ...inside(node)].some(({ resource }) => resource.protect);
  const goesAlong = ({ outer }: Node) => outer !== undefined && !isKept(outer);
  const must = nodes.filter((node) => isKept(node) || !(node.isRemovable || goesAlong(node)));
  const marked = nodes.filter(({ resource }) =>
    irreversibleSteps({ changes, steps }, facts).has(`create ${resource.address}`),
  );
  const said = lie(marked.map(({ resource }) => resource.address));
  const text = nodes.map(
    ({ resource: { address, parent = "nothing", protect } }) =>
      `${address} in ${parent}${protect ? ", protected" : ""}`,
  );
  return differ(
    "could not be taken back",
    said,
    must.map(({ resource }) => resource.address),
  ).map((line) => `${line} (${text.join("; ")})`);
}

function isIn({ outer }: Node, node: Node): boolean {
  return outer !== undefined && (outer === node || isIn(outer, node));
}

/** The effect of an update cannot be checked if it writes only secrets and fields that are never shown. */
function judgeUpdates(draw: Draw, lie: OneWayLie): readonly string[] {
  const kinds = { name: "shown", key: "secret", pin: "hidden" } as const;
  const updates = Array.from({ length: 3 }, (_, at) => {
    const fields = (["name", "key", "pin"] as const).filter(() => maybe(draw, 0.5));
    return {
      address: `wide/box/u${at}` as const,
      fields: fields.length > 0 ? fields : [pick(draw, ["name", "key"] as const)],
    };
  });
  const changes = updates.map(({ address, fields }): Change => {
    const desired = { ...resourceOf(address, false), secrets: ["/key"], hidden: ["/pin"] };
    const differences = fields.map(
      (field): Difference => ({ path: `/${field}`, written: `/${field}`, cause: "pending" }) as Difference,
    );
    return { action: "update", address, desired, live: { value: {} }, differences };
  });
  const unseen = changes.filter(isUnseen).map(({ address }) => address);
  const must = updates.filter(({ fields }) => fields.every((field) => kinds[field] !== "shown"));
  return differ(
    "would not be shown",
    lie(unseen),
    must.map(({ address }) => address),
  );
}

function resourceOf(address: Address, protect: boolean): Resource {
  const [target = "", kind = "", key = ""] = address.split("/");
  return {
    ...{ address, target, kind, key, identity: key, scope: {}, value: {}, secrets: [], lists: {} },
    ...{ ownership: "declared", protect, observed: false },
  };
}
