/**
 * Draws devices that refer to networks. If a device refers to a network on one side, the network exists on that side.
 */

import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { type FateName, type FieldCase, fieldCases } from "../cases.ts";
import { dashboardDevice, networkPath } from "../species/dashboard-devices.ts";
import type { Realm } from "../species.ts";
import { type DrawnField, fateOf, type Side, type Thing, type Truth } from "../truth.ts";

const letters = ["a", "b", "c"] as const;
const sides = ["desired", "base", "live"] as const;

/** The combinations of states that a device can have. A more likely combination is repeated. */
const fates = ["kept", "kept", "kept", "kept", "takenOver", "removedInGit", "newInGit", "foreign"] as const;

/** Adds devices that refer to networks, in some of the seeds that have networks. */
export function namingDevices(seed: number, truth: Truth): Truth {
  const draw = seeded(seed * 16 + 4);
  const networks = truth.things.filter(({ species }) => species.kind === "network");
  if (networks.length === 0 || !maybe(draw, 0.6)) return truth;
  const { excluded } = truth.manner;
  const devices = Array.from({ length: 1 + under(draw, 3) }, (_, at) =>
    deviceOf(draw, truth.things.length + at, networks),
  );
  const left = devices.filter(() => excluded.size > 0 && maybe(draw, 0.3)).map(({ number }) => number);
  return {
    ...truth,
    realms: truth.realms.map(withThem),
    things: [...truth.things, ...devices],
    manner: { ...truth.manner, excluded: new Set([...excluded, ...left]) },
  };
}

function withThem(realm: Realm): Realm {
  if (!realm.species.some(({ kind }) => kind === "network")) return realm;
  return { ...realm, species: [...realm.species, dashboardDevice] };
}

function deviceOf(draw: Draw, number: number, networks: readonly Thing[]): Thing {
  const fate = pick<FateName>(draw, fates);
  const others = dashboardDevice.fields.map(({ path, values: [a, b, c] }): DrawnField => {
    const changes = [fieldCases.changedInGit, fieldCases.changedLive, fieldCases.changedDifferently];
    const row = maybe(draw, 0.3) ? changes[under(draw, 3)] : fieldCases.same;
    return { path, row: row ?? never(), values: { a, b, c } };
  });
  return {
    ...{ species: dashboardDevice, number, fate, fields: [...others, networkOf(draw, fate, networks)] },
    moved: fate === "kept" && maybe(draw, 0.2),
    protect: maybe(draw, 0.1),
  };
}

/**
 * Draws the field that refers to a device's network. The network must exist on all sides on which the device refers to
 * it.
 */
function networkOf(draw: Draw, fate: FateName, networks: readonly Thing[]): DrawnField {
  const here = sides.filter((side) => fateOf({ fate } as Thing)[side]);
  const ways = Object.values(fieldCases).flatMap((row): readonly DrawnField[] => {
    const left = [...networks];
    const names: Partial<Record<"a" | "b" | "c", Thing>> = {};
    for (const letter of letters.filter((one) => here.some((side) => row[side] === one))) {
      const needed = here.filter((side) => row[side] === letter);
      const fitting = left.filter((network) => needed.every((side) => fateOf(network)[side]));
      const network = fitting[under(draw, fitting.length)];
      if (!network) return [];
      names[letter] = network;
      left.splice(left.indexOf(network), 1);
    }
    return [{ path: networkPath, row: onlyOn(row, here), values: keysOf(names), names }];
  });
  const orderly = ways.filter(needsOrder);
  const some = orderly.length > 0 && maybe(draw, 0.7) ? orderly : ways;
  return some[under(draw, some.length)] ?? never();
}

/**
 * True if the update must wait for the creation of a network, or if the removal of a network must wait for the update.
 */
function needsOrder({ row, names = {} }: DrawnField): boolean {
  const [now, was] = [row.desired, row.live].map((letter) => (letter === "-" ? undefined : names[letter]));
  if (!now) return false;
  return !fateOf(now).live || (was !== undefined && was !== now && !fateOf(was).desired);
}

/** Returns the row without values on the sides where the device does not exist. */
function onlyOn(row: FieldCase, here: readonly Side[]): FieldCase {
  const there = (side: Side) => (here.includes(side) ? row[side] : "-");
  return { ...row, desired: there("desired"), base: there("base"), live: there("live") };
}

function keysOf(names: Partial<Record<"a" | "b" | "c", Thing>>): DrawnField["values"] {
  const key = (letter: "a" | "b" | "c") => {
    const named = names[letter];
    return named ? named.species.key({ number: named.number, was: false }) : `nothing ${letter}`;
  };
  return { a: key("a"), b: key("b"), c: key("c") };
}

function never(): never {
  throw new Error("There is nothing to draw from.");
}
