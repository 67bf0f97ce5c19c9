/**
 * Simulates three comparisons separately: of ordered lists, of remembered stored forms, and of resources inside moved
 * resources.
 */

import { diff } from "../../../../src/diff/diff.ts";
import { formDigest, settledBy } from "../../../../src/diff/settled.ts";
import type { Address } from "../../../../src/model/address.ts";
import type { Comparison } from "../../../../src/model/change.ts";
import type { Desired, Resource } from "../../../../src/model/desired.ts";
import type { Json } from "../../../../src/model/json.ts";
import type { LiveResource, Observation } from "../../../../src/model/live/snapshot.ts";
import { digest } from "../../../../src/runtime/digest.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, shuffled, under } from "../../draw.ts";
import { differ } from "../judges.ts";

/** Falsifies the reported comparison, to test that the checks notice it. */
export type ComparedLie = (comparison: Comparison) => Comparison;

/** Reports comparisons that contradict the compared sides. */
export function judgeCompared(seed: number, lie: ComparedLie = (is) => is): readonly string[] {
  const draw = seeded(seed * 16 + 34);
  return [...judgeOrdered(draw, lie), ...judgeForms(draw, lie), ...judgeMoved(draw, lie)].map(
    (line) => `compared: ${line}`,
  );
}

interface Rule {
  readonly name: string;
  readonly port: number;
}

const names = ["a", "b", "c", "d", "e"] as const;

/**
 * A list whose elements have names, declared as ordered or not.
 *
 * | live                                      | in order               | not in order      |
 * | ----------------------------------------- | ---------------------- | ----------------- |
 * | has the elements of both in another order | the whole list differs | no difference     |
 * | lacks one element                         | that one differs       | that one differs  |
 * | has one more element                      | that one is removed    | it is undeclared  |
 * | has a different element                   | its field differs      | its field differs |
 */
function judgeOrdered(draw: Draw, lie: ComparedLie): readonly string[] {
  const isOrdered = maybe(draw, 0.7);
  const desired = names.filter(() => maybe(draw, 0.6)).map((name): Rule => ({ name, port: 1 }));
  const kept = desired.filter(() => maybe(draw, 0.8));
  const others = names
    .filter((name) => !desired.some((one) => one.name === name) && maybe(draw, 0.4))
    .map((name): Rule => ({ name, port: 1 }));
  const found = [...kept, ...others].map((one) => (maybe(draw, 0.2) ? { ...one, port: 2 } : one));
  const live = maybe(draw, 0.5) ? shuffled(draw, found) : found;
  const resource = resourceOf("wide/list/l", {
    value: { rules: desired.map((one) => ({ ...one })) },
    lists: { "/rules": ["name"] },
    ...(isOrdered && { ordered: ["/rules"] }),
  });
  const { changes } = lie(
    diff({
      desired: sideOf([resource]),
      snapshot: snapshotOf([[resource.address, present({ rules: live.map((one) => ({ ...one })) })]]),
    }),
  );
  const is = changes.flatMap((one) =>
    one.action === "update" ? one.differences.map(({ path }) => path) : [`${one.action}`],
  );
  const order = (all: readonly Rule[]) =>
    all
      .map(({ name }) => name)
      .filter((name) => [desired, live].every((side) => side.some((one) => one.name === name)));
  const isTurned = isOrdered && order(desired).join() !== order(live).join();
  const inside = desired.flatMap(({ name, port }) => {
    const there = live.find((one) => one.name === name);
    if (!there) return [`/rules/${name}`];
    return there.port === port ? [] : [`/rules/${name}/port`];
  });
  const more = isOrdered ? live.filter(({ name }) => !desired.some((one) => one.name === name)) : [];
  const must = isTurned ? ["/rules"] : [...inside, ...more.map(({ name }) => `/rules/${name}`)];
  const text = (all: readonly Rule[]) => all.map(({ name, port }) => `${name}${port}`).join(" ");
  return differ("a list", is, must).map(
    (line) => `${line} (${text(desired)}${isOrdered ? " in order" : ""}, live ${text(live)})`,
  );
}

const words = ["one", "two", "three"] as const;

/**
 * The remembered stored form of a value counts only for the same declared and live value. Any other live value means
 * that somebody has changed it.
 */
