/** The authorization endpoint (RFC 6749 section 4.1.1, RFC 7636, RFC 8252). It issues a code after an approval. */

import { clientOf, formOf, grantedScopes, noStore } from "../oauth/clients.ts";
import type { Grant } from "../oauth/tokens.ts";
import { bare, json, type SimReply } from "../wire/message.ts";
import type { Answer, Call, Route } from "../wire/route.ts";
import type { AuthorizationCode, FirewallState } from "./state.ts";

/** The path to which the user is sent. The page's button posts to it too. */
export const authorizePath = "/oauth/authorize";

/** The routes of the authorization endpoint. */
export const authorizeRoutes: readonly Route<FirewallState>[] = [
  { method: "GET", path: authorizePath, open: true, answer: ask },
  { method: "POST", path: authorizePath, open: true, answer: decide },
];

/** The request that the user is asked to approve. */
interface Asked extends Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly state: string;
}

function ask(state: FirewallState, call: Call): Answer<FirewallState> {
  const judged = judge(call, call.query);
  if ("refusal" in judged) return { state, reply: judged.refusal };
  const approval = call.query.get("approval") ?? call.settings.approval;
  return approval === "automatic"
    ? approved(state, call, judged)
    : { state, reply: page(judged, call.query) };
}

function decide(state: FirewallState, call: Call): Answer<FirewallState> {
  const form = formOf(call);
  if (form === undefined) return { state, reply: bare(400) };
  const judged = judge(call, form);
  if ("refusal" in judged) return { state, reply: judged.refusal };
  if (form.get("decision") === "approve") return approved(state, call, judged);
  return { state, reply: backWith(judged.redirectUri, { error: "access_denied", state: judged.state }) };
}

/**
 * Checks a request. If the client is unknown, or the redirect URI is not on loopback, the answer is an error page
 * without a redirect. Every other error is returned to the client as `error`.
 */
function judge(call: Call, sent: URLSearchParams): Asked | { readonly refusal: SimReply } {
  const client = clientOf(call, "firewall", sent.get("client_id") ?? "");
  const redirectUri = sent.get("redirect_uri") ?? "";
  if (client === undefined) return { refusal: told("This client is unknown.") };
  if (!isLoopback(redirectUri)) return { refusal: told("A redirect_uri must be on loopback.") };
  const state = sent.get("state") ?? "";
  const back = (error: string) => ({ refusal: backWith(redirectUri, { error, state }) });
  if (sent.get("response_type") !== "code") return back("unsupported_response_type");
  const challenge = sent.get("code_challenge") ?? "";
  const proof = sent.get("code_challenge_method") === "S256" && /^[\w-]{43}$/.test(challenge);
  if (state === "" || !proof) return back("invalid_request");
  const scopes = grantedScopes(sent.get("scope"), client.scopes, call);
  return scopes === undefined
    ? back("invalid_scope")
    : { client: client.id, scopes, redirectUri, challenge, state };
}

function approved(before: FirewallState, call: Call, asked: Asked): Answer<FirewallState> {
  const { state, ...grant } = asked;
  const counted = before.counted + 1;
  const code = `simulated-code-${String(counted).padStart(6, "0")}`;
  const given: AuthorizationCode = { ...grant, endsAt: call.now + call.settings.authorizationCodeLifetimeMs };
  const codes = new Map(before.codes).set(code, given);
  return { state: { ...before, codes, counted }, reply: backWith(asked.redirectUri, { code, state }) };
}

/** True for a loopback address or name over plain HTTP, on any port (RFC 8252 section 7.3). */
function isLoopback(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, hash } = new URL(uri);
  return protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname) && hash === "";
}

function backWith(redirectUri: string, parameters: Readonly<Record<string, string>>): SimReply {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) if (value !== "") url.searchParams.set(name, value);
  return bare(302, { location: url.href, ...noStore });
}

function page({ client, scopes }: Asked, sent: URLSearchParams): SimReply {
  const hidden = [...sent].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const buttons = ["approve", "deny"].map(
    (decision) => `<button name="decision" value="${decision}">${decision}</button>`,
  );
  return html(200, [
    `<h1>Simulated firewall manager</h1>`,
    `<p>${escaped(client)} asks for ${escaped(scopes.join(" "))}.</p>`,
    `<form method="post" action="${authorizePath}">`,
    ...hidden,
    ...buttons,
    "</form>",
  ]);
}

function told(what: string): SimReply {
  return html(400, [`<p>${what}</p>`]);
}

function html(status: number, lines: readonly string[]): SimReply {
  const typed = json(status, null, { "content-type": "text/html; charset=utf-8", ...noStore });
  return { ...typed, body: ["<!doctype html>", "<title>Authorize</title>", ...lines, ""].join("\n") };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
