/** Routing. An interface is a table of routes, and has its own state. */

import type { Json } from "../../model/json.ts";
import type { SimReply, SimRequest } from "./message.ts";
import type { SimulatorSettings } from "./settings.ts";

/** A request with its route. */
export interface Call {
  readonly request: SimRequest;
  /** The name of the credential in the request. If empty, no credential is needed. */
  readonly credential: string;
  /** The values of the variables in braces. They are decoded, except for `{name*}`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON body if the route accepts a body, otherwise null. */
  readonly body: Json;
  readonly settings: SimulatorSettings;
  /** The time in milliseconds, on the simulator's clock. */
  readonly now: number;
}

/** The state after a call, and its reply. */
export interface Answer<State> {
  readonly state: State;
  readonly reply: SimReply;
  /**
   * Returns the reply from the state after the call's effect. It is set if the effect may take place at once, for
   * example the effect of a synchronous batch.
   */
  readonly settled?: (state: State) => SimReply;
}

/** A method at all paths of one form. */
export interface Route<State> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path, for example `/networks/{networkId}`. `{name*}` at its end matches the rest of a path. */
  readonly path: string;
  /** If true, the route needs no credential, because clients use it to get one. */
  readonly open?: boolean;
  /** The required scope of a token. A token without this scope gets 403. If absent, no scope is required. */
  readonly scope?: string;
  /**
   * `optional` means that a `POST`, `PUT` or `PATCH` may have no JSON body. If absent, such a request needs a body,
   * unless the route is open.
   */
  readonly body?: "optional";
  readonly answer: (state: State, call: Call) => Answer<State>;
}

interface At {
  readonly settings: SimulatorSettings;
  readonly now: number;
}

/** An interface: its authentication, and its routes. */
export interface SimulatedInterface<State> {
  /**
   * Returns the name of the credential in a request. Returns undefined if the request has no accepted credential; it is
   * then answered with 401.
   */
  readonly authenticate: (state: State, request: SimRequest, at: At) => string | undefined;
  /** Returns the scopes of the token in the request. It is set if tokens have scopes. */
  readonly scopesOf?: (state: State, request: SimRequest, at: At) => readonly string[];
  readonly routes: readonly Route<State>[] | ((state: State) => readonly Route<State>[]);
  /**
   * Returns a refusal in the form of the mode. The refusal was made before routing. If absent, refusals have the
   * neutral form.
   */
  readonly dressed?: (refusal: SimReply, settings: SimulatorSettings) => SimReply;
}

/**
 * The matching route, or the status of the error: 404 for the path, 405 for the method, or 400 for invalid escapes in
 * the path.
 */
export type RouteMatch<State> =
  | { readonly route: Route<State>; readonly parameters: Readonly<Record<string, string>> }
  | { readonly status: 400 | 404 | 405 };

/** Finds the route of a method and a path without query. */
export function findRoute<State>(
  routes: readonly Route<State>[],
  method: string,
  path: string,
): RouteMatch<State> {
  let status: 404 | 405 = 404;
  for (const route of routes) {
    const raw = matched(route.path, path);
    if (raw === undefined) continue;
    status = 405;
    if (route.method !== method) continue;
    const parameters = decoded(raw);
    return parameters === undefined ? { status: 400 } : { route, parameters };
  }
  return { status };
}

/** Splits a request's target into path and query. */
export function splitQuery(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const at = target.indexOf("?");
  if (at < 0) return { path: target, query: new URLSearchParams() };
  return { path: target.slice(0, at), query: new URLSearchParams(target.slice(at + 1)) };
}

/** True if a text matches a pattern. In the pattern, `*` matches any characters. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return from <= text.length - last.length;
}

function matched(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/");
  const sent = path.split("/");
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const here = sent[index];
    if (here === undefined) return undefined;
    if (part.endsWith("*}")) return { ...found, [part.slice(1)]: sent.slice(index).join("/") };
    if (!part.startsWith("{") && part !== here) return undefined;
    if (part.startsWith("{")) found[part.slice(1, -1)] = here;
  }
  return sent.length === wanted.length ? found : undefined;
}

function decoded(raw: Readonly<Record<string, string>>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(raw).map(([name, text]) =>
        name.endsWith("*}") ? [name.slice(0, -2), text] : [name, decodeURIComponent(text)],
      ),
    );
  } catch {
    return undefined;
  }
}
