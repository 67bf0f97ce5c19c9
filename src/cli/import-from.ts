/**
 * Finds the target of an import, the devices of a fleet, and the folder for new files; or reports what is wrong with
 * them.
 */

import { relative, resolve, sep } from "node:path";
import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { OpenedProject } from "../engine/open.ts";
import { requestsPerSecond } from "../engine/target-limits.ts";
import { hostFault } from "../load/desired/fleet-hosts.ts";
import type { Scope } from "../model/desired.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Project } from "../model/project.ts";
import { readHealth } from "../observe/health.ts";
import { meant } from "../yaml/did-you-mean.ts";

/** The target to import from, or the problem with it. */
export function targetOf({ targets, project }: OpenedProject, name: string): OpenTarget | Problem {
  const open = targets.get(name);
  if (!open) {
    const hint = `Name one of its targets: ${[...project.targets.keys()].join(", ")}.`;
    return problem("unknown-target", `trueup.yaml has no target \`${name}\``, { hint });
  }
  if (open.driver.kinds.length > 0) return open;
  const message = `${name} has the ${open.target.interface} interface, for which nothing can be declared`;
  return problem("nothing-to-import", message);
}

/** Returns a problem for each unknown name of a kind. */
export function kindFaults({ driver, target }: OpenTarget, names: readonly string[]): readonly Problem[] {
  const known = driver.kinds.flatMap(({ name, observed }) => (observed ? [] : [name]));
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const hint = meant(name, known) ?? "Run `trueup kinds PRODUCT` to list its kinds.";
      return problem("unknown-kind", `${target.name} has no kind \`${name}\` that can be imported`, { hint });
    });
}

/** The message before reads that take over a minute at the target's limit; undefined for fewer reads. */
export function costAhead({ target, dialect }: OpenTarget, reads: number): Problem | undefined {
  const rate = requestsPerSecond(target, dialect.limits.requestsPerSecond);
  const minutes = Math.round(reads / rate / 60);
  if (reads / rate < 60) return undefined;
  const long = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 6) / 10} h`;
  const message = `${target.name}: the import now makes ${reads} reads, which takes about ${long} at ${rate}/s`;
  const hint = "To read less, use --kinds or --only. Ctrl+C ends this import; the next import continues it.";
  return problem("many-reads", message, { hint, severity: "warning" });
}

/**
 * The folder for new files, relative to the project's folder. Files outside desired state would never be read again.
 */
export function folderOf(
  project: Project,
  cwd: string,
  { name, out }: { readonly name: string; readonly out?: string | undefined },
): string | Problem {
  const root = resolve(project.folder, project.desiredState);
  const inside = relative(root, out === undefined ? resolve(root, name) : resolve(cwd, out));
  const parts = inside.split(sep).filter((part) => part !== "");
  if (!parts.some((part) => part.startsWith(".")) && resolve(root, inside).startsWith(root))
    return [project.desiredState.replace(/\/+$/, ""), ...parts].join("/");
  const hint = `Name a folder below ${project.desiredState}, such as ${project.desiredState}/${name}.`;
  return problem("out-outside", `--out ${out ?? name} is not inside the desired-state folder`, {
    hint,
  });
}

/** The options that select a fleet's devices. */
export interface FleetHostOptions {
  readonly open: OpenTarget;
  readonly host?: readonly string[] | undefined;
  readonly hostsFrom?: string | undefined;
}

/**
 * The devices of a fleet; none for other targets. Each device must be one of the target's hosts, which is checked
 * before anything is sent.
 */
export async function devicesOf(
  context: OpenedProject,
  { open, host = [], hostsFrom }: FleetHostOptions,
  signal: AbortSignal,
): Promise<{ readonly scopes: readonly Scope[] } | { readonly problems: readonly Problem[] }> {
  const { driver, target } = open;
  if (!driver.fleet) {
    if (host.length === 0 && hostsFrom === undefined) return { scopes: [] };
    const message = `${target.name} is one endpoint, not a fleet of devices`;
    return { problems: [problem("not-a-fleet", message, { hint: "Leave --host and --hosts-from out." })] };
  }
  const unlisted = host.flatMap((each) => hostFault(each, target) ?? []);
  if (unlisted.length > 0)
    return { problems: unlisted.map(({ code, message, hint }) => problem(code, message, { hint })) };
  const listed = hostsFrom === undefined ? { hosts: [] } : await inventory(context, hostsFrom, signal);
  if ("problems" in listed) return listed;
  const known = listed.hosts.filter((each) => hostFault(each, target) === undefined);
  const hosts = [...new Set([...host, ...known])];
  return hosts.length > 0
    ? { scopes: hosts.map((each) => ({ host: each })) }
    : { problems: [none(open, hostsFrom)] };
}

/** The addresses in a controller's inventory. */
async function inventory(
  { targets }: OpenedProject,
  name: string,
  signal: AbortSignal,
): Promise<{ readonly hosts: readonly string[] } | { readonly problems: readonly Problem[] }> {
  const { devices } = await readHealth(
    { name, open: targets.get(name) },
    { sites: false, devices: true },
    signal,
  );
  if (devices?.state !== "whole") return { problems: devices ? [devices.problem] : [] };
  return { hosts: devices.records.flatMap(({ address }) => address ?? []) };
}

function none({ target }: OpenTarget, hostsFrom: string | undefined): Problem {
  const { name, hosts } = target;
  if (hostsFrom === undefined) {
    const hint =
      "Name the devices: --host 10.20.0.1 10.20.0.2, or --hosts-from CONTROLLER for that controller's whole inventory.";
    return problem("no-devices", `${name} is a fleet: no interface lists its devices`, { hint });
  }
  const message = `the inventory of ${hostsFrom} has no device among the hosts of ${name}: ${hosts.join(", ")}`;
  return problem("no-devices", message, { hint: `Add them to \`hosts\` of \`${name}\` in trueup.yaml.` });
}
