/** `apply --rollback-on-failure`, as a process. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, projectFor, simulator, trueup, write } from "./command.ts";

test("what cannot be taken back is listed first; a refused step takes the rest back, with exit status 1", async () => {
  const served = await simulator();
  const cwd = await folder({ "trueup.yaml": projectFor(served) });
  const networks =
    "  berlin: { name: Berlin Office, ssids: { 7: { name: New } } }\n  leipzig: { name: Leipzig }\n";
  await write(cwd, "desired-state/a.yaml", `target: cloud\norganization: Acme\nnetworks:\n${networks}`);
  await write(cwd, "desired-state/b.yaml", "target: fabric-east\ntenants: { Blue: { description: blue } }\n");
  const fault = {
    interface: "fabric",
    methods: ["POST"],
    effect: { kind: "answer", status: 400, body: "{}" },
  };
  await fetch(`${served.admin}/faults`, { method: "POST", body: JSON.stringify(fault) });
  const shown = await trueup(["plan", "--rollback-on-failure", "--out", "plan.md"], { cwd });
  expect(shown.out).toContain("create cloud/ssid/berlin.7: this interface cannot remove it");
  const listed =
    "### Could not be taken back, or not whole\n\n- create `cloud/ssid/berlin.7`: this interface cannot";
  expect(await readFile(join(cwd, "plan.md"), "utf8")).toContain(listed);
  expect((await trueup(["plan"], { cwd })).out).not.toContain("taken back");
  const ended = await trueup(["apply", "--yes", "--rollback-on-failure"], { cwd });
  expect(ended.status, ended.err).toBe(1);
  expect(ended.out).toContain("create cloud/ssid/berlin.7: this interface cannot remove it");
  expect(ended.out).toContain("✘ create fabric-east/tenant/Blue: failed");
  expect(ended.out).toContain("Rolled back: 1 change\n");
  expect(ended.out).toContain(
    "Stays as it was applied:\n  ! cloud/ssid/berlin.7: this interface cannot remove it",
  );
  const after = await trueup(["plan", "--format", "json"], { cwd });
  expect(JSON.parse(after.out).steps.map(({ id }: { id: string }) => id)).toEqual([
    "create cloud/network/leipzig",
    "create fabric-east/tenant/Blue",
  ]);
});
