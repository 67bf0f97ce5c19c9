/**
 * Simulates resources that are or were in another place: below another parent, on another device, in another section,
 * or in another case of a YANG choice.
 */

import { alikeNames } from "../../../../src/diff/alike-names.ts";
import { diff } from "../../../../src/diff/diff.ts";
import { displacedDifferences, staying } from "../../../../src/diff/displaced.ts";
import { driftAlone } from "../../../../src/diff/drift-alone.ts";
import type { FieldDifference } from "../../../../src/diff/fields.ts";
import { withMovedPlaces } from "../../../../src/diff/moved-places.ts";
import type { Address } from "../../../../src/model/address.ts";
import type { Cause } from "../../../../src/model/change.ts";
import type { Desired, Resource } from "../../../../src/model/desired.ts";
import type { LiveResource, Observation } from "../../../../src/model/live/snapshot.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";

/** Falsifies the reported places, one line each, to test that the checks notice it. */
export type ElsewhereLie = (lines: readonly string[]) => readonly string[];

/** Reports resources that are mistaken for resources in another place, and moved resources that are not recognized. */
export function judgeElsewhere(seed: number, lie: ElsewhereLie = (lines) => lines): readonly string[] {
  const draw = seeded(seed * 16 + 46);
  return [judgeNames, judgeDevices, judgeSections, judgeCases].flatMap((judge) =>
    judge(draw, lie).map((line) => `elsewhere: ${line}`),
  );
}

const buildings = ["North", "South"] as const;
const floors = ["Floor 1", "Floor 2"] as const;

/**
 * Draws declared floors that do not exist, and existing floors that are not declared. A floor in base may have been
 * moved to the other building. A floor that is not in base is new.
 */
function judgeNames(draw: Draw, lie: ElsewhereLie): readonly string[] {
  const all = buildings.flatMap((building) => floors.map((floor) => `${building}/${floor}`));
  const [declared, free] = [all.filter(() => maybe(draw, 0.5)), [] as string[]];
  for (const path of all) if (!declared.includes(path) && maybe(draw, 0.6)) free.push(path);
  const resources = declared.map((path) =>
    resourceOf(`wide/floor/${all.indexOf(path)}`, { identity: path, below: "/building" }),
  );
  const applied = resources.filter(() => maybe(draw, 0.5));
  const found = alikeNames({
    ...{ desired: sideOf(resources), base: sideOf(applied) },
    snapshot: {
      observations: new Map(resources.map(({ address }) => [address, { state: "absent" }])),
      unmanaged: free.map((identity) => ({ target: "wide", kind: "floor", identity })),
    },
  });
  const last = (path: string) => path.slice(path.indexOf("/"));
  const must = applied.flatMap(({ identity }) => {
    const moved = free.find((path) => last(path) === last(identity));
    return moved === undefined ? [] : [`${identity} is perhaps ${moved}`];
  });
  const is = found.map(({ identity, live }) => `${identity} is perhaps ${live}`);
  return differ("names", lie(is), must).map((line) => `${line} (live: ${free.join(", ")})`);
}

/**
 * If Git has moved a resource to another device, it is unknown whether the resource has drifted. For any other
 * resource, the plan must report the drift that was drawn.
 */
function judgeDevices(draw: Draw, lie: ElsewhereLie): readonly string[] {
  const drawn = Array.from({ length: 1 + under(draw, 4) }, (_, at) => ({
    ...{ address: `wide/port/p${at}` as const, isMoved: maybe(draw, 0.4) },
    ...{ live: maybe(draw, 0.6) ? "somebody's" : "applied", isNew: maybe(draw, 0.2) },
  }));
  const side = (host: (isMoved: boolean) => string, some: typeof drawn) =>
    sideOf(
      some.map(({ address, isMoved }) =>
        resourceOf(address, { scope: { host: host(isMoved) }, value: { note: "applied" } }),
      ),
    );
  const desired = side((isMoved) => (isMoved ? "192.0.2.2" : "192.0.2.1"), drawn);
  const base = side(
    () => "192.0.2.1",
    drawn.filter(({ isNew }) => !isNew),
  );
  const observations = new Map<Address, Observation<LiveResource>>(
    drawn.map(({ address, live }) => [address, { state: "present", value: { value: { note: live } } }]),
  );
  const comparison = diff({ desired, base, snapshot: { observations, unmanaged: [] } });
  const alone = driftAlone({ comparison, desired, base, observations, identityOf: () => undefined });
  const must = drawn.filter(({ isMoved, isNew, live }) => !isMoved && !isNew && live !== "applied");
  const is = alone.comparison.changes.map(({ action, address }) => `${action} ${address}`);
  return differ(
    "drift alone",
    lie(is),
    must.map(({ address }) => `update ${address}`),
  ).map(
    (line) => `${line} (${drawn.map((one) => `${one.address} ${one.isMoved ? "moved" : ""}`).join("; ")})`,
  );
}

