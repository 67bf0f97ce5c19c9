/**
 * Authentication with HTTP Basic, tokens and keys, and the token endpoint of OAuth 2.0, as in the specification's
 * section Authentication.
 */

import type { Answer, Fields, Heard } from "./http.ts";

/** The credentials that all servers here accept, unless a switch says otherwise. */
export const known = {
  username: "operator",
  password: "operator-password-1",
  apiKey: "key-of-the-dashboard-2",
  token: "token-that-was-given-3",
  clientId: "client-4",
  clientSecret: "client-secret-5",
  refreshToken: "refresh-token-6",
} as const;

/** Returns the decoded credential of HTTP Basic in a request, or undefined if there is none. */
export function basicOf({ headers }: Heard): string | undefined {
  const encoded = /^basic (.+)$/i.exec(headers.authorization ?? "")?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8");
}

/** True if the request has the known user name and password. */
export function isOperator(heard: Heard): boolean {
  return basicOf(heard) === `${known.username}:${known.password}`;
}

/**
 * Returns the token of a request, or undefined if there is none. The token is a Bearer value, or the value of
 * X-Auth-Token.
 */
export function tokenOf({ headers }: Heard): string | undefined {
  const named = headers["x-auth-token"];
  return typeof named === "string" ? named : /^bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
}

/** What the specification leaves open about a token endpoint. */
export interface TokenSwitches {
  /** If true, `token_type` is missing. */
  readonly withoutTokenType?: boolean;
  /** The status of a successful answer. Default: 200. */
  readonly tokenStatus?: number;
  /** The value of `expires_in`, in seconds. If undefined, the member is left out. */
  readonly expiresIn?: number | undefined;
  /**
   * If true, there is no `refresh_token`, because the specification says that the code exchange gives "an access
   * token".
   */
  readonly withoutRefreshToken?: boolean;
  /** The accepted grants. Default: all. */
  readonly grants?: readonly string[];
}

/**
 * The token endpoint of OAuth 2.0. It answers at any path, because the specification says about addresses: "not shown".
 */
export class TokenEndpoint {
  readonly #switches: TokenSwitches;
  readonly #given = new Set<string>();
  #codes = new Set<string>();

  constructor(switches: TokenSwitches = {}) {
    this.#switches = switches;
  }

  /**
   * Answers the token request of RFC 6749. The client id, the client secret and the grant type are in the form; the
   * first two may also be sent as Basic.
   */
  answer(heard: Heard): Answer {
    const form = new URLSearchParams(heard.body);
    const [basicId, basicSecret] = basicOf(heard)?.split(":").map(decodeURIComponent) ?? [];
    if ((form.get("client_id") ?? basicId) !== known.clientId) return refused("invalid_client", 401);
    const grant = form.get("grant_type") ?? "";
    const secret = form.get("client_secret") ?? basicSecret;
    if (grant === "client_credentials" && secret !== known.clientSecret)
      return refused("invalid_client", 401);
    if (this.#switches.grants?.includes(grant) === false) return refused("unsupported_grant_type", 400);
    if (!this.#isGranted(grant, form)) return refused("invalid_grant", 400);
    return { status: this.#switches.tokenStatus ?? 200, body: this.#give(grant) };
  }

  /** Answers as the authorization endpoint after a person has agreed: redirects the browser back with a code. */
  authorize({ query }: Heard): Answer {
    const code = `code-${this.#codes.size + 1}`;
    this.#codes.add(code);
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    return { status: 302, headers: { location: back.href } };
  }

  /** True if the request has a token that was issued here. */
  knows(heard: Heard): boolean {
    return this.#given.has(tokenOf(heard) ?? "");
  }

  /** Expires all issued tokens. */
  expire(): void {
    this.#given.clear();
  }

  #isGranted(grant: string, form: URLSearchParams): boolean {
    if (grant === "authorization_code") return this.#codes.delete(form.get("code") ?? "");
    if (grant === "refresh_token") return form.get("refresh_token") === known.refreshToken;
    if (grant === "password") return form.get("password") === known.password;
    return grant === "client_credentials";
  }

  #give(grant: string): Fields {
    const { withoutTokenType, expiresIn, withoutRefreshToken } = this.#switches;
    const token = `access-token-${this.#given.size + 1}`;
    this.#given.add(token);
    return {
      access_token: token,
      ...(withoutTokenType !== true && { token_type: "Bearer" }),
      ...(expiresIn !== undefined && { expires_in: expiresIn }),
      ...(grant !== "client_credentials" &&
        withoutRefreshToken !== true && { refresh_token: known.refreshToken }),
    };
  }
}

function refused(error: string, status: number): Answer {
  return { status, body: { error } };
}

/** The specification says: "A missing, invalid or expired token gives status 401". It shows only the status. */
export const unauthorized: Answer = { status: 401 };

/**
 * Returns the answer that the specification describes as "insufficient privileges or scopes: object with `error`
 * (string, `Forbidden`) and `message`".
 */
export function forbidden(message: string): Answer {
  return { status: 403, body: { error: "Forbidden", message } };
}
