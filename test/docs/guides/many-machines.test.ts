/** Follows docs/many-machines.md. Each of its commands runs as the page shows it, over a real database. */

import { type ChildProcess, execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { emptyCompany } from "../../../src/simulator/company.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { folder, simulator, trueupProcess } from "../../cli/command.ts";
import { startServer, type TestServer } from "../../database/server.ts";
import { commitAll, git, remoteOf, repository } from "../../git/repositories.ts";
import { authority } from "../../security/certificates.ts";
import { networks } from "../../serve/stage.ts";
import { argumentsOf } from "./follower.ts";

const page = readFileSync(new URL("../../../docs/many-machines.md", import.meta.url), "utf8");

/** Returns the page's blocks of a language, without indentation. */
function blocks(language: string): readonly string[] {
  const found = page.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, "gm"));
  return [...found].map(([, indent = "", text = ""]) => text.replaceAll(new RegExp(`^${indent}`, "gm"), ""));
}

function blockWith(language: string, words: string): string {
  const found = blocks(language).find((text) => text.includes(words));
  if (found === undefined) throw new Error(`the page has no block with ${words}`);
  return found;
}

const lines = blocks("sh").flatMap((text) =>
  text
    .replaceAll(/\\\n\s*/g, "")
    .trim()
    .split("\n"),
);
const inline = [...page.matchAll(/`(trueup [^`\n]* --[^`\n]+)`/g)].map(([, line = ""]) => line);
const unit = /^ExecStart=\/usr\/bin\/(.+)$/m.exec(blockWith("ini", "ExecStart"))?.[1] ?? "";

/** The commands that the page shows, each as a list of its words. */
const commands = [...inline, ...lines.filter((line) => line.startsWith("trueup ")), unit].map((line) =>
  argumentsOf(line).slice(1),
);

/** The commands of the workers in the page's manifests, each as a list of its words. */
const contained: readonly (readonly string[])[] = [
  parse(blockWith("yaml", "# compose.yaml")).services.worker.command,
  parse(blockWith("yaml", "k8s.yaml")).spec.template.spec.containers[0].args,
];

const isPlants = (args: readonly string[]) => args.includes("--server");
const isBeside = (args: readonly string[]) => args.includes("--except-targets");
const ofWorkers = [...commands, ...contained].filter(([name]) => name === "work");
const servers = commands.filter(([name]) => name === "serve");

let database: TestServer;

beforeAll(async () => {
  database = await startServer();
});

afterAll(async () => {
  await database?.stop();
});

/**
 * Creates the files and variables that the page mentions. `at` maps the page's paths and addresses to those of the
 * test.
 */
async function setting() {
  const cwd = await folder({ "certs/.keep": "" });
  const own = authority("Own");
  const { cert, key } = own.issue(["127.0.0.1"]);
  const url = await database.database();
  const files = { cert, key, database: url, database_url: url, dashboard: "simulated-api-key" };
  for (const [name, text] of Object.entries({ ...files, "mes-password": "simulated-api-key" }))
    writeFileSync(join(cwd, name), text);
  writeFileSync(join(cwd, "ca.pem"), own.pem);
  const env = { DATABASE_URL: url, ACME_KEY: "simulated-api-key" };
  const at = (text: string) => text.replaceAll("/run/secrets", cwd);
  return { cwd, env, at };
}

type Setting = Awaited<ReturnType<typeof setting>>;

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts the command, and waits until its output matches `until`. The process ends with the test. `end` ends the
 * process earlier, and resolves with its exit status.
 */
async function started(args: readonly string[], { cwd, env }: Place, until: RegExp) {
  const { promise, resolve } = Promise.withResolvers<RegExpExecArray>();
  let child: ChildProcess | undefined;
  let said = "";
  const heard = (some: unknown) => {
    said += String(some);
    const found = until.exec(said);
    if (found) resolve(found);
  };
  const ended = trueupProcess(args, {
    cwd,
    env,
    started: (process) => {
      child = process;
      process.stdout?.on("data", heard);
    },
  });
  const tooEarly = ended.then(({ out, err }) => {
    throw new Error(`${args.join(" ")} ended: ${out}${err}`);
  });
  tooEarly.catch(() => {});
  const end = async () => {
    child?.kill("SIGTERM");
    return (await ended).status;
  };
  onTestFinished(async () => void (await end()));
  return { found: await Promise.race([promise, tooEarly]), end };
}

/** Creates a repository whose project has a target for each simulator, with a reference to its key. */
function project(targets: Readonly<Record<string, { served: RunningSimulator; key: string }>>) {
  const text = Object.entries(targets).map(
    ([name, { served, key }]) => `  ${name}:
    interface: dashboard
    url: ${served.urls.dashboard}
    credential: { apiKey: { secret: "${key}" } }
    limits: { requestsPerSecond: 100, createVisibleSeconds: 1 }
`,
  );
  const declared = Object.keys(targets).map((name) => {
    const file = networks({ [`at-${name}`]: "Europe/Oslo" }).replace("target: cloud", `target: ${name}`);
    return [`desired-state/${name}.yaml`, file] as const;
  });
  const head = "version: 1\nenvironment: test\ntargets:\n";
  const trueup = `${head}${text.join("")}serve: { apply: onMerge }\n`;
  const cwd = repository({ "trueup.yaml": trueup, ...Object.fromEntries(declared) });
  return { url: remoteOf(cwd).url, cwd };
}

