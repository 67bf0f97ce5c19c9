/**
 * Signals to hanging commands, as processes. Each command must end within a second, with every process that it started.
 */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmod, readFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyCompany } from "../../src/simulator/company.ts";
import { spread, times } from "../long-forms.ts";
import { hostile } from "../servers/hostile.ts";
import { folder, projectFor, simulator, trueup, trueupProcess, write } from "./command.ts";
import type { Ended } from "./commands-here.ts";

/**
 * The longest time until a command ends. By design this takes a second; it takes more while the machine is busy with
 * other tests.
 */
const maxMs = 5000;

/**
 * Starts a server that accepts connections and reads, but never replies. `asked` resolves when a client has connected.
 */
async function silent() {
  const asked = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => asked.resolve());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, asked: asked.promise };
}

/** Returns a program that appends its own process id and that of its child to `pids`, and then hangs. */
const sleeper = (pids: string) => `#!/bin/sh
sleep 1000 &
echo "$$ $!" >> ${pids}
wait
`;

interface Hanging {
  readonly args: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Resolves once the command hangs. */
  readonly hangs: (cwd: string, child: ChildProcess) => Promise<unknown>;
}

const cloud = "target: cloud\norganization: Acme\nnetworks: { n1: { name: One } }\n";

function project(port: number, { key = "env:DASHBOARD_API_KEY", more = "" } = {}): string {
  return `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    url: http://127.0.0.1:${port}
    credential: { apiKey: { secret: ${key} } }
${more}`;
}

/** Returns a command that sends a request to a server that never replies. */
const asking =
  (...args: readonly string[]) =>
  async (): Promise<Hanging> => {
    const { port, asked } = await silent();
    const files = { "trueup.yaml": project(port), "desired-state/cloud.yaml": cloud };
    return { args, files, hangs: () => asked };
  };

/** Returns a command whose secret comes from a program that never ends. */
const program = (text: (pids: string) => string) => async (): Promise<Hanging> => {
  const key = "{ command: [sh, ./program] }";
  const files = { "trueup.yaml": project(9, { key }), "desired-state/cloud.yaml": cloud };
  const at = await folder();
  const pids = join(at, "pids");
  return {
    args: ["plan"],
    files: { ...files, program: text(pids) },
    env: { PIDS: pids },
    hangs: () => written(pids),
  };
};

const hangingGit = async (): Promise<Hanging> => {
  const bin = await folder();
  const pids = join(bin, "pids");
  await write(bin, "git", sleeper(pids));
  await chmod(join(bin, "git"), 0o755);
  const files = {
    "trueup.yaml": project(9),
    "desired-state/cloud.yaml": cloud,
    ".git/HEAD": "ref: refs/heads/main\n",
  };
  const env = { PATH: `${bin}:${process.env.PATH}`, PIDS: pids };
  return { args: ["plan", "--base", "HEAD~1"], files, env, hangs: () => written(pids) };
};

const throttled = async (): Promise<Hanging> => {
  const asked = Promise.withResolvers<void>();
  const { port } = await hostile(() => {
    asked.resolve();
    return { status: 429, headers: { "retry-after": "300" } };
  });
  const files = { "trueup.yaml": project(port), "desired-state/cloud.yaml": cloud };
  return {
    args: ["plan"],
    files,
    hangs: (_, child) => Promise.all([asked.promise, said(child, /rate limit/)]),
  };
};

const netconf = async (): Promise<Hanging> => {
  const { port, asked } = await silent();
  const target = `  routers:
    interface: netconf
    url: ssh://{host}:${port}
    hosts: [127.0.0.0/8]
    tls: { insecure: true }
    credential: { username: { secret: env:ROUTER_USER }, password: { secret: env:ROUTER_PASSWORD } }
`;
  const files = {
    "trueup.yaml": `version: 1\nenvironment: test\ntargets:\n${target}`,
    "desired-state/routers.yaml": "target: routers\ndevices: { r1: { host: 127.0.0.1, hostname: r1 } }\n",
  };
  return { args: ["plan"], files, hangs: () => asked };
};

