/** Simulates previews separately. A snapshot says nothing about resources that were declared after it was taken. */

import { loadSnapshot } from "../../../../src/load/documents/snapshot.ts";
import type { Address } from "../../../../src/model/address.ts";
import type { Desired, Resource } from "../../../../src/model/desired.ts";
import type { JsonObject } from "../../../../src/model/json.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";

/** Falsifies the reported state, to test that the checks notice it. */
export type PreviewLie = (state: string) => string;

/** A resource that is declared now, or was declared when the snapshot was taken. */
interface Node {
  readonly number: number;
  readonly parent?: Node;
  /** The resource's state in the snapshot. If undefined, the resource was declared later. */
  readonly said?: "present" | "absent" | "unknown";
  /** True if the resource is only read. */
  readonly isObserved: boolean;
  /** True if Git has dropped the resource since it was applied. */
  readonly isDropped: boolean;
}

/** Reports previews that show more or less than the snapshot says. */
export function judgePreviewed(seed: number, lie: PreviewLie = (state) => state): readonly string[] {
  const nodes = nodesOf(seeded(seed * 16 + 31));
  const found = loadSnapshot({
    ...{ text: textOf(nodes), path: "snapshot.json", environment: "virtual" },
    ...{ desired: sideOf(nodes, "desired"), base: sideOf(nodes, "base") },
  });
  if ("problem" in found) return [`preview: ${found.problem.message}`];
  const { observations } = found.snapshot;
  return differ(
    "preview",
    [...observations].map(([address, { state }]) => `${address} is ${lie(state)}`),
    nodes.map((node) => `${addressOf(node)} is ${stateOf(node)}`),
  );
}

/**
 * A resource that the snapshot does not have is unknown if its nearest ancestor with a state is unknown. Otherwise the
 * resource is present if it is only read, and absent if not.
 */
function stateOf(node: Node): string {
  if (node.said !== undefined) return node.said;
  for (let above = node.parent; above; above = above.parent) {
    if (above.said === "unknown") return "unknown";
    if (above.said !== undefined) break;
  }
  return node.isObserved ? "present" : "absent";
}

function nodesOf(draw: Draw): readonly Node[] {
  const nodes: Node[] = [];
  const count = 4 + under(draw, 6);
  while (nodes.length < count) {
    const parent = maybe(draw, 0.7) ? nodes[under(draw, nodes.length)] : undefined;
    const isNew = parent !== undefined && (parent.said === undefined || maybe(draw, 0.4));
    nodes.push({
      ...{ number: nodes.length, isObserved: parent === undefined && maybe(draw, 0.3) },
      ...(parent && { parent }),
      ...(!isNew && {
        said: parent?.said === "unknown" ? "unknown" : pick(draw, ["present", "absent", "unknown"] as const),
      }),
      isDropped: parent?.isDropped === true || (!isNew && maybe(draw, 0.2)),
    });
  }
  return nodes;
}

/**
 * Returns the address of a resource. The kinds are named so that the address of a child sorts before that of its
 * parent.
 */
function addressOf({ number }: Node): Address {
  return `wide/${"zyxwvutsrq"[number]}/n${number}`;
}

function resourceOf(node: Node): Resource {
  const address = addressOf(node);
  const own = `n${node.number}`;
  return {
    ...{ address, target: "wide", kind: "node", key: own, identity: own, scope: {}, value: { name: own } },
    ...{ secrets: [], lists: {}, ownership: "declared", protect: false, observed: node.isObserved },
    ...(node.parent && { parent: addressOf(node.parent) }),
  };
}

function sideOf(nodes: readonly Node[], side: "desired" | "base"): Desired {
  const isThere = ({ isDropped, said }: Node) =>
    side === "desired" ? !isDropped : said !== undefined || isDropped;
  return {
    resources: new Map(nodes.filter(isThere).map((node) => [addressOf(node), resourceOf(node)])),
    locate: () => undefined,
  };
}

function textOf(nodes: readonly Node[]): string {
  const problem = { code: "trouble", severity: "error", message: "no answer" };
  const observations = nodes.flatMap(({ number, said, ...node }): readonly JsonObject[] => {
    const address = addressOf({ number, ...node });
    if (said === undefined) return [];
    const more = { present: { value: { name: `n${number}` } }, absent: {}, unknown: { problem } }[said];
    return [{ address, state: said, ...more }];
  });
  const head = {
    format: "trueup.snapshot",
    version: 1,
    environment: "virtual",
    takenAt: "2026-01-01T00:00:00.000Z",
  };
  return JSON.stringify({ ...head, observations, unmanaged: 0 });
}
