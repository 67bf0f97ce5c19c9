/** Detects writes that are sent to the same device at the same time. */

import type { Wire } from "../../../src/model/wire.ts";

/** Returns a wire that adds a write to `together` if another write to the same device has not been answered yet. */
export function watched(wire: Wire, together: string[]): Wire {
  const out = new Map<string, number>();
  return {
    send: async (request, signal) => {
      const device = request.method === "GET" ? undefined : deviceOf(request.url);
      if (device === undefined) return wire.send(request, signal);
      const others = out.get(device) ?? 0;
      if (others > 0)
        together.push(`together: ${request.method} ${request.url}, while ${others} more are out`);
      out.set(device, others + 1);
      try {
        return await wire.send(request, signal);
      } finally {
        out.set(device, (out.get(device) ?? 1) - 1);
      }
    },
  };
}

/** Returns the device of a request; undefined if its server accepts several requests at once. */
function deviceOf(url: string): string | undefined {
  return /^.*\/devices\/[^/]+(?=\/restconf\/)/.exec(url)?.[0];
}