const commenting = async (): Promise<Hanging> => {
  const { port, asked } = await silent();
  const env = {
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: `http://127.0.0.1:${port}`,
    GITHUB_REPOSITORY: "acme/network",
    GITHUB_REF: "refs/pull/7/merge",
    GITHUB_TOKEN: "a-token-of-this-test",
  };
  return { args: ["comment", "plan.md"], files: { "plan.md": "a plan\n" }, env, hangs: () => asked };
};

const loggingIn = async (): Promise<Hanging> => {
  const files = {
    "trueup.yaml": `version: 1
environment: test
targets:
  fw: { interface: firewall, url: "http://127.0.0.1:9", credential: { clientId: trueup } }
`,
    "desired-state/fw.yaml": "target: fw\ndevices: {}\n",
  };
  return {
    args: ["login", "fw", "--no-browser"],
    files,
    hangs: (_, child) => said(child, /Waiting for the login/),
  };
};

/** Returns a command that reads and checks for seconds. The signal arrives during this time. */
const computing = async (): Promise<Hanging> => {
  const networks = Array.from(
    { length: 15_000 },
    (_, at) => `  n${at}: { name: Site ${at}, tags: [a, b, c] }\n`,
  );
  const rows = Array.from({ length: 12 }, (_, at) => [
    `desired-state/${at}.yaml`,
    `target: cloud\norganization: Acme ${at}\nnetworks:\n${networks.join("")}`,
  ]);
  const files = { "trueup.yaml": project(9), ...Object.fromEntries(rows) };
  return { args: ["validate"], files, hangs: (_, child) => busy(child, 80) };
};

const rows: readonly (readonly [string, () => Promise<Hanging>])[] = [
  ["plan asks a server that never answers", asking("plan")],
  ["a secret program never ends", program(sleeper)],
  ["a secret program is over, and what it left behind holds its output", program(leftover)],
  ["git never ends", hangingGit],
  ["a device never says a word", netconf],
  ["validate reads and checks for seconds", computing],
  ["a server says when to come again", throttled],
  ["login waits for a browser", loggingIn],
  ["apply asks a server that never answers", asking("apply", "--yes")],
  ["drift asks a server that never answers", asking("drift")],
  ["import asks a server that never answers", asking("import", "cloud")],
  ["check asks a server that never answers", asking("check")],
  ["status asks a server that never answers", asking("status")],
  ["a host of repositories never answers", commenting],
];

function leftover(pids: string): string {
  return `#!/bin/sh\nsleep 1000 &\necho $! >> ${pids}\necho a-secret-value\n`;
}

test("SIGTERM ends every run at once, whatever it waits for, and all that it has started", async () => {
  const chosen = spread(rows, times("signals"));
  const ends = await Promise.all(
    chosen.map(async ([name, hanging]) => [name, await endOf(hanging)] as const),
  );
  const expected = { status: 143, inTime: true, livesOn: false };
  expect(Object.fromEntries(ends)).toEqual(Object.fromEntries(chosen.map(([name]) => [name, expected])));
}, 60_000);

async function endOf(hanging: () => Promise<Hanging>) {
  const { args, files, env, hangs } = await hanging();
  const cwd = await folder(files);
  const { ended, ms } = await terminated({ args, cwd, env }, hangs);
  const { PIDS } = env ?? {};
  const pids = PIDS === undefined ? [] : (await readFile(PIDS, "utf8")).trim().split(/\s+/).map(Number);
  const alive = await Promise.all(pids.map(livesOn));
  // The process was ended by the system, as during a computation, so it has no exit status of its own. A shell reports
  // 143.
  return { status: ended.status ?? 143, inTime: ms < maxMs, livesOn: alive.includes(true) };
}

