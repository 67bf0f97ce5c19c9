/**
 * Measures the requests of a plan with and without a product's change log, which reports that resources are
 * unchanged.
 */

import type { Wire } from "../src/model/wire.ts";
import { stage } from "../test/servers/virtual-time/run.ts";
import { type Row, table } from "./table.ts";

/**
 * Measures networks of one organization with their SSIDs and NetFlow: first with everything as declared, then after
 * someone has changed one network.
 */
export async function unchanged(smallest: boolean): Promise<string> {
  const networks = smallest ? 20 : 200;
  const rows: Row[] = [];
  for (const mode of ["false", "true", "assumed"]) rows.push(await rowOf(mode, networks));
  return table(
    `A second plan of ${networks} networks with SSIDs and NetFlow, ten minutes after the first`,
    rows,
  );
}

async function rowOf(mode: string, networks: number): Promise<Row> {
  const names = Array.from({ length: networks }, (_, at) => `site-${at}`);
  const kept = new Map<string, string>();
  const entries: object[] = [];
  const clock: { date?: () => string } = {};
  const on = stage({
    project: `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    changedSince: ${mode}
    url: https://dashboard.example.net
    credential: { apiKey: { secret: env:KEY } }
`,
    files: {
      "a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${names
        .map(
          (name) =>
            `  ${name}: { name: ${name}, netflow: { enabled: false }, ssids: { 0: { name: Corp } } }\n`,
        )
        .join("")}`,
    },
    seed: {
      organizations: [
        {
          ...{ id: "O_1", name: "Acme" },
          networks: names.map((name, at) => ({ id: `N_${at}`, name, ssids: { 0: { name: "Corp" } } })),
        },
      ],
    },
    settings: { dashboardMode: "meraki" },
    keptReads: ({ name }) => ({
      load: async () => kept.get(name),
      save: async (text) => void kept.set(name, text),
    }),
    between: (wire) => withLog(wire, entries, () => clock.date?.() ?? ""),
  });
  clock.date = () => on.clock.date();
  const count = async () => {
    const before = on.network.log().length;
    const { plan } = await on.plan();
    if (plan.steps.length > 0) throw new Error("something differs");
    return on.network.log().length - before + (mode === "false" ? 0 : 1);
  };
  const later = () => on.clock.run(on.clock.wait(600_000));
  const first = await count();
  await later();
  const second = await count();
  await later();
  entries.push({ ts: on.clock.date(), networkId: "N_1", adminName: "A", page: "via API", label: "PUT" });
  await later();
  return { changedSince: mode, first, "nothing changed": second, "one network changed": await count() };
}

/** A server with a clock, and a change log with these entries. */
function withLog(inner: Wire, entries: readonly object[], now: () => string): Wire {
  return {
    send: async (request, signal) => {
      const headers = { date: new Date(now()).toUTCString() };
      if (request.url.includes("/configurationChanges"))
        return { outcome: "answered", status: 200, headers, text: JSON.stringify(entries) };
      const reply = await inner.send(request, signal);
      return reply.outcome === "answered" ? { ...reply, headers: { ...reply.headers, ...headers } } : reply;
    },
  };
}
