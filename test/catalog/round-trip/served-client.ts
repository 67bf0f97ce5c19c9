/** A session of a catalog's product over a server in memory, in virtual time. */

import type { Catalog } from "../../../src/catalog/schema/kind.ts";
import { withRemovals } from "../../../src/catalog/settings/overlay-settings.ts";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import type { Codecs } from "../../../src/drivers/rest/codec.ts";
import { openRest } from "../../../src/drivers/rest/session.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { targetOf } from "../../drivers/opened.ts";
import { json, revealed } from "../../servers/scripted-wire.ts";
import { type ServedProduct, unknownMember } from "./served-product.ts";

/** A server in memory. */
interface MemoryServer {
  answer(request: {
    readonly method: string;
    readonly path: string;
    readonly query: URLSearchParams;
    readonly body: Json;
  }): { readonly status: number; readonly body: Json; readonly headers?: Record<string, string> };
  tellMore(member: string): void;
}

/** A server, and what a session needs to reach it. */
export interface ServedClient {
  readonly server: MemoryServer;
  readonly interface: "controller" | "firewall" | "messaging" | "sdwan" | "servers";
  readonly credential: Readonly<Record<string, string>>;
  /** The codecs that kinds name with `codec:`. */
  readonly codecs?: Codecs;
  /** The settings of the target. */
  readonly values?: JsonObject;
  /** Returns the answer to a login, or undefined if the request is not a login. */
  readonly login: (
    path: string,
  ) => { readonly body: Json; readonly headers?: Record<string, string> } | undefined;
}

/** Serves a catalog's product with a server in memory. */
export function servedClient(catalog: Catalog, served: ServedClient): ServedProduct {
  const { server } = served;
  const sent: ServedProduct["sent"][number][] = [];
  const wire: Wire = {
    send: async ({ method, url, body: given }) => {
      const { pathname, searchParams, search } = new URL(url);
      const login = served.login(pathname);
      if (login) return json(200, login.body, login.headers);
      const body: Json | undefined =
        given === undefined ? undefined : JSON.parse(JSON.stringify(revealed(given)));
      const path = decodeURI(pathname);
      const answer = server.answer({ method, path, query: searchParams, body: body ?? null });
      const reply = json(answer.status, answer.body, answer.headers);
      const text = JSON.stringify(answer.body);
      sent.push({ method, path: pathname + search, body, status: answer.status, text });
      return reply;
    },
  };
  const removals = catalog.kinds.map(({ kind }) => kind);
  const dialect = compileCatalog(withRemovals(catalog, { removals }), served.values, {
    codecs: served.codecs,
  });
  const session = openRest({
    target: { ...targetOf(served.interface), url: "https://product.example.net" },
    dialect,
    wire,
    credential: Object.fromEntries(
      Object.entries(served.credential).map(([name, value]) => [name, new Secret(value)]),
    ),
    secret: ({ secret }) => new Secret(`opened ${secret}`),
    now: () => 0,
    tokens: { load: async () => ({ token: new Secret("refresh") }), save: async () => undefined },
  });
  return { dialect, session, sent, tellMore: () => server.tellMore(unknownMember) };
}
