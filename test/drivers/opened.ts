/** Opens sessions of the drivers for tests, with credentials that are easy to find in outputs. */

import type { Driver, Session, Write } from "../../src/drivers/contract/contract.ts";
import { address } from "../../src/model/address.ts";
import type { Json } from "../../src/model/json.ts";
import type { InterfaceName, Target } from "../../src/model/project.ts";
import { Secret } from "../../src/model/secret.ts";
import type { Wire } from "../../src/model/wire.ts";
import { driverOf } from "../../src/project/drivers.ts";

/** The credential of each interface. */
export const credentials: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dashboard: { apiKey: "key-canary-1" },
  controller: { username: "netops", password: "pass-canary-2" },
  fabric: { token: "token-canary-3" },
  restconf: { username: "admin", password: "pass-canary-4" },
  netconf: { username: "admin", password: "pass-canary-5" },
  messaging: { clientId: "client", clientSecret: "client-canary-5" },
  servers: { clientId: "client", clientSecret: "client-canary-6" },
  sdwan: { token: "token-canary-7" },
  firewall: { clientId: "client", clientSecret: "client-canary-8" },
};

const urls: Readonly<Record<string, string>> = {
  dashboard: "https://dashboard.example.net",
  controller: "https://controller.example.net",
  fabric: "https://fabric.example.net",
  restconf: "https://{host}",
  netconf: "ssh://{host}",
  messaging: "https://messaging.example.net",
  servers: "https://servers.example.net",
  sdwan: "https://sdwan.example.net",
  firewall: "https://firewall.example.net",
};

/** Returns the driver of an interface. Throws if the interface has none. */
export function driverFor(name: InterfaceName): Driver {
  const found = driverOf(name);
  if (found === undefined) throw new Error(`no driver for ${name}`);
  return found;
}

/** Opens a session of an interface over a wire. Each secret of the desired state resolves to `opened:<reference>`. */
export function opened(
  name: InterfaceName,
  wire: Wire,
  more: {
    readonly dialect?: string;
    readonly settings?: Json;
    readonly credential?: Readonly<Record<string, string>>;
  } = {},
): Session {
  const driver = driverFor(name);
  const { dialect = "neutral" } = more;
  const credential = Object.entries(more.credential ?? credentials[name] ?? {});
  return driver.open({
    target: { ...targetOf(name), dialect },
    dialect: driver.dialect(dialect, more.settings ?? {}),
    wire,
    credential: Object.fromEntries(credential.map(([field, value]) => [field, new Secret(value)])),
    secret: (reference) => new Secret(`opened:${reference.secret}`),
    now: () => 0,
    tokens: { load: async () => ({ token: new Secret("refresh-canary-9") }), save: async () => undefined },
  });
}

/** Returns a write. Members that are not given have default values. */
export function writeOf(part: Pick<Write, "operation" | "kind" | "identity"> & Partial<Write>): Write {
  return {
    address: address("t", part.kind, part.identity),
    scope: {},
    differences: [],
    secrets: [],
    lists: {},
    ownership: "declared",
    ...part,
  };
}

/** Returns pending differences at these pointers. */
export function differs(...paths: readonly string[]): Write["differences"] {
  return paths.map((path) => ({ path, cause: "pending" }));
}

/** A signal that is never aborted. */
export const calm = new AbortController().signal;

/** Returns a target of an interface, without a credential. */
export function targetOf(name: InterfaceName): Target {
  return {
    name: `my-${name}`,
    interface: name,
    dialect: "neutral",
    url: urls[name] ?? "",
    hosts: ["10.20.0.0/16"],
    credential: {},
    tls: {},
    limits: {},
    settings: {},
    at: { file: "trueup.yaml", line: 1, column: 1 },
  };
}
