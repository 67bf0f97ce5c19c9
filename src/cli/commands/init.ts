/** `trueup init`: writes a first project, desired state and workflow. Never overwrites anything. */

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { driverOf } from "../../project/drivers.ts";
import { writeWhole } from "../../runtime/files/files.ts";
import type { Cli } from "../cli.ts";
import { runImport } from "./import.ts";

const schemas = "./node_modules/trueup/schemas";

const projectAt = (
  url: string,
  dialect: string | undefined,
) => `# yaml-language-server: $schema=${schemas}/trueup.json
# Where the controllers are, and where credentials come from. Nothing secret stands here.
version: 1
environment: production
targets:
  cloud:
    interface: dashboard${dialect === undefined ? "" : `\n    dialect: ${dialect}`}
    url: ${url}
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } }
secrets:
  allow: ["env:*_PSK"]
`;

const exampleFor = (schema: string) => `# yaml-language-server: $schema=.${schemas}/${schema}
# What should exist. A key (\`berlin\`) is the identity in Git; the name can change.
target: cloud
organization: Acme
defaults:
  networks: { timeZone: Europe/Berlin, tags: [branch] }
networks:
  berlin:
    name: Berlin Office
    ssids:
      0: { name: Acme Corp, vlan: 20, password: { secret: env:BERLIN_CORP_PSK } }
`;

const workflowWith = (
  secrets: readonly string[],
) => `# Shows the plan on every pull request; applies it after the merge.
name: trueup
on:
  pull_request:
  push: { branches: [main] }
permissions: { contents: read }
concurrency: { group: "trueup-\${{ github.ref }}" }
jobs:
  plan:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with: { node-version: 24 }
      - run: npm ci
      - run: npx trueup plan --annotations github
        env: { DASHBOARD_API_KEY: "\${{ secrets.DASHBOARD_API_KEY }}" }
  apply:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    environment: production
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with: { node-version: 24 }
      - run: npm ci
      - run: npx trueup apply --yes
        env:
${secrets.map((name) => `          ${name}: "\${{ secrets.${name} }}"`).join("\n")}
`;

/** What the user asked for. */
export interface InitOptions {
  /** The dashboard's URL: networks are imported from it, instead of an example of them. */
  readonly import?: string | undefined;
  /** The dashboard's dialect. Default: neutral. */
  readonly dialect?: string | undefined;
}

/** 0 when all was written; 1 when something is in the way, and then nothing is written; an import's own status. */
export async function runInit(cli: Cli, options: InitOptions = {}): Promise<number> {
  const { import: url, dialect } = options;
  const dashboard = driverOf("dashboard");
  const known = Object.keys(dashboard?.dialects ?? {});
  if (dialect !== undefined && !known.includes(dialect)) {
    cli.err(`Nothing was written: a dashboard has no dialect ${dialect}. Known: ${known.join(", ")}.\n`);
    return 1;
  }
  const { project = "." } = cli.global;
  const folder = resolve(cli.cwd, typeof project === "string" ? project : ".");
  const files = filesFor(options, dialect !== undefined && dashboard?.products?.includes(dialect) === true);
  const there = Object.keys(files).filter((path) => existsSync(join(folder, path)));
  if (there.length > 0) {
    cli.err(`Nothing was written: ${there.join(", ")} ${there.length === 1 ? "is" : "are"} there already.\n`);
    return 1;
  }
  for (const [path, text] of Object.entries(files)) {
    await writeWhole(join(folder, path), text);
    cli.out(`${cli.style.green("✔")} ${path}\n`);
  }
  if (url === undefined) {
    cli.out(next);
    return 0;
  }
  const status = await runImport(atFolder(cli, folder), "cloud", { format: "text" });
  if (status !== 0) cli.err(again);
  return status;
}

function atFolder(cli: Cli, folder: string): Cli {
  return { ...cli, global: { ...cli.global, project: folder } };
}

/** A product has a schema of its own for its desired state. */
function filesFor(
  { import: url, dialect }: InitOptions,
  isProduct: boolean,
): Readonly<Record<string, string>> {
  const own = ["DASHBOARD_API_KEY"];
  const project = { "trueup.yaml": projectAt(url ?? "https://dashboard.example.net", dialect) };
  const workflow = ".github/workflows/trueup.yml";
  if (url !== undefined) return { ...project, [workflow]: workflowWith(own) };
  const schema = isProduct ? `products/${dialect}.json` : "desired-state.json";
  const networks = { "desired-state/acme.yaml": exampleFor(schema) };
  return { ...project, ...networks, [workflow]: workflowWith([...own, "BERLIN_CORP_PSK"]) };
}

const again = "When that is settled: trueup import cloud\n";

const next = `
Next:
  1. Name your controllers in trueup.yaml, and your networks in desired-state/.
  2. trueup validate                    checks both; needs no network
  3. export DASHBOARD_API_KEY=...       then: trueup check
  4. trueup plan                        shows what would change
  5. trueup apply                       changes it, after asking
`;
