import type { AnsweredCreate } from "../../../src/apply/journal.ts";
import type { Driver } from "../../../src/drivers/contract/contract.ts";
import { assemble, resolveTarget } from "../../../src/engine/assemble.ts";
import { remoteTargets } from "../../../src/engine/elsewhere/remote-targets.ts";
import type { OpenedProject } from "../../../src/engine/open.ts";
import { applyPlan, makePlan, type PlannedRun, type PlanRequest } from "../../../src/engine/reconcile.ts";
import type { KeptResults } from "../../../src/kept/kept.ts";
import { load } from "../../../src/load/load.ts";
import { loadProject } from "../../../src/load/project-file/project.ts";
import type { Desired } from "../../../src/model/desired.ts";
import type { RunEvent } from "../../../src/model/event.ts";
import type { FinishIntent, Intent, Journal } from "../../../src/model/journal.ts";
import type { TokenStore } from "../../../src/model/login.ts";
import type { Project, Target } from "../../../src/model/project.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import { Secret, type ShownSecrets } from "../../../src/model/secret.ts";
import type { Wire } from "../../../src/model/wire.ts";
import type { KeptReadsStore } from "../../../src/observe/change-log/changed-since.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { openRedactor } from "../../../src/runtime/secrets/redactor.ts";
import type { SessionsPort } from "../../../src/sessions/port.ts";
import { builtInCompany } from "../../../src/simulator/company.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { seeded, VirtualClock } from "./clock.ts";
import { sessionsElsewhere } from "./elsewhere.ts";
import { type Distance, Network } from "./network.ts";

/** Returns the project file of every virtual run. Each target gets these `limits`. */
export function projectText(limits = "{}"): string {
  return `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    url: https://cloud.example.net
    credential: { apiKey: { secret: env:KEY } }
    limits: ${limits}
  fabric:
    interface: fabric
    url: https://fabric.example.net
    credential: { token: { secret: env:TOKEN } }
    limits: ${limits}
  routers:
    interface: restconf
    url: https://routers.example.net/devices/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    limits: ${limits}
secrets: { allow: ["env:*_PSK"] }
`;
}

const values = {
  "env:KEY": "simulated-api-key",
  "env:TOKEN": "simulated-fabric-token",
  "env:CONTROLLER_USER": "simulated-user",
  "env:CONTROLLER_PASSWORD": "simulated-password",
  "env:USER": "simulated-router-user",
  "env:PASSWORD": "simulated-router-password",
  "env:CLIENT_ID": "simulated-messaging-client",
  "env:CLIENT_SECRET": "simulated-messaging-secret",
  "env:SERVERS_SECRET": "simulated-servers-secret",
  "env:SDWAN_TOKEN": "simulated-sdwan-token",
  "env:SDWAN_USER": "simulated-sdwan-user",
  "env:SDWAN_PASSWORD": "simulated-sdwan-password",
  "env:FIREWALL_USER": "simulated-firewall-user",
  "env:FIREWALL_PASSWORD": "simulated-firewall-password",
  "env:CDFMC_TOKEN": "simulated-cdfmc-token",
  "env:FIREWALL_REFRESH": "simulated-firewall-refresh-token",
  "env:CORP_PSK": "canary-corp-psk",
  "env:GUEST_PSK": "canary-guest-psk",
};

/** The values of references in a virtual run. */
export const secrets: ReadonlyMap<string, Secret> = new Map(
  Object.entries(values).map(([name, value]) => [name, new Secret(value)]),
);

/** Every text that must never be shown. */
export const secretValues: readonly string[] = Object.values(values);

/** The inputs of a virtual run. */
export interface Setting {
  readonly files: Readonly<Record<string, string>>;
  readonly project?: string;
  readonly seed?: WorldSeed;
  readonly settings?: Partial<SimulatorSettings>;
  readonly distance?: Distance;
  readonly random?: number;
  /** When the run begins, in virtual milliseconds. */
  readonly now?: number;
  /** Returns a wire that is put between the engine and the network. */
  readonly between?: (wire: Wire) => Wire;
  /** References whose values differ from those of other virtual runs. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** What is done with secrets that products return. Default: nothing. */
  readonly shown?: ShownSecrets;
  /** Where reads of targets with `changedSince` are stored. Default: nowhere. */
  readonly keptReads?: (target: Target) => KeptReadsStore;
  /** The drivers. Default: the built-in drivers. */
  readonly drivers?: readonly Driver[];
  /** The cached results of earlier runs. Default: none. */
  readonly kept?: KeptResults | undefined;
  /**
   * If true, another host has the sessions, and the engine exchanges only texts with it. The engine then has no
   * secrets.
   */
  readonly elsewhere?: boolean;
  /** Returns a port that is put between the engine and the host of the sessions. */
  readonly through?: (port: SessionsPort) => SessionsPort;
}

/** Everything for an apply in one process and in virtual time: a project, a network and a clock. */
export interface Stage {
  readonly clock: VirtualClock;
  readonly network: Network;
  readonly context: OpenedProject;
  readonly events: readonly RunEvent[];
  plan(request?: PlanRequest): Promise<PlannedRun>;
  apply(
    made: PlannedRun,
    options?: {
      onConflict?: "hold" | "overwrite";
      signal?: AbortSignal;
      journal?: Journal;
      interrupted?: readonly Intent[];
      leftAccepted?: readonly AnsweredCreate[];
      leftFinishes?: readonly FinishIntent[];
      rollbackOnFailure?: boolean;
      /** If true, the run remembers the forms in which servers store values. */
      remembers?: boolean;
      /** After how many turns of the clock the process is killed. */
      turns?: number;
      /**
       * How long a person takes to read and confirm the plan, in virtual milliseconds. Default: longer than a
       * read stays fresh.
       */
      after?: number;
    },
  ): Promise<ApplyResult>;
  /** Loads desired state from other files, for the same project. */
  load(files: Readonly<Record<string, string>>): Desired;
}

