/** The state of a server, made from real plans in virtual time, and a stand-in for the server. */

import type { PlannedRun } from "../../src/engine/reconcile.ts";
import type { Address } from "../../src/model/address.ts";
import type { Cause } from "../../src/model/change.ts";
import type { Desired, Resource } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import type { LiveResource, Observation } from "../../src/model/live/snapshot.ts";
import { driftOf } from "../../src/report/drift/drift.ts";
import { planWithout } from "../../src/report/without-secrets.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";
import type {
  Served,
  ServedAnswer,
  ServedEnvironment,
  ServedLook,
  ServedRequest,
  ServedRun,
  ServedTarget,
} from "../../src/serve/served.ts";
import { cities } from "../../src/simulator/company/cities.ts";
import { projectText, secretValues, stage } from "../servers/virtual-time/run.ts";

/** The current time in these tests. */
export const now = "2026-11-29T12:00:00.000Z";

/** Returns the time this many minutes before `now`. */
export function before(minutes: number): string {
  return new Date(Date.parse(now) - minutes * 60_000).toISOString();
}

/** The commit that is compared, and the commit before it. */
const commits = {
  now: "4c7d0b9e6a1f".padEnd(40, "3"),
  before: "91be55d0c2aa".padEnd(40, "7"),
} as const;

/** A stand-in for a server. It has given environments, and only records requests. */
export class FakeServed implements Served {
  readonly asked: { readonly request: ServedRequest; readonly by: string }[] = [];
  answer: ServedAnswer = { is: "accepted", message: "It goes on." };
  isReady = true;
  isAlive = true;
  readonly #environments = new Map<string, ServedEnvironment>();
  readonly #listeners = new Set<(id: string) => void>();

  constructor(all: readonly ServedEnvironment[]) {
    for (const one of all) this.#environments.set(one.id, one);
  }

  get listening(): number {
    return this.#listeners.size;
  }

