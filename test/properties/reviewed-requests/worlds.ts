/** Projects on disk, each with a live state. Every edit of a project is planned against the same live state. */

import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { assemble, resolveTarget } from "../../../src/engine/assemble.ts";
import type { OpenedProject } from "../../../src/engine/open.ts";
import { makePlan, type PlannedRun, type PlanRequest } from "../../../src/engine/reconcile.ts";
import { previews } from "../../../src/engine/requests.ts";
import type { Address } from "../../../src/model/address.ts";
import type { Target } from "../../../src/model/project.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { type ReadProject, readProject } from "../../../src/project/read.ts";
import { openRedactor } from "../../../src/runtime/secrets/redactor.ts";
import { builtInCompany } from "../../../src/simulator/company.ts";
import { worldSeedSchema } from "../../../src/simulator/seed.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { put, scratch } from "../../git/repositories.ts";
import { seeded, VirtualClock } from "../../servers/virtual-time/clock.ts";
import { Network } from "../../servers/virtual-time/network.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A project and its live state. */
export interface ProjectWorld {
  /** Writes the project into an empty folder. */
  readonly write: (folder: string) => void;
  readonly seed: () => WorldSeed;
  readonly settings: Partial<SimulatorSettings>;
  /** Returns the simulator's interface for a target if it differs from the target's own interface. */
  readonly interfaceOf?: (target: Target) => Target["interface"];
}

const worldIn = (path: string) => () =>
  worldSeedSchema.parse(JSON.parse(readFileSync(join(root, path), "utf8")));

/** Settings that make simulated products answer without delay. */
const fast = { taskMs: 0, readinessMs: 0 };

const own = `version: 1
environment: own
targets:
  cloud:
    interface: rest
    catalog: catalogs/ours
    url: https://cloud.example.net
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } }
secrets: { allow: ["env:*_PSK"] }
`;

/**
 * Projects with every interface in its neutral dialect, with REST catalogs of products, with modules and mappings, and
 * with an own catalog.
 */
export const worlds: Readonly<Record<string, ProjectWorld>> = {
  "the example company": {
    write: (folder) => {
      for (const name of ["trueup.yaml", "desired-state", "examples/router/yang", "examples/router/mapping"])
        cpSync(join(root, name), join(folder, name), { recursive: true });
    },
    seed: builtInCompany,
    settings: fast,
  },
  "nine products": {
    write: (folder) => {
      for (const name of ["trueup.yaml", "desired-state"])
        cpSync(join(root, "examples/products", name), join(folder, name), { recursive: true });
    },
    seed: worldIn("examples/products/world.json"),
    settings: {
      ...fast,
      ...{ dashboardMode: "meraki", controllerMode: "catalyst-center", fabricMode: "apic" },
      ...{ restconfMode: "rfc8040", messagingMode: "webex", serversMode: "intersight" },
      ...{ sdwanMode: "vmanage", firewallMode: "fmc" },
    },
  },
  "a router by its modules": {
    write: (folder) => cpSync(join(root, "examples/router"), folder, { recursive: true }),
    seed: worldIn("examples/router/world.json"),
    settings: { ...fast, restconfMode: "rfc8040" },
  },
  "a catalog of its own": {
    write: (folder) => {
      cpSync(join(root, "catalogs/dashboard"), join(folder, "catalogs/ours"), { recursive: true });
      cpSync(join(root, "desired-state/acme"), join(folder, "desired-state"), { recursive: true });
      const product = readFileSync(join(folder, "catalogs/ours/product.yaml"), "utf8");
      const ours = product
        .replace("product: dashboard\ndialect: neutral\n", "product: ours\n")
        .replace("interface: dashboard", "interface: rest");
      put(folder, { "trueup.yaml": own, "catalogs/ours/product.yaml": ours });
    },
    seed: builtInCompany,
    settings: fast,
    interfaceOf: () => "dashboard",
  },
};

/** A plan with the requests of its steps by address, as `plan --requests` shows them. */
export interface PlannedRequests extends PlannedRun {
  readonly requests: ReadonlyMap<Address, string>;
}

/** A project in its own folder. Edits change the project's files. */
export class EditedProject {
  readonly folder: string = scratch();
  readonly #world: ProjectWorld;

  constructor(world: ProjectWorld) {
    this.#world = world;
    world.write(this.folder);
  }

