/**
 * The contract of all runners of shards. Each line of the table is a runner, and the first one runs in this process.
 */

import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import { openCallers } from "../../src/database/callers.ts";
import { databaseJournal } from "../../src/database/journal.ts";
import { work } from "../../src/database/work.ts";
import { sessionHost } from "../../src/engine/elsewhere/session-host.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { runId } from "../../src/runtime/random.ts";
import { inProcessRunner } from "../../src/serve/runner/in-process.ts";
import type { LookRequest, Runner, Shard } from "../../src/serve/runner/runner.ts";
import { serveRunner } from "../../src/serve/runner/thread/host.ts";
import { RemoteRunner } from "../../src/serve/runner/thread/remote.ts";
import { sessionsHere } from "../../src/sessions/in-process.ts";
import { emptyCompany } from "../../src/simulator/company.ts";
import { MemoryDatabase } from "../database/memory.ts";
import { git, repository } from "../git/repositories.ts";
import { seeded, type VirtualClock } from "../servers/virtual-time/clock.ts";
import { asTexts } from "../servers/virtual-time/elsewhere.ts";
import { Network } from "../servers/virtual-time/network.ts";
import { networks, PatientClock, projectFile } from "./stage.ts";

const runners: Readonly<Record<string, typeof inProcessRunner>> = {
  "in this process": inProcessRunner,
  "behind a port": (ports) => behindPort(inProcessRunner(ports)),
  "with sessions elsewhere": (ports) => withoutSecrets(ports, inProcessRunner),
  "behind a port, with sessions elsewhere": (ports) =>
    withoutSecrets(ports, (own) => behindPort(inProcessRunner(own))),
  "at workers, over a database": atWorkers,
};

/** Returns a runner. Two workers have its sessions, and a database in memory has its journals. */
function atWorkers({
  world,
  log,
  budgets = new Budgets(world.clock),
}: Parameters<typeof inProcessRunner>[0]): Runner {
  const { clock, random } = world;
  const memory = new MemoryDatabase(() => clock.now());
  const ended = new AbortController();
  onTestFinished(() => ended.abort(new Error("the test has ended")));
  const secretsOf = () => ({ env: { KEY: "simulated-api-key" } });
  for (const name of ["first", "second"]) {
    const rows = memory.workerRows(name);
    // Both workers have the same address, like two processes of one machine.
    const host = sessionHost({ world, budgets, log, bundles: rows.bundle, secretsOf, name });
    const worker = { name, version: "1" };
    void work({ rows, host, clock, newId: runId, worker, most: 10, signal: ended.signal });
  }
  const callers = openCallers({ rows: memory.callerRows("caller"), clock, newId: runId });
  const journal = {
    rows: memory.runRows(),
    clock,
    newId: runId,
    name: "the journal",
    id: "d",
    owner: "caller",
  };
  const runner = inProcessRunner({
    world: { clock, random },
    log,
    budgets,
    elsewhere: {
      sessions: (priority) => callers.sessions(priority),
      journalOf: () => databaseJournal(journal),
    },
  });
  return blindly(runner);
}

function behindPort(inner: Runner): Runner {
  const { port1, port2 } = new MessageChannel();
  serveRunner(port1, inner);
  const runner = new RemoteRunner(port2);
  port2.on("message", (message) => runner.take(message));
  for (const port of [port1, port2]) port.unref();
  onTestFinished(() => port1.close());
  return runner;
}

/**
 * Returns a runner without wires and secrets. A session host in the same process has them, and the runner and the host
 * exchange only text.
 */
function withoutSecrets(
  { world, log, budgets = new Budgets(world.clock) }: Parameters<typeof inProcessRunner>[0],
  open: typeof inProcessRunner,
): Runner {
  const env = { KEY: "simulated-api-key" };
  const secretsOf = () => ({ env });
  const sessions = sessionsHere((bundles) =>
    sessionHost({ world, budgets, log, bundles, secretsOf, name: "" }),
  );
  const { clock, random } = world;
  return blindly(open({ world: { clock, random, sessions: asTexts(sessions) }, log, budgets }));
}

/** Returns a runner without the environment variables that contain secrets. */
function blindly(runner: Runner): Runner {
  const blind = <T extends Shard>(shard: T) => ({ ...shard, secrets: { ...shard.secrets, env: {} } });
  return {
    look: (shard, request) => runner.look(blind(shard), request),
    apply: (shard, request) => runner.apply(blind(shard), request),
  };
}

type World = Parameters<typeof inProcessRunner>[0]["world"];

