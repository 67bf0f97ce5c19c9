/** The forms of credential that interfaces take, and the wire for one that is either a token or a password. */

import { z } from "zod";
import type { Secret } from "../../../model/secret.ts";
import type { Wire } from "../../../model/wire.ts";
import { withBasic, withToken } from "./headers.ts";

const command = z
  .array(z.string().min(1))
  .min(1)
  .describe("A program and its arguments. No shell reads them.");

const env = z
  .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of a variable"))
  .exactOptional()
  .describe("Variables that it gets; of the others it gets none but those that say who and where it is.");

const program = { command, env };

const reference = z
  .strictObject({
    secret: z.union([
      z.string().regex(/^(env|file):./),
      z.strictObject(program).describe("The secret is what this prints."),
    ]),
  })
  .describe("A reference to a secret: `env:NAME`, `file:/path` or `{ command: [...] }`.");

/** One secret, in a field of this name. */
export function keyed(field: string): z.ZodType {
  return z.strictObject({ [field]: reference });
}

/** An API key. */
export const apiKey = z.strictObject({ apiKey: reference });

/** A user name, plain or by reference, and a password. */
export const password = z.strictObject({
  username: z.union([z.string().min(1), reference]).describe("The user name, or a reference to it."),
  password: reference,
});

/** An OAuth 2.0 client that acts for itself (client credentials). What it asks for is the setting `scope`. */
export const client = z.strictObject({
  clientId: z.union([z.string().min(1), reference]).describe("The client's id, or a reference to it."),
  clientSecret: reference,
});

/** The same, where a token that someone was given before is exchanged for access tokens (RFC 6749 §6). */
export const refreshedClient = z.strictObject({
  ...client.shape,
  refreshToken: reference.describe("The refresh token, by reference."),
});

/** The same, where the server wants a user's name and password besides (RFC 6749 §4.3). */
export const clientOfUser = z.strictObject({ ...client.shape, ...password.shape });

/** A user name, and a private key in the form of OpenSSH or PEM. */
export const privateKey = z.strictObject({
  username: z.union([z.string().min(1), reference]).describe("The user name, or a reference to it."),
  privateKey: reference.describe("The private key, by reference."),
  passphrase: reference.exactOptional().describe("What the key is locked with, by reference."),
});

/** The id of a key, and the private key by which requests are signed. */
export const signingKey = z.strictObject({
  keyId: z.union([z.string().min(1), reference]).describe("The key's id, or a reference to it."),
  privateKey: reference.describe("The private key in PEM, RSA or elliptic curve, by reference."),
  passphrase: reference.exactOptional().describe("What the key is locked with, by reference."),
});

const loggedInShape = {
  clientId: z.union([z.string().min(1), reference]).describe("The client's id, or a reference to it."),
  clientSecret: reference.exactOptional(),
  refreshToken: reference.exactOptional().describe("The refresh token of a login, where no one can log in."),
  store: z
    .union([
      z.strictObject({ file: z.string().min(1).describe("A file beside the project file.") }),
      z.strictObject(program).describe("It is given `load`, `save` or `erase` as its last argument."),
    ])
    .exactOptional()
    .describe("Where `trueup login` keeps the refresh token. Default: a file of this user's."),
};

/** An OAuth 2.0 client through which a person logs in (authorization code). Without a secret it is a public one. */
export const loggedIn = z
  .strictObject(loggedInShape)
  .refine(({ refreshToken, store }) => refreshToken === undefined || store === undefined, {
    message: "has either `refreshToken` or `store`: a reference cannot be written",
  });

/** Any of them, where it is not known yet which a product takes: user names, and secrets by reference. */
export const anyCredential = z
  .object({
    username: password.shape.username.exactOptional(),
    clientId: loggedInShape.clientId.exactOptional(),
    keyId: signingKey.shape.keyId.exactOptional(),
    store: loggedInShape.store,
  })
  .catchall(reference)
  .describe("As the authentication of the catalog takes it: user names, and secrets by reference.");

/** A token that was made elsewhere. */
export const token = z.strictObject({ token: reference });

/** A wire that carries the token in `header`, or else user name and password as HTTP Basic. */
export function withTokenOrBasic(
  wire: Wire,
  credential: Readonly<Record<string, Secret>>,
  header: string,
): Wire {
  if (credential.token) return withToken(wire, header, credential.token);
  return withBasic(wire, credentialField(credential, "username"), credentialField(credential, "password"));
}

/** A field of a credential that was checked against its form; its absence is a fault of this program. */
export function credentialField(credential: Readonly<Record<string, Secret>>, field: string): Secret {
  const found = credential[field];
  if (found === undefined) throw new Error(`the credential has no ${field}`);
  return found;
}
