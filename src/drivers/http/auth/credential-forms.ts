/** Which credentials fit the ways of authentication of a product. */

import { z } from "zod";
import { type Authentication, type Authentications, waysOf } from "../../../catalog/schema/authentication.ts";
import {
  apiKey,
  client,
  clientOfUser,
  keyed,
  loggedIn,
  password,
  refreshedClient,
  signingKey,
  token,
} from "./credentials.ts";

/** What a target of the product may give as its credential: a strict object, or a union of them. */
export function credentialForm(authentication: Authentications): z.ZodType {
  const forms = new Set(waysOf(authentication).flatMap(formsOf));
  const [first, ...others] = forms;
  if (first === undefined) throw new Error("a product has no way of authentication");
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

/** Those of the interfaces are the same schema, so that they are never taken for another one. */
function formOfToken(field: string): z.ZodType {
  if (field === "apiKey") return apiKey;
  return field === "token" ? token : keyed(field);
}

/** The fields that a credential must have for this way. */
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
