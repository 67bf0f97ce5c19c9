/** Routers that show no whole containers: a missing resource is absent only if another of its kind exists. */

import type { Setting } from "../../../servers/virtual-time/run.ts";
import { type Draw, pick } from "../../draw.ts";
import { isIn } from "../expected.ts";
import { fateOf, type Thing, type Truth } from "../truth.ts";

/** The status with which routers refuse to show a container. */
export function unshown(draw: Draw): Pick<Setting, "settings"> {
  return { settings: { restconfContainers: pick(draw, [404, 405]) } };
}

/**
 * Returns a function that tells which things of routers are unknown, because nothing proves an absence on their device;
 * undefined if no router is read.
 */
export function unprovenOn({ things, manner }: Truth): ((thing: Thing) => boolean) | undefined {
  const wanted = things.filter((thing) => thing.species.target === "routers" && isIn(thing, manner));
  if (wanted.length === 0) return undefined;
  const unproven = [...Map.groupBy(wanted, ({ species }) => species).values()].filter(
    (alike) => !alike.some((thing) => fateOf(thing).live),
  );
  const hosts = new Set(unproven.flat().map(deviceOf));
  return (thing) => thing.species.target === "routers" && hosts.has(deviceOf(thing));
}

/** The key of a thing's device. */
function deviceOf({ species, number }: Thing): string {
  return species.key({ number, was: false }).split(".")[0] ?? "";
}
