/**
 * The products for which the simulator has a mode: their logins, lists and refusals. They come from facts about each
 * product instead of its catalog.
 */

import type { JsonObject } from "../../../src/model/json.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { World } from "../../../src/simulator/world.ts";
import { type Setting, type Stage, stage } from "../../servers/virtual-time/run.ts";

/** A product, and a declared resource of one of its lists. */
export interface Product {
  readonly target: string;
  readonly settings: Partial<SimulatorSettings>;
  readonly declared: string;
  /** The path of the list that contains the resource, without a query. `*` matches anything. */
  readonly list: string;
  /** The path of the request that creates the resource, without a query. `*` matches anything. */
  readonly create: string;
  /** The path of the login. If absent, there is no login, because the product uses an API key. */
  readonly login?: string;
  /** The path of the request that renews an expired token. Default: the login's path. */
  readonly renewal?: string;
  /** Returns the body of an error response with these words. */
  readonly refusal: (words: string, status: number) => JsonObject;
  /** How the product reports that a token has expired. Default: by the status 401. */
  readonly ended?: { readonly status: number; readonly words: string };
  /** Returns the servers' state after the product has forgotten all logins. */
  readonly loggedOut: (world: World) => World;
  /** Returns the servers' state with this many more resources in the list. Their names are `Own-1` and so on. */
  readonly more: (world: World, count: number) => World;
  /** The number of pages in which 2,501 resources are listed. */
  readonly pages: number;
  /** Matches the total number of elements in an answer. Absent if the product does not tell it. */
  readonly total?: RegExp;
  /** The path that ends a session, and a function that returns the number of open sessions. */
  readonly logout?: { readonly path: string; readonly left: (world: World) => number | undefined };
}

const person = "{ username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }";
const target = (interfaceName: string, dialect: string, credential: string, more = "") => `version: 1
environment: virtual
targets:
  it:
    interface: ${interfaceName}
    dialect: ${dialect}
    url: https://product.example.net
    credential: ${credential}
    ${more}
`;

/** Copies the entry whose value has this name. Each copy gets another key and another name. */
function copied<T>(
  entries: ReadonlyMap<string, T>,
  {
    count,
    isOne,
    as,
  }: {
    readonly count: number;
    readonly isOne: (value: T) => boolean;
    readonly as: (value: T, name: string, number: number) => readonly [string, T];
  },
): ReadonlyMap<string, T> {
  const found = [...entries.values()].find(isOne);
  if (found === undefined) throw new Error("nothing to copy");
  const copies = Array.from({ length: count }, (_, at) => as(found, `Own-${at + 1}`, at + 1));
  return new Map([...entries, ...copies]);
}

