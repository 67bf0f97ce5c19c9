/** Simulates plans for selected addresses. No step may need a change that was not selected, or be needed by one. */

import type { Address } from "../../../../src/model/address.ts";
import type { Resource } from "../../../../src/model/desired.ts";
import type { LiveResource, Observation } from "../../../../src/model/live/snapshot.ts";
import { absent, present } from "../../../properties/compared.ts";
import { network, organization, ssid } from "../../../properties/declared.ts";
import { idsOf, planOf } from "../../../properties/planned.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";

/** Falsifies the reported steps, to test that the checks notice it. */
export type NarrowedLie = (ids: readonly string[]) => readonly string[];

type Fate = "same" | "drifted" | "missing" | "dropped";

interface Node {
  readonly resource: Resource;
  readonly parent?: Node;
  readonly fate: Fate;
  readonly isAsked: boolean;
}

/**
 * | selected                                   | is carried out if                                 |
 * |--------------------------------------------|---------------------------------------------------|
 * | an update                                  | always                                            |
 * | a create                                   | its parent exists, or is created by this plan     |
 * | a removal                                  | all of its children are removed by this plan, too |
 */
export function judgeNarrowed(seed: number, lie: NarrowedLie = (ids) => ids): readonly string[] {
  const nodes = nodesOf(seeded(seed * 16 + 40));
  const acme = organization("Acme");
  const on = (isThere: (fate: Fate) => boolean) => [
    acme,
    ...nodes.filter(({ fate }) => isThere(fate)).map(({ resource }) => resource),
  ];
  const live = new Map<Address, Observation<LiveResource>>([[acme.address, present({}, { id: "o1" })]]);
  for (const { resource, fate } of nodes)
    live.set(resource.address, fate === "missing" ? absent : present({ note: fate }, { id: resource.key }));
  const asked = new Set(nodes.filter(({ isAsked }) => isAsked).map(({ resource }) => resource.address));
  const plan = planOf({
    desired: on((fate) => fate !== "dropped"),
    base: on((fate) => fate !== "missing"),
    ...{ live: Object.fromEntries(live), only: (address: Address) => asked.has(address) },
  });
  const goes = ({ parent, fate, isAsked, resource }: Node): boolean => {
    if (!isAsked || fate === "same") return false;
    if (fate === "missing") return parent?.fate !== "missing" || goes(parent);
    const inner = nodes.filter((one) => one.parent?.resource === resource);
    return fate !== "dropped" || inner.every(goes);
  };
  const actions = { drifted: "update", missing: "create", dropped: "remove", same: "" } as const;
  const text = nodes.map(
    ({ resource, fate, isAsked }) => `${resource.key} ${fate}${isAsked ? ", asked" : ""}`,
  );
  return differ(
    "narrowed",
    lie(idsOf(plan)),
    nodes.filter(goes).map(({ fate, resource }) => `${actions[fate]} ${resource.address}`),
  ).map((line) => `${line} (${text.join("; ")})`);
}

function nodesOf(draw: Draw): readonly Node[] {
  const share = pick(draw, [1, 0.5, 0.7]);
  const some = pick<Fate>;
  const add = (resource: Resource, parent?: Node): Node => {
    const own = some(draw, ["same", "drifted", "missing", "dropped"]);
    const isForced = parent?.fate === "missing" || parent?.fate === "dropped";
    const fate = isForced && parent ? parent.fate : own;
    return { resource, fate, isAsked: maybe(draw, share), ...(parent && { parent }) };
  };
  return Array.from({ length: 1 + under(draw, 4) }, (_, at) => {
    const outer = add(network(`n${at}`, { note: "same" }));
    const inner = Array.from({ length: under(draw, 3) }, (_, number) =>
      add(ssid(`n${at}.${number}`, { note: "same" }), outer),
    );
    return [outer, ...inner];
  }).flat();
}
