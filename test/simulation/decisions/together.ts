/** Concurrent writes to one device, detected as they are sent. */

import type { Wire } from "../../../src/model/wire.ts";

/** A wire that notes in `together` each write sent to a device while another one is pending. */
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

/** The device of a request; undefined: its server accepts several requests at once. */
function deviceOf(url: string): string | undefined {
  return /^.*\/devices\/[^/]+(?=\/restconf\/)/.exec(url)?.[0];
}
