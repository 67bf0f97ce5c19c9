/** A driver that reports a list as absent. This says nothing about the contents of the list. */

import type { Driver, Session } from "../../../../src/drivers/contract/contract.ts";
import type { Setting } from "../../../servers/virtual-time/run.ts";
import { type Draw, pick } from "../../draw.ts";
import type { Thing, Truth } from "../truth.ts";

/** Returns the drivers, one of which reports all its lists as absent. All kinds of this driver are read from lists. */
export function saidAbsent(
  { realms }: Truth,
  drivers: readonly Driver[],
  draw: Draw,
): readonly (Pick<Setting, "drivers"> & { readonly hides: (thing: Thing) => boolean })[] {
  const listed = realms.flatMap(({ species: [one], targets }) => {
    const [, name] = /interface: (\w+)/.exec(targets) ?? [];
    const driver = drivers.find((each) => each.interface === name);
    const isList =
      driver?.fileFields.length === 0 &&
      driver.kinds.every(({ collection }) => collection.absence === "list");
    return one && driver && isList ? [{ target: one.target, driver }] : [];
  });
  if (listed.length === 0) return [];
  const { target, driver } = pick(draw, [...listed] as [(typeof listed)[number]]);
  const lying: Driver = { ...driver, open: (options) => sayingAbsent(driver.open(options)) };
  return [
    {
      drivers: drivers.map((each) => (each === driver ? lying : each)),
      hides: ({ species }) => species.target === target,
    },
  ];
}

function sayingAbsent(session: Session): Session {
  return { ...session, read: async () => ({ state: "absent" }) };
}
