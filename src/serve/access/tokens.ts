/**
 * API tokens of machines: `Authorization: Bearer TOKEN`. The comparison takes the same time whatever is wrong with a
 * token.
 */

import { isSameText } from "../../runtime/serving/keyed.ts";
import { type ReloadedSecret, reloadedSecret } from "../../runtime/serving/reloaded-secret.ts";
import type { TokenSettings } from "../config/serve-config.ts";
import type { AccessPorts, Identity } from "./identity.ts";

/** The accepted lengths of a token. */
const [shortest, longest] = [20, 512];

/** Identifies machines by their tokens. */
export interface TokenCheck {
  /** The identity to which a token belongs; undefined if the token is unknown. */
  identityOf(token: string): Promise<Identity | undefined>;
}

interface KnownToken {
  readonly identity: Identity;
  readonly secret: ReloadedSecret;
}

/** Checks the tokens of `serve.yaml`. Tokens in files are read again when they change. */
export function tokenCheck(
  tokens: readonly TokenSettings[],
  folder: string,
  { env, secrets, now, log }: AccessPorts,
): TokenCheck {
  const known = tokens.map(({ name, token, role, environments }): KnownToken => {
    const failed = (problem: { readonly message: string }) =>
      log.warn("a token cannot be read, so it admits nobody", { token: name, problem: problem.message });
    return {
      identity: { name: `token ${name}`, by: "token", grants: [{ role, environments }] },
      secret: reloadedSecret(token.secret, { folder, env, secrets, now, failed }),
    };
  });
  return {
    identityOf: async (shown) => {
      let found: Identity | undefined;
      // Compares all tokens even after a match, so that the time does not reveal which one matched.
      for (const { identity, secret } of known) {
        const value = (await secret.current())?.reveal() ?? "";
        const isLong = value.length >= shortest && shown.length <= longest;
        if (isSameText(value, shown) && isLong) found ??= identity;
      }
      return found;
    },
  };
}

/** Why a token cannot be used, as the end of a sentence for `--check`; undefined if it can be used. */
export function tokenFault(value: string): string | undefined {
  if (value.length < shortest) return `has fewer than ${shortest} characters`;
  if (value.length > longest) return `has more than ${longest} characters`;
  return /^[\x21-\x7e]+$/.test(value)
    ? undefined
    : "contains characters that a header cannot have: use letters and digits";
}

/** The token of a request; undefined if it has none, and an empty text if it is malformed. */
export function shownToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1] ?? "";
}
