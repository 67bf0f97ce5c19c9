/** Counts the requests of an apply that changes one interface of each RESTCONF device, in virtual time. */

import { projectText, type Setting, stage } from "../test/servers/virtual-time/run.ts";
import { type Row, table } from "./table.ts";

const dialect = (write: string) =>
  projectText().replace(
    "interface: restconf\n",
    `interface: restconf\n    dialect: rfc8040\n    settings: { write: ${write} }\n`,
  );

const rfc8040 = { restconfMode: "rfc8040" } as const;
const cases: readonly (readonly [string, Pick<Setting, "project" | "settings">])[] = [
  ["of the specification: a PUT, no tags", {}],
  ["a PUT, tags", { project: dialect("put"), settings: { ...rfc8040, restconfEtags: "device" } }],
  ["a PATCH, tags", { project: dialect("patch"), settings: { ...rfc8040, restconfEtags: "device" } }],
];

/** Measures a plan and two applies: one right after the plan, and one ten seconds later. */
export async function deviceReads(devices: number): Promise<string> {
  const rows: Row[] = [];
  for (const [what, setting] of cases)
    for (const after of [0, 10_000]) rows.push(await rowOf(what, { setting, after, devices }));
  return table(`An apply of one interface at each of ${devices} RESTCONF devices`, rows);
}

interface Applying {
  readonly setting: Pick<Setting, "project" | "settings">;
  readonly after: number;
  readonly devices: number;
}

async function rowOf(what: string, { setting, after, devices }: Applying): Promise<Row> {
  const hosts = Array.from({ length: devices }, (_, at) => `10.20.${at >> 8}.${at & 255}`);
  const old = { hostname: "r", interface: { GigabitEthernet: [{ name: "1/0/1", description: "old" }] } };
  const entries = hosts.map(
    (host, at) =>
      `  r${at}: { host: ${host}, interfaces: { GigabitEthernet 1/0/1: { description: new } } }\n`,
  );
  const on = stage({
    ...setting,
    seed: {
      routers: Object.fromEntries(hosts.map((host) => [host, { data: { "Vendor-native:native": old } }])),
    },
    files: { "a.yaml": `target: routers\ndevices:\n${entries.join("")}` },
  });
  const made = await on.plan();
  const plan = on.network.log().length;
  const { settled } = await on.apply(made, { after });
  if (settled.some(({ outcome }) => outcome.state !== "applied")) throw new Error("not all was applied");
  const sent = on.network.log().slice(plan);
  const first = sent.findLastIndex(({ method }) => method !== "GET");
  const reads = (some: typeof sent) => some.filter(({ method }) => method === "GET").length;
  return {
    device: `${what}; apply ${after === 0 ? "right after the plan" : "ten seconds later"}`,
    "reads of the plan": plan,
    writes: sent.length - reads(sent),
    "reads before writes": reads(sent.slice(0, first)),
    "reads to verify": reads(sent.slice(first)),
  };
}
