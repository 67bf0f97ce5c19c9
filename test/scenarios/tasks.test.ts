/**
 * Areas of a simulated Catalyst Center. Their writes are tasks, and the process is killed at any moment, in virtual
 * time.
 */

import { describe, expect, test } from "vitest";
import { apply } from "../../src/apply/apply.ts";
import { journalOn, readJournal, unfinished } from "../../src/apply/journal.ts";
import { kindFile } from "../../src/catalog/schema/kind.ts";
import { productFile } from "../../src/catalog/schema/product.ts";
import { diff } from "../../src/diff/diff.ts";
import type { OpenTarget } from "../../src/drivers/contract/contract.ts";
import { compileCatalog } from "../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { openRest } from "../../src/drivers/rest/session.ts";
import type { Resource } from "../../src/model/desired.ts";
import type { RunEvent } from "../../src/model/event.ts";
import type { Intent } from "../../src/model/journal.ts";
import { Secret } from "../../src/model/secret.ts";
import { observe } from "../../src/observe/observe.ts";
import { Budget } from "../../src/pace/budget.ts";
import { ConcurrencyLimits, withConcurrencyLimit } from "../../src/pace/concurrency-limit.ts";
import { pacedWire } from "../../src/pace/wire.ts";
import { plan } from "../../src/plan/plan.ts";
import { digest } from "../../src/runtime/digest.ts";
import type { Fault } from "../../src/simulator/faults.ts";
import { driverFor, targetOf } from "../drivers/opened.ts";
import { desiredOf } from "../properties/declared.ts";
import { Killed, VirtualClock } from "../servers/virtual-time/clock.ts";
import { Network } from "../servers/virtual-time/network.ts";

const product = productFile.parse({
  product: "campus",
  title: "Campus",
  interface: "controller",
  basePath: "",
  authentication: {
    ...{ by: "login", path: "/dna/system/api/v1/auth/token", token: { at: "Token" } },
    ...{ lifetime: { seconds: 3600 }, carry: { header: "X-Auth-Token" } },
  },
  pages: { by: "offset", offset: "offset", limit: "limit", size: 2, first: 1 },
  limits: { requestsPerSecond: 10, concurrency: 4 },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 429, means: "throttled" },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
  task: {
    id: "response.taskId",
    path: "/dna/intent/api/v1/task/{task}",
    done: { at: "response.endTime" },
    failed: { at: "response.isError", is: [true] },
    ...{ reason: "response.failureReason", result: "response.data" },
  },
  checks: ["area"],
});
const areas = "/dna/intent/api/v1/areas";
const area = kindFile.parse({
  ...{ kind: "area", title: "area", section: "areas", form: "collection", id: "id" },
  list: { path: "/dna/intent/api/v1/sites", query: { type: "area" }, items: "response" },
  create: { method: "POST", path: areas, with: { parentId: "site-global" } },
  update: { method: "PUT", path: `${areas}/{id}`, send: "declared", with: { parentId: "site-global" } },
  remove: `DELETE ${areas}/{id}`,
  ...{ fields: { name: { type: "string" } }, source: "public facts", verified: "assumed" },
});
const dialect = compileCatalog({ product, kinds: [area] });
const [kind] = dialect.kinds;

const names = ["A", "B", "C"];

function declared(name: string): Resource {
  if (!kind) throw new Error("no kind");
  const value = { name };
  const scope = { area: name };
  const identity = kind.identity({ key: name, value, scope });
  const none = { secrets: [], lists: {}, ownership: "declared", protect: false, observed: false } as const;
  const of = { address: `campus/area/${name}`, target: "campus", kind: "area", key: name } as const;
  return { ...of, identity, scope, value, ...none };
}

/** A Catalyst Center that outlives its clients, and the flushed content of the clients' journal. */
class Campus {
  clock = new VirtualClock();
  network = new Network({ seed: {}, settings: { controllerMode: "catalyst-center" }, clock: this.clock });
  durable = "";
  readonly events: RunEvent[] = [];

  /** Plans and applies all areas. The process is killed after this number of turns; if undefined, it is not killed. */
  async run(turns?: number) {
    const interrupted = unfinished(readJournal(this.durable, digest).records);
    const { clock, network } = this.#again();
    return clock.run(this.#applied(interrupted, { clock, network }), turns);
  }

  made(): readonly string[] {
    const things = [...(this.network.world.controller.catalyst?.things ?? [])];
    return things.flatMap(([, { collection, value }]) =>
      collection === "areas" ? [String(value.name)] : [],
    );
  }

  posts(): number {
    return this.network.log().filter(({ method, path }) => method === "POST" && path === areas).length;
  }

  fault(fault: Fault): void {
    this.network.fault(fault);
  }

  /**
   * Starts a new process with the same servers at the same time. Requests that the old process has sent still arrive.
   */
  #again() {
    this.network.land();
    const { world } = this.network;
    this.clock = new VirtualClock(this.clock.now());
    this.network = new Network({ seed: {}, clock: this.clock });
    this.network.world = world;
    return { clock: this.clock, network: this.network };
  }

