/** Measures the requests of a plan for many networks, with and without bulk reads of an organization. */

import { driversWith } from "../src/drivers/index.ts";
import type { Json } from "../src/model/json.ts";
import { catalogsIn } from "../src/project/catalogs.ts";
import { stage } from "../test/servers/virtual-time/run.ts";
import { type Row, table } from "./table.ts";

const networks = 200;

/** Plans 200 networks, each with a device and two ports of the device, with Meraki's catalog. */
export async function wholes(): Promise<string> {
  const rows = [
    await rowOf("one read for each network and switch", false),
    await rowOf("as the catalog has it", true),
  ];
  return table(`A plan of ${networks} networks, ${networks} devices in them, and two ports of each`, rows);
}

async function rowOf(what: string, isWhole: boolean): Promise<Row> {
  let sent = 0;
  const send = async ({ url }: { readonly url: string }) => {
    sent += 1;
    const body = answers(new URL(url).pathname.slice("/api/v1".length));
    return { outcome: "answered", status: 200, headers: {}, text: JSON.stringify(body) } as const;
  };
  const run = stage({ project, drivers: driversOf(isWhole), files, between: () => ({ send }) });
  const { plan } = await run.plan();
  if (plan.changes.length > 0 || plan.unknown.length > 0) throw new Error("the plan is not empty");
  const [cost] = plan.cost;
  return {
    what,
    requests: sent,
    "reads that the plan counts": cost?.reads ?? 0,
    "seconds at 10 a second": sent / 10,
  };
}

function driversOf(isWhole: boolean) {
  const source = catalogsIn();
  const read = (name: string) => {
    const { product, kinds } = source.read(name);
    return { product, kinds: isWhole ? kinds : kinds.map(({ whole: _, ...kind }) => kind) };
  };
  return driversWith({ names: source.names, read });
}

const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://dashboard.example.net
    credential: { apiKey: { secret: env:KEY } }
`;

const all = [...Array(networks).keys()].map((at) => ({
  at,
  id: `N_${at}`,
  serial: `Q2AA-AAAA-${1000 + at}`,
}));

const files = {
  "cloud.yaml": JSON.stringify({
    ...{ target: "cloud", organization: "Acme" },
    networks: Object.fromEntries(
      all.map(({ at, serial }) => [`n${at}`, { name: `n${at}`, devices: { [serial]: {} } }]),
    ),
    devices: Object.fromEntries(
      all.map(({ serial }) => [
        serial,
        { serial, switch: { ports: { "1": { vlan: 10 }, "2": { vlan: 20 } } } },
      ]),
    ),
  }),
};

const ports = [
  { portId: "1", vlan: 10 },
  { portId: "2", vlan: 20 },
];

/** The answer to a read, of the organization or of a single network or device. */
function answers(path: string): Json {
  const place = /^\/(?:networks|devices)\/([^/]+)\//.exec(path)?.[1];
  if (path === "/organizations") return [{ id: "1", name: "Acme" }];
  if (path.endsWith("/networks")) return all.map(({ at, id }) => ({ id, name: `n${at}` }));
  if (path.endsWith("/ports/bySwitch")) return all.map(({ serial }) => ({ serial, ports }));
  if (path.endsWith("/switch/ports")) return ports;
  const devices = all.map(({ id, serial }) => ({ serial, networkId: id, productType: "switch" }));
  return devices.filter(({ networkId }) => place === undefined || networkId === place);
}
