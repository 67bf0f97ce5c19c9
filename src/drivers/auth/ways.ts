/** The ways by which a product knows who asks, as data: the words of a catalog, read by `authentication.ts`. */

import type { Json } from "../../model/json.ts";

/** A login that answers with a token. Paths are below the target's URL. */
export interface TokenLogin {
  readonly by: "login";
  readonly method?: "POST" | "GET" | undefined;
  readonly path: string;
  /** `{username}` and `{password}` stand for the credential. Absent: HTTP Basic. */
  readonly body?: Json | undefined;
  /** Where the token stands in the answer: the first of these that is given. */
  readonly token: {
    readonly at?: string | undefined;
    readonly header?: string | undefined;
    readonly cookie?: string | undefined;
  };
  readonly lifetime?: { readonly at?: string | undefined; readonly seconds?: number | undefined } | undefined;
  readonly carry: { readonly header?: string | undefined; readonly cookie?: string | undefined };
  readonly refresh?: { readonly method: "POST" | "GET"; readonly path: string } | undefined;
  readonly logout?:
    | {
        readonly method: "POST" | "GET" | "DELETE";
        readonly path: string;
        readonly body?: Json | undefined;
      }
    | undefined;
}

/** A form, a session cookie and a token against forgery. */
interface FormLogin {
  readonly by: "form";
  readonly path: string;
  /** The form's fields. */
  readonly username: string;
  readonly password: string;
  readonly forgery: { readonly path: string; readonly header: string };
  readonly logout: string;
}

/** One way. Each has the credentials that `credential-forms.ts` names. */
export type Authentication =
  | { readonly by: "token"; readonly header: string; readonly field?: string | undefined }
  | { readonly by: "basic" }
  | TokenLogin
  | FormLogin
  | { readonly by: "client"; readonly tokenPath: string; readonly scope?: string | undefined }
  | {
      readonly by: "code";
      readonly authorizePath: string;
      readonly tokenPath: string;
      readonly scope?: string | undefined;
      /** Who the server says it is. Absent: the origin of the target's URL. */
      readonly issuer?: string | undefined;
    };

/** By what, besides 401, an answer says that a token has ended. All words that are given must fit. */
export interface EndedToken {
  readonly status?: number | undefined;
  /** Upper and lower case are the same. */
  readonly text?: string | undefined;
  /** True: HTML in the place of JSON, but for a server's own failure (5xx). */
  readonly page?: boolean | undefined;
}

/** The ways of a product; a credential fits one of them, the first counts. */
export type Authentications = Authentication | readonly Authentication[];

/** The scopes that a token is asked for, where a way says so. */
export function scopeOf(authentication: Authentications): string | undefined {
  return waysOf(authentication).flatMap((way) => ("scope" in way && way.scope) || [])[0];
}

/** The ways as a list. */
export function waysOf(authentication: Authentications): readonly Authentication[] {
  return [authentication].flat();
}