  put(environment: ServedEnvironment): void {
    this.#environments.set(environment.id, environment);
    for (const listener of this.#listeners) listener(environment.id);
  }

  environments = (): readonly ServedEnvironment[] =>
    [...this.#environments.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  find = (id: string): ServedEnvironment | undefined => this.#environments.get(id);
  listen = (listener: (id: string) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  ask = async (request: ServedRequest, by: string): Promise<ServedAnswer> => {
    this.asked.push({ request, by });
    return this.answer;
  };
  moved = (): void => {};
  status = () => ({ isAlive: this.isAlive, isReady: this.isReady });
}

/** Returns an environment with default values for everything that is not given. */
export function environmentOf(id: string, more: Partial<ServedEnvironment> = {}): ServedEnvironment {
  const slash = id.indexOf("/");
  return {
    id,
    repository: id.slice(0, slash),
    branch: "main",
    projectFile: "trueup.yaml",
    environment: id.slice(slash + 1),
    pages: { is: "github", url: "https://github.com/acme/network" },
    state: "inSync",
    reasons: [],
    commit: {
      id: commits.now,
      subject: "Guest networks get a VLAN of their own",
      author: "Mara Kern",
      time: before(38),
    },
    applied: { commit: commits.before, at: before(1500), by: "trueup serve" },
    problems: [],
    targets: [],
    runs: [],
    since: new Map(),
    history: [],
    may: { observeMs: 900_000, fullReadMs: 86_400_000, apply: "asked" },
    ...more,
  };
}

const offices = cities.slice(0, 22);

interface Office {
  readonly vlan: number;
  readonly guest?: boolean;
}

/** Returns the files of Acme's offices, each with one or two wireless networks. */
function files({ vlan, guest }: Office, more = ""): Record<string, string> {
  const networks = offices.map(({ name, slug, timeZone, region }, at) => {
    const ssids = [`0: { name: Acme Corp, vlan: ${vlan}, password: { secret: env:CORP_PSK } }`];
    if (guest || at % 2 === 0) ssids.push(`1: { name: Acme Guest, vlan: ${guest ? 91 : 90} }`);
    return `  ${slug}: { name: ${name} Office, site: ${name}, timeZone: ${timeZone}, tags: [branch, ${region}], ssids: { ${ssids.join(", ")} } }`;
  });
  return {
    "desired-state/offices.yaml": [
      "target: cloud",
      "organization: Acme",
      "networks:",
      ...networks,
      more,
      "",
    ].join("\n"),
    "desired-state/fabric.yaml": `target: fabric
tenants:
  Production: { description: production workloads }
  Staging: { description: "rebuilt every night" }
`,
  };
}

const project = projectText().replace("environment: virtual", "environment: production");

/** Returns an observation of the offices, after both somebody and Git have changed them. */
async function office(): Promise<ServedLook> {
  const first = stage({ project, files: files({ vlan: 20 }) });
  await first.apply(await first.plan());
  for (const { name } of offices.slice(0, 9))
    first.network.change({ interface: "dashboard", network: `${name} Office`, ssid: 0, set: { vlan: 21 } });
  first.network.change({
    interface: "dashboard",
    network: `${offices[3]?.name} Office`,
    set: { timeZone: "Europe/Oslo" },
  });
  first.network.change({
    interface: "fabric",
    path: "uni/tn-Staging",
    set: { description: "do not touch <b>before</b> Friday" },
  });
  const more =
    "  lucerne: { name: Lucerne Office, site: Lucerne, timeZone: Europe/Zurich, tags: [branch, emea] }";
  const second = stage({ project, files: files({ vlan: 20, guest: true }, more) });
  second.network.world = first.network.world;
  const made = await second.plan({ base: first.context.desired });
  return lookAt(made, commits.now);
}

/** Returns an observation with this plan, without secrets, as a server stores it. */
function lookAt(made: PlannedRun, commit: string): ServedLook {
  const secrets = openRedactor();
  secrets.learn(secretValues);
  return { observedAt: before(4), commit, plan: planWithout(made.plan, secrets), made, secrets };
}

/** Returns when each difference began. This depends on the difference's cause. */
function sinceOf({ plan }: ServedLook): ServedEnvironment["since"] {
  const { conflicts, drifted, pending } = driftOf(plan);
  const all: (readonly [Address, { readonly cause: Cause; readonly at: string }])[] = [
    ...pending.map(({ address }) => [address, { cause: "pending", at: before(38) }] as const),
    ...drifted.map(({ address }, at) => [address, { cause: "drift", at: before(190 + at) }] as const),
    ...conflicts.map(({ address }) => [address, { cause: "conflict", at: before(60) }] as const),
  ];
  return new Map(all);
}

/** Returns a target with counts of its requests. */
export function targetOf(name: string, more: Partial<ServedTarget> = {}): ServedTarget {
  return {
    name,
    interface: "dashboard",
    dialect: "neutral",
    origin: `https://${name}.example.net`,
    observedAt: before(4),
    nextLookAt: before(-11),
    counts: { requests: 18_204, writes: 212, throttled: 3, waitedMs: 41_000 },
    ...more,
  };
}

/** Returns an apply that is running. */
export function runOf(id: string, more: Partial<ServedRun> = {}): ServedRun {
  return {
    id,
    why: "asked",
    by: "mara@acme.example",
    commit: commits.now,
    startedAt: before(3),
    waves: [
      { name: "canary", state: "done", steps: { all: 6, settled: 6 } },
      { name: "emea", state: "running", steps: { all: 84, settled: 31 } },
      { name: "rest", state: "waiting", steps: { all: 120, settled: 0 } },
    ],
    steps: { all: 210, applied: 35, failed: 2 },
    events: Array.from({ length: 24 }, (_, at) => ({
      at: new Date(Date.parse(more.startedAt ?? before(3)) + at * 5000).toISOString(),
      text:
        at % 6 === 5 ? "waits for the rate limit, 2.4 s" : `update ssid ${offices[at % 22]?.slug}.0: applied`,
      ...(at % 6 === 5 ? {} : { address: `cloud/ssid/${offices[at % 22]?.slug}.0` as const }),
      is: "stepSettled",
    })),
    ...more,
  };
}

/** Returns a server with several environments. Most of them have a fault, and each fault is another one. */
export async function fleet(): Promise<FakeServed> {
  const look = await office();
  const history = Array.from({ length: 90 }, (_, at) => ({
    at: before((90 - at) * 160),
    drifted: at < 30 ? 0 : at < 52 ? 4 : at < 60 ? 0 : Math.min(11, at - 58),
    pending: at % 30 < 4 ? 12 : 0,
    unknown: 0,
  }));
  const applied = runOf("20261128-1", {
    why: "merge",
    by: "trueup serve",
    commit: commits.before,
    startedAt: before(1503),
    endedAt: before(1500),
    ended: "applied",
    message: "All 48 steps are applied.",
    waves: [{ state: "done", steps: { all: 48, settled: 48 } }],
    steps: { all: 48, applied: 48, failed: 0 },
  });
  const failed = runOf("20261129-1", {
    startedAt: before(36),
    endedAt: before(35),
    ended: "partly",
    message: "41 of 44 steps are applied; 3 failed: the controller refused them.",
    steps: { all: 44, applied: 41, failed: 3 },
  });
  const production = environmentOf("acme/production", {
    state: "blocked",
    reasons: [
      {
        because: "frozen",
        message: "Frozen for the quarter's end.",
        since: before(2000),
        until: before(-4320),
      },
      { because: "selfHealOff", message: "There is drift, and selfHeal is not true." },
      {
        because: "locked",
        message: "Another run has the lock.",
        by: "runner 7, GitHub",
        run: "9f1c",
        since: before(12),
      },
    ],
    look,
    since: sinceOf(look),
    targets: [
      targetOf("cloud"),
      targetOf("fabric", { interface: "fabric" }),
      targetOf("routers", {
        interface: "restconf",
        observedAt: before(700),
        failing: { since: before(690), message: "10.20.0.7 does not answer within 30 s" },
      }),
    ],
    notDue: new Map<Address, string>([["cloud/network/lucerne", before(-2880)]]),
    runs: [failed, applied],
    history,
  });
  const applying = environmentOf("acme/branches", {
    state: "applying",
    run: runOf("20261129-4"),
    runs: [applied],
    look: { ...look },
    targets: [targetOf("cloud")],
  });
  const quiet = ["lab", "staging", "retail-east", "retail-west", "campus"].map((name) =>
    environmentOf(`globex/${name}`, {
      look: large(7, { differing: 0 }),
      targets: [targetOf("cloud")],
      applied: { commit: commits.now, at: before(300), by: "trueup serve" },
    }),
  );
  const broken = environmentOf("globex/datacenter", {
    state: "failing",
    reasons: [{ because: "projectInvalid", message: "trueup.yaml has 2 problems." }],
    problems: [
      {
        code: "unknown-field",
        severity: "error",
        message: "`vlann` is no field of an SSID",
        at: { file: "desired-state/dc.yaml", line: 12, column: 5 },
        hint: "Did you mean `vlan`?",
      },
    ],
  });
  return new FakeServed([
    production,
    applying,
    broken,
    ...quiet,
    environmentOf("globex/new", { state: "starting", applied: undefined }),
  ]);
}

/**
 * Returns an observation with this number of resources. Every `differing`-th resource differs. It is used to measure
 * the cost of a list page.
 */
export function large(count: number, { differing = 7 }: { differing?: number } = {}): ServedLook {
  const template = {
    threeWay: true,
    unwritable: [],
    held: [],
    kept: [],
    takenOver: [],
    secretsTakenOver: [],
  };
  const resources = new Map<Address, Resource>();
  const observations = new Map<Address, Observation<LiveResource>>();
  const changes: ServedLook["plan"]["changes"][number][] = [];
  const isOne = (at: number) => differing > 0 && at % differing === 0;
  for (let at = 0; at < count; at += 1) {
    const address: Address = `t${at % 40}/ssid/site-${String(at).padStart(6, "0")}.0`;
    const value: Json = {
      name: `Corp ${at % 500}`,
      vlan: 20,
      enabled: true,
      tags: [`r${at % 60}`, "branch"],
    };
    const resource = resourceOf(address, value, `Site ${at % 900}`);
    const live = { value: { ...value, vlan: isOne(at) ? 21 : 20 } };
    resources.set(address, resource);
    observations.set(address, { state: "present", value: live });
    if (!isOne(at)) continue;
    const difference = {
      path: "/vlan",
      desired: 20,
      base: 20,
      live: at % 3 === 0 ? 21 : at,
      cause: "drift",
    } as const;
    changes.push({ action: "update", address, desired: resource, live, differences: [difference] });
  }
  const desired: Desired = {
    resources,
    locate: () => ({ file: "desired-state/sites.yaml", line: 7, column: 3, layer: "entry" }),
  };
  const snapshot = { takenAt: now, observations, unmanaged: [], requests: new Map<string, number>() };
  const plan: ServedLook["plan"] = {
    version: 2,
    environment: "large",
    ...template,
    changes,
    steps: [],
    waves: [],
    unknown: [],
    perhapsRenamed: [],
    moved: [],
    guards: [],
    unverifiable: [],
    released: [],
    unmanaged: {},
    converged: count - changes.length,
    ignored: 0,
    cost: [],
    fingerprint: "a".repeat(64),
  };
  const made = { plan, snapshot, request: {}, desired, base: desired };
  return { observedAt: before(2), commit: commits.now, plan, made, secrets: openRedactor() };
}

/** Returns a declared resource. */
export function resourceOf(address: Address, value: Json, site?: string): Resource {
  const [target = "", kind = "", key = ""] = address.split("/");
  const place = { identity: key, scope: {}, secrets: [], lists: {} };
  return {
    address,
    target,
    kind,
    key,
    value,
    site,
    ...place,
    ownership: "declared",
    protect: false,
    observed: false,
  };
}
