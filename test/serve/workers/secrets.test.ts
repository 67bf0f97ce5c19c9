/** A worker lacks a secret that a call needs. The problem names the secret and what to do, and nothing is sent. */

import type { ChildProcess } from "node:child_process";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { bundleText } from "../../../src/engine/elsewhere/bundle.ts";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { digest } from "../../../src/runtime/digest.ts";
import { folder, trueupProcess } from "../../cli/command.ts";
import { askerOn, plantServer, tokenOf } from "./plant.ts";

/** Starts a target that counts the requests that reach it. */
async function countingTarget() {
  let reached = 0;
  const target = createServer((_, response) => {
    reached += 1;
    response.writeHead(200, { "content-type": "application/json" }).end("[]");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => target.once("listening", resolve));
  onTestFinished(() => void target.close());
  const address = target.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, reached: () => reached };
}

test.each([
  ["env:OTHER", ["--secrets", "env:PLANT_*"], "secret-withheld", "may not open env:OTHER"],
  ["env:PLANT_KEY", ["--secrets", "env:PLANT_*"], "missing-secret", "PLANT_KEY"],
  ['command:[["pass","show","plant"]]', ["--secrets", "*"], "secret-withheld", "may not open command:"],
])(
  "%s is not opened by a worker that was started with %j",
  async (reference, options, code, said) => {
    const target = await countingTarget();
    const text = `version: 1
environment: test
targets:
  plant-7-mes:
    interface: dashboard
    url: ${target.url}
    credential: { apiKey: { secret: env:OTHER } }
`;
    const file = { path: "trueup.yaml", text };
    const { project } = loadProject({ file, folder: "/project", drivers });
    if (!project) throw new Error("no project");
    const credential = { target: "plant-7-mes", reference, path: "/targets/plant-7-mes/credential/apiKey" };
    const bundle = await bundleText(
      { project, credentials: [credential] },
      { name: "plant", isProposal: false },
    );
    const server = await plantServer();
    await server.memory.callerRows("caller").provide(digest(bundle), bundle);
    const asker = askerOn(server.memory);
    const cwd = await folder({ token: tokenOf("plant-7") });
    const url = `http://127.0.0.1:${server.port}`;
    let child: ChildProcess | undefined;
    const ended = trueupProcess(["work", "--server", url, "--token", "file:token", ...options], {
      cwd,
      started: (started) => {
        child = started;
      },
    });
    const ask = { is: "read", request: { collection: "organizations", scope: {}, wanted: [] } };
    const answer = await asker.ask(0, "plant-7-mes", {
      bundle: digest(bundle),
      ask: JSON.stringify({ by: "run", ask }),
    });
    child?.kill("SIGTERM");
    await ended;
    const told = JSON.stringify(answer);
    for (const part of [code, said, '\\"hint\\"', "unknown"]) expect(told).toContain(part);
    expect(target.reached()).toBe(0);
  },
  60_000,
);