/** Returns the text of a server file with TLS and with these pieces from the page. */
function serveFile(at: Setting["at"], url: string, pieces: string): string {
  return at(`version: 1
data: /run/secrets/data
listen: 127.0.0.1:0
tls: { cert: /run/secrets/cert, key: /run/secrets/key }
repositories:
  net:
    url: ${url}
    fetch: 1s
    branches:
      main: { projects: [{ file: trueup.yaml, secrets: ["env:ACME_*", "file:/run/secrets/*"] }] }
${pieces}`);
}

const address = /The server is at (https:\S+?)\. Ctrl/;

const liveIn = ({ world }: RunningSimulator) =>
  [...world().dashboard.networks.values()].map(({ fields }) => String(fields.name));

async function until(isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !isDone(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isDone()).toBe(true);
}

/** Requests a URL from the server, and returns its answer. */
function told(url: string, { cwd }: Setting): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = request(url, { ca: readFileSync(join(cwd, "ca.pem")) }, async (answer) => {
    let text = "";
    for await (const part of answer) text += String(part);
    resolve(text);
  });
  asked.on("error", reject).end();
  return promise;
}

test("the page shows commands for each place, and none that is not run here", () => {
  expect(servers).toHaveLength(1);
  expect(ofWorkers.filter(isPlants)).toHaveLength(2);
  expect(ofWorkers.filter(isBeside)).toHaveLength(1);
  expect(ofWorkers).toHaveLength(6);
  expect(servers.length + ofWorkers.length).toBe(commands.length + contained.length);
});

const atDatabase = ofWorkers.filter((args) => !isPlants(args) && !isBeside(args));

test.each(atDatabase.map((args) => [args.join(" "), args] as const))(
  "with the server's command, a merge is written by: trueup %s",
  async (_, args) => {
    const { cwd, env, at } = await setting();
    const served = await simulator({ seed: emptyCompany() });
    const key = args.includes("env:ACME_*") ? "env:ACME_KEY" : at("file:/run/secrets/dashboard");
    const { url, cwd: clone } = project({ cloud: { served, key } });
    writeFileSync(join(cwd, "serve.yaml"), serveFile(at, url, ""));
    const { DATABASE_URL } = env;
    // The server has no credential for the target.
    const server = await started(servers[0] ?? [], { cwd, env: { DATABASE_URL, ACME_KEY: "" } }, address);
    const worker = await started(args.map(at), { cwd, env }, /Working as/);
    await until(() => liveIn(served).includes("at-cloud"));
    commitAll(clone, {
      "desired-state/cloud.yaml": networks({ "at-cloud": "Europe/Oslo", more: "Europe/Oslo" }),
    });
    git(clone, "push", "-q", "origin", "main");
    await until(() => liveIn(served).length === 2);
    expect([await worker.end(), await server.end()]).toEqual([0, 0]);
  },
  120_000,
);

test.each(ofWorkers.filter(isPlants).map((args) => [args.join(" "), args] as const))(
  "beside the worker at the database, the plant's own is: trueup %s",
  async (_, args) => {
    const all = await setting();
    const { cwd, env, at } = all;
    const openssl = at(lines.find((line) => line.startsWith("openssl ")) ?? "");
    execFileSync("sh", ["-c", openssl]);
    copyFileSync(join(cwd, "plant-7"), join(cwd, "token"));
    const [cloud, plant] = [
      await simulator({ seed: emptyCompany() }),
      await simulator({ seed: emptyCompany() }),
    ];
    const { url } = project({
      cloud: { served: cloud, key: "env:ACME_KEY" },
      "plant-7-mes": { served: plant, key: at("file:/run/secrets/mes-password") },
    });
    writeFileSync(join(cwd, "serve.yaml"), serveFile(at, url, blockWith("yaml", "name: plant-7")));
    const server = await started(["serve", "serve.yaml"], { cwd, env: {} }, address);
    const [, served = ""] = server.found;
    const trusted = [...args.map(at), "--ca", at("/run/secrets/ca.pem")];
    const inPlant = await started(
      trusted.map((word) => word.replace("https://trueup.example.net", served)),
      { cwd, env: {} },
      /Working as/,
    );
    const beside = ofWorkers
      .filter(isBeside)
      .map((words) => started(words.map(at), { cwd, env }, /Working as/));
    const [worker] = await Promise.all(beside);
    await until(() => liveIn(plant).includes("at-plant-7-mes") && liveIn(cloud).includes("at-cloud"));
    expect(await told(`${served}/api/v1/workers`, all)).toContain("plant-7: ");
    expect([await inPlant.end(), await worker?.end(), await server.end()]).toEqual([0, 0, 0]);
  },
  120_000,
);

test("the database of the first piece of serve.yaml is the one of the page's other pieces", () => {
  const [first = "", second = ""] = [
    blockWith("yaml", "# part of serve.yaml"),
    blockWith("yaml", "name: plant-7"),
  ];
  expect(parse(first)).toEqual({ database: parse(second).database });
});
