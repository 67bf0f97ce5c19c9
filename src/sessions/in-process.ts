/**
 * Sessions that this process holds. They are behind the same port as sessions elsewhere: every question and answer is
 * plain text.
 */

import { digest } from "../runtime/digest.ts";
import type { SessionHost, SessionsPort } from "./port.ts";

/** Returns the bundle with this digest to the host; undefined if there is none. */
export type Bundles = (digest: string) => Promise<string | undefined>;

/** Returns a port to a host in this process. */
export function sessionsHere(
  open: (bundles: Bundles) => SessionHost,
): SessionsPort & { close(): Promise<void> } {
  const bundles = new Map<string, string>();
  const host = open(async (name) => bundles.get(name));
  return {
    provide: async (bundle) => {
      const name = digest(bundle);
      bundles.set(name, bundle);
      return name;
    },
    call: (call, options) => host.answer(call, options),
    close: () => host.close(),
  };
}
