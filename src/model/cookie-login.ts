/** A login that makes a session with cookies, as data. */

/** How a product logs in and out with cookies. Paths from the target's URL. */
export interface CookieLogin {
  readonly path: string;
  /** The form's fields for user name and password. */
  readonly fields: { readonly username: string; readonly password: string };
  /** Where a token against forged requests is read as plain text, and the header that carries it. */
  readonly forgery: { readonly path: string; readonly header: string };
  readonly logoutPath: string;
}
