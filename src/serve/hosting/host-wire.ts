/** A wire to a host of repositories: paced as hosts want it, with their limits in a form that the pace knows. */

import type { DetectedHost } from "../../code-host/detect-host.ts";
import { withPlainLimits } from "../../code-host/throttling.ts";
import type { World } from "../../engine/open.ts";
import type { Log, Wire } from "../../model/wire.ts";
import type { Budgets } from "../../pace/budgets.ts";
import { pacedWire } from "../../pace/wire.ts";
import { httpWire } from "../../runtime/http/http.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";

/** Requests a second: hosts want few. */
const requestsPerSecond = 2;

/** What it is opened with. */
export interface HostWirePorts {
  readonly world: Pick<World, "clock" | "random">;
  readonly log: Log;
  readonly secrets: Redactor;
  readonly budgets: Budgets;
  /** Default: HTTP. */
  readonly inner?: Wire | undefined;
}

/** A wire that is open. */
export interface HostWire {
  readonly wire: Wire;
  close(): Promise<void>;
}

/** Opens it. Nothing is sent yet. */
export function hostWire(
  { hosting, endpoint, token }: DetectedHost<{ readonly name: string }>,
  { world: { clock, random }, log, secrets, budgets: all, inner }: HostWirePorts,
): HostWire {
  secrets.learn([token]);
  const opened = inner ? { wire: inner, close: async () => {} } : httpWire(endpoint, log, secrets);
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
