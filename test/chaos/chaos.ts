/** Runs one mix: an apply with faults, a clean run after it, and the comparisons with the servers' data. */

import type { ChildProcess } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { SimulatedName } from "../../src/simulator/wire/served-names.ts";
import type { World } from "../../src/simulator/world.ts";
import { recordedText } from "../git/recorded.ts";
import { seeded } from "../servers/virtual-time/clock.ts";
import { type RunEnd, run } from "./command.ts";
import { type EndedRun, type Findings, judgeReport, judgeWorld, type Report } from "./judge.ts";
import { type Laboratory, laboratory } from "./laboratory.ts";
import type { Mix } from "./mixes.ts";
import { type Effect, Striker } from "./proxy/effect.ts";
import type { Asked } from "./proxy/upstream.ts";
import { companyOf } from "./world/company.ts";
import { heldBy } from "./world/held.ts";

/** How a mix is run. */
export interface ChaosOptions {
  /** The path of the file that node runs as `trueup`. */
  readonly command: string;
  readonly mix: Mix;
  /**
   * When to kill the first run: `afterMs` after the proxies have seen write number `write`. If absent, the run is not
   * killed.
   */
  readonly kill?: { readonly write: number; readonly afterMs: number } | undefined;
  /** Changes the servers' data, to test that the comparisons notice it. If absent, nothing is changed. */
  readonly lie?: Lie | undefined;
  /** If aborted, the mix ends early, and the promise rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** Changes of the servers' data that the client cannot notice. */
interface Lie {
  /** `first` is applied before the first run is judged, `clean` before the clean run is judged. */
  readonly first?: (world: World) => World;
  readonly clean?: (world: World) => World;
}

/** The result of a mix. */
export interface ChaosResult {
  readonly broken: Findings;
  /** The faults that struck, in order. */
  readonly struck: Striker["struck"];
  /** How many steps of the first run had each outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly killed: boolean;
  /** What happened, as text for people. */
  readonly trace: string;
}

const targets: Readonly<Record<SimulatedName, string>> = {
  dashboard: "cloud",
  controller: "campus",
  fabric: "fabric-east",
  restconf: "routers",
  netconf: "edge",
  messaging: "chat",
  servers: "servers",
  sdwan: "wan",
  firewall: "perimeter",
};

const applying = ["apply", "--yes", "--prune", "--format", "json"];

/** Runs the mix. Rejects only if the laboratory fails. */
export async function chaos(options: ChaosOptions): Promise<ChaosResult> {
  const { mix, command, signal } = options;
  const company = companyOf(mix.seed);
  const draw = seeded(mix.seed * 16 + 3);
  const striker = new Striker(mix.faults, draw);
  const quiet = new Striker([], draw);
  const current = { striker: quiet };
  const lost = new Set<SimulatedName>();
  const reaper = new Reaper(options.kill);
  const settings = {
    dashboardRequestsPerSecond: 0,
    readinessMs: draw() < 0.5 ? 0 : 700,
    dashboardPageSize: draw() < 0.5 ? 0 : 2,
    pageSize: 2,
    messagingPageSize: 2,
    serversPageSize: 2,
  };
  const on = await laboratory({
    ...{ company, settings, tls: mix.tls },
    striker: { strike: (facts) => current.striker.strike(facts), draw: () => draw() },
    met: (asked) => reaper.met(asked),
    lost: (name) => lost.add(name),
  });
  try {
    await on.commit(company.base);
    const begun = await run(applying, { command, cwd: on.cwd, signal });
    if (begun.status !== 0)
      throw new Error(`The first commit could not be applied: ${begun.err}${begun.out}`);
    await on.commit(company.desired);
    const before = heldBy(on.served.world());
    await on.patience("short");
    current.striker = striker;
    const first = await run(applying, { command, cwd: on.cwd, signal, started: reaper.started });
    current.striker = quiet;
    await on.patience("patient");
    if (options.lie?.first) on.served.edit(options.lie.first);
    const ended: EndedRun = {
      ...{ status: first.status, report: reportOf(first), before },
      held: heldBy(on.served.world()),
      troubled: new Set(
        [...lost, ...striker.struck.map(({ facts }) => facts.interface)].map((name) => targets[name]),
      ),
    };
    const killed = reaper.killed;
    const told = killed ? [] : judgeReport(company.items, company.must, ended);
    if (striker.struck.some(({ effect }) => effect.kind === "restart" && effect.loses === "everything"))
      await forgetLost({ command, cwd: on.cwd, signal });
    const clean = await run(applying, { command, cwd: on.cwd, signal });
    await on.settled();
    if (options.lie?.clean) on.served.edit(options.lie.clean);
    const world = judgeWorld(company.must, heldBy(on.served.world()));
    const broken = [
      ...(first.hung ? ["the first run did not end"] : []),
      ...told.map((line) => `first run: ${line}`),
      ...(clean.status === 0 ? [] : [`the clean run ended with ${clean.status}`]),
      ...world.map((line) => `after the clean run: ${line}`),
      ...(await leftOver(on)),
    ];
    const trace = traceOf({ mix, first, clean, struck: striker.struck, killed });
    return { broken, struck: striker.struck, outcomes: countedOf(ended.report), killed, trace };
  } finally {
    await on.close();
  }
}

/**
 * Forgets accepted creates whose resources will never become visible, as a person does after a server has lost its
 * data.
 */
async function forgetLost(on: Parameters<typeof run>[1]): Promise<void> {
  const { out } = await run(["plan", "--format", "json"], on);
  const plan: { readonly acceptedUnseen?: readonly { readonly address: string }[] } = JSON.parse(out);
  const addresses = (plan.acceptedUnseen ?? []).map(({ address }) => address);
  if (addresses.length > 0) await run(["forget", ...addresses], on);
}

/** Returns the document that a run printed, or undefined if it is not the report of an apply. */
function reportOf({ out }: RunEnd): Report | undefined {
  try {
    const document: Report & { readonly format: string } = JSON.parse(out);
    return document.format === "trueup.apply" ? document : undefined;
  } catch {
    return undefined;
  }
}

function countedOf(report: Report | undefined): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { outcome } of report?.outcomes ?? []) counts[outcome.state] = (counts[outcome.state] ?? 0) + 1;
  return counts;
}

