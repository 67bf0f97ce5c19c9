/** Authentication: HTTP Basic, tokens, keys, and the OAuth 2.0 token endpoint, as in the section Authentication. */

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

/** The credential of HTTP Basic in a request, decoded; undefined if there is none. */
export function basicOf({ headers }: Heard): string | undefined {
  const encoded = /^basic (.+)$/i.exec(headers.authorization ?? "")?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8");
}

/** Whether the request carries the known user name and password. */
export function isOperator(heard: Heard): boolean {
  return basicOf(heard) === `${known.username}:${known.password}`;
}

/** The token of a request: a Bearer value, or the value of X-Auth-Token; undefined if there is none. */
export function tokenOf({ headers }: Heard): string | undefined {
  const named = headers["x-auth-token"];
  return typeof named === "string" ? named : /^bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
}

/** What the specification leaves open about a token endpoint. */
export interface TokenSwitches {
  /** True: `token_type` is missing. */
  readonly withoutTokenType?: boolean;
  /** The status of a success. Default: 200. */
  readonly tokenStatus?: number;
  /** The value of `expires_in`, in seconds; `undefined` omits the member. */
  readonly expiresIn?: number | undefined;
  /** True: there is no `refresh_token`, because the code exchange gives "an access token". */
  readonly withoutRefreshToken?: boolean;
  /** The accepted grants. Default: all. */
  readonly grants?: readonly string[];
}

/** The token endpoint of OAuth 2.0, at whatever path the client asks: "addresses [...]: not shown". */
export class TokenEndpoint {
  readonly #switches: TokenSwitches;
  readonly #given = new Set<string>();
  #codes = new Set<string>();

  constructor(switches: TokenSwitches = {}) {
    this.#switches = switches;
  }

  /** The token request of RFC 6749: client id, client secret and grant type in the form, or the first two as Basic. */
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

  /** The authorization endpoint: a person has agreed, and the browser is redirected back with a code. */
  authorize({ query }: Heard): Answer {
    const code = `code-${this.#codes.size + 1}`;
    this.#codes.add(code);
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    return { status: 302, headers: { location: back.href } };
  }

  /** Whether the request has a token that was issued here. */
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

/** "A missing, invalid or expired token gives status 401": the status only. */
export const unauthorized: Answer = { status: 401 };

/** The answer to "insufficient privileges or scopes: object with `error` (string, `Forbidden`) and `message`". */
export function forbidden(message: string): Answer {
  return { status: 403, body: { error: "Forbidden", message } };
}
