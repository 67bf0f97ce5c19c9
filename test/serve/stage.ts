/**
 * Runs a server's loop in virtual time, with real repositories and git, a simulated network, and a clock that waits for
 * git.
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Loop, startLoop } from "../../src/serve/loop/loop.ts";
import type { FollowedRepository } from "../../src/serve/loop/settings.ts";
import type { ServedAnswer, ServedEnvironment, ServedRequest } from "../../src/serve/served.ts";
import { emptyCompany } from "../../src/simulator/company.ts";
import type { SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";
import { commitAll, git, remoteOf, repository, scratch } from "../git/repositories.ts";
import { seeded, VirtualClock } from "../servers/virtual-time/clock.ts";
import { Network } from "../servers/virtual-time/network.ts";

/**
 * Matches types of pending operations of this process and its children. The test runner itself never has such
 * operations for long.
 */
const real = /^(?:FS|CloseReq|ProcessWrap)/;

function underWay(): number {
  return process.getActiveResourcesInfo().filter((name) => real.test(name)).length;
}

/** The clock moves on after this number of consecutive turns of the event loop without a pending real operation. */
const quietTurns = 8;

/** A clock that stands still while files are read and git runs. `aheadMs` is how far its wall clock is ahead. */
export class PatientClock extends VirtualClock {
  aheadMs = 0;

  constructor() {
    let turns = 0;
    super(0, () => {
      const isWorking = underWay() > 0;
      turns = isWorking ? 0 : turns + 1;
      if (isWorking) return "working";
      return turns >= quietTurns ? "quiet" : "unsure";
    });
  }

  override date(): string {
    return new Date(Date.parse(super.date()) + this.aheadMs).toISOString();
  }
}

/** Returns a project file with one dashboard. `more` contains further lines. */
export function projectFile(more = "", environment = "test"): string {
  return `version: 1
environment: ${environment}
targets:
  cloud:
    interface: dashboard
    url: https://cloud.example.net
    credential: { apiKey: { secret: env:KEY } }
${more}`;
}

/** Returns a file that declares networks, by key and time zone. */
export function networks(all: Readonly<Record<string, string>>): string {
  const lines = Object.entries(all).map(([key, zone]) => `  ${key}: { name: ${key}, timeZone: ${zone} }\n`);
  return `target: cloud\norganization: Acme\nnetworks:\n${lines.join("")}`;
}

function companyOf(live: Readonly<Record<string, string>> = {}): WorldSeed {
  const { organizations = [], ...rest } = emptyCompany();
  const own = Object.entries(live).map(([name, timeZone]) => ({ name, timeZone }));
  return {
    ...rest,
    organizations: organizations.map((each) => (each.name === "Acme" ? { ...each, networks: own } : each)),
  };
}

/** The options of a stage. */
export interface ServeSetting {
  readonly files: Readonly<Record<string, string>>;
  readonly projectFiles?: readonly string[];
  readonly settings?: Partial<SimulatorSettings>;
  /** The networks that are live at the beginning, by name and time zone. Default: none. */
  readonly live?: Readonly<Record<string, string>>;
  readonly fetchEveryMs?: number;
  /** Further repositories that the server follows. */
  readonly others?: readonly FollowedRepository[];
  readonly allow?: readonly string[];
  readonly onMistake?: (error: unknown) => void;
}

/** Creates a repository with a remote, and a simulated network. Servers follow the repository one after the other. */
export async function stage(setting: ServeSetting) {
  // Lazy imports take real time, and the clock would not wait for them.
  await Promise.all([import("simple-git"), import("pino")]);
  const clock = new PatientClock();
  const network = new Network({ seed: companyOf(setting.live), settings: setting.settings ?? {}, clock });
  const cwd = repository(setting.files);
  const { url, path: remote } = remoteOf(cwd);
  const dataFolder = join(scratch(), "data");
  const env = { KEY: "simulated-api-key" };
  const secrets = { allow: setting.allow ?? ["env:KEY"], commands: false, env };
  const projects = (setting.projectFiles ?? ["trueup.yaml"]).map((file) => ({
    ...{ branch: "main", projectFile: file, secrets },
  }));
  const repositories: FollowedRepository[] = [
    { name: "net", url, fetchEveryMs: setting.fetchEveryMs ?? 21_600_000, timeoutSeconds: 10, projects },
    ...(setting.others ?? []),
  ];
  let loop: Loop | undefined;
  const start = async () => {
    const wireTo: NonNullable<Parameters<typeof startLoop>[1]["world"]["wireTo"]> = (target) => ({
      wire: network.wire(target),
      close: async () => {},
    });
    const log = { level: "silent", format: "json" } as const;
    const started = await startLoop(
      { dataFolder, repositories },
      { world: { clock, random: seeded(1), wireTo }, log, onMistake: setting.onMistake },
    );
    if (!("loop" in started)) throw new Error(started.problem.message);
    loop = started.loop;
    return started.loop;
  };
  const running = () => {
    if (!loop) throw new Error("The server was not started.");
    return loop;
  };
  const close = async () => {
    const ending = loop;
    loop = undefined;
    if (ending) await clock.run(ending.close());
  };
  onTestFinished(async () => {
    await close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  await start();
  const see = (id = "net/test") => running().find(id);
  /** Waits in virtual time until an environment matches. Fails after a virtual day, or after `withinMs`. */
  const until = async (
    is: (seen: ServedEnvironment) => boolean,
    { id = "net/test", withinMs = 86_400_000 } = {},
  ): Promise<ServedEnvironment> => {
    const { promise, resolve } = Promise.withResolvers<ServedEnvironment | undefined>();
    const look = () => {
      const seen = see(id);
      if (seen && is(seen)) resolve(seen);
    };
    const stop = running().listen(look);
    look();
    const late = new AbortController();
    void clock.wait(withinMs, late.signal).then(
      () => resolve(undefined),
      () => undefined,
    );
    const seen = await clock.run(promise);
    late.abort(new Error("seen"));
    stop();
    if (!seen) throw new Error(`It did not come to that: ${JSON.stringify(brief(see(id)), null, 1)}`);
    return seen;
  };
  return {
    ...{ clock, network, cwd, remote, dataFolder, start, close, see, until, running },
    pass: (ms: number) => clock.run(clock.wait(ms)),
    ask: (request: ServedRequest, by = "ada"): Promise<ServedAnswer> => clock.run(running().ask(request, by)),
    /** Commits, pushes, and tells the server about it, as a webhook would. */
    merge: (files: Readonly<Record<string, string>>): string => {
      const commit = commitAll(cwd, files);
      git(cwd, "push", "-q", "origin", "main");
      running().moved("net");
      return commit;
    },
    /** Pushes from a person's clone, and tells the server that the repository has changed. */
    push: (...args: readonly string[]): void => {
      git(cwd, "push", "-q", ...args);
      loop?.moved("net");
    },
    writes: () => Number(network.report().writes),
    live: () =>
      Object.fromEntries(
        [...network.world.dashboard.networks.values()].map(({ fields }) => [fields.name, fields.timeZone]),
      ),
  };
}

/** Returns the part of an environment that a failing test shows. */
function brief(seen: ServedEnvironment | undefined) {
  if (!seen) return undefined;
  const { state, reasons, problems, commit, applied, runs, targets, look } = seen;
  return {
    ...{ state, reasons, problems, commit: commit?.id, applied: applied?.commit, targets },
    runs: runs.map(({ why, ended, message, steps }) => ({ why, ended, message, steps })),
    steps: look?.plan.steps.map(({ id }) => id),
    observedAt: look?.observedAt,
  };
}
