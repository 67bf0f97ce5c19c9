/** Tokens of machines: `Authorization: Bearer TOKEN`, compared in the same time whatever is wrong with one. */

import { isSameText } from "../../runtime/serving/keyed.ts";
import { type ReloadedSecret, reloadedSecret } from "../../runtime/serving/reloaded-secret.ts";
import type { TokenSettings } from "../config/serve-config.ts";
import type { AccessPorts, Identity } from "./identity.ts";

/** A longer one is not looked at, a shorter one is none. */
const [shortest, longest] = [20, 512];

/** Knows machines by what they show. */
export interface TokenCheck {
  /** Undefined: nobody's. */
  identityOf(token: string): Promise<Identity | undefined>;
}

interface KnownToken {
  readonly identity: Identity;
  readonly secret: ReloadedSecret;
}

/** The tokens of `serve.yaml`; those in files are read again when they change. */
export function tokenCheck(
  tokens: readonly TokenSettings[],
  folder: string,
  { env, secrets, now, log }: AccessPorts,
): TokenCheck {
  const known = tokens.map(({ name, token, role, environments }): KnownToken => {
    const failed = (problem: { readonly message: string }) =>
      log.warn("a token cannot be read: nobody is let in by it", { token: name, problem: problem.message });
    return {
      identity: { name: `token ${name}`, by: "token", grants: [{ role, environments }] },
      secret: reloadedSecret(token.secret, { folder, env, secrets, now, failed }),
    };
  });
  return {
    identityOf: async (shown) => {
      let found: Identity | undefined;
      // All of them, also after one fits: how long it takes says nothing of which.
      for (const { identity, secret } of known) {
        const value = (await secret.current())?.reveal() ?? "";
        const isLong = value.length >= shortest && shown.length <= longest;
        if (isSameText(value, shown) && isLong) found ??= identity;
      }
      return found;
    },
  };
}

/** Why a token is not used: for `--check`. */
export function tokenFault(value: string): string | undefined {
  if (value.length < shortest) return `has fewer than ${shortest} characters`;
  if (value.length > longest) return `has more than ${longest} characters`;
  return /^[\x21-\x7e]+$/.test(value) ? undefined : "holds what no header can carry: use letters and digits";
}

/** What a request shows; undefined: nothing. An empty text: something that is no token. */
export function shownToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1] ?? "";
}
