/**
 * Simulates waves and the order of steps for deeply nested resources. Each ancestor of a resource may be created, be
 * removed, or stay.
 */

import type { Dialect, Kind } from "../../../../src/drivers/contract/contract.ts";
import type { Address } from "../../../../src/model/address.ts";
import type { Change } from "../../../../src/model/change.ts";
import type { Desired, Resource } from "../../../../src/model/desired.ts";
import type { Wave } from "../../../../src/model/plan/step.ts";
import { inStepOrder, stepId } from "../../../../src/plan/order.ts";
import type { TargetFacts } from "../../../../src/plan/prerequisites.ts";
import { inWaves } from "../../../../src/plan/waves.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";
import type { Ring } from "../plans/rings.ts";

/** What the plan does with a resource. With `left`, it does nothing. */
type NodeFate = "changed" | "left" | "new" | "gone";

interface Node {
  readonly name: string;
  /** The depth of the resource in the tree. It determines the kind of the resource. */
  readonly depth: number;
  readonly isTwin: boolean;
  readonly parent?: Node;
  readonly fate: NodeFate;
  readonly tags: Readonly<Record<"desired" | "base", readonly string[]>>;
  readonly site?: string;
}

const deepest = 3;
const words = ["red", "green", "blue"] as const;
const places = ["Munich", "Oslo"] as const;
const fatesIn: Readonly<Record<NodeFate, readonly [NodeFate, ...NodeFate[]]>> = {
  changed: ["changed", "changed", "left", "new", "gone"],
  left: ["changed", "left", "new", "gone"],
  new: ["new"],
  gone: ["gone"],
};

/** Reports steps that are not in the first wave that matches them, and steps before others that they need. */
export function judgeDeepWaves(
  seed: number,
  lie: (waves: readonly Wave[]) => readonly Wave[] = (waves) => waves,
): readonly string[] {
  const draw = seeded(seed * 16 + 19);
  const nodes = nodesOf(draw);
  const rings = ringsOf(draw, nodes);
  const sites = maybe(draw, 0.3) ? { wide: pick(draw, places) } : {};
  const changes = nodes.flatMap(changeOf);
  const sides = { desired: sideOf(nodes, "desired"), base: sideOf(nodes, "base") };
  const ordered = inStepOrder(maybe(draw, 0.5) ? changes : changes.toReversed(), facts);
  const waves = lie(inWaves(ordered, { waves: rings, ...sides, facts, sites }).waves);
  const said = waves.flatMap(({ name, steps }) => steps.map((step) => `${name}: ${step}`));
  const ranks = ranksOf(nodes, (node) => ownRank(node, { rings, site: node.site ?? sites.wide }));
  const names = [...rings.map(({ name }) => name), "the rest"];
  const wanted = [...ranks].map(([node, rank]) => `${names[rank]}: ${idOf(node)}`);
  const order: readonly string[] = waves.flatMap(({ steps }) => steps);
  const early = nodes.flatMap((late) =>
    nodes
      .filter((one) => precedes(one, late) && order.indexOf(idOf(one)) > order.indexOf(idOf(late)))
      .map((one) => `deep: ${idOf(late)} comes before ${idOf(one)}`),
  );
  return [...differ("deep", said, wanted), ...early];
}

function nodesOf(draw: Draw): readonly Node[] {
  const nodes: Node[] = [];
  const add = (depth: number, parent?: Node) => {
    for (let count = 1 + under(draw, 2); count > 0; count -= 1) {
      const tags = some(draw);
      const node: Node = {
        ...{ name: `n${nodes.length}`, depth, ...(parent && { parent }) },
        isTwin: depth > 0 && maybe(draw, 0.4),
        fate: pick(draw, fatesIn[parent?.fate ?? "changed"]),
        tags: { desired: maybe(draw, 0.7) ? tags : some(draw), base: tags },
        ...siteOf(draw, parent),
      };
      nodes.push(node);
      if (depth < deepest && !node.isTwin && nodes.length < 10 && maybe(draw, 0.7)) add(depth + 1, node);
    }
  };
  add(0);
  return nodes;
}

function some(draw: Draw): readonly string[] {
  return words.filter(() => maybe(draw, 0.15));
}

/** Returns the site of the parent. Draws the site of a resource without a parent. */
function siteOf(draw: Draw, parent: Node | undefined): Pick<Node, "site"> {
  if (parent) return parent.site === undefined ? {} : { site: parent.site };
  return maybe(draw, 0.3) ? { site: pick(draw, places) } : {};
}

function ringsOf(draw: Draw, nodes: readonly Node[]): readonly Ring[] {
  return Array.from({ length: 1 + under(draw, 3) }, (_, at) => ({
    name: `ring-${at}`,
    sites: places.filter(() => maybe(draw, 0.2)),
    tags: words.filter(() => maybe(draw, 0.3)),
    keys: ["none", ...nodes.filter(() => maybe(draw, 0.15)).map(({ name }) => name)],
  }));
}

