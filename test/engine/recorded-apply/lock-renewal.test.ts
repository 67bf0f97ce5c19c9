/** A lock that is held longer than its lifetime. It is renewed repeatedly, each time from its current value. */

import { expect, test, vi } from "vitest";
import { lockEnvironment } from "../../../src/engine/recorded-apply/environment-lock.ts";
import type { ApplyEvent } from "../../../src/engine/recorded-apply/events.ts";
import { ownerFor } from "../../../src/engine/recorded-apply/owner.ts";
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
  const said: ApplyEvent[] = [];
  const { read } = await readProject(cwd);
  if (!read) throw new Error("the project is valid");
  const owner = ownerFor({ account: "ada" });
  const say = (event: ApplyEvent) => void said.push(event);
  const held = await lockEnvironment(read.project, { owner, say, lifetimeMs: 20_000 });
  if ("is" in held) throw new Error(`not locked: ${JSON.stringify(held)}`);
  const ids = new Set<string>();
  await vi.waitFor(
    () => {
      ids.add(git(remote, "rev-parse", ref));
      expect(held.lost?.aborted).toBe(false);
      expect(ids.size).toBeGreaterThanOrEqual(4);
    },
    { timeout: 200_000, interval: 500 },
  );
  await held.release();
  expect(git(remote, "for-each-ref", ref)).toBe("");
  expect(said).toEqual([{ type: "lockTaken", expired: undefined }]);
});
