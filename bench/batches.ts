/** Measures requests and time of a large apply to a product with batches, with batches on and off. */

import { stage } from "../test/servers/virtual-time/run.ts";
import { type Row, table } from "./table.ts";

/** Changes the notes and three SSIDs of each network in one organization, at ten requests per second. */
export async function batches(smallest: boolean): Promise<string> {
  const networks = smallest ? 20 : 1000;
  const rows = [
    await rowOf("each write by itself", networks, { batches: "off" }),
    await rowOf("in batches", networks),
    await rowOf("in batches, changedSince", networks, { since: {} }),
    await rowOf("in batches, changedSince, logLateSeconds 30", networks, { since: { logLateSeconds: 30 } }),
  ];
  const objects = smallest ? 20 : 1000;
  const others: Row[] = [];
  for (const product of products)
    for (const setting of ["off", undefined] as const)
      others.push(await objectsRow(product, objects, setting));
  const made = smallest ? 20 : 250;
  const creates: Row[] = [];
  for (const ms of [100, 10])
    for (const own of [{}, { changedSince: true }, { verifyBy: "reads" }] as const)
      creates.push(await createsRow({ networks: made, actionMs: ms, ...own }));
  return [
    table(`An apply that creates ${made} networks with an SSID each, and the plan after it`, creates),
    table(`An apply of ${4 * networks} writes, a batch taking 0.1 s an action; seconds are virtual`, rows),
    table(`An apply of ${objects} creates; seconds are virtual`, others),
  ].join("\n");
}

/** A product that accepts several creates in one request. */
interface ManyAtOnce {
  readonly name: string;
  readonly target: string;
  readonly files: (keys: readonly string[]) => string;
  readonly settings: NonNullable<Parameters<typeof stage>[0]["settings"]>;
  readonly seed: NonNullable<Parameters<typeof stage>[0]["seed"]>;
}

const products: readonly ManyAtOnce[] = [
  {
    name: "apic: filters of one tenant",
    target: `interface: fabric
    dialect: apic
    url: https://apic.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }`,
    files: (names) => `tenants:\n  Acme:\n    filters:\n${names.map((key) => `      ${key}: {}\n`).join("")}`,
    settings: { fabricMode: "apic" },
    seed: { managedObjects: { "uni/tn-Acme": { class: "fvTenant", attributes: { name: "Acme" } } } },
  },
  {
    name: "fmc: hosts",
    target: `interface: firewall
    dialect: fmc
    url: https://manager.example.net
    credential: { username: { secret: env:FIREWALL_USER }, password: { secret: env:FIREWALL_PASSWORD } }`,
    files: (names) =>
      `objects:\n  hosts:\n${names.map((key) => `    ${key}: { name: ${key}, value: 10.0.0.1 }\n`).join("")}`,
    settings: { firewallMode: "fmc" },
    seed: {},
  },
  {
    name: "catalyst-center: layer 2 virtual networks",
    target: `interface: controller
    dialect: catalyst-center
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }`,
    files: (names) => `areas: { global: { name: Global } }
fabric:
  sites: { main: { site: global, authenticationProfileName: No Authentication, isPubSubEnabled: true } }
  l2VirtualNetworks:
${names.map((key) => `    ${key}: { fabric: main, vlanName: ${key}, trafficType: DATA }\n`).join("")}`,
    settings: { controllerMode: "catalyst-center" },
    seed: {},
  },
];

async function objectsRow(product: ManyAtOnce, count: number, setting?: "off"): Promise<Row> {
  const own = setting ? `\n    settings: { batches: '${setting}' }` : "";
  const on = stage({
    project: `version: 1\nenvironment: virtual\ntargets:\n  it:\n    ${product.target}${own}\n`,
    files: { "a.yaml": `target: it\n${product.files(keys(count))}` },
    ...{ seed: product.seed, settings: product.settings },
  });
  const made = await on.plan();
  const [begun, before] = [on.clock.now(), on.network.log().length];
  const { settled } = await on.apply(made);
  if (settled.some(({ outcome }) => outcome.state !== "applied")) throw new Error("not all was applied");
  const sent = on.network.log().slice(before);
  const isPoll = ({ path }: { readonly path: string }) => path.includes("/task/");
  return {
    what: `${product.name}, ${setting ? "each by itself" : "together"}`,
    creates: settled.length,
    "requests that write": sent.filter(({ method }) => method !== "GET").length,
    "questions about tasks": sent.filter(isPoll).length,
    reads: sent.filter((one) => one.method === "GET" && !isPoll(one)).length,
    seconds: Math.round((on.clock.now() - begun) / 1000),
  };
}

interface Writing {
  readonly batches?: "off";
  /** The limits of a target with `changedSince`. */
  readonly since?: { readonly logLateSeconds?: number };
}

