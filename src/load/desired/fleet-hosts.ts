/** Fleet hosts: whether the project file lists a device's host. */

import { isListedHost } from "../../model/listed/hosts.ts";
import type { Target } from "../../model/project.ts";

/** Why a device's host must not be contacted; undefined if it may be, or the target is not a fleet. */
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
