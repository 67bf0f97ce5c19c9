/** A simulator with a proxy in front of each interface, and a project in Git that uses the proxies. */

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type RunningSimulator, serve } from "../../src/simulator/serve.ts";
import { interfaceNames, type SimulatedName } from "../../src/simulator/wire/served-names.ts";
import type { SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { createWorld, type World } from "../../src/simulator/world.ts";
import { authority } from "../security/certificates.ts";
import { bytesProxy } from "./proxy/bytes-proxy.ts";
import type { Striker } from "./proxy/effect.ts";
import { httpProxy, type ProxyOptions, type RunningProxy } from "./proxy/http-proxy.ts";
import type { Company } from "./world/company.ts";
import { hostsOf } from "./world/devices.ts";

/** A running laboratory. */
export interface Laboratory {
  readonly cwd: string;
  readonly served: RunningSimulator;
  /** Replaces all declarations of the project by these files, and commits the change. */
  readonly commit: (files: Readonly<Record<string, string>>) => Promise<void>;
  readonly git: (...args: readonly string[]) => Promise<string>;
  /** Sets the timeouts of the next run. */
  readonly patience: (patience: keyof typeof limits) => Promise<void>;
  /** Resolves when all delayed requests have arrived. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The options of a laboratory. */
export interface LaboratoryOptions {
  readonly company: Company;
  readonly settings: Partial<SimulatorSettings>;
  readonly tls: boolean;
  readonly striker: Pick<Striker, "strike" | "draw">;
  readonly met?: ProxyOptions["met"];
  /** Called if a client disconnected before its reply had reached it. */
  readonly lost: (name: SimulatedName) => void;
}

type Ports = Readonly<Record<SimulatedName, number>>;

const trusted = authority("Chaos");

/** Starts a laboratory: the servers store the company's first state, and nothing is declared yet. */
export async function laboratory(options: LaboratoryOptions): Promise<Laboratory> {
  const { company, settings, tls } = options;
  const served = await serve({ seed: company.seed, settings });
  const proxies = await proxiesFor(served, options);
  const cwd = await mkdtemp(join(tmpdir(), "trueup-chaos-"));
  const git = async (...args: readonly string[]) =>
    (await execute("git", ["-C", cwd, ...identity, ...args])).stdout;
  await git("init", "-q", "-b", "main");
  const ports = Object.fromEntries([...proxies].map(([name, { port }]) => [name, port])) as Ports;
  const reached = { ports, fingerprint: served.hostKey.fingerprint, tls };
  const own = {
    "trueup.yaml": projectText(reached, "patient"),
    "authority.pem": trusted.pem,
    ".gitignore": ".trueup/\n",
  };
  return {
    cwd,
    served,
    git,
    commit: async (files) => {
      await rm(join(cwd, "desired-state"), { recursive: true, force: true });
      for (const [path, text] of Object.entries({ ...own, ...files })) {
        await mkdir(dirname(join(cwd, path)), { recursive: true });
        await writeFile(join(cwd, path), text);
      }
      await git("add", "-A");
      await git("commit", "-q", "-m", "state");
    },
    patience: (patience) => writeFile(join(cwd, "trueup.yaml"), projectText(reached, patience)),
    settled: async () => {
      await Promise.all([...proxies.values()].map((proxy) => proxy.settled()));
    },
    close: async () => {
      await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
      await served.close();
      await rm(cwd, { recursive: true, force: true });
    },
  };
}

const execute = promisify(execFile);
const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.net", "-c", "commit.gpgsign=false"];

async function proxiesFor(
  served: RunningSimulator,
  { company, settings, striker, tls, met, lost }: LaboratoryOptions,
): Promise<ReadonlyMap<SimulatedName, RunningProxy>> {
  const first = createWorld(company.seed, settings);
  const restarted = (name: SimulatedName) => (loses: "nothing" | "sessions" | "everything") => {
    if (loses === "sessions") served.edit((world) => withoutSessions(world, name));
    if (loses === "everything") served.edit((world) => anew(world, first, name));
  };
  const to = (name: SimulatedName) => Number(new URL(served.urls[name].replace("{host}", "x")).port);
  const certified = tls ? trusted.issue(["127.0.0.1"]) : undefined;
  const proxies = new Map<SimulatedName, RunningProxy>();
  for (const name of interfaceNames) {
    const options = { interface: name, to: to(name), striker, restarted: restarted(name), met, lost };
    proxies.set(name, await httpProxy({ ...options, tls: certified }));
  }
  const options = { to: to("netconf"), striker, restarted: restarted("netconf") };
  return proxies.set("netconf", await bytesProxy(options));
}

/**
 * Returns the servers' state with one interface reset to its first state. RESTCONF and NETCONF share the routers'
 * state, so each resets only the routers that it reaches.
 */
function anew(world: World, first: World, name: SimulatedName): World {
  const state = stateOf(name);
  if (state !== "restconf") return { ...world, [state]: first[state] };
  const hosts = hostsOf(name === "netconf" ? "edge" : "routers");
  const own = [...first.restconf.routers].filter(([host]) => hosts.includes(host));
  return { ...world, restconf: { routers: new Map([...world.restconf.routers, ...own]) } };
}

/** Returns which part of the servers' state has an interface's data. RESTCONF and NETCONF share one part. */
function stateOf(name: SimulatedName): Exclude<SimulatedName, "netconf"> {
  return name === "netconf" ? "restconf" : name;
}

function withoutSessions(world: World, name: SimulatedName): World {
  const { [stateOf(name)]: state } = world;
  if (!("tokens" in state)) return world;
  const { tokens } = createWorld({})[stateOf(name)] as typeof state;
  return { ...world, [stateOf(name)]: { ...state, tokens } };
}

/**
 * The limits of targets. The short limits make faults end soon. The patient limits prevent faults that are only due to
 * a slow machine.
 */
const limits = {
  short:
    "{ requestsPerSecond: 1000, timeoutSeconds: 3, retryAfterMaxSeconds: 3, lockSeconds: 5, createVisibleSeconds: 6 }",
  patient: "{ requestsPerSecond: 1000, createVisibleSeconds: 6 }",
} as const;

interface Reached {
  readonly ports: Ports;
  readonly fingerprint: string;
  readonly tls: boolean;
}

/** Returns the project file with targets of all nine interfaces and these limits. */
function projectText({ ports, fingerprint, tls }: Reached, patience: keyof typeof limits): string {
  const url = (name: SimulatedName, path = "") => `http${tls ? "s" : ""}://127.0.0.1:${ports[name]}${path}`;
  const certificate = tls ? "\n    tls: { ca: authority.pem }" : "";
  const secret = (name: string) => `{ secret: env:${name} }`;
  const login = (user: string, password: string) =>
    `{ username: ${secret(user)}, password: ${secret(password)} }`;
  const client = (id: string, value: string) => `{ clientId: ${secret(id)}, clientSecret: ${secret(value)} }`;
  const rows: readonly (readonly [string, SimulatedName, string, string?])[] = [
    ["cloud", "dashboard", `{ apiKey: ${secret("DASHBOARD_API_KEY")} }`],
    ["campus", "controller", login("CONTROLLER_USER", "CONTROLLER_PASSWORD")],
    ["fabric-east", "fabric", `{ token: ${secret("FABRIC_TOKEN")} }`],
    ["routers", "restconf", login("ROUTER_USER", "ROUTER_PASSWORD"), "/devices/{host}"],
    ["chat", "messaging", client("MESSAGING_ID", "MESSAGING_SECRET")],
    ["servers", "servers", client("SERVERS_ID", "SERVERS_SECRET")],
    ["wan", "sdwan", `{ token: ${secret("SDWAN_TOKEN")} }`],
    [
      "perimeter",
      "firewall",
      `{ clientId: ${secret("FIREWALL_ID")}, refreshToken: ${secret("FIREWALL_REFRESH_TOKEN")} }`,
    ],
  ];
  const targets = rows.map(
    ([name, of, credential, path]) => `  ${name}:
    interface: ${of}
    url: ${url(of, path)}
    credential: ${credential}
    limits: ${limits[patience]}${of === "restconf" ? "\n    hosts: [10.20.0.0/16]" : ""}${certificate}
`,
  );
  return `version: 1
environment: test
targets:
${targets.join("")}  edge:
    interface: netconf
    url: ssh://127.0.0.1:${ports.netconf}/{host}
    hosts: [10.20.0.0/16]
    credential: ${login("ROUTER_USER", "ROUTER_PASSWORD")}
    limits: ${limits[patience]}
    settings: { hostKeys: { "127.0.0.1": "${fingerprint}" } }
secrets:
  allow: ["env:*_PSK"]
`;
}
