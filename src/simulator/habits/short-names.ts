/** Habits by short name, as the setting `normalise` has them, and all habits of an interface. Pure. */

import type { HttpName } from "../wire/served-names.ts";
import type { Normalisation, SimulatorSettings } from "../wire/settings.ts";
import type { ValueHabit } from "./habit.ts";

/** The fields that contain names. */
const names = ["networks/*/fields/name", "rooms/*/name", "devices/*/name", "profiles/*/name"];

/** Time zones that the tz database links to each other. */
const zones = {
  UTC: "Etc/UTC",
  "Asia/Kolkata": "Asia/Calcutta",
  "Europe/Kyiv": "Europe/Kiev",
  "Asia/Ho_Chi_Minh": "Asia/Saigon",
};

/** The habits for which each short name stands. */
export const shortNames: Readonly<Record<Normalisation, readonly ValueHabit[]>> = {
  sortTags: [{ interface: "dashboard", fields: ["tags"], does: "orders", as: "sorted" }],
  lowerCaseTags: [{ interface: "dashboard", fields: ["tags"], does: "spells", as: "lowerCase" }],
  timeZoneAlias: [{ interface: "dashboard", fields: ["timeZone"], does: "replaces", values: zones }],
  portAsText: [
    { interface: "dashboard", fields: ["netflow/collectorPort"], does: "spells", as: "numberAsText" },
  ],
  trimName: [
    { fields: names, does: "spells", as: "trimmed" },
    { fields: names, does: "spells", as: "oneBlank" },
  ],
  upperCaseName: [{ fields: names, does: "spells", as: "upperCase" }],
  composeName: [{ fields: names, does: "spells", as: "composed" }],
};

/** Returns the habits of an interface, in order. */
export function habitsIn(
  { normalise, habits }: Pick<SimulatorSettings, "normalise" | "habits">,
  name: HttpName,
): readonly ValueHabit[] {
  if (normalise.length === 0 && habits.length === 0) return [];
  const all = [...normalise.flatMap((one) => shortNames[one]), ...habits];
  return all.filter(
    (habit) => (habit.interface === "netconf" ? "restconf" : (habit.interface ?? name)) === name,
  );
}