async function rowOf(what: string, networks: number, { batches, since }: Writing = {}): Promise<Row> {
  const logged = since && `    changedSince: true\n    limits: ${JSON.stringify(since)}\n`;
  const on = stage({
    project: projectOf(batches) + (logged ?? ""),
    keptReads: keptInMemory(),
    files: { "a.yaml": filesOf(networks) },
    seed: { organizations: [{ id: "O_1", name: "Acme", networks: seedsOf(networks) }] },
    settings: { dashboardMode: "meraki" },
  });
  const made = await on.plan();
  const [begun, before] = [on.clock.now(), on.network.log().length];
  const { settled } = await on.apply(made);
  if (settled.some(({ outcome }) => outcome.state !== "applied")) throw new Error("not all was applied");
  const sent = on.network.log().slice(before);
  const isBatch = ({ path }: { readonly path: string }) => path.includes("/actionBatches");
  return {
    what,
    writes: settled.length,
    batches: sent.filter((one) => one.method === "POST" && isBatch(one)).length,
    "questions about batches": sent.filter((one) => one.method === "GET" && isBatch(one)).length,
    "single writes": sent.filter((one) => one.method !== "GET" && !isBatch(one)).length,
    reads: sent.filter((one) => one.method === "GET" && !isBatch(one)).length,
    seconds: Math.round((on.clock.now() - begun) / 1000),
  };
}

interface Creating {
  readonly networks: number;
  /** How long a batch takes for each action. */
  readonly actionMs: number;
  readonly verifyBy?: "reads";
  readonly changedSince?: true;
}

/**
 * Creates everything, so nothing is read before. The floor is the time of the batches: first of the networks, then of
 * the networks' contents.
 */
async function createsRow({ networks, actionMs, verifyBy, changedSince }: Creating): Promise<Row> {
  const own = verifyBy ? `    settings: { verifyBy: ${verifyBy} }\n` : "";
  const since = changedSince ? "    changedSince: true\n" : "";
  const on = stage({
    project: projectOf(undefined) + own + since,
    keptReads: keptInMemory(),
    files: {
      "a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${keys(networks)
        .map((key) => `  ${key}: { name: ${key}, ssids: { 0: { name: Corp } } }\n`)
        .join("")}`,
    },
    seed: { organizations: [{ id: "O_1", name: "Acme", networks: [] }] },
    settings: { dashboardMode: "meraki", batchActionMs: actionMs },
  });
  const made = await on.plan();
  const [begun, before] = [on.clock.now(), on.network.log().length];
  const { settled, nonConvergent, unverified } = await on.apply(made, { after: 0 });
  if (
    settled.some(({ outcome }) => outcome.state !== "applied") ||
    nonConvergent.length + unverified.length > 0
  )
    throw new Error("not all was applied and verified");
  const seconds = (on.clock.now() - begun) / 1000;
  const sent = on.network.log().slice(before);
  const reads = sent.filter(({ method, path }) => method === "GET" && !path.includes("/actionBatches"));
  const { plan } = await on.plan();
  if (plan.steps.length > 0) throw new Error("something differs");
  return {
    what: `a batch takes ${actionMs / 1000} s an action, verified by ${verifyBy ?? "the change log"}${since && ", changedSince"}`,
    requests: sent.length,
    "reads to verify": reads.filter(({ path }) => /ssids$|configurationChanges/.test(path)).length,
    seconds: seconds.toFixed(1),
    "floor, s": (2 * Math.min(100, networks) * (actionMs / 1000)).toFixed(1),
    "requests of the plan after it": on.network.log().length - before - sent.length,
  };
}

function keptInMemory(): NonNullable<Parameters<typeof stage>[0]["keptReads"]> {
  const kept = new Map<string, string>();
  return ({ name }) => ({
    load: async () => kept.get(name),
    save: async (text) => void kept.set(name, text),
  });
}

const projectOf = (setting: "off" | undefined) => `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://dashboard.example.net
    credential: { apiKey: { secret: env:KEY } }
${setting ? `    settings: { batches: '${setting}' }\n` : ""}`;

const keys = (networks: number) => Array.from({ length: networks }, (_, at) => `site-${at}`);

const filesOf = (networks: number) => `target: cloud
organization: Acme
networks:
${keys(networks)
  .map(
    (key) =>
      `  ${key}: { name: ${key}, notes: by Git, ssids: { 0: { name: Corp }, 1: { name: Guest }, 2: { name: Things } } }\n`,
  )
  .join("")}`;

const seedsOf = (networks: number) =>
  keys(networks).map((name, at) => ({ id: `N_${at}`, name, timeZone: "UTC" }));