test("while a write is under way: the journal says that nobody knows, and the next apply looks", async () => {
  const served = await simulator({ seed: emptyCompany() });
  let child: ChildProcess | undefined;
  const key = "simulated-api-key";
  const between = await hostile(async ({ method, url, headers }) => {
    if (method !== "GET") {
      child?.kill("SIGTERM");
      return new Promise<never>(() => {});
    }
    const reply = await fetch(new URL(url, served.urls.dashboard), { headers: forwarded(headers) });
    return { status: reply.status, body: await reply.text() };
  });
  const text = projectFor(served).replace(served.urls.dashboard, between.url);
  const cwd = await folder({ "trueup.yaml": text, "desired-state/cloud.yaml": cloud });
  const begun = performance.now();
  const started = (one: ChildProcess) => {
    child = one;
  };
  const ended = await trueupProcess(["apply", "--yes"], { cwd, started });
  expect(ended.status).toBe(143);
  expect(performance.now() - begun).toBeLessThan(2 * maxMs);
  expect(ended.out).toContain("Interrupted: ");
  expect(ended.out).toMatch(/unknown|nobody knows|may or may not/i);
  const journal = await readFile(join(cwd, ".trueup/test.journal"), "utf8");
  expect(journal).toContain('"kind":"intent"');
  expect(journal).not.toContain(key);
  await write(cwd, "trueup.yaml", projectFor(served));
  const next = await trueup(["apply", "--yes"], { cwd });
  expect(next.err).toContain("create cloud/network/n1: not applied");
  expect(next.status).toBe(0);
  expect(served.world().dashboard.networks.size).toBe(1);
});

test("an apply that has sent nothing gives the lock back, whatever hangs meanwhile", async () => {
  const { port, asked } = await silent();
  const cwd = await folder({ "trueup.yaml": project(port), "desired-state/cloud.yaml": cloud });
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.net", "-c", "commit.gpgsign=false"];
  const git = (...args: readonly string[]) =>
    execFileSync("git", [...who, ...args], { cwd, encoding: "utf8" });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message=first");
  const locks: string[] = [];
  // Git gets one second to release the lock, which may need several tries on a busy machine.
  for (let tries = 0; tries < 5 && !locks.includes(""); tries += 1) {
    const { ended } = await terminated({ args: ["apply", "--yes"], cwd }, () => asked);
    expect(ended.status, ended.err).toBe(143);
    locks.push(git("for-each-ref", "refs/trueup"));
  }
  expect(locks).toContain("");
});

function forwarded(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const { host: _host, connection: _connection, ...rest } = headers;
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Sends SIGTERM once the command hangs. Returns how the command ended, and after how long. */
async function terminated(
  at: {
    readonly args: readonly string[];
    readonly cwd: string;
    readonly env?: Readonly<Record<string, string>> | undefined;
  },
  hangs: Hanging["hangs"],
): Promise<{ readonly ended: Ended; readonly ms: number }> {
  let sent = 0;
  const started = (child: ChildProcess) => {
    void hangs(at.cwd, child).then(() => {
      sent = performance.now();
      child.kill("SIGTERM");
    });
  };
  const ended = await trueupProcess(at.args, { cwd: at.cwd, started, ...(at.env && { env: at.env }) });
  return { ended, ms: sent === 0 ? Number.POSITIVE_INFINITY : performance.now() - sent };
}

/** Resolves once standard error contains this. */
function said(child: ChildProcess, what: RegExp): Promise<void> {
  let text = "";
  return new Promise((done) => {
    child.stderr?.on("data", (piece: string) => {
      text += piece;
      if (what.test(text)) done();
    });
  });
}

/** Resolves once the file has content. */
async function written(path: string): Promise<void> {
  while ((await readFile(path, "utf8").catch(() => "")).trim() === "") await turn();
}

/** Resolves once the process has used this many hundredths of a second of processor time. */
async function busy({ pid }: ChildProcess, ticks: number): Promise<void> {
  const used = async () => {
    const fields = (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")).split(" ");
    return fields.length > 14 ? Number(fields[13]) + Number(fields[14]) : ticks;
  };
  while ((await used()) < ticks) await turn();
}

/** Lets a separate process run for a moment. */
function turn(): Promise<unknown> {
  return new Promise((done) => spawn("sleep", ["0.05"]).once("exit", done));
}

/** True if a process still exists after some turns. The system needs a moment to remove a process that has ended. */
async function livesOn(pid: number): Promise<boolean> {
  for (let turns = 0; turns < 20; turns += 1) {
    const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
    if (state === undefined || / Z /.test(state)) return false;
    await turn();
  }
  return true;
}