function judgeForms(draw: Draw, lie: ComparedLie): readonly string[] {
  const { address, ...of } = resourceOf("wide/form/f", { value: {} });
  const remembered = Array.from({ length: under(draw, 3) }, () => ({
    ...{ path: pick(draw, ["/x", "/y"]), is: pick(draw, ["stored", "notTaken"] as const) },
    ...{ sent: pick(draw, words), live: pick(draw, words) },
  })).filter(({ sent, live }) => sent !== live);
  const [desired, base, live] = [0, 1, 2].map(() => ({ x: pick(draw, words), y: pick(draw, words) }));
  if (!desired || !base || !live) return [];
  const digestOf = (path: string, value: Json) => formDigest({ path, value }, digest);
  const forms = remembered.map(({ path, is, ...one }) => ({
    ...{ path, is, commit: "c0ffee" },
    ...{ sent: digestOf(path, one.sent), live: digestOf(path, one.live) },
  }));
  const isKept = maybe(draw, 0.8);
  const settled = settledBy({ formsOf: () => forms, digest, mayDiffer: () => isKept });
  const side = (value: Json) => sideOf([{ address, ...of, value }]);
  const found = lie(
    diff({
      ...{ desired: side(desired), base: side(base), settled },
      snapshot: snapshotOf([[address, present(live)]]),
    }),
  );
  const open = found.changes.flatMap((one) => (one.action === "update" ? one.differences : []));
  const is = [
    ...open.map(({ path }) => `${path} differs`),
    ...(found.storedOtherwise ?? []).map(({ path }) => `${path} stored`),
    ...(found.notTaken ?? []).map(({ path }) => `${path} notTaken`),
  ];
  const must = (["x", "y"] as const).flatMap((field) => {
    if (desired[field] === live[field]) return [];
    const own = remembered.filter(
      (one) => one.path === `/${field}` && one.sent === desired[field] && one.live === live[field],
    );
    const isOf = (kind: "stored" | "notTaken") => own.some((one) => one.is === kind);
    if (isOf("stored") && isKept) return [`/${field} stored`];
    return [isOf("notTaken") ? `/${field} notTaken` : `/${field} differs`];
  });
  return differ("a form", is, must);
}

/** A resource that no longer exists. Git may have given it another parent. */
interface Node {
  readonly number: number;
  readonly parent?: Node;
  readonly was?: Node;
  readonly isInBase: boolean;
}

/** If Git moves a resource, the resources inside it, at any depth, do not count as removed by somebody. */
function judgeMoved(draw: Draw, lie: ComparedLie): readonly string[] {
  const nodes: Node[] = [];
  const count = 3 + under(draw, 5);
  while (nodes.length < count) {
    const parent = nodes.length > 0 && maybe(draw, 0.8) ? nodes[under(draw, nodes.length)] : undefined;
    const was = maybe(draw, 0.75) ? parent : nodes[under(draw, nodes.length)];
    nodes.push({
      number: nodes.length,
      ...(parent && { parent }),
      ...(was && { was }),
      isInBase: maybe(draw, 0.8),
    });
  }
  const side = (which: "parent" | "was") =>
    sideOf(
      nodes
        .filter(({ isInBase }) => which === "parent" || isInBase)
        .map((node) => {
          const above = node[which];
          return resourceOf(addressOf(node), above ? { parent: addressOf(above) } : {});
        }),
    );
  const gone: Observation<LiveResource> = { state: "absent" };
  const found = lie(
    diff({
      ...{ desired: side("parent"), base: side("was") },
      snapshot: snapshotOf(nodes.map((node) => [addressOf(node), gone] as const)),
    }),
  );
  const is = [
    ...found.changes.map((one) => `${one.address} ${one.action === "update" ? "update" : one.cause}`),
    ...found.impossible.map(({ address }) => `${address} cannot be moved`),
  ];
  const isMoved = ({ parent, was, isInBase }: Node): boolean =>
    (isInBase ? was : undefined) !== parent || (parent !== undefined && isMoved(parent));
  const must = nodes.map((node) => {
    const isOwn = node.isInBase && node.was !== node.parent;
    if (isOwn) return `${addressOf(node)} cannot be moved`;
    const isRemoved = node.isInBase && !(node.parent && isMoved(node.parent));
    return `${addressOf(node)} ${isRemoved ? "drift" : "pending"}`;
  });
  return differ("what is gone", is, must);
}

function addressOf({ number }: Node): Address {
  return `wide/node/n${number}`;
}

function resourceOf(address: Address, more: Partial<Resource>): Resource {
  const [target = "", kind = "", key = ""] = address.split("/");
  return {
    ...{ address, target, kind, key, identity: key, scope: {}, value: {}, secrets: [], lists: {} },
    ...{ ownership: "declared", protect: false, observed: false, ...more },
  };
}

function sideOf(resources: readonly Resource[]): Desired {
  return { resources: new Map(resources.map((one) => [one.address, one])), locate: () => undefined };
}

function present(value: Json): Observation<LiveResource> {
  return { state: "present", value: { value } };
}

function snapshotOf(observations: readonly (readonly [Address, Observation<LiveResource>])[]) {
  return { observations: new Map(observations), unmanaged: [] };
}
