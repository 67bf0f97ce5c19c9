/** The authorization servers of the simulator, tested with an independent client (oauth4webapi). */

import * as oauth from "oauth4webapi";
import { expect, test } from "vitest";
import { simulator } from "./served.ts";

const { origin, reset } = simulator();
const insecure = { [oauth.allowInsecureRequests]: true };
const redirect = "http://127.0.0.1:49152/callback";
const client: oauth.Client = { client_id: "simulated-firewall-client" };

function server(name: "messaging" | "firewall"): oauth.AuthorizationServer {
  const issuer = origin(name);
  return { issuer, token_endpoint: `${issuer}/oauth/token` };
}

test("it gets a token by client credentials, and is told when a scope was left out", async () => {
  const messaging = server("messaging");
  const known = { client_id: "simulated-messaging-client" };
  const proof = oauth.ClientSecretPost("simulated-messaging-secret");
  const request = new URLSearchParams({ scope: "rooms:read everything" });
  const reply = await oauth.clientCredentialsGrantRequest(messaging, known, proof, request, insecure);
  const token = await oauth.processClientCredentialsResponse(messaging, known, reply);
  expect(token).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: "rooms:read" });
  const wrong = oauth.ClientSecretPost("wrong");
  const refused = await oauth.clientCredentialsGrantRequest(messaging, known, wrong, request, insecure);
  const error = await oauth.processClientCredentialsResponse(messaging, known, refused).catch((each) => each);
  expect(error).toMatchObject({ error: "invalid_client", status: 401 });
});

test("it gets a token by an authorization code with PKCE and state, and refreshes it twice", async () => {
  reset({ rotateRefreshTokens: true, approval: "automatic" });
  const firewall = server("firewall");
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: redirect,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const asked = await fetch(`${firewall.issuer}/oauth/authorize?${query}`, { redirect: "manual" });
  const back = new URL(asked.headers.get("location") ?? "");
  const code = oauth.validateAuthResponse(firewall, client, back, state);
  const reply = await oauth.authorizationCodeGrantRequest(
    firewall,
    client,
    oauth.None(),
    code,
    redirect,
    verifier,
    insecure,
  );
  let token = await oauth.processAuthorizationCodeResponse(firewall, client, reply);
  for (let n = 0; n < 2; n += 1) {
    const before: string = token.refresh_token ?? "";
    const next = await oauth.refreshTokenGrantRequest(firewall, client, oauth.None(), before, insecure);
    token = await oauth.processRefreshTokenResponse(firewall, client, next);
    expect(token.refresh_token).not.toBe(before);
  }
  const headers = { Authorization: `Bearer ${token.access_token}` };
  expect((await fetch(`${firewall.issuer}/devices`, { headers })).status).toBe(200);
});
