/** Logging in, as data: OAuth 2.0 (authorization code) with its refresh tokens, and session cookies. */

import type { Problem } from "./problem.ts";
import type { Secret, SecretProgram } from "./secret.ts";

/** Where a person logs in, and where the code that comes of it is exchanged. Absolute URLs. */
export interface Authorization {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly scope?: string | undefined;
  /** Who the server says it is, where its answer names someone (RFC 9207). */
  readonly issuer: string;
}

/** Where a refresh token is kept, as a project file names it; without it, a file of the user's. */
export type StoreSettings =
  | { readonly file: string }
  /** `load`, `save` or `erase` is added to its arguments. */
  | SecretProgram;

/** What a login has left: a refresh token, or an access token where the server gave no other. */
export interface KeptLogin {
  readonly token?: Secret;
  /** How long it goes on to hold: 0 or less once it has ended. Undefined: the server did not say. */
  readonly access?: { readonly token: Secret; readonly lifetimeMs: number | undefined };
}

/** Keeps what one target's login has left. Never rejects. */
export interface TokenStore {
  /** What there is; nothing before a login. */
  load(): Promise<KeptLogin & { readonly problem?: Problem | undefined }>;
  /** Keeps a token instead of the one before; a problem when it could not. */
  save(token: Secret): Promise<Problem | undefined>;
}

/** How a product logs in and out with cookies. Paths from the target's URL. */
export interface CookieLogin {
  readonly path: string;
  /** The form's fields for user name and password. */
  readonly fields: { readonly username: string; readonly password: string };
  /** Where a token against forged requests is read as plain text, and the header that carries it. */
  readonly forgery: { readonly path: string; readonly header: string };
  readonly logoutPath: string;
}