/**
 * Reports what a clean run has left over. There must be no journal and no lock, and the record must list no resource as
 * left behind.
 */
async function leftOver({ cwd, git }: Laboratory): Promise<Findings> {
  const files = await readdir(join(cwd, ".trueup")).catch(() => []);
  const kept = files.filter((name) => /\.(?:journal|lock)$/.test(name));
  const locks = (await git("for-each-ref", "refs/trueup/test/lock")).trim();
  const record = recordedText(cwd);
  const head = (await git("rev-parse", "HEAD")).trim();
  const applied = (await git("rev-parse", "refs/trueup/test/applied^{commit}")).trim();
  return [
    ...kept.map((name) => `after the clean run .trueup/${name} is there`),
    ...(locks === "" ? [] : [`after the clean run the lock is held: ${locks}`]),
    ...(record.includes('"leftBehind": []')
      ? []
      : [`after the clean run something is left behind: ${record}`]),
    ...(applied === head ? [] : ["after the clean run another commit is recorded"]),
  ];
}

/** Kills the process some time after the proxies have seen a certain number of writes. */
class Reaper {
  killed = false;
  #child: ChildProcess | undefined;
  #left: number;
  readonly #afterMs: number;

  constructor(kill: ChaosOptions["kill"]) {
    this.#left = kill?.write ?? Number.POSITIVE_INFINITY;
    this.#afterMs = kill?.afterMs ?? 0;
  }

  readonly started = (child: ChildProcess): void => {
    this.#child = child;
    child.once("close", () => {
      this.#child = undefined;
    });
  };

  met(_: Asked): void {
    this.#left -= 1;
    if (this.#left === 0) setTimeout(() => this.#kill(), this.#afterMs);
  }

  #kill(): void {
    if (this.#child === undefined) return;
    this.killed = true;
    this.#child.kill("SIGKILL");
  }
}

interface Happened {
  readonly mix: Mix;
  readonly first: RunEnd;
  readonly clean: RunEnd;
  readonly struck: readonly { readonly effect: Effect; readonly facts: object }[];
  readonly killed: boolean;
}

function traceOf({ mix, first, clean, struck, killed }: Happened): string {
  const run = (name: string, { status, out, err }: RunEnd) =>
    `--- ${name}: ${status}\n${err}${out.length > 60_000 ? `${out.slice(0, 60_000)}...` : out}\n`;
  return [
    `seed ${mix.seed}, ${mix.tls ? "TLS" : "no TLS"}${killed ? ", killed" : ""}\n`,
    ...mix.faults.map((fault) => `fault ${JSON.stringify(fault)}\n`),
    ...struck.map((one) => `struck ${JSON.stringify(one)}\n`),
    run("first run", first),
    run("clean run", clean),
  ].join("");
}
