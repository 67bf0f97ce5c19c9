/** A wire to a repository host, paced as hosts require; translates their rate-limit headers. */

import type { DetectedHost } from "../../code-host/detect-host.ts";
import { withPlainLimits } from "../../code-host/throttling.ts";
import type { World } from "../../engine/open.ts";
import type { Log, Wire } from "../../model/wire.ts";
import type { Budgets } from "../../pace/budgets.ts";
import { pacedWire } from "../../pace/wire.ts";
import { httpWire } from "../../runtime/http/http.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";

/** Requests per second: hosts allow only a few. */
const requestsPerSecond = 2;

/** The inputs for opening a wire. */
export interface HostWirePorts {
  readonly world: Pick<World, "clock" | "random">;
  readonly log: Log;
  readonly secrets: Redactor;
  readonly budgets: Budgets;
  /** The underlying wire. Default: HTTP. */
  readonly inner?: Wire | undefined;
}

/** An open wire. */
export interface HostWire {
  readonly wire: Wire;
  close(): Promise<void>;
}

/** Opens a wire. Sends nothing yet. */
export function hostWire(
  { hosting, endpoint, token }: DetectedHost<{ readonly name: string }>,
  { world: { clock, random }, log, secrets, budgets: all, inner }: HostWirePorts,
): HostWire {
  secrets.learn([token]);
  const opened = inner ? { wire: inner, close: async () => {} } : httpWire(endpoint, log, { secrets });
  const budgets = all.open();
  const budget = (origin: string) => budgets.of(origin, requestsPerSecond);
  const paced = { target: hosting.name, budget, clock, random, listener: undefined };
  return {
    wire: pacedWire(paced, withPlainLimits(opened.wire, clock)),
    close: async () => {
      budgets.close();
      await opened.close();
    },
  };
}