function wireOf(target: Target, network: Network, among: readonly Driver[]): Wire {
  const { driver, dialect } = resolveTarget(target, among);
  if (!driver.converse) return network.wire(target);
  return driver.converse({ target: target.name, dialect, channels: network.channels() }).wire;
}

/** Prepares a virtual run. */
export function stage(setting: Setting): Stage {
  const clock = new VirtualClock(setting.now);
  const { settings = {}, distance, between = (wire: Wire) => wire, drivers: among = drivers } = setting;
  const network = new Network({
    seed: setting.seed ?? builtInCompany(),
    settings,
    clock,
    ...(distance && { distance }),
  });
  const project = projectOf(setting.project ?? projectText(), among);
  const read = (files: Readonly<Record<string, string>>) => desiredOf(project, files, among);
  const events: RunEvent[] = [];
  const wires = [...project.targets.values()].map((target) => ({
    target,
    wire: between(wireOf(target, network, among)),
  }));
  const listener = (event: RunEvent) => void events.push(event);
  const random = seeded(setting.random ?? 1);
  const { shown } = setting;
  const redaction = openRedactor();
  const ports = { clock, random, listener, drivers: among, keptReads: setting.keptReads, kept: setting.kept };
  const here = () =>
    assemble(wires, {
      ...{ ...ports, secrets: opened(setting), tokens: tokensOf },
      ...(shown && { shown: () => shown }),
    });
  const targets = setting.elsewhere ? [] : here();
  const byName = new Map(targets.map((open) => [open.target.name, open]));
  const context: OpenedProject = {
    project,
    desired: read(setting.files),
    targets: byName,
    clock,
    random,
    listener,
    listening: [],
    log: { debug: () => {}, info: () => {}, warn: () => {} },
    redaction,
    kept: setting.kept,
    close: () => Promise.resolve(),
  };
  const ready = setting.elsewhere
    ? sessionsElsewhere({ project, wires, clock, random, drivers: among, values: opened(setting) }).then(
        async ({ sessions, bundle }) => {
          const { through = (port: SessionsPort) => port } = setting;
          const on = { ...ports, sessions: through(sessions), bundle, by: "stage", redactor: redaction };
          for (const open of remoteTargets([...project.targets.values()], on).targets)
            byName.set(open.target.name, open);
        },
      )
    : Promise.resolve();
  const forever = new AbortController().signal;
  return {
    clock,
    network,
    context,
    events,
    plan: async (request = {}) => {
      await ready;
      return clock.run(makePlan(context, request, forever));
    },
    apply: async (made, options = {}) => {
      await clock.run(clock.wait(options.after ?? 5001));
      return clock.run(
        applyPlan(context, made, {
          onConflict: options.onConflict ?? "hold",
          signal: options.signal ?? forever,
          ...(options.journal && { journal: options.journal }),
          interrupted: options.interrupted,
          leftAccepted: options.leftAccepted,
          leftFinishes: options.leftFinishes,
          rollbackOnFailure: options.rollbackOnFailure ?? false,
          remembers: options.remembers,
        }).then(withoutCrash),
        options.turns,
      );
    },
    load: read,
  };
}

function opened({ secrets: own = {} }: Setting): typeof secrets {
  const more = Object.entries(own).map(([name, value]) => [name, new Secret(value)] as const);
  return new Map([...secrets, ...more]);
}

/** Throws if an apply has reported a bug of the program, so that the test fails. */
function withoutCrash(result: ApplyResult): ApplyResult {
  if (result.crash) throw result.crash.error;
  return result;
}

/** Returns a token store. A refresh token in the credential never changes. */
function tokensOf({ credential }: Target): TokenStore {
  const { refreshToken } = credential;
  const token = typeof refreshToken === "object" ? secrets.get(refreshToken.secret) : undefined;
  return { load: async () => (token ? { token } : {}), save: async () => undefined };
}

const projectsMax = 256;
const projects = new Map<string, Project>();
/** A number for each project. The cache distinguishes desired states by it. */
const numbers = new WeakMap<Project, number>();
let projectCount = 0;

/** Returns the project of a text. It is immutable, so thousands of seeds can share it. */
function projectOf(text: string, among: readonly Driver[]): Project {
  const known = projects.get(text);
  if (known) return known;
  const { project, problems } = loadProject({
    file: { path: "trueup.yaml", text },
    folder: "/project",
    drivers: among,
  });
  if (!project) throw new Error(problems.map(({ message }) => message).join("\n"));
  const [oldest] = projects.keys();
  if (oldest !== undefined && projects.size >= projectsMax) projects.delete(oldest);
  projects.set(text, project);
  projectCount += 1;
  numbers.set(project, projectCount);
  return project;
}

const desiredMax = 16;
const desiredStates = new Map<string, Desired>();

/** Returns desired state from texts. It is immutable too, so the processes and plans of a seed can share it. */
function desiredOf(
  project: Project,
  files: Readonly<Record<string, string>>,
  among: readonly Driver[],
): Desired {
  const key = JSON.stringify([numbers.get(project), files]);
  const known = desiredStates.get(key);
  if (known) return known;
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
  const { desired, problems: found } = load({ project, files: texts, drivers: among });
  const problems = found.filter(({ severity }) => severity === "error");
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  const [oldest] = desiredStates.keys();
  if (oldest !== undefined && desiredStates.size >= desiredMax) desiredStates.delete(oldest);
  desiredStates.set(key, desired);
  return desired;
}
