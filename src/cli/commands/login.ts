/** `trueup login`: a person logs in for a target in a browser (OAuth 2.0 authorization code with PKCE). */

import { resolve } from "node:path";
import type { AuthorizationServer, Client } from "oauth4webapi";
import { askToken, type GrantedTokens, type TokenEndpoint } from "../../drivers/http/auth/token-endpoint.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { IssuedSecret, Secret } from "../../model/secret.ts";
import { visible } from "../../report/text/escape.ts";
import { loginPage } from "../../report/text/html-page.ts";
import { openBrowser } from "../../runtime/browser.ts";
import { httpWire } from "../../runtime/http/http.ts";
import { type BrowserAnswer, type Loopback, openLoopback } from "../../runtime/http/loopback.ts";
import { openLog } from "../../runtime/log.ts";
import { endOf } from "../../runtime/secrets/kept-login.ts";
import { serverOf } from "../../runtime/secrets/redactor.ts";
import type { ErasableStore } from "../../runtime/secrets/token-store.ts";
import type { Cli } from "../cli.ts";
import { endpointOf, type LoginTarget, loginTarget } from "../login-target.ts";
import { printProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface LoginOptions {
  /** If false, the URL is printed, and no browser is opened. */
  readonly browser: boolean;
  /** The port to listen on; 0 means any free port. */
  readonly port: number;
  /** A file for the refresh token, instead of its usual store. */
  readonly to?: string | undefined;
  /** How long to wait for the person, in seconds. */
  readonly timeout: number;
}

/** Exit status: 0 if the person logged in and the refresh token was stored, otherwise 1; 130 or 143 after a signal. */
export async function runLogin(cli: Cli, name: string, options: LoginOptions): Promise<number> {
  const found = await loginTarget(cli, name, options.to && resolve(cli.cwd, options.to));
  if ("problems" in found) return failed(cli, found.problems);
  const opened = await endpointOf(cli, found);
  if ("problems" in opened) return failed(cli, opened.problems);
  const loopback = await openLoopback(options.port).catch((error: unknown) => portTaken(options.port, error));
  if ("code" in loopback) return failed(cli, [loopback]);
  const { interrupt } = cli;
  try {
    const on = { cli, found, endpoint: opened.endpoint, loopback, options };
    const left = await loggedIn(on, interrupt.signal);
    if ("problems" in left) return failed(cli, left.problems);
    cli.out(`Logged in to ${name}. ${left.kept}\n`);
    return 0;
  } catch (error) {
    const status = interrupt.status();
    if (status !== undefined) return status;
    throw error;
  } finally {
    await loopback.close();
  }
}

interface LoggingIn {
  readonly cli: Cli;
  readonly found: LoginTarget;
  readonly endpoint: TokenEndpoint;
  readonly loopback: Loopback;
  readonly options: LoginOptions;
}

/** The stored result of a login, as a sentence; or the reason why nothing was stored. */
type LoginResult = { readonly kept: string } | { readonly problems: readonly Problem[] };

/** Sends the person to the server, waits for the answer, exchanges the answer's code and stores the tokens. */
async function loggedIn(on: LoggingIn, signal: AbortSignal): Promise<LoginResult> {
  const { cli, found, endpoint, loopback, options } = on;
  const oauth = await import("oauth4webapi");
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  cli.secrets.learn([verifier]);
  const { authorizeUrl, scope } = found.authorization;
  const url = new URL(authorizeUrl);
  const asked = {
    response_type: "code",
    client_id: endpoint.clientId.reveal(),
    redirect_uri: loopback.url,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(scope !== undefined && { scope }),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const isOpen = options.browser && (await openBrowser(url.href));
  cli.err(`${isOpen ? "A browser was opened. If it shows nothing, open" : "Open in a browser"}:\n\n  `);
  cli.err(`${url.href}\n`);
  cli.err(`\nWaiting for the login, ${options.timeout} s at most.\n`);
  const answer = await answered(on, { state, signal });
  if ("code" in answer) return { problems: [answer] };
  const redirect = { code_verifier: new Secret(verifier), redirect_uri: loopback.url };
  const left = await exchanged(on, { params: answer.params, redirect, signal });
  const [first] = "problems" in left ? left.problems : [];
  answer.show("problems" in left ? 400 : 200, loginPage(found.target.name, first?.message));
  return left;
}

/** Waits for the answer to this login. An answer with another `state` parameter gets an error page. */
async function answered(
  { cli, found, loopback, options }: LoggingIn,
  { state, signal }: { readonly state: string; readonly signal: AbortSignal },
): Promise<BrowserAnswer | Problem> {
  const late = AbortSignal.timeout(options.timeout * 1000);
  const until = AbortSignal.any([signal, late]);
  const { name } = found.target;
  try {
    for (;;) {
      const brought = await loopback.next(until);
      if (brought.params.get("state") === state) return brought;
      const message = "an answer arrived that does not belong to this login (wrong state)";
      brought.show(400, loginPage(name, message));
      cli.err(`${message}: trueup refused it and keeps waiting.\n`);
    }
  } catch (error) {
    if (!late.aborted || signal.aborted) throw error;
    const hint = "Run the login again. --no-browser prints a URL to open in any browser on this machine.";
    return problem("login-timeout", `${name}: there was no login within ${options.timeout} s.`, { hint });
  }
}

interface Answer {
  readonly params: URLSearchParams;
  readonly redirect: Readonly<Record<string, string | Secret>>;
  readonly signal: AbortSignal;
}

async function exchanged(
  { cli, found, endpoint, options }: LoggingIn,
  { params, redirect, signal }: Answer,
): Promise<LoginResult> {
  const { target, authorization } = found;
  const oauth = await import("oauth4webapi");
  const server: AuthorizationServer = { issuer: authorization.issuer };
  const client: Client = { client_id: endpoint.clientId.reveal() };
  let code: string | null;
  try {
    code = oauth.validateAuthResponse(server, client, params, oauth.skipStateCheck).get("code");
  } catch (error) {
    return { problems: [refused(found, params, error)] };
  }
  if (code === null) return { problems: [refused(found, params)] };
  const { secrets } = cli;
  secrets.by(serverOf(target)).learnTokens([code]);
  const log = openLog({ ...cli.log, secrets });
  const http = httpWire(target, log, { secrets });
  try {
    const grant = {
      type: "authorization_code",
      fields: { code: new IssuedSecret(code), ...redirect },
    } as const;
    const asked = await askToken(http.wire, { endpoint, grant }, signal);
    if ("failed" in asked) return { problems: "problem" in asked.failed ? [asked.failed.problem] : [] };
    return await keptLogin(found.store, asked, options.to !== undefined);
  } finally {
    await http.close();
  }
}

function refused(
  { target: { name }, authorization: { issuer } }: LoginTarget,
  params: URLSearchParams,
  error?: unknown,
): Problem {
  const said = [params.get("error"), params.get("error_description")].filter((text) => text !== null);
  if (params.get("error") === "access_denied")
    return problem("login-denied", `${name}: the login was denied: ${visible(said.join(": "))}.`, {
      hint: "Log in as a user who has permission, and allow the access that the page asks for.",
    });
  const iss = params.get("iss");
  if (iss !== null && iss !== issuer)
    return problem(
      "login-refused",
      `${name}: the login's answer comes from ${visible(iss)}, not from the issuer ${issuer}.`,
      {
        hint: `If that is the right server, set settings.issuer of target ${name} to ${visible(iss)}.`,
      },
    );
  const why = said.length > 0 ? said.join(": ") : error instanceof Error ? error.message : noCode;
  return problem("login-refused", `${name}: the login failed: ${visible(why)}.`, {
    hint: "Check that the client may use the authorization code grant and this redirect: http://127.0.0.1:*/callback.",
  });
}

/**
 * Stores the refresh token. If there is none, stores the access token until it expires. A file that the user named
 * contains only the token.
 */
async function keptLogin(
  store: ErasableStore,
  { token, lifetimeMs, refreshToken }: GrantedTokens,
  isAlone: boolean,
): Promise<LoginResult> {
  const { place } = store;
  const problem = await (refreshToken
    ? store.save(refreshToken)
    : isAlone
      ? store.save(token)
      : store.saveAccess(token, lifetimeMs));
  if (problem) return { problems: [problem] };
  if (refreshToken) return { kept: `The refresh token is stored in ${place}.` };
  const end =
    lifetimeMs === undefined
      ? "The server does not say when this token expires: trueup uses the token until the server refuses it."
      : `The token expires at ${endOf(lifetimeMs)}, in ${Math.round(lifetimeMs / 60_000)} min.`;
  const what = `The server gave no refresh token. The access token is stored in ${place}. ${end}`;
  const then = isAlone ? "Name this file as `token` in the target's credential." : "Log in again after that.";
  return {
    kept: `${what} ${then} Some servers give a refresh token if settings.scope contains offline_access.`,
  };
}

const noCode = "the server's answer contains no authorization code";

function portTaken(port: number, error: unknown): Problem {
  const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const why = taken ? "another program uses this port" : "the port cannot be opened";
  return problem("port-taken", `trueup cannot listen on 127.0.0.1:${port}: ${why}.`, {
    hint: "Name another port with --port, or omit --port: then trueup uses any free port.",
  });
}

function failed(cli: Cli, problems: readonly Problem[]): number {
  printProblems(cli, problems, { format: "text" });
  return 1;
}
