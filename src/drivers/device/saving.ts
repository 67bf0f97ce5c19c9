/** Keeps what runs on a device over its next restart: once for each device that a run has written to. */

import type { Reply } from "../../model/reply.ts";
import type { FinishFacts, FinishSession } from "../finishing.ts";

/** What planning and apply must know of it, where a target's settings ask for it. */
export const saving: FinishFacts = {
  ...{ verb: "save", done: "saved", isOn: true },
  // No device says whether what runs is saved.
  ...{ isListed: false, lateMs: 0, isTask: false, together: 1, by: "host" },
};

/** A session's part of it: `save` sends the one request to a device. */
export function savingWith(save: (host: string, signal: AbortSignal) => Promise<Reply>): FinishSession {
  return {
    waiting: async (written) => {
      const hosts = new Set(written.flatMap(({ host }) => host ?? []));
      return {
        state: "whole",
        items: [...hosts].sort().map((host) => ({ id: host, name: host, isReady: true, unit: host })),
      };
    },
    finish: ([item], signal) => save(item?.id ?? "", signal),
    askFinish: async () => ({ state: "unclear", detail: "no device makes a task of it" }),
  };
}
