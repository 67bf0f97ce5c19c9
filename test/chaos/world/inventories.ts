/** Server profiles, the controller's inventory, and the two inventories that trueup only compares. */

import type { JsonObject } from "../../../src/model/json.ts";
import { type Draw, type Fate, type Item, oneOf, type Part } from "./part.ts";

type Side = "base" | "desired";

const isThere = (fate: Fate, side: Side): boolean => fate !== (side === "base" ? "create" : "remove");

/** Draws three profiles that are created, changed or kept; somebody else's profile also exists. */
export function profiles(draw: Draw): Part {
  const all = [1, 2, 3].map((at) => {
    const fate = oneOf<Fate>(draw, ["create", "update", "keep"]);
    return { key: `s${at}`, serial: `SRV0000${at}`, fate };
  });
  const about = (fate: Fate, side: Side) => (fate === "update" && side === "desired" ? "now" : "was");
  const fields = ({ key, serial, fate }: (typeof all)[number], side: Side): JsonObject => {
    return { serial, name: `srv-${key}`, model: "Rack 1U", description: about(fate, side) };
  };
  const document = (side: Side): JsonObject => {
    const own = all.filter(({ fate }) => isThere(fate, side));
    return { target: "servers", devices: Object.fromEntries(own.map((one) => [one.key, fields(one, side)])) };
  };
  const live = all
    .filter(({ fate }) => isThere(fate, "base"))
    .map(({ key, serial }) => ({
      ...{ serial, name: `srv-${key}`, model: "Rack 1U", description: "was", status: "ok" },
    }));
  const theirs = { serial: "SRV99999", name: "theirs", model: "Rack 2U", status: "degraded" };
  return {
    items: all.map((one): Item => {
      const value = (side: Side) =>
        isThere(one.fate, side) ? { ...fields(one, side), status: "ok" } : undefined;
      const object = `servers ${one.serial}`;
      return {
        address: `servers/serverProfile/${one.key}`,
        object,
        before: value("base"),
        after: value("desired"),
      };
    }),
    base: [document("base")],
    desired: [document("desired")],
    seed: { serverProfiles: [theirs, ...live] },
  };
}

/** Draws two devices that may be new; two others exist already, one of which is declared. */
export function campus(draw: Draw): Part {
  const all = [1, 2, 3].map((at) => {
    const fate: Fate = at < 3 && draw() < 0.7 ? "create" : "keep";
    return { key: `c${at}`, fate, managementIpAddress: `10.1.1.${at}` };
  });
  const fields = ({ key, managementIpAddress }: (typeof all)[number]): JsonObject => {
    return { name: `sw-${key}`, type: "Switch 9300", managementIpAddress };
  };
  const document = (side: Side): JsonObject => {
    const own = all.filter(({ fate }) => isThere(fate, side));
    return { target: "campus", devices: Object.fromEntries(own.map((one) => [one.key, fields(one)])) };
  };
  const more = { softwareVersion: "17.9.4", status: "reachable" };
  const live = all.flatMap((one, at) => {
    const { key, managementIpAddress } = one;
    const own = { id: `d${at}`, name: `sw-${key}`, type: "Switch 9300", managementIpAddress, ...more };
    return isThere(one.fate, "base") ? [own] : [];
  });
  const theirs = {
    ...{ id: "d9", name: "theirs", type: "Switch 9200", managementIpAddress: "10.1.1.9" },
    ...more,
  };
  return {
    items: all.map((one): Item => {
      // The controller discovers the other fields by itself.
      const after = { ...fields(one), ...more };
      const before = one.fate === "create" ? undefined : after;
      return { address: `campus/controllerDevice/${one.key}`, object: `campus sw-${one.key}`, before, after };
    }),
    base: [document("base")],
    desired: [document("desired")],
    seed: { inventory: [theirs, ...live] },
  };
}

/** Returns the live and expected devices of SD-WAN and of the firewall manager. */
export function expected(): Part {
  const device = {
    model: "Edge",
    softwareVersion: "1",
    managementIpAddress: "10.9.0.1",
    status: "reachable",
  };
  const edges = [1, 2, 3].map((at) => ({
    serial: `EDG${at}`,
    name: `edge-${at}`,
    site: "Berlin",
    ...device,
  }));
  const walls = [1, 2].map((at) => ({ serial: `FWL${at}`, name: `wall-${at}`, ...device }));
  const documents: readonly JsonObject[] = [
    { target: "wan", devices: { e1: { serial: "EDG1", name: "edge-1" }, e2: { serial: "EDG2" } } },
    { target: "perimeter", devices: { w1: { serial: "FWL1", name: "wall-1" } } },
  ];
  return {
    items: [],
    base: documents,
    desired: documents,
    seed: { sdwanDevices: edges, firewallDevices: walls },
  };
}
