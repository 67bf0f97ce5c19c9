/** A lock that is held for longer than it lasts: it is renewed again and again, each time from what it is by then. */

import { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import { lockEnvironment } from "../../../src/cli/apply/lock.ts";
import { openCli } from "../../../src/cli/cli.ts";
import { openOutput } from "../../../src/cli/terminal/output.ts";
import { uninterrupted } from "../../../src/cli/terminal/signals.ts";
import { readProject } from "../../../src/project/read.ts";
import { git, remoteOf, repository } from "../../git/repositories.ts";

const ref = "refs/trueup/test/lock";
const project = `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "http://127.0.0.1:9", credential: { apiKey: { secret: env:KEY } } }
`;

test("the lock of a long apply is still its own after several renewals, at the remote too, and is given back", async () => {
  const cwd = repository({ "trueup.yaml": project, ".gitignore": ".trueup/\n" });
  const { path: remote } = remoteOf(cwd);
  const said: string[] = [];
  const streams = { stdout: { write: () => true }, stderr: { write: (text: string) => said.push(text) } };
  const output = openOutput(streams);
  const surroundings = { cwd: () => cwd, env: {}, stdin: Readable.from([]), ...streams };
  const options = { logLevel: "info", logFormat: "human", quiet: false, allowInsecure: [] } as const;
  const cli = openCli(options, "test", { surroundings, output, interrupt: uninterrupted() });
  const { read } = await readProject(cwd);
  if (!read) throw new Error("the project is valid");
  const held = await lockEnvironment(cli, read.project, 5000);
  if ("status" in held) throw new Error(`not locked: ${said.join("")}`);
  const ids = new Set<string>();
  await vi.waitFor(
    () => {
      ids.add(git(remote, "rev-parse", ref));
      expect(held.lost?.aborted).toBe(false);
      expect(ids.size).toBeGreaterThanOrEqual(4);
    },
    { timeout: 40_000, interval: 200 },
  );
  await held.release();
  expect(git(remote, "for-each-ref", ref)).toBe("");
  expect(said).toEqual([]);
});
