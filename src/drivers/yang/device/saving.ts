/**
 * Saves the running configuration of each device that a run has written to, so that it survives a restart. Each device
 * is saved once.
 */

import type { Reply } from "../../../model/reply.ts";
import type { Departure } from "../../../model/wire.ts";
import type { FinishSession } from "../../contract/activation.ts";

/** Returns the part of a session that saves. `save` sends the request to one device. */
export function savingWith(
  save: (host: string, signal: AbortSignal, leaving?: Departure) => Promise<Reply>,
): FinishSession {
  return {
    waiting: async (written) => {
      const hosts = new Set(written.flatMap(({ host }) => host ?? []));
      return {
        state: "whole",
        items: [...hosts].sort().map((host) => ({ id: host, name: host, isReady: true, unit: host })),
      };
    },
    finish: ([item], signal, leaving) => save(item?.id ?? "", signal, leaving),
    askFinish: async () => ({ state: "unclear", detail: "saving a device's configuration is not a task" }),
  };
}
