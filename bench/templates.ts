/**
 * Measures templates: 100,000 resources from 20,000 rows and a handful of templates, from the files to the
 * finished plan, in a new process.
 */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectText } from "./generate.ts";
import type { Scale } from "./scale.ts";
import { measured } from "./sizes.ts";
import { median, type Row, table } from "./table.ts";

const defaults = `target: cloud
organization: Acme
defaults:
  networks: { timeZone: Europe/Berlin, tags: [branch], netflow: { enabled: true, collectorPort: 2055 } }
groups:
  north: { match: "site.region == 'north'", networks: { tags+: [north] } }
`;

const vars = `net: \${cidr.subnet("10.0.0.0/8", 16, int(site.number))}
guests: \${100 + int(site.number) % 3000}
`;

const template = `each: { site: sites.csv }
networks:
  "\${site.slug}":
    name: Office \${site.name}
    tags+: ["\${site.region}"]
    netflow: { collectorIp: "\${cidr.host(net, 9)}" }
    ssids:
      0: { name: "Corp \${site.name}", vlan: "\${guests}" }
      1: { name: Guests, vlan: "\${guests + 1}" }
      2: { name: "Voice \${site.name}", vlan: 30 }
      3: { name: Things, vlan: "\${int(site.number) % 4000 + 1}" }
`;

const regions = ["north", "south", "east"];

/** Loads, checks, compares and plans this many rows of five resources each. */
export async function templates(smallest: boolean): Promise<string> {
  const times = smallest ? 1 : 5;
  const rows: Row[] = [];
  for (const count of smallest ? [200] : [2000, 20_000]) rows.push(await rowOf(count, times));
  return table(`Templates (one network and four SSIDs a row, 1% drift, medians of ${times})`, rows);
}

async function rowOf(count: number, times: number): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  const state = join(folder, "desired-state");
  await mkdir(state);
  const sites = Array.from({ length: count }, (_, at) => `s${at},Site ${at},${at},${regions[at % 3]}\n`);
  await writeFile(join(folder, "trueup.yaml"), projectText);
  await writeFile(join(state, "defaults.yaml"), defaults);
  await writeFile(join(state, "vars.yaml"), vars);
  await writeFile(join(state, "networks.yaml"), template);
  await writeFile(join(state, "sites.csv"), `slug,name,number,region\n${sites.join("")}`);
  const found: Scale[] = [];
  for (let n = 0; n < times; n++) found.push(await measured(folder));
  await rm(folder, { recursive: true });
  const seconds = (of: "load" | "observe" | "diff" | "plan" | "total") =>
    median(found.map((one) => one[of])).toFixed(2);
  return {
    rows: count.toLocaleString("en"),
    resources: median(found.map(({ resources }) => resources)).toLocaleString("en"),
    "load and check, s": seconds("load"),
    "observe, s": seconds("observe"),
    "compare, s": seconds("diff"),
    "plan, s": seconds("plan"),
    "together, s": seconds("total"),
    "peak, MB": median(found.map(({ peakMegabytes }) => peakMegabytes)),
  };
}
