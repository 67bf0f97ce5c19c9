/**
 * A project of any size, and a live state that differs from it in every field. They are the input for measurements of
 * growth.
 */

import type { ImportUnit } from "../../src/import/entry.ts";
import { factoredFolder } from "../../src/import/factor/folder.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { applyDocument, applyText } from "../../src/report/apply/apply-text.ts";
import { driftMarkdown } from "../../src/report/drift/drift.ts";
import { driftHtml } from "../../src/report/drift/drift-html.ts";
import { planFindings } from "../../src/report/findings/plan-findings.ts";
import { junitXml } from "../../src/report/formats/junit.ts";
import { sarifDocument } from "../../src/report/formats/sarif.ts";
import { planDocument } from "../../src/report/plan/plan-json.ts";
import { planMarkdown } from "../../src/report/plan/plan-markdown.ts";
import { planText } from "../../src/report/plan/plan-text.ts";
import { plain } from "../../src/report/text/style.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";
import { Product } from "../import/factored.ts";
import { imported } from "../import/live.ts";
import { projectText, stage } from "../servers/virtual-time/run.ts";

/** An operation on a project with `size` networks, devices, tenants, interfaces and routers, and its result. */
export type Work = (size: number) => Promise<object>;

const limits = "{ requestsPerSecond: 1000 }";
const controller = `  campus:
    interface: controller
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
    limits: ${limits}
`;
const rollout = `health: { controller: campus, bound: 50 }
waves: [{ name: canary, sites: [S1] }, { name: south, keys: [n2] }]
`;
const project = projectText(limits);
const overNetconf = project
  .replace("interface: restconf", "interface: netconf")
  .replace("https://routers.example.net/devices/{host}", "ssh://{host}");
const withRollout = `${project.replace("targets:\n", `targets:\n${controller}`)}${rollout}`;
const settings = { requestsPerSecond: 100_000, readinessMs: 0 };

const each = <T>(size: number, make: (index: number) => T): T[] =>
  Array.from({ length: size }, (_, index) => make(index));
const lines = (size: number, make: (index: number) => string) => each(size, make).join("\n");
const hostOf = (index: number) => `10.20.${1 + (index >> 8)}.${index & 255}`;

function filesOf(size: number, text: string, key = "n"): Record<string, string> {
  return {
    "desired-state/cloud.yaml": `target: cloud
organization: Acme
networks:
${lines(size, (at) => `  ${key}${at}: { name: Net ${at}, site: S${at % 9}, tags: [${text}], ssids: { 0: { name: W, vlan: 10 } } }`)}
devices:
${lines(size, (at) => `  d${at}: { serial: S-${at}, name: ${text} ${at}, network: ${key}${(at * 7) % size} }`)}
`,
    "desired-state/fabric.yaml": `target: fabric
tenants:
${lines(size, (at) => `  T${at}: { description: ${text} }`)}
managedObjects:
${lines(size, (at) => `  uni/tn-T${at}/ap-A: { class: fvAp, attributes: { descr: ${text} } }`)}
`,
    "desired-state/routers.yaml": `target: routers
devices:
  big:
    host: 10.20.0.1
    interfaces:
${lines(size, (at) => `      GigabitEthernet 1/0/${at}: { description: ${text} }`)}
${lines(size, (at) => `  r${at}: { host: ${hostOf(at)}, hostname: ${text}${at} }`)}
`,
  };
}

function worldOf(size: number): WorldSeed {
  const router = (data: object) => ({ data: { "Vendor-native:native": { ...data } } });
  const listed = each(size, (at) => ({ name: `1/0/${at}`, description: "live" }));
  return {
    organizations: [
      {
        id: "1",
        name: "Acme",
        networks: each(size, (at) => ({
          name: `Net ${at}`,
          tags: ["live"],
          ssids: { 0: { name: "live" } },
          devices: [{ serial: `S-${at}`, name: `live ${at}`, model: "MR46" }],
        })),
      },
    ],
    sites: each(9, (at) => ({ siteName: `S${at}`, healthScore: 90, numberOfClients: 1 })),
    managedObjects: Object.fromEntries(
      each(size, (at) => [`uni/tn-T${at}`, { class: "fvTenant", attributes: { name: `T${at}` } }]),
    ),
    routers: {
      "10.20.0.1": router({ hostname: "big", interface: { GigabitEthernet: listed } }),
      ...Object.fromEntries(each(size, (at) => [hostOf(at), router({ hostname: "live" })])),
    },
  };
}

function report(plan: Plan): number {
  const findings = planFindings(plan);
  const texts = [planText(plan, plain), planMarkdown(plan), driftMarkdown(plan), driftHtml(plan)];
  const documents = [planDocument(plan), sarifDocument(findings, "")].map((one) => JSON.stringify(one));
  return [...texts, ...documents, junitXml(findings, "", 0)].join("").length;
}

const reconciled =
  (text: string): Work =>
  async (size) => {
    const on = stage({ project: text, seed: worldOf(size), files: filesOf(size, "desired"), settings });
    const base = on.load(filesOf(size, "base", "former-"));
    const made = await on.plan({ base, main: base, prune: true });
    report(made.plan);
    const result = await on.apply(made, { rollbackOnFailure: true });
    applyText(result, plain);
    applyDocument(made.plan, result);
    return { changes: made.plan.changes.length, steps: made.plan.steps.length };
  };

const taken: Work = async (size) => {
  const cloud = await imported({ seed: worldOf(size) });
  const fabric = await imported({ seed: worldOf(size), target: "fabric" });
  const routers = await imported({ seed: worldOf(size), target: "routers", hosts: ["10.20.0.1"] });
  return { files: [cloud, fabric, routers].map(({ files }) => files.length) };
};

/** Factors out the values that this number of networks share. Each network also has a value of its own. */
const factored: Work = async (size) => {
  const [kind] = new Product("dashboard", "neutral").driver.kinds.filter(({ name }) => name === "network");
  if (!kind) throw new Error("a dashboard has networks");
  const units = each(size, (at): ImportUnit => {
    const value = { name: `Site ${at}`, tags: ["a", `r${at % 40}`], notes: { [`only-${at}`]: at } };
    const own = { section: "networks", single: false, key: `site-${at}`, secrets: [], closed: [], inner: [] };
    return { header: {}, entry: { address: `t/network/site-${at}`, kind, value, ...own } };
  });
  const inherited = () => ({ header: {}, defaults: {} });
  const layout = { target: "t", folder: "d", there: [], inherited };
  return factoredFolder({ units, layout }, () => false);
};

/** All operations whose work is counted. */
export const works: Readonly<Record<string, Work>> = {
  "plan and apply": reconciled(withRollout),
  "plan and apply over NETCONF": reconciled(overNetconf),
  import: taken,
  "import into tables": factored,
};
