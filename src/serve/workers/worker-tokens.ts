/**
 * The tokens of workers: compared like those of other machines, and valid until their expiry date, if they have one.
 */

import { isSameText } from "../../runtime/serving/keyed.ts";
import { reloadedSecret } from "../../runtime/serving/reloaded-secret.ts";
import type { AccessPorts } from "../access/identity.ts";
import { tokenFault } from "../access/tokens.ts";
import type { WorkerSettings } from "../config/serve-config.ts";

/** Finds the owner of a token. */
export interface WorkerTokens {
  /** The worker that has this token; undefined if there is none. */
  workerOf(token: string): Promise<WorkerSettings | undefined>;
}

/** The tokens in `serve.yaml`. Tokens in files are read again when the files change. */
export function workerTokens(
  workers: readonly WorkerSettings[],
  folder: string,
  { env, secrets, now, log }: AccessPorts,
): WorkerTokens {
  const known = workers.map((worker) => {
    const failed = (problem: { readonly message: string }) =>
      log.warn("a worker's token cannot be read, so it admits nobody", {
        worker: worker.name,
        problem: problem.message,
      });
    return {
      worker,
      secret: reloadedSecret(worker.token.secret, { folder, env, secrets, now, failed }),
    };
  });
  return {
    workerOf: async (shown) => {
      let found: WorkerSettings | undefined;
      // Compares all tokens even after a match, so that the time does not reveal which one matched.
      for (const { worker, secret } of known) {
        const value = (await secret.current())?.reveal() ?? "";
        const isUsable = tokenFault(value) === undefined;
        if (isSameText(value, shown) && isUsable) found ??= worker;
      }
      return found;
    },
  };
}

/** Whether a worker's token is no longer valid. `now`: milliseconds since 1970. */
export function isExpired({ expires }: Pick<WorkerSettings, "expires">, now: number): boolean {
  return expires !== undefined && now >= Date.parse(`${expires}T00:00:00Z`) + 86_400_000;
}
