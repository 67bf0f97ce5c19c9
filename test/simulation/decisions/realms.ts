/** Draws the interfaces and dialects that take part in a seed. */

import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import { type Draw, pick, under } from "../draw.ts";
import { withHabits } from "./habits.ts";
import { controller } from "./species/controller.ts";
import { dashboard } from "./species/dashboard.ts";
import { devices, devicesOfRfc8040 } from "./species/devices.ts";
import { fabric } from "./species/fabric.ts";
import { firewall } from "./species/firewall.ts";
import { messaging } from "./species/messaging.ts";
import { netconf } from "./species/netconf.ts";
import { sdwan } from "./species/sdwan.ts";
import { servers } from "./species/servers.ts";
import type { Realm, RealmOf } from "./species.ts";
import type { IgnoredField } from "./truth.ts";

/**
 * At most one interface of each row takes part, because the interfaces of a row share a part of the simulated state.
 */
const rows: readonly (readonly RealmOf[])[] = [
  [dashboard],
  [fabric],
  [devices, devicesOfRfc8040],
  [netconf],
  [messaging],
  [controller, servers, sdwan, firewall],
];

/** Draws the interfaces of a seed: one or two, rarely three. Many small seeds find more faults than few large ones. */
export function realmsOf(seed: number): readonly Realm[] {
  const draw = seeded(seed * 16 + 12);
  const left = [...rows];
  const drawn = Array.from({ length: pick(draw, [1, 1, 2, 2, 3]) }, () =>
    left.splice(under(draw, left.length), 1),
  );
  const realms = drawn.flat().flatMap((row) => pickOf(draw, row)?.(draw) ?? []);
  return realms.map((realm) => withHabits(seed, realm));
}

/** Returns the project file of a seed. */
export function projectOf(realms: readonly Realm[], ignored: readonly IgnoredField[] = []): string {
  const targets = realms.map((realm) => realm.targets).join("");
  const ignore = ignored.map(({ address, path }) => ({ address, fields: [path] }));
  const more = `secrets: { allow: ["env:*_PSK"] }\nignore: ${JSON.stringify(ignore)}\n`;
  return `version: 1\nenvironment: virtual\ntargets:\n${targets}${more}`;
}

/** Returns how the servers of these interfaces behave. */
export function settingsOf(realms: readonly Realm[]): Partial<SimulatorSettings> {
  return Object.assign({}, ...realms.map(({ settings = {} }) => settings));
}

function pickOf<T>(draw: Draw, all: readonly T[]): T | undefined {
  return all[under(draw, all.length)];
}
