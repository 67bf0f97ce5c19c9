/** Checks references to targets in the project file, and names that must be unique. */

import type { HealthSettings, WaveSettings } from "../../model/health.ts";
import type { Freeze, Target } from "../../model/project.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import { type FileReading, note } from "../../yaml/issue-reporter.ts";

/** The settings that refer to targets, and all targets. */
interface Referring {
  readonly freeze: readonly Freeze[];
  readonly health: HealthSettings | undefined;
  readonly waves: readonly WaveSettings[];
  readonly targets: ReadonlyMap<string, Target>;
}

/** Reports unknown names of targets. A freeze or a health setting for an unknown target would have no effect. */
export function checkReferences(reading: FileReading, { freeze, health, waves, targets }: Referring): void {
  const known = Object.keys(writtenTargets(reading));
  const check = (name: string, path: readonly string[], purpose: string) => {
    if (!known.includes(name)) noteUnknownName(reading, path, { name, purpose, known });
  };
  for (const [index, { targets: frozen = [] }] of freeze.entries())
    for (const [place, name] of frozen.entries())
      check(name, ["freeze", String(index), "targets", String(place)], "freeze");
  if (health) checkHealth(reading, { health, targets, check });
  for (const target of targets.values()) checkReading(reading, target, { targets, check });
  checkNames(reading, waves);
}

function writtenTargets({ value }: FileReading): object {
  const { targets } = value;
  return typeof targets === "object" && targets !== null ? targets : {};
}

function checkReading(
  reading: FileReading,
  { name, interface: own, readVia }: Target,
  { targets, check }: Omit<CheckingHealth, "health">,
): void {
  if (readVia === undefined) return;
  const path = ["targets", name, "readVia"];
  check(readVia, path, "read through");
  const through = targets.get(readVia);
  if (!through || through.interface === "netconf") return;
  const what = `has the ${through.interface} interface; ${own} targets are read through NETCONF`;
  const message = `target \`${readVia}\` ${what}`;
  const hint = "Name a target with `interface: netconf`, or leave readVia out.";
  note(reading, path, [{ code: "invalid-value", message, hint, path: [], at: "value" }]);
}

interface CheckingHealth extends Pick<Referring, "targets"> {
  readonly health: HealthSettings;
  readonly check: (name: string, path: readonly string[], purpose: string) => void;
}

function checkHealth(reading: FileReading, { health, targets, check }: CheckingHealth): void {
  const { controller, sites, exempt } = health;
  check(controller, ["health", "controller"], "ask for health");
  for (const name of Object.keys(sites)) check(name, ["health", "sites", name], "assign to a site");
  for (const [place, name] of exempt.entries()) check(name, ["health", "exempt", String(place)], "exempt");
  const asked = targets.get(controller);
  if (!asked || asked.interface === "controller") return;
  const message = `target \`${controller}\` has the ${asked.interface} interface, which does not report health`;
  const hint = "Name a target with `interface: controller`.";
  note(reading, ["health", "controller"], [{ code: "invalid-value", message, hint, path: [], at: "value" }]);
}

function noteUnknownName(
  reading: FileReading,
  path: readonly string[],
  {
    name,
    purpose,
    known,
  }: { readonly name: string; readonly purpose: string; readonly known: readonly string[] },
): void {
  const hint = meant(name, known);
  const said = { code: "unknown-target", message: `there is no target \`${name}\` to ${purpose}` };
  note(reading, path, [{ ...said, hint, path: [], at: "value" }]);
}

function checkNames(reading: FileReading, waves: readonly WaveSettings[]): void {
  for (const [index, { name }] of waves.entries()) {
    if (waves.findIndex((other) => other.name === name) === index) continue;
    const message = `two waves have the name \`${name}\``;
    note(
      reading,
      ["waves", String(index), "name"],
      [{ code: "invalid-value", message, hint: "Give each a name of its own.", path: [], at: "value" }],
    );
  }
}
