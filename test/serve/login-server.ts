/**
 * A login server for one test (`oidc-provider`) that accepts the person whom the test names, and a browser with
 * cookies.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import { CookieJar } from "tough-cookie";
import { onTestFinished, vi } from "vitest";
import { type Answer, ask, freePort } from "./server.ts";

/** A person who can log in. */
export interface Account {
  readonly id: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A running login server. */
export interface TestLoginServer {
  readonly issuer: string;
  /** The next person to log in. If undefined, the login is cancelled. */
  who: Account | undefined;
  close(): Promise<void>;
}

/** Starts a login server. Its client may return to a server on `port`. */
export async function testLoginServer(port: number, more: object = {}): Promise<TestLoginServer> {
  const own = await freePort();
  const issuer = `http://127.0.0.1:${own}`;
  // Hides the provider's warning that it is not made for production.
  const said = vi.spyOn(console, "warn").mockReturnValue();
  const accounts = new Map<string, Account>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "trueup",
        client_secret: "canary-client-secret",
        redirect_uris: [`http://127.0.0.1:${port}/auth/callback`],
        post_logout_redirect_uris: [`http://127.0.0.1:${port}/auth/out`],
      },
    ],
    claims: { email: ["email", "email_verified"], groups: ["groups"] },
    pkce: { required: () => true },
    cookies: { keys: ["canary-cookie-key"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...accounts.get(id)?.claims }),
    }),
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
    ...more,
  });
  said.mockRestore();
  const login: { who: Account | undefined } = { who: undefined };
  const finish = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { prompt, params, session, grantId } = await provider.interactionDetails(incoming, outgoing);
    const { who } = login;
    if (!who) {
      const refusal = { error: "access_denied", error_description: "the person changed their mind" };
      return provider.interactionFinished(incoming, outgoing, refusal);
    }
    accounts.set(who.id, who);
    if (prompt.name === "login")
      return provider.interactionFinished(incoming, outgoing, { login: { accountId: who.id } });
    const grant = new provider.Grant({
      accountId: session?.accountId ?? "",
      clientId: params.client_id ?? "",
    });
    grant.addOIDCScope(prompt.details.missingOIDCScope?.join(" ") ?? "");
    const consent = { grantId: grantId ?? (await grant.save()) };
    return provider.interactionFinished(incoming, outgoing, { consent }, { mergeWithLastSubmission: true });
  };
  const callback = provider.callback();
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith("/interaction/")) void finish(incoming, outgoing);
    else callback(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(own, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return {
    issuer,
    close,
    get who() {
      return login.who;
    },
    set who(account) {
      login.who = account;
    },
  };
}

/** A browser that keeps cookies, follows redirects, and asks for HTML. */
export class Browser {
  readonly jar = new CookieJar();
  /** The visited URLs, in order. */
  readonly visited: string[] = [];

  /** Sends one request without following redirects. */
  async step(url: string, options: Parameters<typeof ask>[2] = {}): Promise<Answer> {
    const { port, pathname, search } = new URL(url);
    this.visited.push(url);
    const cookie = await this.jar.getCookieString(url);
    const headers = { accept: "text/html", ...(cookie && { cookie }), ...options?.headers };
    const answer = await ask(Number(port), `${pathname}${search}`, { ...options, headers });
    for (const each of answer.headers["set-cookie"] ?? [])
      await this.jar.setCookie(each, url, { loose: true });
    return answer;
  }

  /**
   * Requests a URL and follows redirects. Stops at the first URL for which `until` returns true, without requesting it.
   */
  async go(
    url: string,
    until: (url: string) => boolean = () => false,
  ): Promise<Answer & { readonly url: string }> {
    let at = url;
    let answer = await this.step(at);
    for (let hop = 0; hop < 15 && answer.headers.location !== undefined; hop++) {
      at = new URL(answer.headers.location, at).href;
      if (until(at)) break;
      answer = await this.step(at);
    }
    return { ...answer, url: at };
  }
}
