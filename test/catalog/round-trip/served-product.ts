/**
 * A session of a catalog's product, in virtual time, with a simulated server that is built from the vendor's
 * description.
 */

import type { Catalog } from "../../../src/catalog/schema/kind.ts";
import { withRemovals } from "../../../src/catalog/settings/overlay-settings.ts";
import type { Session } from "../../../src/drivers/contract/contract.ts";
import { compileCatalog, type RestDialect } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import type { Codecs } from "../../../src/drivers/rest/codec.ts";
import { openRest } from "../../../src/drivers/rest/session.ts";
import { isObject, type Json } from "../../../src/model/json.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { Wire } from "../../../src/model/wire.ts";
import type { OpenApiState } from "../../../src/simulator/openapi/state.ts";
import { respond } from "../../../src/simulator/respond.ts";
import { createWorld, type World } from "../../../src/simulator/world.ts";
import { targetOf } from "../../drivers/opened.ts";
import { opened, revealed } from "../../servers/scripted-wire.ts";

/** One request and its answer. */
interface Exchanged {
  readonly method: string;
  readonly path: string;
  readonly body: Json | undefined;
  readonly status: number;
  readonly text: string;
}

/** A product on a simulated server, with its dialect, a session and all requests so far. */
export interface ServedProduct {
  readonly dialect: RestDialect;
  readonly session: Session;
  /** All requests since the beginning. */
  readonly sent: readonly Exchanged[];
  /** Adds an unknown member to every object that the server stores at this time. */
  readonly tellMore: () => void;
}

/** Simulated servers, and what a session needs to reach one of their interfaces. */
export interface ServedWorld {
  readonly world: World;
  readonly interface: "openapi" | "dashboard" | "controller" | "fabric" | "messaging" | "servers";
  readonly credential: Readonly<Record<string, string>>;
  readonly codecs?: Codecs;
  /** Matches the paths of login requests. They are left out of `sent`. */
  readonly logins?: RegExp;
  readonly tellMore: (world: World) => World;
}

/** Serves a catalog's product with a simulated server that is built from the product's description. */
export function servedProduct(catalog: Catalog, state: OpenApiState): ServedProduct {
  return servedWorld(catalog, {
    world: { ...createWorld({}), openapi: state },
    interface: "openapi",
    credential: { apiKey: "simulated-api-key" },
    tellMore: (world) => ({ ...world, openapi: withUnknownMembers(world.openapi) }),
  });
}

/** Serves a catalog's product with an interface of simulated servers. */
export function servedWorld(catalog: Catalog, served: ServedWorld): ServedProduct {
  let { world } = served;
  const sent: Exchanged[] = [];
  const wire: Wire = {
    send: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body: Json | undefined =
        request.body === undefined ? undefined : JSON.parse(JSON.stringify(revealed(request.body)));
      const headers = Object.entries(request.headers).map(([name, value]) => [
        name.toLowerCase(),
        opened(value),
      ]);
      const form = Object.entries(request.form ?? {}).map(([name, value]): [string, string] => [
        name,
        opened(value),
      ]);
      if (form.length > 0) headers.push(["content-type", "application/x-www-form-urlencoded"]);
      const text = form.length > 0 ? String(new URLSearchParams(form)) : JSON.stringify(body ?? null);
      const done = respond(
        world,
        {
          interface: served.interface,
          method: request.method,
          path: pathname + search,
          headers: Object.fromEntries(headers),
          body: body === undefined && form.length === 0 ? "" : text,
          origin: "https://product.example.net",
        },
        0,
      );
      world = done.world;
      const { status, headers: shown, body: answer } = done.reply;
      if (!served.logins?.test(pathname))
        sent.push({ method: request.method, path: pathname + search, body, status, text: answer });
      return { outcome: "answered", status, headers: shown, text: answer };
    },
  };
  const removals = catalog.kinds.map(({ kind }) => kind);
  const dialect = compileCatalog(withRemovals(catalog, { removals }), {}, { codecs: served.codecs });
  const session = openRest({
    target: { ...targetOf("dashboard"), url: "https://product.example.net" },
    dialect,
    wire,
    credential: Object.fromEntries(
      Object.entries(served.credential).map(([name, value]) => [name, new Secret(value)]),
    ),
    secret: ({ secret }) => new Secret(`opened ${secret}`),
    now: () => 0,
    tokens: { load: async () => ({ token: new Secret("refresh") }), save: async () => undefined },
  });
  return {
    dialect,
    session,
    sent,
    tellMore: () => {
      world = served.tellMore(world);
    },
  };
}

/** Adds an unknown member to every stored object. */
function withUnknownMembers(state: OpenApiState): OpenApiState {
  const held = [...state.held].map(
    ([path, each]) =>
      [
        path,
        isObject(each.value) ? { ...each, value: { ...each.value, [unknownMember]: 1 } } : each,
      ] as const,
  );
  return { ...state, held: new Map(held) };
}

/** A member that no catalog and no description has. */
export const unknownMember = "memberThatNobodyKnows";
