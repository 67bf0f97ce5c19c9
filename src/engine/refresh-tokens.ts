/** Chooses a target's refresh token: the token that its credential names, or the token stored by a login. */

import type { TokenStore } from "../model/login.ts";
import type { Target } from "../model/project.ts";
import type { Secret } from "../model/secret.ts";
import type { Log } from "../model/wire.ts";
import type { ProgramPlaces } from "../runtime/secrets/command.ts";
import type { Redactor } from "../runtime/secrets/redactor.ts";
import { tokenStore } from "../runtime/secrets/token-store.ts";

/** The options with which the project was opened. */
interface Opened {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where programs run. Default: in the project's folder. */
  readonly programs: ProgramPlaces | undefined;
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly redactor: Redactor;
  readonly log: Log;
}

/** Returns the target's store. If a token cannot be stored, this is a warning, because this run still has the token. */
export function tokensOf(target: Target, opened: Opened): TokenStore {
  const { secrets, redactor, log } = opened;
  const { refreshToken } = target.credential;
  if (refreshToken === undefined) {
    const store = tokenStore({ ...opened, target, secrets: redactor });
    return {
      load: () => store.load(),
      save: async (token) => {
        const problem = await store.save(token);
        if (problem) log.warn(`${problem.message} ${problem.hint ?? ""}`, { target: target.name });
        return problem;
      },
    };
  }
  const token = typeof refreshToken === "string" ? undefined : secrets.get(refreshToken.secret);
  return {
    load: async () => (token ? { token } : {}),
    save: async () => {
      const what = "the server replaced the refresh token, but a secret reference cannot store the new one";
      log.warn(`${what}: make the server issue tokens that it does not replace, or use credential.store`, {
        target: target.name,
      });
      return undefined;
    },
  };
}
