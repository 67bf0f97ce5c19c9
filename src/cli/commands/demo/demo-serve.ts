/** `trueup demo --serve`: a server's page about the example company, while somebody changes things by hand. */

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { openGit } from "../../../git/git.ts";
import { environmentBelow } from "../../../runtime/environment.ts";
import { readText, writeWhole } from "../../../runtime/files/files.ts";
import { runGit } from "../../../runtime/git-process.ts";
import type { Cli } from "../../cli.ts";
import { runServe } from "../serve.ts";
import { writeExample } from "./demo.ts";
import { changesByHand } from "./demo-changes.ts";
import { demoFailed, exampleCredentials, playAll, type Scene, serveExample } from "./demo-scenes.ts";

const scenes: readonly Scene[] = [
  { title: "The network is created as declared. (trueup apply --yes)", args: ["apply", "--yes"], exit: 0 },
];

/** The server reads as often as possible and applies nothing automatically: the user presses the buttons. */
const settings = "\nserve: { observe: 10s, apply: asked }\n";

/** The port on which the demo's server listens, if it is free. */
const wantedPort = 8080;

/** Runs the demo until a signal arrives, and returns the exit status. */
export async function runServeDemo(cli: Cli): Promise<number> {
  const simulator = await serveExample();
  const folder = await mkdtemp(join(tmpdir(), "trueup-demo-"));
  const somebody = new AbortController();
  try {
    const project = join(folder, "acme-network");
    await mkdir(project);
    await writeExample(project, simulator);
    await committed(project);
    const fault = await playAll(scenes, { folder: project, simulator, print: cli.out, pauseMs: 0 });
    if (fault !== undefined) return demoFailed(cli.out, fault);
    cli.out(`\n${styleText("bold", "▶ And now it is served. (trueup serve)")}\n${told}\n`);
    const env = { ...cli.env, ...exampleCredentials, XDG_STATE_HOME: join(folder, "state") };
    const busy = changesByHand(simulator, { print: cli.out, signal: somebody.signal });
    const listen = `127.0.0.1:${await freePort(wantedPort)}`;
    const status = await runServe({ ...cli, cwd: project, env }, undefined, { listen });
    somebody.abort(new Error("the demo ends"));
    await busy;
    return status;
  } finally {
    somebody.abort(new Error("the demo ends"));
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const told = `
Somebody changes something by hand every few seconds. Within ten seconds, the page shows each difference, its time, and
the line that declares the value; "Plan now" shows it at once. On the page, you can undo the change.
`;

async function committed(folder: string): Promise<void> {
  const read = await readText(join(folder, "trueup.yaml"), "trueup.yaml");
  if ("problem" in read) throw new Error(read.problem.message);
  await writeWhole(join(folder, "trueup.yaml"), `${read.file.text}${settings}`);
  const git = openGit({
    top: folder,
    environment: environmentBelow(folder),
    run: (call) => runGit(call, 60),
    settings: ["user.name=trueup demo", "user.email=demo@localhost", "commit.gpgsign=false"],
  });
  await git.text(["init", "--quiet", "--initial-branch=main"]);
  await git.text(["add", "--all"]);
  await git.text(["commit", "--quiet", "--message", "The example company"]);
}

/** The wanted port; if it is in use, 0, which stands for any free port. */
function freePort(wanted: number): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(0));
    server.listen(wanted, "127.0.0.1", () => server.close(() => resolve(wanted)));
  });
}
