/** Sessions that this process holds, behind the same port as others: every question and answer is plain text. */

import { digest } from "../runtime/digest.ts";
import type { SessionHost, SessionsPort } from "./port.ts";

/** Gives the host the bundle with this digest; undefined if there is none. */
export type Bundles = (digest: string) => Promise<string | undefined>;

/** A port to a host in this process. */
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
