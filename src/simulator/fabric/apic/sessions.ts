/**
 * Logins of the simulated APIC. The cookie of a login is valid for some time, can be refreshed during this time, and
 * ends with a logout.
 */

import { readJson } from "../../wire/json-text.ts";
import { isRecord, json, type SimRequest } from "../../wire/message.ts";
import type { Answer, Call } from "../../wire/route.ts";
import type { ApicSession, FabricState } from "../state.ts";
import { apicError, imdata, inImdata } from "./answers.ts";

/** The maximum duration of a session, including refreshes, in seconds. */
const maximumLifetimeSeconds = 86_400;

/** Returns the valid session of a request. Returns undefined if the request has none. */
function sessionOf(
  { sessions }: FabricState,
  request: SimRequest,
  now: number,
): { readonly token: string; readonly session: ApicSession } | undefined {
  const cookie = /(?:^|;\s*)APIC-cookie=([^;]*)/.exec(request.headers.cookie ?? "");
  const token = cookie?.[1] ?? "";
  const session = sessions?.get(token);
  return session !== undefined && now < session.endsAt ? { token, session } : undefined;
}

/** Returns the user of a request's session. Returns undefined if the request has no valid session. */
export function userOf(state: FabricState, request: SimRequest, now: number): string | undefined {
  return sessionOf(state, request, now)?.session.user;
}

/** Answers `POST /api/aaaLogin.json`. */
export function login(state: FabricState, call: Call): Answer<FabricState> {
  const body = readJson(call.request.body);
  if ("faultAt" in body) return { state, reply: apicError(400, "400", "Unable to parse the request") };
  const user = isRecord(body.value) ? body.value.aaaUser : undefined;
  const attributes = isRecord(user) && isRecord(user.attributes) ? user.attributes : {};
  const { username, password } = call.settings.credentials;
  if (attributes.name !== username || attributes.pwd !== password) {
    const text = "Username or password is incorrect - FAILED local authentication";
    return { state, reply: apicError(401, "401", text) };
  }
  return granted(state, call, { user: username, until: call.now + maximumLifetimeSeconds * 1000 });
}

/** Answers `GET /api/aaaListDomains.json` with the login domains. This request needs no login. */
export function loginDomains(state: FabricState): Answer<FabricState> {
  return { state, reply: imdata([{ name: "local" }, { name: "DefaultAuth" }]) };
}

/** Answers `GET /api/aaaRefresh.json` and extends the session, up to its maximum lifetime. */
export function refresh(state: FabricState, call: Call): Answer<FabricState> {
  const found = sessionOf(state, call.request, call.now);
  if (found === undefined || call.now >= found.session.until)
    return { state, reply: inImdata(json(401, {})) };
  return granted(state, call, found.session);
}

/** Answers `POST /api/aaaLogout.json`. */
export function logout(state: FabricState, call: Call): Answer<FabricState> {
  const found = sessionOf(state, call.request, call.now);
  const sessions = new Map([...(state.sessions ?? [])].filter(([token]) => token !== found?.token));
  return { state: { ...state, sessions }, reply: imdata([]) };
}

function granted(
  state: FabricState,
  { now, settings }: Call,
  { user, until }: Pick<ApicSession, "user" | "until">,
): Answer<FabricState> {
  const logins = (state.logins ?? 0) + 1;
  const token = `simulated-apic-token-${String(logins).padStart(6, "0")}`;
  const good = [...(state.sessions ?? [])].filter(([, { endsAt }]) => now < endsAt);
  const endsAt = Math.min(now + settings.tokenLifetimeMs, until);
  const sessions = new Map([...good, [token, { user, endsAt, until }] as const]);
  const attributes = {
    token,
    refreshTimeoutSeconds: String(settings.tokenLifetimeMs / 1000),
    maximumLifetimeSeconds: String(maximumLifetimeSeconds),
    userName: user,
  };
  const reply = imdata([{ aaaLogin: { attributes, children: [] } }]);
  const headers = { ...reply.headers, "set-cookie": `APIC-cookie=${token}; path=/; HttpOnly` };
  return { state: { ...state, sessions, logins }, reply: { ...reply, headers } };
}
