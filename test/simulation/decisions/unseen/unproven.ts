/**
 * Routers that do not show whole containers. That a resource is absent is proven only if another resource of its kind
 * is shown.
 */

import type { Setting } from "../../../servers/virtual-time/run.ts";
import { type Draw, pick } from "../../draw.ts";
import { isIn } from "../expected.ts";
import { fateOf, type Thing, type Truth } from "../truth.ts";

/** Draws the status with which routers refuse to show a container. */
export function unshown(draw: Draw): Pick<Setting, "settings"> {
  return { settings: { restconfContainers: pick(draw, [404, 405]) } };
}

/**
 * Returns a function that is true for resources of routers that are unknown, because nothing on their device proves
 * that one is absent. Returns undefined if no router is read.
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

/** Returns the key of a resource's device. */
function deviceOf({ species, number }: Thing): string {
  return species.key({ number, was: false }).split(".")[0] ?? "";
}