const id = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, "0")}`;

/** All products for which the simulator has a mode with login and lists. */
export const products: Readonly<Record<string, Product>> = {
  apic: {
    target: target("fabric", "apic", person),
    settings: { fabricMode: "apic", tokenLifetimeMs: 600_000 },
    declared: "tenants: { Own: { description: mine } }",
    ...{ list: "/api/class/fvTenant.json", create: "/api/mo/uni/tn-Own.json", login: "/api/aaaLogin.json" },
    refusal: (text, status) => ({
      totalCount: "1",
      imdata: [{ error: { attributes: { code: String(status), text } } }],
    }),
    ended: { status: 403, words: "Token was invalid (Error: Token timeout)" },
    ...{ pages: 6, total: /"totalCount":"/ },
    logout: { path: "/api/aaaLogout.json", left: ({ fabric }) => fabric.sessions?.size },
    loggedOut: (world) => ({ ...world, fabric: { ...world.fabric, sessions: new Map() } }),
    more: (world, count) => {
      const objects = copied(world.fabric.objects, {
        count,
        isOne: ({ attributes }) => attributes.name === "Own",
        as: (value, name) => [`uni/tn-${name}`, { ...value, attributes: { ...value.attributes, name } }],
      });
      return { ...world, fabric: { ...world.fabric, objects } };
    },
  },
  "catalyst-center": {
    target: target("controller", "catalyst-center", person),
    settings: { controllerMode: "catalyst-center", taskMs: 2000 },
    declared: "areas: { global: { name: Global }, own: { name: Own, parent: global } }",
    ...{
      list: "/dna/intent/api/v1/sites",
      create: "/dna/intent/api/v1/areas",
      login: "/dna/system/api/v1/auth/token",
    },
    refusal: (message, status) => ({
      response: { errorCode: `NCGR${status}`, message, detail: message },
      version: "1.0",
    }),
    ...{ pages: 6, total: /"response":\{"count":/ },
    loggedOut: (world) => ({ ...world, controller: { ...world.controller, tokens: new Map() } }),
    more: (world, count) => {
      const { catalyst } = world.controller;
      if (!catalyst) throw new Error("nothing was made yet");
      const things = copied(catalyst.things, {
        count,
        isOne: ({ value }) => value.name === "Own",
        as: (thing, name, number) => [id(number), { ...thing, value: { ...thing.value, name } }],
      });
      return { ...world, controller: { ...world.controller, catalyst: { ...catalyst, things } } };
    },
  },
  fmc: {
    target: target(
      "firewall",
      "fmc",
      "{ username: { secret: env:FIREWALL_USER }, password: { secret: env:FIREWALL_PASSWORD } }",
    ),
    settings: { firewallMode: "fmc", tokenLifetimeMs: 1_800_000 },
    declared: "objects: { hosts: { own: { name: Own, value: 10.0.0.1 } } }",
    ...{ list: "*/object/hosts", create: "*/object/hosts", login: "/api/fmc_platform/v1/auth/generatetoken" },
    refusal: (description) => ({
      error: { category: "OTHER", messages: [{ description }], severity: "ERROR" },
    }),
    // The refresh token outlives the access token, and can be used three times.
    renewal: "/api/fmc_platform/v1/auth/refreshtoken",
    ...{ pages: 3, total: /"count":/ },
    loggedOut: (world) => {
      const { fmc } = world.firewall;
      return {
        ...world,
        firewall: { ...world.firewall, ...(fmc && { fmc: { ...fmc, tokens: new Map() } }) },
      };
    },
    more: (world, count) => {
      const { fmc } = world.firewall;
      if (!fmc) throw new Error("nothing was made yet");
      const [path = ""] = [...fmc.objects].find(([, { name }]) => name === "Own") ?? [];
      const objects = copied(fmc.objects, {
        count,
        isOne: ({ name }) => name === "Own",
        as: (value, name, number) => [
          path.replace(String(value.id), id(number)),
          { ...value, id: id(number), name },
        ],
      });
      return { ...world, firewall: { ...world.firewall, fmc: { ...fmc, objects } } };
    },
  },
  intersight: {
    target: target(
      "servers",
      "intersight",
      "{ clientId: simulated-servers-client, clientSecret: { secret: env:SERVERS_SECRET } }",
    ),
    settings: { serversMode: "intersight", tokenLifetimeMs: 600_000 },
    declared: "organization: default\npolicies: { ntp: { own: { name: Own, ntpServers: [10.0.0.1] } } }",
    ...{ list: "/api/v1/ntp/Policies", create: "/api/v1/ntp/Policies", login: "/iam/token" },
    refusal: (message) => ({ code: "InvalidRequest", message, messageId: "x", traceId: "x" }),
    ...{ pages: 3, total: /"Count":/ },
    loggedOut: (world) => ({
      ...world,
      servers: { ...world.servers, tokens: { ...world.servers.tokens, given: new Map() } },
    }),
    more: (world, count) => {
      const { intersight } = world.servers;
      if (!intersight) throw new Error("nothing was made yet");
      const objects = copied(intersight.objects, {
        count,
        isOne: ({ Name }) => Name === "Own",
        as: (value, Name, number) => {
          const Moid = `7${String(number).padStart(23, "0")}`;
          return [Moid, { ...value, Name, Moid }];
        },
      });
      return { ...world, servers: { ...world.servers, intersight: { ...intersight, objects } } };
    },
  },
  meraki: {
    target: target(
      "dashboard",
      "meraki",
      "{ apiKey: { secret: env:KEY } }",
      "settings: { perPage: { networks: 1000 }, batches: 'off' }",
    ),
    settings: { dashboardMode: "meraki" },
    declared: "organization: Acme\nnetworks: { own: { name: Own, timeZone: Europe/Berlin } }",
    ...{ list: "*/organizations/*/networks", create: "*/organizations/*/networks" },
    refusal: (words) => ({ errors: [words] }),
    pages: 3,
    loggedOut: (world) => world,
    more: (world, count) => {
      const networks = copied(world.dashboard.networks, {
        count,
        isOne: ({ fields }) => fields.name === "Own",
        as: (value, name, number) => [
          `N_9${String(number).padStart(5, "0")}`,
          { ...value, fields: { ...value.fields, name } },
        ],
      });
      return { ...world, dashboard: { ...world.dashboard, networks } };
    },
  },
  vmanage: {
    target: target(
      "sdwan",
      "vmanage",
      "{ username: { secret: env:SDWAN_USER }, password: { secret: env:SDWAN_PASSWORD } }",
    ),
    settings: { sdwanMode: "vmanage", tokenLifetimeMs: 1_800_000 },
    declared: "policyLists: { siteLists: { own: { name: Own, entries: [{ siteId: 100-199 }] } } }",
    ...{
      list: "*/template/policy/list/site",
      create: "*/template/policy/list/site",
      login: "/j_security_check",
    },
    refusal: (message) => ({ error: { message, details: message, code: "X" } }),
    pages: 1,
    logout: { path: "/logout", left: ({ sdwan }) => sdwan.vmanage?.sessions.size },
    loggedOut: (world) => {
      const { vmanage } = world.sdwan;
      return {
        ...world,
        sdwan: { ...world.sdwan, ...(vmanage && { vmanage: { ...vmanage, sessions: new Map() } }) },
      };
    },
    more: (world, count) => {
      const { vmanage } = world.sdwan;
      if (!vmanage) throw new Error("nothing was made yet");
      const [path = ""] = [...vmanage.objects].find(([, { value }]) => value.name === "Own") ?? [];
      const objects = copied(vmanage.objects, {
        count,
        isOne: ({ value }) => value.name === "Own",
        as: (object, name, number) => [
          `${path.slice(0, path.lastIndexOf("/"))}/${id(number)}`,
          { ...object, value: { ...object.value, name } },
        ],
      });
      return { ...world, sdwan: { ...world.sdwan, vmanage: { ...vmanage, objects } } };
    },
  },
  webex: {
    target: target(
      "messaging",
      "webex",
      "{ clientId: { secret: env:CLIENT_ID }, clientSecret: { secret: env:CLIENT_SECRET } }",
    ),
    settings: { messagingMode: "webex", messagingPageSize: 100 },
    declared: "rooms: { own: { name: Own } }",
    ...{ list: "/v1/rooms", create: "/v1/rooms", login: "/v1/access_token" },
    refusal: (message) => ({ message, errors: [{ description: message }], trackingId: "X" }),
    pages: 26,
    loggedOut: (world) => ({
      ...world,
      messaging: { ...world.messaging, tokens: { ...world.messaging.tokens, given: new Map() } },
    }),
    more: (world, count) => {
      const { webex } = world.messaging;
      if (!webex) throw new Error("nothing was made yet");
      const records = copied(webex, {
        count,
        isOne: ({ value }) => value.title === "Own",
        as: (record, title, number) => [
          `more-${number}`,
          { ...record, value: { ...record.value, id: `more-${number}`, title } },
        ],
      });
      return { ...world, messaging: { ...world.messaging, webex: records } };
    },
  },
};

/** Returns a stage with a project for the product, which has no live resources. */
export function managed(product: Product, more: Partial<Setting> = {}): Stage {
  return stage({
    project: product.target,
    files: { "a.yaml": `target: it\n${product.declared}\n` },
    settings: product.settings,
    ...more,
    seed: { organizations: [{ id: "1", name: "Acme", networks: [] }] },
  });
}
