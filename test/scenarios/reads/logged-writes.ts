/** Writes in batches to a dashboard whose change log behaves in drawn ways. */

import type { ApplyResult } from "../../../src/model/reply.ts";
import type { Wire, WireReply } from "../../../src/model/wire.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { differs } from "../../simulation/differs.ts";

/** An entry of the dashboard's change log. */
export interface Entry {
  readonly ts: string;
  readonly networkId: string;
  readonly ssidNumber: number | null;
  readonly newValue: string;
}

/** How the servers behave. */
interface Behaviour {
  readonly networks: number;
  /**
   * Returns the log's entries that the server shows, newest first, or the status of a refusal. `now` is this machine's
   * time in milliseconds.
   */
  readonly log?: (entries: readonly Entry[], now: number) => readonly Entry[] | number;
  /** Returns the name that the server stores for an SSID of a network. If undefined, it stores the declared name. */
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
/** The declared name of each SSID. */
export const declared = "Corp";

/** Returns servers with networks and a log that behaves so, and a function that applies the declaration to them. */
export function world({ networks, log, stores }: Behaviour, ssid = `{ name: ${declared} }`, slots = [0]) {
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

/** True if a call, such as `GET organizations/O_1/configurationChanges`, reads the log. */
export const isLogRead = (call: string) => call.endsWith("/configurationChanges");
/** The calls that read lists of SSIDs. */
export const ssidsOf = (calls: readonly string[]) => calls.filter((call) => call.endsWith("/ssids"));

/**
 * Draws the behaviour of a log: it is honest, late, fails, repeats the writes, or lacks some entries or some fields.
 */
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

/** Falsifies the result of the apply that read the log, to check whether the judge notices. */
export type VerifiedLie = (result: ApplyResult) => ApplyResult;

/** Returns the faults of a seed: what a run concludes must be the same by the log and by reads alone. */
export async function judgeVerified(
  seed: number,
  lie: VerifiedLie = (result) => result,
): Promise<readonly string[]> {
  const behaviour = drawn(seed);
  const withLog = await world(behaviour).applied();
  const byLog = { ...withLog, result: lie(withLog.result) };
  const byReads = await world({ ...behaviour, log: () => 404 }).applied();
  const concluded = ({ result }: typeof byLog) => {
    const { settled, nonConvergent, unverified } = result;
    const found = nonConvergent.map(({ address, path, live }) => ({ address, path, live }));
    return { settled, found, unverified };
  };
  const { size } = new Set(ssidsOf(byReads.afterwards));
  const [some = 0, all = 0] = [byLog, byReads].map(({ result }) => result.requests.get("cloud"));
  const trimmed = behaviour.stores ? namesOf(behaviour).filter((name) => behaviour.stores?.(name)).length : 0;
  return [
    ...differs("concluded by the log", concluded(byLog), concluded(byReads)),
    ...differs("lists that were read without a log", size, behaviour.networks),
    ...differs("stored otherwise", byReads.result.nonConvergent.length, trimmed),
    ...(some > all + 4 ? [`${some} requests with the log, and ${all} without`] : []),
  ];
}

function namesOf({ networks }: Behaviour): readonly string[] {
  return Array.from({ length: networks }, (_, at) => `N_${at}`);
}
