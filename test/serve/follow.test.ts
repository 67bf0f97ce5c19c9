/** Followed repositories. If a remote accepts connections but never answers, nothing else is delayed. */

import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { clock } from "../../src/runtime/clock.ts";
import { heldCommit, heldRef, openClone } from "../../src/serve/follow/clone.ts";
import { followRepository } from "../../src/serve/follow/follow.ts";
import { moveTree } from "../../src/serve/follow/tree.ts";
import { remoteOf, repository, scratch } from "../git/repositories.ts";

test("while more of them hang than git may run at once, another is fetched, and the end waits for none", async () => {
  let connections = 0;
  const silent = createServer(() => {
    connections += 1;
  });
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const folder = scratch();
  const follow = (name: string, url: string) => {
    const settings = { url, folder: join(folder, name), branches: ["main"], fetchEveryMs: 3_600_000 };
    return followRepository({ ...settings, timeoutSeconds: 600 }, { clock, changed: () => {} });
  };
  const hanging = [1, 2, 3, 4, 5, 6].map((at) => follow(`far-${at}`, `http://127.0.0.1:${port}/${at}.git`));
  await expect.poll(() => connections, { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
  const near = follow("near", remoteOf(repository({ a: "1\n" })).url);
  await near.ask();
  expect(near.state().branches.get("main")).toMatchObject({
    isGone: false,
    commit: { subject: expect.any(String) },
  });
  expect(hanging.map((one) => one.state().problem)).toEqual(hanging.map(() => undefined));
  await Promise.all([...hanging, near].map((one) => one.close()));
});

test("environments of one repository get their work trees at the same moment", async () => {
  const folder = scratch();
  const { url } = remoteOf(repository({ a: "1\n" }));
  const settings = { folder: join(folder, "clone"), url, timeoutSeconds: 60 };
  const [one, other] = [await openClone(settings), await openClone(settings)];
  await one.fetch(["refs/heads/main"]);
  const commit = (await heldCommit(one, heldRef("main"))) ?? "";
  const trees = Array.from({ length: 8 }, (_, at) => join(folder, `tree-${at}`));
  const moved = trees.map((tree, at) => moveTree(at % 2 === 0 ? one : other, tree, commit));
  expect(await Promise.all(moved)).toEqual(trees.map(() => undefined));
  expect(trees.map((tree) => readFileSync(join(tree, "a"), "utf8"))).toEqual(trees.map(() => "1\n"));
});
