/** What servers make of the names that they are given. Pure. */

import type { Normalisation, SimulatorSettings } from "./settings.ts";

/** The name as a server with these habits stores it; as it is where none is about names. */
export function storedName(name: string, { normalise }: Pick<SimulatorSettings, "normalise">): string {
  return normalise.reduce((made, habit) => spellings[habit]?.(made) ?? made, name);
}

/** What the habits that are about names make of one. */
const spellings: Readonly<Partial<Record<Normalisation, (name: string) => string>>> = {
  trimName: (name) => name.trim().replace(/\s+/g, " "),
  upperCaseName: (name) => name.toUpperCase(),
  composeName: (name) => name.normalize("NFC"),
};
