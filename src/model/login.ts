/** Login data: OAuth 2.0 (authorization code) with its refresh tokens, and session cookies. */

import type { Problem } from "./problem.ts";
import type { Secret, SecretProgram } from "./secret.ts";

/** The absolute URLs at which a person logs in, and at which the resulting code is exchanged for a token. */
export interface Authorization {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly scope?: string | undefined;
  /** The server's issuer identifier, if its reply names one (RFC 9207). */
  readonly issuer: string;
}

/** The storage for a refresh token, as the project file configures it: a file, or a program. */
export type StoreSettings =
  | { readonly file: string }
  /** `load`, `save` or `erase` is appended to the program's arguments. */
  | SecretProgram;

/** The result of a login: a refresh token, or an access token if the server granted no refresh token. */
export interface KeptLogin {
  readonly token?: Secret;
  /**
   * An access token. `lifetimeMs`: its remaining lifetime, 0 or less once it has expired; undefined if the server did
   * not say.
   */
  readonly access?: { readonly token: Secret; readonly lifetimeMs: number | undefined };
}

/** Stores the login result of one target. Never rejects. */
export interface TokenStore {
  /** The stored result; empty before a login. */
  load(): Promise<KeptLogin & { readonly problem?: Problem | undefined }>;
  /** Replaces the stored token; returns a problem if that fails. */
  save(token: Secret): Promise<Problem | undefined>;
}

/** Cookie login and logout of a product. Paths are relative to the target's URL. */
export interface CookieLogin {
  readonly path: string;
  /** The form's fields for user name and password. */
  readonly fields: { readonly username: string; readonly password: string };
  /** The path at which the CSRF token is read as plain text, and the header for the token. */
  readonly forgery: { readonly path: string; readonly header: string };
  readonly logoutPath: string;
}
