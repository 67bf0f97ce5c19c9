/** Authentication methods of a product, as data: the catalog keys that `drivers/http/auth/authentication.ts` uses. */

import { z } from "zod";
import { path } from "./paths.ts";

const field = z.string().min(1).max(256);
const header = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, "must be the name of a header");

/** A sign that a token has expired: several conditions, all of which must match. A 401 is always such a sign, too. */
export const endedToken = z.strictObject({
  status: z.int().min(200).max(499).exactOptional().describe("The status of the answer."),
  text: z.string().min(1).max(200).exactOptional().describe("A text in the answer, case-insensitive."),
  page: z.boolean().exactOptional().describe("true: the answer is HTML instead of JSON."),
});

const carried = {
  header: header.describe(
    "The header that carries the token. In the header Authorization, the token is sent as a Bearer value.",
  ),
};

const forgery = z.strictObject({
  path: path.describe("The path that returns the token, without the base path."),
  header: header.describe("The request header that carries the anti-forgery token."),
});

const tokens = {
  tokenPath: path.describe("The token endpoint, without the base path."),
  scope: z.string().exactOptional().describe("The requested scopes, separated by spaces."),
};

/** How a client authenticates. Each entry is one method; a target's credential decides which method is used. */
export const authentication = z.discriminatedUnion("by", [
  z
    .strictObject({
      by: z.literal("token"),
      ...carried,
      scheme: z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9-]{0,31}$/, "must be a word, such as Token")
        .exactOptional()
        .describe(
          "The word before the token, as in `Token abc`. Default: Bearer in the header " +
            "Authorization, no word in other headers.",
        ),
      field: field
        .exactOptional()
        .describe("The field of the credential that holds the token. Default: token."),
      forgery: forgery
        .exactOptional()
        .describe("The path of the anti-forgery token, and the header that carries it beside the token."),
    })
    .describe("The credential contains a token or key, which is sent with each request."),
  z
    .strictObject({ by: z.literal("basic") })
    .describe("User name and password are sent with each request (HTTP Basic, RFC 7617)."),
  z
    .strictObject({
      by: z.literal("login"),
      method: z.enum(["POST", "GET"]).exactOptional().describe("Default: POST."),
      path: path.describe("The path of the login below the target's URL, without the base path."),
      body: z
        .json()
        .exactOptional()
        .describe(
          "The body of the login; {username} and {password} stand for the values of the credential. " +
            "Absent: the login uses HTTP Basic.",
        ),
      token: z
        .strictObject({
          at: field.exactOptional().describe("The field of the answer that holds the token."),
          header: header.exactOptional().describe("The header of the answer that holds the token."),
          cookie: field.exactOptional().describe("The cookie of the answer that holds the token."),
        })
        .describe("The token's place in the answer: a field, a header or a cookie."),
      lifetime: z
        .strictObject({
          at: field.exactOptional().describe("The field of the answer that holds the lifetime, in seconds."),
          seconds: z.int().min(1).exactOptional().describe("A fixed lifetime, in seconds."),
        })
        .exactOptional()
        .describe("The token's lifetime: a field of the answer, in seconds, or a fixed time."),
      carry: z
        .strictObject({
          header: header
            .exactOptional()
            .describe(
              "The request header for the token. In the header Authorization, the token is sent as a " +
                "Bearer value.",
            ),
          cookie: field.exactOptional().describe("The name of the cookie for the token."),
        })
        .describe("How later requests carry the token: in a header or a cookie."),
      refresh: z
        .strictObject({
          method: z.enum(["POST", "GET"]).describe("The method of the refresh."),
          path: path.describe("The path of the refresh, without the base path."),
          token: header
            .exactOptional()
            .describe(
              "A header of the login's answer that holds a second token. The refresh sends that token " +
                "too.",
            ),
          times: z
            .int()
            .min(1)
            .exactOptional()
            .describe("How often a refresh can extend the session of one login. Default: unlimited."),
        })
        .exactOptional()
        .describe(
          "The request that extends the session before it ends. Its answer has the same form as the " +
            "answer to the login.",
        ),
      forgery: forgery
        .exactOptional()
        .describe("The path of the anti-forgery token, and the header that carries it beside the token."),
      logout: z
        .strictObject({
          method: z.enum(["POST", "GET", "DELETE"]).describe("The method of the logout."),
          path: path.describe("The path of the logout, without the base path."),
          body: z
            .json()
            .exactOptional()
            .describe("The body of the logout, in the same form as the body of the login."),
        })
        .exactOptional()
        .describe("The request that ends the session at the end of a run."),
    })
    .describe("A login request whose answer contains a token."),
  z
    .strictObject({
      by: z.literal("form"),
      path: path.describe("The form's path, without the base path."),
      username: field.describe("The form's field for the user name."),
      password: field.describe("The form's field for the password."),
      forgery: forgery.describe("The path of the anti-forgery token, and the header that carries it."),
      logout: path.describe("The logout path, without the base path."),
    })
    .describe("A login with an HTML form, a session cookie and an anti-forgery token."),
  z
    .strictObject({ by: z.literal("signature") })
    .describe("HTTP signatures (draft-cavage-http-signatures): each request is signed by a private key."),
  z
    .strictObject({ by: z.literal("client"), ...tokens })
    .describe("OAuth 2 with client credentials (RFC 6749, 4.4)."),
  z
    .strictObject({
      by: z.literal("code"),
      authorizePath: path.describe("The authorization endpoint, without the base path."),
      ...tokens,
      issuer: field
        .exactOptional()
        .describe("The issuer in the server's answers. Default: the origin of the target's URL."),
    })
    .describe("OAuth 2 with an authorization code: a person has to log in (`trueup login`)."),
]);

/** The conditions under which a reply says that a token has expired. */
export type EndedToken = z.infer<typeof endedToken>;

/** One method. `drivers/http/auth/credentials.ts` defines the credentials for it. */
export type Authentication = z.infer<typeof authentication>;

/** A login whose reply contains a token. */
export type TokenLogin = Extract<Authentication, { readonly by: "login" }>;

/** The methods of a product. The first method that fits a credential is used. */
export type Authentications = Authentication | readonly Authentication[];

/** Returns the requested scopes, if a method has scopes. */
export function scopeOf(authentication: Authentications): string | undefined {
  return waysOf(authentication).flatMap((way) => ("scope" in way && way.scope) || [])[0];
}

/** Returns the methods as a list. */
export function waysOf(authentication: Authentications): readonly Authentication[] {
  return [authentication].flat();
}