/**
 * Recorded moves stay in the record. If another section now declares a path, the record gets a new move of this path.
 */
function judgeSections(draw: Draw, lie: ElsewhereLie): readonly string[] {
  const places = [0, 1, 2].map((at) => ({
    ...{ old: `wide/path/${at}` as const, own: `wide/section/${at}` as const },
    isTaken: maybe(draw, 0.6),
  }));
  const moves = [0, 1].flatMap((at) =>
    maybe(draw, 0.6) ? [{ address: `wide/box/${at}` as const, was: `wide/box/was-${at}` as const }] : [],
  );
  const taken = places.filter(({ isTaken }) => isTaken);
  const base = sideOf(places.map(({ old }) => resourceOf(old, {})));
  const desired = sideOf(places.map(({ own, old, isTaken }) => resourceOf(isTaken ? own : old, {})));
  const moved = withMovedPlaces(desired, { base, moves }, () => ({
    known: taken.map(({ own }) => resourceOf(own, {})),
    moves: taken.map(({ own, old }) => ({ address: own, was: old })),
    left: taken.map(({ old }) => resourceOf(old, {})),
  }));
  const text = (all: readonly { readonly address: Address; readonly was: Address }[]) =>
    all.map(({ address, was }) => `${address} was ${was}`);
  const must = [...text(moves), ...taken.map(({ own, old }) => `${own} was ${old}`)];
  const has = [...moved.base.resources.keys()].map((address) => `base has ${address}`);
  const mustHave = places.map(({ own, old, isTaken }) => `base has ${isTaken ? own : old}`);
  return differ("moves", lie([...text(moved.moves), ...has]), [...must, ...mustHave]);
}

const causes: readonly [Cause, ...Cause[]] = ["pending", "drift", "conflict"];

/**
 * If a declaration selects another case of a choice, the live nodes of the former case are removed. The removal has the
 * cause of the differences at, above or below the declaration, or of all differences if there are none there. No
 * removed field may be reported as staying.
 */
function judgeCases(draw: Draw, lie: ElsewhereLie): readonly string[] {
  const chosen = ["/ip/dhcp", "/ip/dhcp/client", "/ip/dhcp/client/id", "/note"] as const;
  const found = chosen.flatMap((path): readonly FieldDifference[] =>
    maybe(draw, 0.5) ? [{ path, written: path, cause: pick(draw, causes) }] : [],
  );
  const by = pick(draw, ["/ip/dhcp", "/ip/dhcp/client", "/ip/dhcp/client/id"] as const);
  const nodes = [{ path: "/ip/static", live: { address: "192.0.2.1" }, by }];
  const displacement = { left: {}, nodes };
  const said = displacedDifferences(displacement, found, undefined).map(({ cause }) => `goes: ${cause}`);
  const near = found.filter(({ path }) => `${path}/`.startsWith(`${by}/`) || `${by}/`.startsWith(`${path}/`));
  const of = (near.length > 0 ? near : found).map(({ cause }) => cause);
  const cause = causes.findLast((one) => of.includes(one)) ?? "pending";
  const released = ["/ip/static", "/ip/static/address", "/ip/static-routes", "/note"].filter(() =>
    maybe(draw, 0.6),
  );
  const stays = staying(released, displacement).map((path) => `stays: ${path}`);
  const muststay = released.filter((path) => path === "/ip/static-routes" || path === "/note");
  return differ("a case", lie([...said, ...stays]), [
    `goes: ${cause}`,
    ...muststay.map((path) => `stays: ${path}`),
  ]).map((line) => `${line} (${found.map((one) => `${one.path} ${one.cause}`).join(", ")}; by ${by})`);
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
