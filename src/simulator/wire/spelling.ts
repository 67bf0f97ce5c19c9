/** What servers make of the names that they are given. Pure. */

import { shortNames } from "../habits/short-names.ts";
import { spelled } from "../habits/spellings.ts";
import type { SimulatorSettings } from "./settings.ts";

/** The name as a server with these habits stores it; as it is where none is about names. */
export function storedName(name: string, { normalise }: Pick<SimulatorSettings, "normalise">): string {
  return normalise
    .filter((habit) => habit.endsWith("Name"))
    .flatMap((habit) => shortNames[habit])
    .reduce((made, habit) => (habit.does === "spells" ? String(spelled(made, habit.as)) : made), name);
}
