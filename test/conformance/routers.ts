/** Serves two routers to one test file over SSH. Their clock moves only when a test moves it. */

import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { Json } from "../../src/model/json.ts";
import type { NetconfSettings } from "../../src/simulator/netconf/settings.ts";
import { type RunningSimulator, serve } from "../../src/simulator/serve.ts";
import { defaultSettings, type SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { createWorld, type World, type WorldSeed } from "../../src/simulator/world.ts";
import { router, yang } from "./served.ts";
import { bases, type Conversation, connected, helloWith } from "./ssh-client.ts";

/** The namespace of the routers' first module. */
export const namespace = "http://vendor.example.net/ns/Vendor-native";
const seed: WorldSeed = {
  routers: {
    r1: {
      data: {
        "Vendor-native:native": {
          hostname: "r1",
          banner: "a < b & c – d",
          ip: { domain: { name: "example.net" }, "name-server": ["10.0.0.1", "10.0.0.2"] },
          interface: {
            GigabitEthernet: [
              {
                name: "1/0/1",
                description: "uplink",
                mtu: 1500,
                ip: { address: { primary: { address: "10.1.0.1" } } },
              },
              { name: "1/0/2", description: "users", shutdown: true },
              { name: "1/0/3", description: "users", mtu: 9000 },
            ],
          },
          "Vendor-snmp:snmp": { location: "Berlin", contact: "noc" },
          enabled: [null],
        },
        "Vendor-telemetry:telemetry": { receiver: [{ ip: "10.0.0.9", port: 57000, hostname: "collector" }] },
      },
      keys: { receiver: ["ip", "port"] },
      model: { "Vendor-native:native": { "Vendor-acl:acl": { rule: [{ name: "x", action: "permit" }] } } },
      state: { "Vendor-oper:oper": { uptime: 86400 } },
    },
    r2: { data: { "Vendor-native:native": { hostname: "r2" } } },
  },
};

/** The options of a conversation. */
export interface Opening {
  readonly host?: string;
  readonly capabilities?: readonly string[];
}

const { routerUsername, routerPassword } = defaultSettings.credentials;

/** Serves the routers, which are reset before each test. */
export function routers() {
  let served: RunningSimulator | undefined;
  let now = 0;
  const open: Conversation[] = [];
  const running = (): RunningSimulator => {
    if (served === undefined) throw new Error("not serving yet");
    return served;
  };
  const address = () => {
    const { hostname: host, port } = new URL(running().urls.netconf.replace("{host}", ""));
    return { host, port: Number(port) };
  };
  const login = (host = "r1") => ({
    ...address(),
    username: `${routerUsername}@${host}`,
    password: routerPassword,
  });
  const reset = (netconf: Partial<NetconfSettings> = {}, more: Partial<SimulatorSettings> = {}) =>
    running().edit(() => createWorld(seed, { ...more, netconf: { ...defaultSettings.netconf, ...netconf } }));
  const greet = async ({ host, capabilities = bases }: Opening = {}) => {
    const conversation = await connected(login(host));
    open.push(conversation);
    const hello = await conversation.next();
    conversation.send(helloWith(capabilities));
    conversation.chunked = hello.includes(":base:1.1<") && capabilities.some((each) => each.endsWith(":1.1"));
    return Object.assign(conversation, { hello });
  };
  const restconf = (path: string, body?: Json) =>
    fetch(`${running().urls.restconf.replace("{host}", "r1")}/restconf/data/${path}`, {
      headers: { ...router, ...yang },
      ...(body === undefined ? {} : { method: "PUT", body: JSON.stringify(body) }),
    });
  beforeAll(async () => {
    served = await serve({ seed, now: () => now });
  });
  beforeEach(() => reset());
  afterEach(() => {
    for (const each of open.splice(0)) each.drop();
  });
  afterAll(() => served?.close());
  return {
    /** Opens a session and exchanges the hello messages of both sides. */
    greet,
    login,
    reset,
    restconf,
    hostKey: () => running().hostKey,
    admin: () => running().admin,
    edit: (change: (world: World) => World) => running().edit(change),
    /** Moves the servers' clock forward. */
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    now: () => now,
  };
}
