/** Writes in batches, whose replies do not show the stored state. The change log or reads verify them. */

import { describe, expect, test } from "vitest";
import type { Wire, WireReply } from "../../../src/model/wire.ts";
import { times } from "../../long-forms.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

interface Entry {
  readonly ts: string;
  readonly networkId: string;
  readonly ssidNumber: number | null;
  readonly newValue: string;
}

/** How the servers behave. */
interface Behaviour {
  readonly networks: number;
  /**
   * Returns the entries that the log shows, newest first, or the status of a refusal. `now` is this machine's time in
   * milliseconds.
   */
  readonly log?: (entries: readonly Entry[], now: number) => readonly Entry[] | number;
  /**
   * Returns the name that the server stores for an SSID of a network. If it returns undefined, the server stores the
   * declared name.
   */
  readonly stores?: ((network: string) => string | undefined) | undefined;
}

const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://dashboard.example.net
    credential: { apiKey: { secret: env:KEY } }
secrets: { allow: ["env:*_PSK"] }
`;
const declared = "Corp";

function world({ networks, log, stores }: Behaviour, ssid = `{ name: ${declared} }`, slots = [0]) {
  const ids = Array.from({ length: networks }, (_, at) => `N_${at}`);
  const calls: string[] = [];
  let clock: Stage["clock"] | undefined;
  const between = (inner: Wire): Wire => ({
    send: async (request, signal) => {
      const url = new URL(request.url);
      calls.push(`${request.method} ${url.pathname.replace("/api/v1/", "")}`);
      if (request.method === "POST" && stores) {
        const text = JSON.stringify(request.body, (key, value) => {
          if (key !== "actions") return value;
          return value.map((action: { resource: string; body: object }) => {
            const name = stores(/N_\d+/.exec(action.resource)?.[0] ?? "");
            return name === undefined ? action : { ...action, body: { ...action.body, name } };
          });
        });
        return inner.send({ ...request, body: JSON.parse(text) }, signal);
      }
      const reply = await inner.send(request, signal);
      const isLog = url.pathname.endsWith("/configurationChanges");
      return isLog && log ? toldBy(log, reply, Date.parse(clock?.date() ?? "")) : reply;
    },
  });
  const on = stage({
    project,
    between,
    files: {
      "a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${ids
        .map(
          (id) =>
            `  ${id}: { name: ${id}, ssids: { ${slots.map((slot) => `${slot}: ${ssid}`).join(", ")} } }\n`,
        )
        .join("")}`,
    },
    seed: {
      organizations: [
        {
          ...{ id: "O_1", name: "Acme" },
          networks: ids.map((id) => ({
            id,
            name: id,
            ssids: { 0: { name: "Old", enabled: true }, 1: { name: "Old" }, 2: { name: "Old" } },
          })),
        },
      ],
    } as never,
    settings: { dashboardMode: "meraki" },
  });
  clock = on.clock;
  const applied = async () => {
    const made = await on.plan();
    calls.length = 0;
    const result = await on.apply(made, { after: 0 });
    const last = calls.findLastIndex((call) => call.includes("/actionBatches"));
    return { made, result, afterwards: calls.slice(last + 1) };
  };
  return { on, applied };
}

function toldBy(log: NonNullable<Behaviour["log"]>, reply: WireReply, now: number): WireReply {
  if (reply.outcome !== "answered") return reply;
  const told = log(JSON.parse(reply.text), now);
  return typeof told === "number" ? { ...reply, status: told } : { ...reply, text: JSON.stringify(told) };
}

const isLogRead = (call: string) => call.endsWith("/configurationChanges");
const ssidsOf = (calls: readonly string[]) => calls.filter((call) => call.endsWith("/ssids"));
const ofFirst = ({ networkId }: Entry) => networkId === "N_3";