/** Returns a shard in its own repository, and the requests that its targets receive. */
function shardOf(runner: Runner, at: { clock: VirtualClock }, more = "") {
  const two = `  east:
    interface: dashboard
    url: https://east.example.net
    credential: { apiKey: { secret: env:KEY } }
${more}`;
  const east = networks({ oslo: "Europe/Oslo" }).replace("cloud", "east");
  const cwd = repository({
    "trueup.yaml": projectFile(two),
    "desired-state/a.yaml": networks({ berlin: "Europe/Berlin", bonn: "Europe/Berlin" }),
    "desired-state/b.yaml": east,
  });
  const secrets = { allow: ["env:KEY"], commands: false, env: { KEY: "simulated-api-key" } };
  const commit = git(cwd, "rev-parse", "HEAD");
  const shard: Shard = { id: cwd, projectFile: join(cwd, "trueup.yaml"), commit, refs: "1", secrets };
  const asked: string[] = [];
  const signal = new AbortController().signal;
  const listener: LookRequest["listener"] = (event) => {
    if (event.type === "request") asked.push(event.target);
  };
  const look = async (request: Partial<LookRequest> = {}, own: Partial<Shard> = {}) => {
    asked.length = 0;
    return at.clock.run(runner.look({ ...shard, ...own }, { listener, signal, ...request }));
  };
  const apply = (fingerprint: string, request: object = {}) =>
    at.clock.run(
      runner.apply(shard, {
        approval: { fingerprint },
        ...{ signal, afterWave: signal, on: () => {}, listener, ...request },
      }),
    );
  return { shard, look, apply, asked, cwd: dirname(shard.projectFile) };
}

describe.each(Object.entries(runners))("a runner %s", (_, open) => {
  function world() {
    const clock = new PatientClock();
    const network = new Network({ seed: emptyCompany(), clock });
    const sent: { readonly at: number; readonly to: string }[] = [];
    const wireTo: World["wireTo"] = (target) => ({
      wire: {
        send: (request, signal) => {
          sent.push({ at: clock.now(), to: target.name });
          return network.wire(target).send(request, signal);
        },
      },
      close: async () => {},
    });
    const log = { level: "silent", format: "json" } as const;
    const runner = open({ world: { clock, random: seeded(1), wireTo }, log });
    return { clock, network, runner, sent };
  }

  test("looks at the targets that it is asked for alone, and plans as by a whole look", async () => {
    const at = world();
    const { look, asked } = shardOf(at.runner, at);
    const whole = await look();
    if (whole.is !== "seen") throw new Error(JSON.stringify(whole));
    expect(new Set(asked)).toEqual(new Set(["cloud", "east"]));
    const part = await look({ earlier: { look: whole, anew: new Set(["east"]) } });
    expect([...new Set(asked)]).toEqual(["east"]);
    const none = await look({ earlier: { look: whole, anew: new Set() } });
    expect(asked).toEqual([]);
    for (const one of [part, none]) {
      expect(one).toMatchObject({ is: "seen", plan: { fingerprint: whole.plan.fingerprint } });
      expect(one.is === "seen" && one.plan.changes).toEqual(whole.plan.changes);
    }
  });

  test("looks anew at a target that is defined otherwise since, whatever it is asked for", async () => {
    const at = world();
    const { look, asked, cwd } = shardOf(at.runner, at);
    const whole = await look();
    if (whole.is !== "seen") throw new Error(JSON.stringify(whole));
    const text = projectFile(
      "  east:\n    interface: dashboard\n    url: https://west.example.net\n    credential: { apiKey: { secret: env:KEY } }\n",
    );
    writeFileSync(join(cwd, "trueup.yaml"), text);
    await look({ earlier: { look: whole, anew: new Set() } });
    expect([...new Set(asked)]).toEqual(["east"]);
  });

  test("applies exactly the plan that was approved, looking again at what it changes alone", async () => {
    const at = world();
    const { look, apply, asked } = shardOf(at.runner, at);
    const whole = await look();
    if (whole.is !== "seen") throw new Error(JSON.stringify(whole));
    expect(await apply("0".repeat(64))).toMatchObject({ is: "refused", refusal: { because: "notApproved" } });
    expect(at.network.world.dashboard.networks.size).toBe(0);
    const done = await apply(whole.plan.fingerprint, { earlier: whole });
    expect(done).toMatchObject({ is: "applied", status: 0 });
    const again = await look({}, { refs: "2" });
    expect(again).toMatchObject({ is: "seen", plan: { steps: [], converged: 3 } });
    asked.length = 0;
    at.network.change({ interface: "dashboard", network: "oslo", set: { timeZone: "Asia/Tokyo" } });
    const drifted = await look({}, { refs: "2" });
    if (drifted.is !== "seen") throw new Error("it was not seen");
    asked.length = 0;
    await apply(drifted.plan.fingerprint, { earlier: drifted });
    expect([...new Set(asked)]).toEqual(["east"]);
  });

  test("opens no secret that is not allowed, and runs no command", async () => {
    const at = world();
    const { look, shard, asked } = shardOf(at.runner, at);
    const secrets = { ...shard.secrets, allow: ["env:OTHER"] };
    const refused = await look({}, { secrets });
    expect(refused).toMatchObject({ is: "failed", problems: [{ code: "serve-secret" }] });
    expect(asked).toEqual([]);
  });

  test("has one budget for two shards that speak to one server", async () => {
    const at = world();
    const limits = "limits: { requestsPerSecond: 2 }\n";
    const [one, other] = [1, 2].map(() => shardOf(at.runner, at, `    ${limits}`));
    await Promise.all([one?.look(), other?.look()].map((each) => each?.catch(() => undefined)));
    const east = at.sent.filter(({ to }) => to === "east").map((one) => one.at);
    const most = Math.max(...east.map((from) => east.filter((to) => to >= from && to < from + 1000).length));
    expect([east.length > 2, most]).toEqual([true, 2]);
  });
});
