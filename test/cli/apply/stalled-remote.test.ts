/**
 * A remote that accepts connections and never replies, and a remote whose push hangs. Every wait must end with an
 * accurate report.
 */

import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fetchRefs, moveRef, readRef, writeTag } from "../../../src/git/refs.ts";
import { repositoryOf } from "../../../src/project/work-tree.ts";
import { logReport } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { git, remoteOf, repository, scratch } from "../../git/repositories.ts";
import { projectFor, simulator, trueup, trueupProcess } from "../command.ts";

const applied = "refs/trueup/test/applied";

/**
 * Starts a server that never replies. Also returns how many clients have connected, and how many connections are open.
 */
async function silent() {
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer((socket) => {
    asked += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, asked: () => asked, connected: () => sockets.size };
}

function projectIn(served: RunningSimulator, seconds: number): string {
  const state =
    "target: cloud\norganization: Acme\nnetworks: { berlin: { name: Berlin Office, timeZone: Europe/Paris } }\n";
  return repository({
    "trueup.yaml": `${projectFor(served)}git: { timeoutSeconds: ${seconds} }\n`,
    ".gitignore": ".trueup/\n",
    "desired-state/a.yaml": state,
  });
}

/** Installs a hook in the remote. For refs whose name contains `part`, the hook writes its process id and hangs. */
function hangs(remote: string, hook: "update" | "post-receive", part: string): () => number {
  const pids = join(scratch(), "pid");
  const name = hook === "update" ? "$1" : "$(cat)";
  const text = `#!/bin/sh\ncase "${name}" in *${part}*) echo $$ > ${pids}; exec sleep 1000;; esac\n`;
  writeFileSync(join(remote, "hooks", hook), text);
  chmodSync(join(remote, "hooks", hook), 0o755);
  return () => (existsSync(pids) ? Number(readFileSync(pids, "utf8")) : 0);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function opened(folder: string, seconds: number) {
  const found = await repositoryOf(folder, undefined, seconds);
  if (!found || "problem" in found) throw new Error("there is no repository");
  const { repository: on } = found;
  const becomes = await writeTag(on, {
    tag: "t",
    commit: on.head ?? "",
    text: "1",
    time: "2026-01-02T03:04:05Z",
  });
  return { on, becomes };
}

test.each(["http", "git"])(
  "that never replies over %s: a plan says so and goes on, an apply does not begin",
  async (scheme) => {
    const served = await simulator();
    const cwd = projectIn(served, 1);
    const remote = await silent();
    git(cwd, "remote", "add", "origin", `${scheme}://127.0.0.1:${remote.port}/acme.git`);
    const plan = await trueup(["plan"], { cwd });
    const apply = await trueupProcess(["apply", "--yes"], { cwd });
    const late = "git cannot reach the remote origin: git did not end within 1 s";
    expect(plan).toMatchObject({ status: 0, err: expect.stringContaining(late) });
    expect(plan.out).toContain("berlin");
    expect(apply.status).toBe(1);
    expect(apply.err).toMatch(/origin.*git did not end within 0\.7 s/);
    expect(logReport(served.world().log).writes).toBe(0);
    expect(remote.asked()).toBeGreaterThan(1);
    // The transport process has ended with the git process that started it.
    await expect.poll(remote.connected, { timeout: 20_000 }).toBe(0);
  },
);

test("that takes a record and never says so: nobody knows, and that is what apply tells", async () => {
  const served = await simulator();
  const cwd = projectIn(served, 2.5);
  const pid = hangs(remoteOf(cwd).path, "update", applied);
  const ended = await trueup(["apply", "--yes"], { cwd });
  expect(ended.err).toContain(`it is unknown whether the remote origin moved ${applied}: git did not end`);
  expect(ended.err).not.toContain("refuses to move");
  expect(ended.status).toBe(3);
  expect(pid()).toBeGreaterThan(0);
  await expect.poll(() => isAlive(pid()), { timeout: 20_000 }).toBe(false);
  expect(git(cwd, "ls-remote", "origin", "refs/trueup/*")).toBe("");
});

test("whose reply to a push is lost is looked at: the ref that is there is ours, and not somebody else's", async () => {
  const folder = repository();
  const { path } = remoteOf(folder);
  const { on, becomes } = await opened(folder, 1);
  const pid = hangs(path, "post-receive", applied);
  expect(await moveRef(on, { name: applied, was: undefined, becomes })).toEqual({ is: "moved" });
  expect(pid()).toBeGreaterThan(0);
  expect((await readRef(on, applied))?.id).toBe(becomes);
});

test("that answers neither a push nor a look afterwards: nobody knows, and it is not asked again and again", async () => {
  const folder = repository();
  const { port, asked } = await silent();
  git(folder, "remote", "add", "origin", `http://127.0.0.1:${port}/acme.git`);
  const { on, becomes } = await opened(folder, 1);
  const moved = await moveRef(on, { name: applied, was: undefined, becomes });
  expect(moved).toMatchObject({ is: "failed", problem: { code: "push-unanswered" } });
  const connections = asked();
  expect(await fetchRefs(on, "refs/trueup/test")).toMatchObject({ code: "remote-unreachable" });
  // No request was sent, so the result is certain.
  const again = await moveRef(on, { name: applied, was: undefined, becomes });
  expect(again).toMatchObject({ is: "failed", problem: { code: "remote-unreachable" } });
  expect(asked()).toBe(connections);
});

test("git that has ended keeps no command alive: a process ends with its work", async () => {
  // A call that waited for git's own timeout would take longer than the test may take.
  const cwd = projectIn(await simulator(), 600);
  expect((await trueupProcess(["applied"], { cwd })).status).toBe(0);
}, 60_000);
