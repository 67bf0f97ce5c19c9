/** The credential forms that interfaces accept, and the wire for a credential that is either a token or a password. */

import { z } from "zod";
import { type Authentication, type Authentications, waysOf } from "../../../catalog/schema/authentication.ts";
import type { Secret } from "../../../model/secret.ts";
import type { Wire } from "../../../model/wire.ts";
import { withBasic, withToken } from "./cached-token.ts";

const command = z
  .array(z.string().min(1))
  .min(1)
  .describe("A program and its arguments, which are not passed to a shell.");

const env = z
  .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of a variable"))
  .exactOptional()
  .describe(
    "Environment variables for the program. From trueup's own environment, the program gets only the " +
      "variables that every program needs.",
  );

const program = { command, env };

const reference = z
  .strictObject({
    secret: z.union([
      z.string().regex(/^(env|file):./),
      z.strictObject(program).describe("The secret is the output of this command."),
    ]),
  })
  .describe("A reference to a secret: `env:NAME`, `file:/path` or `{ command: [...] }`.");

/** Returns the form of a credential that consists of one secret, in this field. */
function keyed(field: string): z.ZodType {
  return z.strictObject({ [field]: reference });
}

const apiKey = z.strictObject({ apiKey: reference });

/** A user name, plain or by reference, and a password. */
export const password = z.strictObject({
  username: z.union([z.string().min(1), reference]).describe("The user name, or a reference to it."),
  password: reference,
});

/** An OAuth 2.0 client that acts for itself (client credentials). The scope is the setting `scope`. */
const client = z.strictObject({
  clientId: z.union([z.string().min(1), reference]).describe("The id of the client, or a reference to it."),
  clientSecret: reference,
});

/** A client with a previously issued token that is exchanged for access tokens (RFC 6749 §6). */
const refreshedClient = z.strictObject({
  ...client.shape,
  refreshToken: reference.describe("The refresh token, by reference."),
});

/** A client whose server also requires a user's name and password (RFC 6749 §4.3). */
const clientOfUser = z.strictObject({ ...client.shape, ...password.shape });

/** A user name, and a private key in OpenSSH or PEM format. */
export const privateKey = z.strictObject({
  username: z.union([z.string().min(1), reference]).describe("The user name, or a reference to it."),
  privateKey: reference.describe("The private key, by reference."),
  passphrase: reference.exactOptional().describe("The passphrase of the key, by reference."),
});

/** The id of a key, and the private key that signs requests. */
const signingKey = z.strictObject({
  keyId: z.union([z.string().min(1), reference]).describe("The id of the key, or a reference to it."),
  privateKey: reference.describe("The private key in PEM (RSA or elliptic curve), by reference."),
  passphrase: reference.exactOptional().describe("The passphrase of the key, by reference."),
});

const loggedInShape = {
  clientId: z.union([z.string().min(1), reference]).describe("The id of the client, or a reference to it."),
  clientSecret: reference.exactOptional(),
  refreshToken: reference
    .exactOptional()
    .describe("The refresh token of an earlier login, for machines on which nobody can log in."),
  store: z
    .union([
      z.strictObject({ file: z.string().min(1).describe("A file, relative to the project file.") }),
      z.strictObject(program).describe("A command that gets `load`, `save` or `erase` as its last argument."),
    ])
    .exactOptional()
    .describe(
      "Where `trueup login` stores the refresh token. Default: a file in the user's configuration folder.",
    ),
};

/**
 * An OAuth 2.0 client through which a person logs in (authorization code). A client without a secret is a public
 * client.
 */
const loggedIn = z
  .strictObject(loggedInShape)
  .refine(({ refreshToken, store }) => refreshToken === undefined || store === undefined, {
    message: "must not have both `refreshToken` and `store`",
  });

/** The credential of a product whose form is not known yet: any user names, and secrets by reference. */
export const anyCredential = z
  .object({
    username: password.shape.username.exactOptional(),
    clientId: loggedInShape.clientId.exactOptional(),
    keyId: signingKey.shape.keyId.exactOptional(),
    store: loggedInShape.store,
  })
  .catchall(reference)
  .describe("The fields that this authentication method needs: user names, and secrets by reference.");

/** A token that was created elsewhere. */
export const token = z.strictObject({ token: reference });

/** Returns a wire that carries the token in `header`, or the user name and password as HTTP Basic. */
export function withTokenOrBasic(
  wire: Wire,
  credential: Readonly<Record<string, Secret>>,
  header: string,
): Wire {
  if (credential.token) return withToken(wire, header, credential.token);
  return withBasic(wire, credentialField(credential, "username"), credentialField(credential, "password"));
}

/** Returns a field of a validated credential. If the field is missing, trueup has a bug. */
export function credentialField(credential: Readonly<Record<string, Secret>>, field: string): Secret {
  const found = credential[field];
  if (found === undefined) throw new Error(`the credential has no ${field}`);
  return found;
}

/** Returns the credentials that a target of the product may have: a strict object, or a union of them. */
export function credentialForm(authentication: Authentications): z.ZodType {
  const forms = new Set(waysOf(authentication).flatMap(formsOf));
  const [first, ...others] = forms;
  if (first === undefined) throw new Error("a product has no authentication method");
  return others.length === 0 ? first : z.union([first, ...others]);
}

function formsOf(way: Authentication): readonly z.ZodType[] {
  switch (way.by) {
    case "token":
      return [formOfToken(way.field ?? "token")];
    case "basic":
    case "login":
    case "form":
      return [password];
    case "client":
      return [client, refreshedClient, clientOfUser];
    case "code":
      return [loggedIn];
    case "signature":
      return [signingKey];
  }
}

/** Returns the shared schema for this field, if there is one. Equal schemas are recognized by object identity. */
function formOfToken(field: string): z.ZodType {
  if (field === "apiKey") return apiKey;
  return field === "token" ? token : keyed(field);
}

/** Returns the credential fields that this method requires. */
export function requiredFields(way: Authentication): readonly string[] {
  switch (way.by) {
    case "token":
      return [way.field ?? "token"];
    case "basic":
    case "login":
    case "form":
      return ["username", "password"];
    case "client":
      return ["clientId", "clientSecret"];
    case "code":
      return ["clientId"];
    case "signature":
      return ["keyId", "privateKey"];
  }
}
