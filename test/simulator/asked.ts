/** Calls the simulator's core without sockets. A test gives the servers' state, the request and the time. */

import type { Json } from "../../src/model/json.ts";
import { respond } from "../../src/simulator/respond.ts";
import type { SimReply, SimRequest } from "../../src/simulator/wire/message.ts";
import type { InterfaceName } from "../../src/simulator/wire/served-names.ts";
import { defaultSettings } from "../../src/simulator/wire/settings.ts";
import type { World } from "../../src/simulator/world.ts";

const { credentials } = defaultSettings;

const headersOf: Readonly<Record<InterfaceName, Readonly<Record<string, string>>>> = {
  dashboard: { "x-vendor-api-key": credentials.apiKey },
  controller: { authorization: basic(credentials.username, credentials.password) },
  fabric: { authorization: `Bearer ${credentials.fabricToken}` },
  restconf: {
    authorization: basic(credentials.routerUsername, credentials.routerPassword),
    "content-type": "application/yang-data+json",
  },
  messaging: { authorization: "Bearer simulated-messaging-token-000001" },
  servers: { authorization: "Bearer simulated-servers-token-000001" },
  sdwan: { authorization: `Bearer ${credentials.sdwanToken}` },
  firewall: { authorization: "Bearer simulated-firewall-token-000001" },
};

/** Returns a request with the interface's credential, or with the first token that the interface issues. */
export function request(name: InterfaceName, line: string, body: Json = null): SimRequest {
  const [method = "GET", path = "/"] = line.split(" ");
  const headers = headersOf[name];
  return { interface: name, method, path, headers, body: JSON.stringify(body), origin: `http://${name}` };
}

/** Returns the servers' state after consecutive requests at given times, and the replies. */
export function played(
  first: World,
  script: readonly (readonly [number, SimRequest])[],
): { readonly world: World; readonly replies: readonly SimReply[] } {
  let world = first;
  const replies: SimReply[] = [];
  for (const [now, each] of script) {
    const done = respond(world, each, now);
    world = done.world;
    replies.push(done.reply);
  }
  return { world, replies };
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}