  /** The paths of the project's files. */
  files(): readonly string[] {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => relative(this.folder, join(each.parentPath, each.name)))
      .filter((path) => /\.(?:ya?ml|yang|csv)$/.test(path))
      .sort();
  }

  text(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  write(path: string, text: string): void {
    put(this.folder, { [path]: text });
  }

  /**
   * Plans the project. Returns undefined if the project is invalid, or if a request cannot be built. All replies pass
   * through the wire that `between` returns.
   */
  async plan(
    request: PlanRequest = {},
    between: (wire: Wire) => Wire = (wire) => wire,
  ): Promise<PlannedRequests | undefined> {
    const { read, problems } = await readProject(this.folder);
    if (!read || problems.some(({ severity }) => severity === "error")) return undefined;
    const clock = new VirtualClock();
    const context = openedOn(read, this.#world, { clock, between });
    const made = await clock.run(makePlan(context, request, new AbortController().signal));
    const shown = previewsOf(context, made);
    if (!shown) return undefined;
    const all = Map.groupBy(shown, ({ step }) => step);
    const requests = made.plan.steps.map(({ id, address }) => [address, textOf(all.get(id) ?? [])] as const);
    return { ...made, requests: new Map(requests) };
  }
}

/**
 * Returns the previews of a plan. Returns undefined if they cannot be made: with an edited catalog, a live resource may
 * have no id.
 */
function previewsOf(...of: readonly [OpenedProject, PlannedRun]): ReturnType<typeof previews> | undefined {
  try {
    return previews(...of, openRedactor());
  } catch {
    return undefined;
  }
}

function textOf(all: ReturnType<typeof previews>): string {
  return JSON.stringify(all.map(({ request: { method, url, body } }) => ({ method, url, body })));
}

interface VirtualNetwork {
  readonly clock: VirtualClock;
  readonly between: (wire: Wire) => Wire;
}

function openedOn(
  read: ReadProject,
  { seed, settings, interfaceOf = (target) => target.interface }: ProjectWorld,
  { clock, between }: VirtualNetwork,
): OpenedProject {
  const { project, drivers, loaded } = read;
  const network = new Network({ seed: seed(), settings, clock });
  const wires = [...project.targets.values()].map((target) => ({
    target,
    wire: between(wireOf({ ...target, interface: interfaceOf(target) }, target, { network, drivers })),
  }));
  const redaction = openRedactor();
  const common = { clock, random: seeded(1), listener: () => {} };
  const secrets = { get: (reference: string) => new Secret(credentials[reference] ?? reference) };
  const targets = assemble(wires, {
    ...common,
    secrets: Object.assign(new Map<string, Secret>(), secrets),
    tokens: () => ({
      load: async () => ({ token: new Secret("simulated-firewall-refresh-token") }),
      save: async () => undefined,
    }),
    drivers,
  });
  return {
    ...common,
    project,
    definitions: read.definitions,
    desired: loaded.desired,
    targets: new Map(targets.map((open) => [open.target.name, open])),
    listening: [],
    log: { debug: () => {}, info: () => {}, warn: () => {} },
    redaction,
    close: () => Promise.resolve(),
  };
}

function wireOf(
  served: Target,
  target: Target,
  { network, drivers }: { readonly network: Network; readonly drivers: ReadProject["drivers"] },
): Wire {
  const { driver, dialect } = resolveTarget(target, drivers);
  if (!driver.converse) return network.wire(served);
  return driver.converse({ target: target.name, dialect, channels: network.channels() }).wire;
}

/** The values that the simulator accepts. For any other reference, the value is the reference's own name. */
const credentials: Readonly<Record<string, string>> = {
  "env:DASHBOARD_API_KEY": "simulated-api-key",
  "env:CONTROLLER_USER": "simulated-user",
  "env:CONTROLLER_PASSWORD": "simulated-password",
  "env:FABRIC_TOKEN": "simulated-fabric-token",
  "env:ROUTER_USER": "simulated-router-user",
  "env:ROUTER_PASSWORD": "simulated-router-password",
  "env:MESSAGING_CLIENT_ID": "simulated-messaging-client",
  "env:MESSAGING_CLIENT_SECRET": "simulated-messaging-secret",
  "env:SERVERS_CLIENT_ID": "simulated-servers-client",
  "env:SERVERS_CLIENT_SECRET": "simulated-servers-secret",
  "env:SDWAN_TOKEN": "simulated-sdwan-token",
  "env:SDWAN_USER": "simulated-sdwan-user",
  "env:SDWAN_PASSWORD": "simulated-sdwan-password",
  "env:FIREWALL_CLIENT_ID": "simulated-firewall-client",
  "env:FIREWALL_REFRESH_TOKEN": "simulated-firewall-refresh-token",
  "env:FIREWALL_USER": "simulated-firewall-user",
  "env:FIREWALL_PASSWORD": "simulated-firewall-password",
};
