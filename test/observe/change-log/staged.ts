/** A stage in virtual time with a change log that may lie. Reads are stored and passed from one process to the next. */

import type { Wire, WireReply, WireRequest } from "../../../src/model/wire.ts";
import { calendarStart } from "../../servers/virtual-time/calendar.ts";
import { projectText, type Stage, stage } from "../../servers/virtual-time/run.ts";

/** How the log deviates from what really happened. Times are in milliseconds. */
export interface LogLies {
  /** An entry is hidden until it has this age. */
  lateMs: number;
  /** The server's clock is ahead by this much, including the times of entries. */
  skewMs: number;
  /** Returns true if an entry is left out of the log. */
  lost: (label: string, at: number) => boolean;
  /** The number of the page that fails, counted from 0. If undefined, no page fails. */
  failing: number | undefined;
  /** The number of entries per page. */
  pageSize: number;
  /** Returns what an entry shows. Default: the true change. */
  shows?: (entry: LogEntry) => string;
}

/** The part of a log entry that is needed to falsify the log. */
interface LogEntry {
  readonly ts: string;
  readonly label: string;
  readonly networkId: string;
  readonly newValue: string;
}

export function honest(): LogLies {
  return { lateMs: 0, skewMs: 0, lost: () => false, failing: undefined, pageSize: 5000 };
}

const isLog = ({ url }: WireRequest) => url.includes("/configurationChanges");

/** Returns a wire between the engine and the network that falsifies the change log and the server's clock. */
function lyingWire(lies: LogLies, inner: Wire, now: () => number): Wire {
  const answer = (reply: WireReply, text?: string): WireReply =>
    reply.outcome === "answered"
      ? {
          ...reply,
          text: text ?? reply.text,
          headers: { ...reply.headers, date: new Date(calendarStart + now() + lies.skewMs).toUTCString() },
        }
      : reply;
  return {
    send: async (request, signal) => {
      if (!isLog(request)) return answer(await inner.send(request, signal));
      const url = new URL(request.url);
      const page = Number(url.searchParams.get("page") ?? 0);
      if (page === lies.failing) return answer({ outcome: "answered", status: 500, headers: {}, text: "{}" });
      const t0 = Date.parse(url.searchParams.get("t0") ?? "");
      const whole = new URL(`${url.origin}${url.pathname}`);
      const reply = await inner.send({ ...request, url: whole.href }, signal);
      if (reply.outcome !== "answered" || reply.status !== 200) return answer(reply);
      const entries = JSON.parse(reply.text) as LogEntry[];
      const shown = entries.flatMap((entry) => {
        const at = Date.parse(entry.ts) - calendarStart;
        if (at > now() - lies.lateMs || lies.lost(entry.label, at)) return [];
        const told = calendarStart + at + lies.skewMs;
        const newValue = lies.shows?.(entry) ?? entry.newValue;
        return told < t0 ? [] : [{ ...entry, newValue, ts: new Date(told).toISOString() }];
      });
      const from = page * lies.pageSize;
      url.searchParams.set("page", String(page + 1));
      const link = from + lies.pageSize < shown.length ? { link: `<${url.href}>; rel=next` } : {};
      const text = JSON.stringify(shown.slice(from, from + lies.pageSize));
      const paged = answer({ ...reply, headers: { ...reply.headers, ...link } }, text);
      return paged;
    },
  };
}

export const count = 6;
const names = Array.from({ length: count }, (_, at) => `site-${at}`);

export function declared(name = (network: string, slot: number) => `${network}-${slot}`): string {
  return `target: cloud
organization: Acme
networks:
${names
  .map(
    (each) => `  ${each}:
    { name: ${each}, ssids: { 0: { name: ${name(each, 0)}, enabled: true }, 1: { name: ${name(each, 1)}, enabled: false } } }
`,
  )
  .join("")}`;
}

const seed = {
  organizations: [
    {
      id: "O_1",
      name: "Acme",
      networks: names.map((name, at) => ({
        id: `N_${at}`,
        name,
        ssids: { 0: { name: `${name}-0`, enabled: true }, 1: { name: `${name}-1`, enabled: false } },
      })),
    },
  ],
};

/** A target of the stage, as the project file declares it. */
interface StagedTarget {
  readonly mode?: "true" | "assumed";
  readonly limits?: string;
  readonly settings?: string;
}

/** Returns a stage with a change log, and with counters of its reads. */
export function staged(
  lies: LogLies = honest(),
  text = declared(),
  { mode = "true", limits = "{}", settings = "{}" }: StagedTarget = {},
) {
  const kept = new Map<string, string>();
  const own = projectText(limits).replace(
    "interface: dashboard\n",
    `interface: dashboard\n    dialect: meraki\n    settings: ${settings}\n    changedSince: ${mode}\n`,
  );
  let clock: Stage["clock"] | undefined;
  const on = stage({
    project: own,
    seed: seed as never,
    files: { "a.yaml": text },
    settings: { dashboardMode: "meraki" },
    keptReads: ({ name }) => ({
      load: async () => kept.get(name),
      save: async (saved) => void kept.set(name, saved),
    }),
    between: (wire) => lyingWire(lies, wire, () => clock?.now() ?? 0),
  });
  clock = on.clock;
  const logs = () => on.network.log().filter(({ path }) => path.includes("configurationChanges")).length;
  const ssidReads = () =>
    on.network.log().filter(({ method, path }) => method === "GET" && path.includes("/ssids")).length;
  const netflowReads = () =>
    on.network.log().filter(({ method, path }) => method === "GET" && path.endsWith("/netflow")).length;
  return { ...on, kept, lies, logs, ssidReads, netflowReads };
}
