/** Wires of this machine to targets: HTTP or SSH. */

import type { Target } from "../../model/project.ts";
import type { OpenWire } from "../../model/wire.ts";
import type { ReadProject } from "../../project/read.ts";
import { httpWire } from "../../runtime/http/http.ts";
import { type SshOptions, sshChannels } from "../../runtime/ssh/ssh.ts";
import { resolveTarget } from "../assemble.ts";

/** A wire of this machine to a target. */
export function wireOf(
  target: Target,
  on: Omit<SshOptions, "target"> & Pick<ReadProject, "drivers" | "kept">,
): OpenWire {
  const { driver, dialect } = resolveTarget(target, on.drivers);
  if (!driver.converse)
    return untilCut(httpWire(target, on.log, { secrets: on.secrets, kept: on.kept }), on.cut);
  return driver.converse({ target: target.name, dialect, channels: sshChannels({ target, ...on }) });
}

function untilCut({ wire, close }: OpenWire, cut: AbortSignal | undefined): OpenWire {
  if (!cut) return { wire, close };
  return {
    wire: { send: (request, signal) => wire.send(request, AbortSignal.any([signal, cut])) },
    close,
  };
}
