/** `trueup serve` as in a container: as an unprivileged user, with read-only files. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, onTestFinished, test } from "vitest";
import { emptyCompany } from "../../src/simulator/company.ts";
import { folder, simulator } from "../cli/command.ts";
import { remoteOf, repository } from "../git/repositories.ts";
import { freePort } from "./server.ts";
import { networks, projectFile } from "./stage.ts";

/** The user as which the image and the manifests in docs/serve.md run the server. */
const user = 65532;
const program = fileURLToPath(new URL("../../", import.meta.url));

/** True if this process may mount. In most containers, and for most unprivileged users, it is false. */
const canMount = spawnSync("unshare", ["--mount", "true"]).status === 0;
const noMounts = "no namespace of mounts can be made here, in which a file system is read-only";

/**
 * Runs the server while all files of this machine are read-only. A fresh /tmp contains the program, Node, and the given
 * folders.
 */
const script = `set -e
mount --bind / "$ROOT"
mount -o remount,ro,bind "$ROOT"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
for one in program given data remote.git; do mkdir "$ROOT/tmp/$one"; done
touch "$ROOT/tmp/node"
mount --bind "$NODE" "$ROOT/tmp/node"
mount --bind "$PROGRAM" "$ROOT/tmp/program"
mount --bind "$GIVEN" "$ROOT/tmp/given"
mount --bind "$DATA" "$ROOT/tmp/data"
mount --bind "$REMOTE" "$ROOT/tmp/remote.git"
for one in node program given; do mount -o remount,ro,bind "$ROOT/tmp/$one"; done
mount -t proc proc "$ROOT/proc"
mount --bind /dev "$ROOT/dev"
exec chroot --userspec=${user}:${user} "$ROOT" setpriv --no-new-privs env --ignore-environment PATH="$PATH" \\
  HOME=/tmp DASHBOARD_API_KEY=simulated-api-key /tmp/node "/tmp/program/$COMMAND" serve /tmp/given/serve.yaml`;

interface Contained {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

/** The paths of three folders: the given files, the server's data, and the followed repository. */
interface Given {
  readonly given: string;
  readonly data: string;
  readonly remote: string;
}

async function contained({ given, data, remote }: Given): Promise<Contained> {
  const env = {
    ...process.env,
    ROOT: await folder(),
    NODE: process.execPath,
    PROGRAM: program,
    GIVEN: given,
    DATA: data,
    REMOTE: remote,
    COMMAND: relative(program, inject("command")),
  };
  const child = spawn("unshare", ["--mount", "--", "sh", "-c", script], { env });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, said: () => text, ended };
}

test("a server without privileges looks, applies, remembers and ends in good order", async ({ skip }) => {
  skip(!canMount, noMounts);
  const served = await simulator({ seed: emptyCompany() });
  const limits =
    "    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }\nserve: { apply: onMerge }\n";
  const text = projectFile(limits)
    .replace("https://cloud.example.net", served.urls.dashboard)
    .replace("env:KEY", "env:DASHBOARD_API_KEY");
  const declared = networks({ berlin: "Europe/Berlin", paris: "Europe/Paris" });
  const { path: remote } = remoteOf(repository({ "trueup.yaml": text, "desired-state/a.yaml": declared }));
  const [port, data] = [await freePort(), await folder()];
  const given = await folder({
    "serve.yaml": `version: 1
data: /tmp/data
listen: 127.0.0.1:${port}
repositories:
  net:
    url: file:///tmp/remote.git
    branches: { main: { projects: [{ file: trueup.yaml, secrets: ["env:DASHBOARD_*"] }] } }
`,
  });
  expect(spawnSync("chown", ["-R", `${user}:${user}`, remote, data, given]).status).toBe(0);
  const { child, said, ended } = await contained({ given, data, remote });
  const asked = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/runs`).catch(() => undefined);
    return answer?.ok ? await answer.text() : said();
  };
  await expect.poll(asked, { timeout: 40_000, interval: 200 }).toContain('"endedAt"');
  expect(JSON.parse(await asked()).items).toMatchObject([{ state: "applied", steps: { failed: 0 } }]);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(readdirSync(data).toSorted()).toEqual(["repositories", "state"]);
  const [state = ""] = readdirSync(join(data, "state"));
  expect(readFileSync(join(data, "state", state), "utf8")).toContain('"ended":"applied"');
});
