/** How servers change names when they store them. Pure. */

import { shortNames } from "../habits/short-names.ts";
import { spelled } from "../habits/spellings.ts";
import type { SimulatorSettings } from "./settings.ts";

/** Returns the stored form of a name on a server with these habits. */
export function storedName(name: string, { normalise }: Pick<SimulatorSettings, "normalise">): string {
  return normalise
    .filter((habit) => habit.endsWith("Name"))
    .flatMap((habit) => shortNames[habit])
    .reduce((made, habit) => (habit.does === "spells" ? String(spelled(made, habit.as)) : made), name);
}
