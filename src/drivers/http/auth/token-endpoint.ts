/**
 * Sends one request to the token endpoint of an OAuth 2.0 server (RFC 6749): secrets stay closed, replies are checked.
 */

import { isObject, parseJson } from "../../../model/json.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import type { Milliseconds } from "../../../model/reply.ts";
import { IssuedSecret, type Secret } from "../../../model/secret.ts";
import { maxTokenLength, type Wire, type WireReply, type WireRequest } from "../../../model/wire.ts";
import { errorTags } from "../replies/error-body.ts";
import { answerOf, name } from "../replies/replies.ts";
import { notObtained, sentAsLogin } from "./cached-token.ts";

/** The server's token endpoint, and the client. */
export interface TokenEndpoint {
  /** The target's name, for messages. */
  readonly target: string;
  /** The endpoint's absolute URL. The wire sends nothing there unless the target lists the URL's host. */
  readonly url: string;
  readonly clientId: Secret;
  /** The client's secret, sent in the body (RFC 6749 §2.3.1). Absent: the client is public. */
  readonly clientSecret?: Secret | undefined;
  /** The requested scope. Absent: the server uses its default. */
  readonly scope?: string | undefined;
}

/** The grant: its type, and the fields that only this type has. */
export interface Grant {
  readonly type: "client_credentials" | "authorization_code" | "refresh_token" | "password";
  readonly fields: Readonly<Record<string, string | Secret>>;
}

/** The tokens that the endpoint granted. */
export interface GrantedTokens {
  readonly token: Secret;
  readonly lifetimeMs?: Milliseconds | undefined;
  readonly refreshToken?: Secret | undefined;
}

/** The granted tokens, or the failed reply. `error`: the OAuth error code, if the server returned one. */
type Asked = GrantedTokens | { readonly failed: WireReply; readonly error?: string | undefined };

const rules = [{ status: "2xx", means: "accepted" }] as const;
/** The placeholder issuer under which `oauth4webapi` knows the endpoint. */
const issuer = "https://issuer.invalid";

/** Requests a token. `oauth4webapi` builds the request and checks its reply; the wire sends it. */
export async function askToken(
  wire: Wire,
  { endpoint, grant }: { readonly endpoint: TokenEndpoint; readonly grant: Grant },
  signal: AbortSignal,
): Promise<Asked> {
  const oauth = await import("oauth4webapi");
  const server = { issuer, token_endpoint: endpoint.url };
  const client = { client_id: "closed" };
  const sent: { request: WireRequest; reply: WireReply }[] = [];
  // The library never gets the secrets: they are added to its request afterwards, unrevealed.
  const { clientId: client_id, clientSecret: client_secret, scope } = endpoint;
  const closed = {
    client_id,
    ...(client_secret && { client_secret }),
    ...(scope && { scope }),
    ...grant.fields,
  };
  const send = async (url: string, { body, headers }: { body: URLSearchParams; headers: object }) => {
    const form = { ...Object.fromEntries(body), ...closed };
    const request: WireRequest = { method: "POST", url, headers: { ...headers }, form };
    // Using a refresh token or a code twice may invalidate the grant.
    const isRepeatable = grant.type === "client_credentials" || grant.type === "password";
    const reply = await (isRepeatable ? sentAsLogin(wire, request, signal) : wire.send(request, signal));
    sent.push({ request, reply });
    return responseOf(reply);
  };
  const options = { [oauth.customFetch]: send, [oauth.allowInsecureRequests]: true };
  try {
    const none = () => {};
    const response = await oauth.genericTokenEndpointRequest(server, client, none, grant.type, {}, options);
    const answer = await oauth.processGenericTokenEndpointResponse(server, client, response);
    const { access_token, expires_in, refresh_token } = answer;
    if (access_token.length > maxTokenLength || (refresh_token?.length ?? 0) > maxTokenLength)
      throw new Error("a token is longer than 16 KB");
    return {
      token: new IssuedSecret(access_token),
      lifetimeMs: expires_in === undefined ? undefined : expires_in * 1000,
      refreshToken: refresh_token === undefined ? undefined : new IssuedSecret(refresh_token),
    };
  } catch (error) {
    const [last] = sent;
    if (last === undefined) throw error;
    return refusal(endpoint, { ...last, grant, why: error instanceof Error ? error.message : "" });
  }
}

/**
 * Returns the reply in the form that the library expects. Any status other than 200 and 201 becomes a status that the
 * library never accepts.
 */
function responseOf(reply: WireReply): Response {
  const isGiven = reply.outcome === "answered" && (reply.status === 200 || reply.status === 201);
  if (!isGiven) return new Response(null, { status: 502 });
  const type = reply.headers["content-type"] ?? "";
  return new Response(plainAnswer(reply.text), { status: 200, headers: { "content-type": type } });
}

/**
 * Returns the text without `id_token`, because trueup neither uses nor verifies the identity of the person. A token
 * without a type gets the type Bearer, the only type that is sent here.
 */
function plainAnswer(text: string): string {
  const body = parseJson(text);
  if (!isObject(body)) return text;
  const { id_token: _, token_type: type, ...rest } = body;
  return JSON.stringify({
    ...rest,
    token_type: type === undefined || type === null || type === "" ? "Bearer" : type,
  });
}

interface Refused {
  readonly request: WireRequest;
  readonly reply: WireReply;
  readonly grant: Grant;
  readonly why: string;
}

function refusal({ target, scope }: TokenEndpoint, { request, reply, grant, why }: Refused): Asked {
  const answer = answerOf({ target, rules }, request, reply);
  if (answer.state !== "unknown")
    return { failed: { outcome: "blocked", problem: noToken(target, request, why) } };
  const error = reply.outcome === "answered" ? errorTags(parseJson(reply.text))[0] : undefined;
  const words = wordsFor(target, { error, scope, grant });
  return { failed: notObtained(reply, { ...answer.problem, ...words }), error };
}

function noToken(target: string, request: WireRequest, why: string): Problem {
  const message = `${target}: the answer to ${name(request)} contains no valid OAuth 2.0 token: ${why}.`;
  const hint = `Check url and settings.tokenPath of target ${target} in trueup.yaml.`;
  return problem("no-token", message, { hint });
}

/**
 * Returns the problem code and the hint for an error code of RFC 6749 §5.2. The result is empty for all other codes.
 */
function wordsFor(
  target: string,
  { error, scope, grant }: Pick<Refused, "grant"> & Partial<Record<"error" | "scope", string | undefined>>,
): { readonly code?: string; readonly hint?: string | undefined } {
  const of = `of target ${target} in trueup.yaml`;
  if (error === "invalid_client")
    return { code: "unauthorized", hint: `Check clientId and clientSecret ${of}.` };
  if (error === "invalid_grant" && grant.type === "password")
    return { code: "unauthorized", hint: `Check username and password ${of}.` };
  if (error === "invalid_grant") {
    const hint =
      `Run \`trueup login ${target}\`: the refresh token or the code has expired, was revoked or was ` +
      "used before.";
    return { code: "unauthorized", hint };
  }
  if (error === "invalid_scope" || error === "unauthorized_client") {
    const asked = scope === undefined ? "no scope" : `the scope \`${scope}\``;
    const hint = `Grant the client ${asked}, which trueup requested, or change settings.scope ${of}.`;
    return { code: "forbidden", hint };
  }
  return {};
}
