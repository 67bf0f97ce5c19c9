/** The interface of a served description: its operations as routes, and its credentials. */

import { basicUser, bearerToken } from "../wire/credentials.ts";
import { invalid, type SimReply, type SimRequest } from "../wire/message.ts";
import { type Route, type SimulatedInterface, splitQuery } from "../wire/route.ts";
import type { SimulatorSettings } from "../wire/settings.ts";
import { answered } from "./answers.ts";
import type { ApiCredential } from "./document.ts";
import type { Api } from "./resources.ts";
import type { OpenApiState } from "./state.ts";

/** The interface. */
export const openapi: SimulatedInterface<OpenApiState> = {
  authenticate: ({ api }, request, { settings }) => {
    if (api === undefined || api.credentials.length === 0) return "";
    const shown = api.credentials.map((each) => presented(each, request, settings));
    return shown.find((each) => each !== undefined);
  },
  routes: ({ api }) => (api === undefined ? [] : routesOf(api)),
  dressed,
};

const compiled = new WeakMap<Api, readonly Route<OpenApiState>[]>();

function routesOf(api: Api): readonly Route<OpenApiState>[] {
  const known = compiled.get(api);
  if (known !== undefined) return known;
  const routes = api.operations.map(
    (operation): Route<OpenApiState> => ({
      method: operation.method,
      path: `${api.basePath}${operation.path}${operation.slashed ? "/" : ""}`,
      open: !operation.secured,
      body: "optional",
      answer: (state, call) => answered({ api, operation, state, call }),
    }),
  );
  compiled.set(api, routes);
  return routes;
}

function presented(
  { form, name }: ApiCredential,
  request: SimRequest,
  { credentials }: SimulatorSettings,
): string | undefined {
  if (form === "basic") return basicUser(request, credentials.username, credentials.password);
  const sent = {
    bearer: bearerToken(request),
    header: request.headers[name]?.replace(/^\w+ /, ""),
    query: splitQuery(request.path).query.get(name) ?? undefined,
  }[form];
  return [credentials.apiKey, ...credentials.moreApiKeys].find((key) => key === sent);
}

const messages: Readonly<Record<number, string>> = {
  401: "the credential is not valid",
  404: "there is no such path",
  405: "this path does not take this method",
  409: "somebody else is changing this",
  429: "too many requests",
  503: "try again later",
};

/** Returns the refusal with errors as its body. If it already has a body, it stays unchanged. */
function dressed(refusal: SimReply): SimReply {
  if (refusal.body !== "") return refusal;
  const { body, headers } = invalid([messages[refusal.status] ?? `status ${refusal.status}`]);
  return { ...refusal, headers: { ...headers, ...refusal.headers }, body };
}
