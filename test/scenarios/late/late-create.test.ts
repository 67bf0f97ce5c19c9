import { describe, expect, test } from "vitest";
import { answeredCreates, journalOn, readJournal, unfinished } from "../../../src/apply/journal.ts";
import { problem } from "../../../src/model/problem.ts";
import { digest } from "../../../src/runtime/digest.ts";
import { journalDisk } from "../../../src/runtime/files/journal.ts";
import type { World } from "../../../src/simulator/world.ts";
import { Killed } from "../../servers/virtual-time/clock.ts";
import { ForgetfulFile } from "../../servers/virtual-time/file.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const files = {
  "desired-state/cloud.yaml":
    "target: cloud\norganization: Acme\nnetworks:\n  bern: { name: Bern Office, tags: [new] }\n",
};

/**
 * Returns a stage in which the reply to the first create is lost. A minute after the client has given up, the server
 * carries out the create.
 */
function staged(): Stage {
  let creates = 0;
  const on: Stage = stage({
    files,
    between: (wire) => ({
      send: async (request, signal) => {
        if (request.method !== "POST") return wire.send(request, signal);
        creates += 1;
        if (creates > 1) return wire.send(request, signal);
        void on.clock.wait(60_000).then(() => wire.send(request, signal));
        return { outcome: "lost", sent: true, problem: problem("connection-lost", "it ended") };
      },
    }),
  });
  return on;
}

describe("a create that arrives long after it was given up makes a second one", () => {
  test("the next plan names both, and touches none", async () => {
    const on = staged();
    const { settled } = await on.apply(await on.plan());
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    await on.clock.run(on.clock.wait(70_000));
    const ids = [...on.network.world.dashboard.networks].filter(
      ([, { fields }]) => fields.name === "Bern Office",
    );
    expect(ids).toHaveLength(2);
    const { plan } = await on.plan();
    expect(plan.steps).toEqual([]);
    expect(plan.unknown.map(({ address }) => address)).toEqual(["cloud/network/bern"]);
    for (const [id] of ids) expect(plan.unknown[0]?.problem.message).toContain(id);
  });
});

describe("a create that was answered, where lists show it only later, and the run ended before it was seen", () => {
  /**
   * Runs until a second after the only create was answered. Then the run is killed or interrupted, and another process
   * runs.
   */
  async function again(ending: "killed" | "interrupted", lateMs: number) {
    const states: { readonly at: number; readonly dashboard: World["dashboard"] }[] = [];
    const late = ({ network }: Stage) => {
      states.push({ at: Number.NEGATIVE_INFINITY, dashboard: network.world.dashboard });
      network.shows = (world, _, at) => {
        const shown = states.findLast((one) => one.at <= at - lateMs);
        return shown ? { ...world, dashboard: shown.dashboard } : world;
      };
      network.witness = ({ at, after }) => void states.push({ at, dashboard: after.dashboard });
    };
    const first = stage({ files });
    late(first);
    const file = new ForgetfulFile(first.clock);
    const disk = journalDisk(file);
    const made = await first.plan();
    const controller = new AbortController();
    const end = async () => {
      while (first.network.world.dashboard.networks.size === before) await first.clock.wait(10);
      // The journal is flushed within a second.
      await first.clock.wait(1000);
      await disk.flush();
      if (ending === "killed") first.clock.killAfter(0);
      else controller.abort(new Error("interrupted"));
    };
    const before = first.network.world.dashboard.networks.size;
    void end();
    const journal = journalOn({ disk, digest, run: "first" });
    await first.apply(made, { journal, signal: controller.signal }).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    first.clock.killAfter(Number.POSITIVE_INFINITY);
    const { records } = readJournal(file.durable + file.volatile, digest);
    const interrupted = [...unfinished(records), ...answeredCreates(records).map(({ intent }) => intent)];
    const next = stage({ files, now: first.clock.now() + 500 });
    next.network.world = first.network.world;
    next.network.shows = first.network.shows;
    const result = await next.apply(await next.plan(), { interrupted });
    return { result, networks: next.network.world.dashboard.networks };
  }

  test.each(["killed", "interrupted"] as const)(
    "%s: the next run waits for it, and makes no second one",
    async (ending) => {
      const { result, networks } = await again(ending, 14_000);
      expect([...networks].filter(([, { fields }]) => fields.name === "Bern Office")).toHaveLength(1);
      expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    },
  );
});

test("a create that was not carried out is sent again, though the list that it is looked for in moves for a while", async () => {
  const networks = ["Alba", "Bari", "Cork", "Dole", "Ede"].map((name) => ({
    name,
    timeZone: "Europe/Berlin",
  }));
  const seed = { organizations: [{ id: "O_1", name: "Acme", networks }] };
  const on = stage({ files, seed, settings: { dashboardPageSize: 1 } });
  const made = await on.plan();
  on.network.fault({ methods: ["POST"], path: "*/networks", times: 1, effect: { kind: "down" } });
  let left = Number.POSITIVE_INFINITY;
  on.network.witness = ({ request: { method, path }, reply: { status } }) => {
    if (status === 503) left = 3;
    // While a page is read, somebody removes a network that was on an earlier page.
    if (method !== "GET" || !path.includes("startingAt") || left <= 0 || left > 3) return;
    left -= 1;
    const { dashboard } = on.network.world;
    const [, ...others] = dashboard.networks;
    on.network.world = { ...on.network.world, dashboard: { ...dashboard, networks: new Map(others) } };
  };
  const { settled } = await on.apply(made);
  expect(left).toBe(0);
  expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
  const names = [...on.network.world.dashboard.networks.values()].map(({ fields }) => fields.name);
  expect(names.filter((name) => name === "Bern Office")).toHaveLength(1);
});