describe("SSIDs that were written in batches", () => {
  test("are verified by one read of the log, and one list in fifty bears it out", async () => {
    const { made, result, afterwards } = await world({ networks: 60 }).applied();
    expect(afterwards.filter(isLogRead)).toHaveLength(1);
    expect(ssidsOf(afterwards)).toHaveLength(2);
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
    expect(result.settled.filter(({ outcome }) => outcome.state === "applied")).toHaveLength(60);
    const cost = made.plan.cost.find(({ target }) => target === "cloud");
    expect(cost?.verification).toBe(60 + 1 + 2);
  });

  test("are read where they are in so few lists that a log would save nothing", async () => {
    const { afterwards } = await world({ networks: 2 }, undefined, [0, 1, 2]).applied();
    expect(afterwards.filter(isLogRead)).toHaveLength(0);
    expect(ssidsOf(afterwards)).toHaveLength(2);
  });

  test.each<[string, (entry: Entry) => readonly Entry[]]>([
    ["leaves out what was written", (entry) => [{ ...entry, newValue: '{"enabled":true}' }]],
    ["shows another value", (entry) => [{ ...entry, newValue: '{"name":"Else"}' }]],
    ["shows the value of one field as a text", (entry) => [{ ...entry, newValue: declared }]],
    ["is about another SSID", (entry) => [{ ...entry, ssidNumber: 1 }]],
    [
      "is of a time before the write",
      (entry) => [{ ...entry, ts: new Date(Date.parse(entry.ts) - 30_000).toISOString() }],
    ],
    [
      "stands beside another one of the same moment",
      (entry) => [{ ...entry, newValue: '{"name":"Else"}' }, entry],
    ],
  ])("whose entry %s: that one is read, and the read decides", async (_, told) => {
    const log = (entries: readonly Entry[]) => entries.flatMap((one) => (ofFirst(one) ? told(one) : [one]));
    const { result, afterwards } = await world({ networks: 10, log }).applied();
    expect(new Set(ssidsOf(afterwards)).has("GET networks/N_3/wireless/ssids")).toBe(true);
    // A second list is read to check whether the log can be trusted about all other SSIDs.
    expect(ssidsOf(afterwards)).toHaveLength(2);
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
  });

  test("are all read once a read shows something else than the log", async () => {
    const echo = (entries: readonly Entry[]) =>
      entries.map((one) => ({ ...one, newValue: JSON.stringify({ name: declared }) }));
    const { result, afterwards } = await world({
      networks: 10,
      log: echo,
      stores: () => "Trimmed",
    }).applied();
    expect(new Set(ssidsOf(afterwards)).size).toBe(10);
    expect(result.nonConvergent.map(({ live }) => live)).toEqual(Array(10).fill("Trimmed"));
  });

  test.each([
    ["cannot be read", () => 403],
    ["fails", () => 500],
  ])("are all read if the log %s, and it is not read again", async (_, log) => {
    const { result, afterwards } = await world({ networks: 10, log }).applied();
    expect(new Set(ssidsOf(afterwards)).size).toBe(10);
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
  });

  test("with a secret among what was written are read: no log is asked to show one", async () => {
    const ssid = `{ name: ${declared}, password: { secret: env:CORP_PSK } }`;
    const { afterwards } = await world({ networks: 6 }, ssid).applied();
    expect(afterwards.filter(isLogRead)).toHaveLength(0);
    expect(new Set(ssidsOf(afterwards)).size).toBe(6);
  });
});

/** Draws the behaviour of a log. It is honest or late, fails, repeats the writes, or lacks some entries or fields. */
function drawn(seed: number): Behaviour {
  const chance = seeded(seed);
  const among = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;
  const networks = 4 + Math.floor(chance() * 9);
  const odd = new Set(Array.from({ length: networks }, (_, at) => `N_${at}`).filter(() => chance() < 0.3));
  const lateMs = among([500, 2500, 20_000]);
  const isOdd = ({ networkId }: Entry) => odd.has(networkId);
  const some = (network: string) => (odd.has(network) ? "Trimmed" : undefined);
  const changed = (to: (entry: Entry) => readonly Entry[]) => (entries: readonly Entry[]) =>
    entries.flatMap((one) => (isOdd(one) ? to(one) : [one]));
  const stores = among([undefined, some]);
  return among<Behaviour>([
    { networks, stores },
    { networks, stores, log: (entries, now) => entries.filter(({ ts }) => Date.parse(ts) <= now - lateMs) },
    {
      ...{ networks, stores },
      log: (entries, now) => entries.filter((one) => !isOdd(one) || Date.parse(one.ts) <= now - lateMs),
    },
    { networks, stores, log: changed(() => []) },
    { networks, stores, log: changed((one) => [{ ...one, newValue: "{}" }]) },
    { networks, stores, log: changed((one) => [{ ...one, newValue: "on" }]) },
    { networks, stores, log: () => among([403, 500]) },
    {
      ...{ networks, stores: () => "Trimmed" },
      log: (entries) => entries.map((one) => ({ ...one, newValue: JSON.stringify({ name: declared }) })),
    },
  ]);
}

test.each(Array.from({ length: times("verifications") }, (_, seed) => seed))(
  "what a run concludes is the same by the log and by reads alone (%i)",
  async (seed) => {
    const behaviour = drawn(seed);
    const byLog = await world(behaviour).applied();
    const byReads = await world({ ...behaviour, log: () => 404 }).applied();
    const concluded = ({ result }: typeof byLog) => {
      const { settled, nonConvergent, unverified } = result;
      const found = nonConvergent.map(({ address, path, live }) => ({ address, path, live }));
      return { settled, found, unverified };
    };
    expect(concluded(byLog)).toEqual(concluded(byReads));
    const { size } = new Set(ssidsOf(byReads.afterwards));
    expect(size).toBe(behaviour.networks);
    expect(byLog.result.requests.get("cloud")).toBeLessThanOrEqual(
      (byReads.result.requests.get("cloud") ?? 0) + 4,
    );
  },
);
