/** Login with OpenID Connect: authorization code, PKCE, state and nonce. Groups determine roles. */

import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { isLoopback } from "../../load/project-file/target-url.ts";
import type { IssuerConnection } from "../../runtime/serving/issuer-fetch.ts";
import type { ReloadedSecret } from "../../runtime/serving/reloaded-secret.ts";
import type { OidcSettings } from "../config/serve-config.ts";
import { type Claims, claimedGroups, claimedName } from "./claims.ts";
import { type LoginFault, loginFault } from "./login-faults.ts";
import type { Person } from "./sessions.ts";

/** What a login remembers until the browser comes back from the login server. */
export interface BegunLogin {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Logs people in. */
export interface LoginServer {
  begin(): Promise<{ readonly url: string; readonly login: BegunLogin } | { readonly fault: LoginFault }>;
  /** Completes a login with the URL to which the login server sent the browser back. */
  finish(
    url: URL,
    login: BegunLogin,
  ): Promise<{ readonly person: Person; readonly seen: readonly string[] } | { readonly fault: LoginFault }>;
  /** The URL that ends the login server's own session; undefined if the server has no such URL or does not answer. */
  endUrl(): Promise<string | undefined>;
  /** The origin of the login server. */
  readonly origin: string;
}

/** The inputs of logins. */
export interface LoginPorts {
  readonly connection: IssuerConnection;
  readonly clientSecret: ReloadedSecret | undefined;
  /** The current time, in milliseconds since 1970. */
  readonly now: () => number;
  readonly publicUrl: string;
  /** The groups that `roles` mentions. All other groups of a person are dropped. */
  readonly knownGroups: readonly string[];
}

/** The path that browsers come back to. */
export const callbackPath = "/auth/callback";

/** Creates the login server's client. Opens no connection yet: the login server is contacted at the first login. */
export function loginServer(settings: OidcSettings, ports: LoginPorts): LoginServer {
  const discovered = keptDiscovery(settings, ports);
  const redirect = `${ports.publicUrl}${callbackPath}`;
  const tried = async <Result>(act: (config: Configuration) => Promise<Result>) => {
    try {
      return await act(await discovered());
    } catch (error) {
      return { fault: loginFault(error, settings.issuer) };
    }
  };
  return {
    origin: new URL(settings.issuer).origin,
    begin: () =>
      tried(async (config) => {
        const login = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
        const url = buildAuthorizationUrl(config, {
          redirect_uri: redirect,
          scope: settings.scopes.join(" "),
          state: login.state,
          nonce: login.nonce,
          code_challenge: await calculatePKCECodeChallenge(login.verifier),
          code_challenge_method: "S256",
        });
        return { url: url.href, login };
      }),
    finish: (url, login) =>
      tried(async (config) => {
        const tokens = await authorizationCodeGrant(config, url, {
          pkceCodeVerifier: login.verifier,
          expectedState: login.state,
          expectedNonce: login.nonce,
          idTokenExpected: true,
        });
        const identity: Claims = tokens.claims() ?? {};
        const claims = await withUserInfo(config, {
          identity,
          settings,
          accessToken: tokens.access_token,
        });
        const seen = claimedGroups(claims, settings.groupsClaim);
        const groups = seen.filter((group) => ports.knownGroups.includes(group));
        return {
          person: { subject: String(identity.sub), name: claimedName(claims, settings.nameClaim), groups },
          seen,
        };
      }),
    endUrl: async () => {
      const found = await tried(async (config) => ({
        url: buildEndSessionUrl(config, { post_logout_redirect_uri: `${ports.publicUrl}/auth/out` }).href,
      }));
      return "url" in found ? found.url : undefined;
    },
  };
}

interface IdentityFound {
  readonly identity: Claims;
  readonly settings: OidcSettings;
  readonly accessToken: string;
}

/** Adds the user info if groups, name or mail address are missing: many servers send them only there. */
async function withUserInfo(
  config: Configuration,
  { identity, settings, accessToken }: IdentityFound,
): Promise<Claims> {
  const isWhole =
    claimedGroups(identity, settings.groupsClaim).length > 0 &&
    claimedName(identity, settings.nameClaim) !== "";
  const isThere = config.serverMetadata().userinfo_endpoint !== undefined;
  if ((isWhole && identity.email !== undefined) || !isThere) return identity;
  return { ...(await fetchUserInfo(config, accessToken, String(identity.sub))), ...identity };
}

/** The login server's discovery document is kept for a day, and longer while the server cannot be reached. */
const keptMs = 24 * 3_600_000;
/** The minimum pause after a failed discovery. */
const retryMs = 2_000;

function keptDiscovery(settings: OidcSettings, ports: LoginPorts): () => Promise<Configuration> {
  let known: { readonly config: Configuration; readonly at: number } | undefined;
  let asking: Promise<Configuration> | undefined;
  let failed: { readonly error: unknown; readonly at: number } | undefined;
  const ask = async () => {
    try {
      const config = await discover(settings, ports);
      known = { config, at: ports.now() };
      failed = undefined;
      return config;
    } catch (error) {
      failed = { error, at: ports.now() };
      throw error;
    } finally {
      asking = undefined;
    }
  };
  return async () => {
    if (known && ports.now() - known.at < keptMs) return known.config;
    if (failed && ports.now() - failed.at < retryMs) {
      if (known) return known.config;
      throw failed.error;
    }
    asking ??= ask();
    const before = known;
    return before ? asking.catch(() => before.config) : asking;
  };
}

async function discover(settings: OidcSettings, ports: LoginPorts): Promise<Configuration> {
  const issuer = new URL(settings.issuer);
  const insecure = issuer.protocol === "http:" && isLoopback(issuer.hostname);
  const config: Configuration = await discovery(
    issuer,
    settings.clientId,
    { [clockTolerance]: toleratedSeconds },
    async (...request) => (await authenticationOf(config, settings, ports))(...request),
    {
      [customFetch]: (url, options) => ports.connection.fetch(url, options),
      execute: insecure ? [allowInsecureRequests] : [],
    },
  );
  return config;
}

const toleratedSeconds = 5;

/**
 * How the client authenticates at the token endpoint. Without a secret, it does not authenticate. With a secret, it
 * uses the configured method, or by default one that the server supports.
 */
async function authenticationOf(
  config: Configuration,
  { clientSecret, clientAuth }: OidcSettings,
  ports: LoginPorts,
): Promise<ClientAuth> {
  if (clientSecret === undefined) return None();
  const secret = await ports.clientSecret?.current();
  if (secret === undefined) throw new Error("the client's secret cannot be read");
  const methods = config.serverMetadata().token_endpoint_auth_methods_supported;
  const isBasic = methods === undefined || methods.includes("client_secret_basic");
  const by = clientAuth ?? (isBasic ? "basic" : "post");
  return by === "basic" ? ClientSecretBasic(secret.reveal()) : ClientSecretPost(secret.reveal());
}