  async #applied(interrupted: readonly Intent[], on: { clock: VirtualClock; network: Network }) {
    const { clock, network } = on;
    const target = { ...targetOf("controller"), name: "campus", url: "https://campus.example.net" };
    const budget = new Budget({ clock, requestsPerSecond: 10 });
    const paced = { target: "campus", budget: () => budget, clock, random: () => 0, listener: undefined };
    const session = openRest({
      ...{ target, dialect, wire: pacedWire(paced, network.wire(target)), now: () => clock.now() },
      credential: { username: new Secret("simulated-user"), password: new Secret("simulated-password") },
      secret: () => new Secret(""),
      tokens: { load: async () => ({}), save: async () => undefined },
    });
    const driver = { ...driverFor("controller"), kinds: dialect.kinds };
    const limited = withConcurrencyLimit(session, new ConcurrencyLimits({ all: 4 }));
    const open: OpenTarget = { target, driver, dialect, session: limited, requests: () => 0 };
    const targets = new Map([["campus", open]]);
    const desired = desiredOf(...names.map(declared));
    const { signal } = new AbortController();
    const snapshot = await observe({ desired, targets, takenAt: "" }, signal);
    const facts = new Map([
      [
        "campus",
        { kinds: new Map(dialect.kinds.map((one) => [one.name, one])), dialect, requestsPerSecond: 10 },
      ],
    ]);
    const made = plan({
      ...{ comparison: diff({ desired, snapshot }), desired, environment: "test", facts },
      ...{ reads: snapshot.requests, prune: false, digest },
    });
    let written = "";
    const append = (text: string) => {
      written += text;
    };
    const flush = async () => {
      this.durable = written;
    };
    const journal = journalOn({ disk: { append, flush }, digest, run: String(clock.now()) });
    const listener = (event: RunEvent) => void this.events.push(event);
    const ports = { targets, clock, random: () => 0, listener, journal, interrupted };
    const result = await apply({ plan: made, desired, snapshot, ...ports, onConflict: "hold" }, signal);
    return { plan: made, result };
  }
}

const states = ({ result }: Awaited<ReturnType<Campus["run"]>>) =>
  result.settled.map(({ outcome }) => outcome.state);

describe("areas of a Catalyst Center", () => {
  test("are made by tasks, each sent once, with the polls that the plan foresees, and then there is nothing to do", async () => {
    const campus = new Campus();
    const first = await campus.run();
    expect(states(first)).toEqual(["applied", "applied", "applied"]);
    expect(first.plan.cost).toMatchObject([{ writes: 3, polls: 6 }]);
    expect(campus.made()).toEqual(names);
    const ids = first.result.settled.map(({ outcome }) => outcome.state === "applied" && outcome.id);
    expect(new Set(ids).size).toBe(3);
    expect((await campus.run()).plan.steps).toEqual([]);
    expect(campus.posts()).toBe(3);
  });

  test("whose task fails are told with the controller's reason", async () => {
    const campus = new Campus();
    const failureReason = "NCND00016: no such licence";
    const body = JSON.stringify({ response: { isError: true, endTime: 1, failureReason }, version: "1.0" });
    campus.fault({ path: "*/task/*", times: 1, effect: { kind: "answer", status: 200, body } });
    const { result } = await campus.run();
    const failed = result.settled.filter(({ outcome }) => outcome.state === "failed");
    expect(failed).toHaveLength(1);
    expect(JSON.stringify(failed)).toContain(failureReason);
  });

  test.each<[string, Fault["effect"]]>([
    ["500", { kind: "answer", status: 500 }],
    ["429", { kind: "answer", status: 429, headers: { "retry-after": "2" } }],
    ["HTML", { kind: "notJson" }],
    ["nothing", { kind: "lostBefore" }],
    ["404", { kind: "answer", status: 404 }],
  ])("are asked for again where a task is answered with %s, and made once", async (_, effect) => {
    const campus = new Campus();
    campus.fault({ path: "*/task/*", times: 7, effect });
    expect(states(await campus.run())).toEqual(["applied", "applied", "applied"]);
    expect([campus.made(), campus.posts()]).toEqual([names, 3]);
  });

  test("whose tasks never end are unknown, and the next run asks for them before it looks", async () => {
    const campus = new Campus();
    const body = JSON.stringify({ response: { isError: false, progress: "In Progress" }, version: "1.0" });
    campus.fault({ path: "*/task/*", forMs: 400_000, effect: { kind: "answer", status: 200, body } });
    expect(states(await campus.run())).toEqual(["unknown", "unknown", "unknown"]);
    campus.clock = new VirtualClock(campus.clock.now() + 500_000);
    expect(states(await campus.run())).toEqual([]);
    expect([campus.made(), campus.posts()]).toEqual([names, 3]);
  });

  test("killed at any moment amid their tasks, the next run makes nothing twice, and leaves nothing out", async () => {
    const seen = { amid: 0, ended: 0 };
    for (let turns = 1; seen.ended === 0; turns += 1) {
      const campus = new Campus();
      try {
        await campus.run(turns);
        seen.ended += 1;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      if (unfinished(readJournal(campus.durable, digest).records).some(({ task }) => task)) seen.amid += 1;
      const next = await campus.run();
      expect({
        turns,
        bad: states(next).filter((state) => state !== "applied" && state !== "converged"),
      }).toEqual({
        turns,
        bad: [],
      });
      const posts = campus.posts();
      expect({ turns, posts, made: campus.made().toSorted() }).toEqual({ turns, posts: 3, made: names });
    }
    expect(seen.amid).toBeGreaterThan(3);
  });
});
