import { beforeAll, describe, expect, test } from "vitest";
import { journalOn, readJournal, resolve, unfinished } from "../../src/apply/journal.ts";
import type { Wire } from "../../src/model/wire.ts";
import { digest } from "../../src/runtime/digest.ts";
import { journalDisk } from "../../src/runtime/files/journal.ts";
import { emptyCompany } from "../../src/simulator/company.ts";
import type { World } from "../../src/simulator/world.ts";
import { spread, times } from "../long-forms.ts";
import { seeded } from "../servers/virtual-time/clock.ts";
import { ForgetfulFile } from "../servers/virtual-time/file.ts";
import { projectText, type Stage, stage } from "../servers/virtual-time/run.ts";

const sites = Array.from({ length: 40 }, (_, at) => at);
const networks = sites.map(
  (at) => `  n${at}:
    name: Site ${at}
    timeZone: Europe/Berlin
    ssids: { 0: { name: Corp, vlan: ${at + 1} }, 1: { name: Guest }, 2: { name: Things } }
`,
);
const tenants = sites.slice(0, 30).map((at) => `  T${at}: { description: number ${at} }\n`);
const routers = sites.slice(1, 13).map(
  (at) => `  r${at}:
    host: 10.20.0.${at}
    interfaces: { GigabitEthernet 1/0/1: { description: one ${at} } }
`,
);
const files = {
  "desired-state/cloud.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks.join("")}`,
  "desired-state/fabric.yaml": `target: fabric\ntenants:\n${tenants.join("")}`,
  "desired-state/routers.yaml": `target: routers\ndevices:\n${routers.join("")}`,
};

const setting = {
  files,
  project: projectText("{ requestsPerSecond: 1000 }"),
  seed: emptyCompany(),
  settings: {
    dashboardRequestsPerSecond: 0,
    fabricRequestsPerSecond: 0,
    restconfRequestsPerSecond: 0,
    readinessMs: 0,
  },
};

/** Returns the real journal, in a file that forgets unflushed data. */
function journalIn(file: ForgetfulFile, run: string) {
  return journalOn({ disk: journalDisk(file), digest, run });
}

/** What survives if the process is killed at this moment. */
interface Moment {
  readonly at: string;
  readonly world: World;
  readonly now: number;
  readonly durable: string;
  /** Content that was not flushed: the operating system has perhaps written it, and perhaps not. */
  readonly volatile: string;
  /** The number of writes that have been sent, and whose replies have not been read yet. */
  readonly open: number;
}

/** Runs once. Records the state at each moment when the process could be killed: before and after each write. */
async function moments(): Promise<readonly Moment[]> {
  const all: Moment[] = [];
  let open = 0;
  let file: ForgetfulFile | undefined;
  const remember = (at: string) => {
    const { world } = on.network;
    const durable = file?.durable ?? "";
    const volatile = file?.volatile ?? "";
    all.push({ at, world, now: on.clock.now(), durable, volatile, open });
  };
  const between = (inner: Wire): Wire => ({
    send: async (request, signal) => {
      if (request.method === "GET") return inner.send(request, signal);
      const name = `${request.method} ${request.url}`;
      open += 1;
      remember(`before ${name}`);
      const reply = await inner.send(request, signal);
      remember(`after ${name}`);
      open -= 1;
      return reply;
    },
  });
  const on: Stage = stage({ ...setting, between });
  const made = await on.plan();
  file = new ForgetfulFile(on.clock);
  const result = await on.apply(made, { journal: journalIn(file, "first") });
  expect(result.settled.every(({ outcome }) => outcome.state === "applied")).toBe(true);
  remember("after all");
  return all;
}

const names = (world: World) => [...world.dashboard.networks.values()].map(({ fields }) => fields.name);
const dashboardOf = ({ dashboard }: World) =>
  [...dashboard.networks.values()]
    .map(({ fields, ssids }) => JSON.stringify([fields, [...ssids].map(([n, ssid]) => [n, ssid.fields])]))
    .sort();
const fabricOf = ({ fabric }: World) => [...fabric.objects].map((one) => JSON.stringify(one)).sort();

/** Runs again after a kill, with the flushed content of the journal and a part of the unflushed content. */
async function recover(moment: Moment, random: () => number) {
  const on = stage({ ...setting, now: moment.now });
  on.network.world = moment.world;
  const torn = moment.volatile.slice(0, Math.floor(random() * moment.volatile.length));
  const intents = unfinished(readJournal(moment.durable + torn, digest).records);
  const made = await on.plan();
  const found = resolve(intents, made.plan);
  const result = await on.apply(made, { journal: journalIn(new ForgetfulFile(on.clock), "second") });
  const forecast = made.plan.cost.reduce((sum, { writes, verification }) => sum + writes + verification, 0);
  const used = [...result.requests.values()].reduce((sum, count) => sum + count, 0);
  return { on, intents, found, result, extra: used - forecast };
}

describe("a run of more than 200 writes that is killed around any of them", () => {
  let all: readonly Moment[] = [];
  let last: World | undefined;

  beforeAll(async () => {
    all = await moments();
    last = all.at(-1)?.world;
  });

  test("can be killed at 2n+1 moments", () => {
    expect(all.length).toBeGreaterThanOrEqual(401);
    expect(all.length % 2).toBe(1);
  });

  test("has durably said of each write that is with the server that it would send it", () => {
    for (const { at, durable, open } of spread(all, times("moments"))) {
      const intents = unfinished(readJournal(durable, digest).records);
      expect(intents.length, at).toBeGreaterThanOrEqual(open);
    }
  });

  test("is finished by the next: nothing twice, nothing left over, no more reads than one a write", async () => {
    const random = seeded(7);
    for (const moment of spread(all, times("moments"))) {
      const { on, intents, found, result, extra } = await recover(moment, random);
      const { world } = on.network;
      expect(names(world).length, moment.at).toBe(new Set(names(world)).size);
      expect(last && dashboardOf(world), moment.at).toEqual(last && dashboardOf(last));
      expect(last && fabricOf(world), moment.at).toEqual(last && fabricOf(last));
      const states = new Set(result.settled.map(({ outcome }) => outcome.state));
      expect([...states].filter((state) => state !== "applied" && state !== "converged")).toEqual([]);
      expect(result.nonConvergent, moment.at).toEqual([]);
      expect(extra, moment.at).toBeLessThanOrEqual(intents.length);
      expect(found.filter(({ is }) => is !== "applied" && is !== "not applied")).toEqual([]);
    }
  });
});