function kindOf({ depth, isTwin }: Pick<Node, "depth" | "isTwin">): string {
  return `k${depth}${isTwin ? "twin" : ""}`;
}

function addressOf(node: Node): Address {
  return `wide/${kindOf(node)}/${node.name}`;
}

const operations = { changed: "update", new: "create", gone: "remove" } as const;

function idOf(node: Node) {
  return stepId(node.fate === "left" ? "update" : operations[node.fate], addressOf(node));
}

function chainOf(node: Node): readonly Node[] {
  return node.parent ? [node, ...chainOf(node.parent)] : [node];
}

function resourceOn(node: Node, side: "desired" | "base"): Resource {
  const scope = Object.fromEntries(chainOf(node).map((one) => [kindOf(one), one.name]));
  return {
    ...{ address: addressOf(node), target: "wide", kind: kindOf(node), key: node.name, identity: node.name },
    ...{ scope, value: { tags: node.tags[side] }, secrets: [], lists: {}, ownership: "declared" },
    ...{ protect: false, observed: false },
    ...(node.parent && { parent: addressOf(node.parent) }),
    ...(node.site !== undefined && { site: node.site }),
  };
}

function sideOf(nodes: readonly Node[], side: "desired" | "base"): Desired {
  const missing = side === "desired" ? "gone" : "new";
  const there = nodes.filter(({ fate }) => fate !== missing);
  return {
    resources: new Map(there.map((node) => [addressOf(node), resourceOn(node, side)])),
    locate: () => undefined,
  };
}

function changeOf(node: Node): readonly Change[] {
  const address = addressOf(node);
  const live = { value: {} };
  const cause = "pending" as const;
  switch (node.fate) {
    case "left":
      return [];
    case "new":
      return [{ action: "create", address, desired: resourceOn(node, "desired"), cause }];
    case "gone":
      return [{ action: "remove", address, base: resourceOn(node, "base"), live, cause }];
    case "changed":
      return [{ action: "update", address, desired: resourceOn(node, "desired"), live, differences: [] }];
  }
}

const depths = Array.from({ length: deepest + 1 }, (_, depth) => depth);
const kinds = depths.flatMap((depth) =>
  [false, true].map((isTwin) => {
    const within = depth === 0 ? "file" : kindOf({ depth: depth - 1, isTwin: false });
    const after = isTwin ? { after: [kindOf({ depth, isTwin: false })] } : {};
    return { name: kindOf({ depth, isTwin }), place: { within, section: "x" }, ...after } as unknown as Kind;
  }),
);
const facts: ReadonlyMap<string, TargetFacts> = new Map([
  [
    "wide",
    {
      kinds: new Map(kinds.map((kind) => [kind.name, kind])),
      dialect: {} as Dialect,
      requestsPerSecond: 1,
    },
  ],
]);

/**
 * True if one change must come before another. Parents are created before their children and removed after them. A
 * twin's change comes after those of its plain siblings, because its kind says so (`after`), but before the removal of
 * such a sibling.
 */
function precedes(early: Node, late: Node): boolean {
  if (early.fate === "left" || late.fate === "left" || early === late) return false;
  if (late.fate === "gone" && early.fate === "gone" && early.parent === late) return true;
  if (late.fate === "new" && early.fate === "new" && late.parent === early) return true;
  if (early.parent !== late.parent || early.depth !== late.depth || early.isTwin === late.isTwin)
    return false;
  if (late.isTwin) return early.fate !== "gone" && late.fate !== "gone";
  return late.fate === "gone";
}

/** Returns the wave of each step. This is its own wave, or a later one that contains a step which this step needs. */
function ranksOf(nodes: readonly Node[], own: (node: Node) => number): ReadonlyMap<Node, number> {
  const ranks = new Map<Node, number>();
  const rank = (node: Node): number => {
    const known = ranks.get(node);
    if (known !== undefined) return known;
    const befores = nodes.filter((one) => precedes(one, node)).map(rank);
    const is = Math.max(own(node), ...befores);
    ranks.set(node, is);
    return is;
  };
  for (const node of nodes) if (node.fate !== "left") rank(node);
  return ranks;
}

/**
 * Returns the first wave that matches the resource of the step or one of its ancestors. For a removed resource the
 * declaration in base counts, and for any other the current declaration.
 */
function ownRank(
  node: Node,
  { rings, site }: { readonly rings: readonly Ring[]; readonly site: string | undefined },
): number {
  const chain = chainOf(node);
  const tags = chain.flatMap((one) => one.tags[one.fate === "gone" ? "base" : "desired"]);
  const at = rings.findIndex(
    (ring) =>
      (site !== undefined && ring.sites?.includes(site)) ||
      ring.tags?.some((tag) => tags.includes(tag)) ||
      ring.keys?.some((key) => chain.some(({ name }) => name === key)),
  );
  return at < 0 ? rings.length : at;
}
