/** Checks whether the project file lists the host of a fleet's device. */

import { isListedHost } from "../../model/listed/hosts.ts";
import type { Target } from "../../model/project.ts";

/**
 * Returns why a device's host must not be contacted; undefined if it may be contacted, or if the target is not a fleet.
 */
export function hostFault(
  host: string,
  target: Pick<Target, "name" | "url" | "hosts">,
): { code: string; message: string; hint: string } | undefined {
  if (!target.url.includes("{host}") || isListedHost(target.hosts, host)) return undefined;
  const message = `\`${host}\` is not among the hosts of target \`${target.name}\``;
  return {
    code: "host-not-listed",
    message,
    hint: `Add it to \`hosts\` of \`${target.name}\` in trueup.yaml.`,
  };
}
