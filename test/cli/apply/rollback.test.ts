/** `apply --rollback-on-failure`, as a process. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { recordedText } from "../../git/recorded.ts";
import { commitAll, repository } from "../../git/repositories.ts";
import { folder, projectFor, simulator, trueup, write } from "../command.ts";

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
  const listed = "### Cannot be (fully) rolled back\n\n- create `cloud/ssid/berlin.7`: this interface cannot";
  expect(await readFile(join(cwd, "plan.md"), "utf8")).toContain(listed);
  expect((await trueup(["plan"], { cwd })).out).not.toContain("rolled back");
  const ended = await trueup(["apply", "--yes", "--rollback-on-failure"], { cwd });
  expect(ended.status, ended.err).toBe(1);
  expect(ended.out).toContain("create cloud/ssid/berlin.7: this interface cannot remove it");
  expect(ended.out).toContain("✘ create fabric-east/tenant/Blue: failed");
  expect(ended.out).toContain("Rolled back: 1 change\n");
  expect(ended.out).toContain("Apply: 2 applied, 1 failed, 1 rolled back  (");
  expect(ended.out).toContain(
    "These changes stay applied:\n  ! cloud/ssid/berlin.7: this interface cannot remove it",
  );
  const after = await trueup(["plan", "--format", "json"], { cwd });
  expect(JSON.parse(after.out).steps.map(({ id }: { id: string }) => id)).toEqual([
    "create cloud/network/leipzig",
    "create fabric-east/tenant/Blue",
  ]);
});

describe("what was taken back is not recorded as applied", () => {
  const refusal = {
    interface: "fabric",
    methods: ["POST"],
    effect: { kind: "answer", status: 400, body: "{}" },
  };
  const cloud = (networks: string) => `target: cloud\norganization: Acme\nnetworks:\n${networks}`;
  const blue = "target: fabric-east\ntenants: { Blue: { description: blue } }\n";
  const recordIn = (cwd: string) => recordedText(cwd);

  /** Creates a repository in which these networks were applied. */
  async function appliedOnce(networks: string, env: Readonly<Record<string, string>> = {}) {
    const served = await simulator();
    const cwd = repository({
      "trueup.yaml": projectFor(served),
      ".gitignore": ".trueup/\n",
      "desired-state/a.yaml": cloud(networks),
    });
    const first = await trueup(["apply", "--yes"], { cwd, env });
    expect(first.status, first.err).toBe(0);
    await fetch(`${served.admin}/faults`, { method: "POST", body: JSON.stringify(refusal) });
    return { served, cwd };
  }

  test("with what was in it: the next apply makes it all again, and asks for no consent", async () => {
    const berlin = "  berlin: { name: Berlin Office }\n";
    const { cwd } = await appliedOnce(berlin);
    const oslo = "  oslo: { name: Oslo Lab, ssids: { 0: { name: Corp } } }\n";
    commitAll(cwd, { "desired-state/a.yaml": cloud(berlin + oslo), "desired-state/b.yaml": blue });
    const failed = await trueup(["apply", "--yes", "--rollback-on-failure"], { cwd });
    expect(failed.status, failed.err).toBe(1);
    expect(failed.out).toContain("Rolled back: 1 change");
    for (const address of ["cloud/network/oslo", "cloud/ssid/oslo.0"])
      expect(recordIn(cwd)).toMatch(
        new RegExp(`"${address}",\\s+"because": "rolledBack",\\s+"commit": null`),
      );
    const again = await trueup(["apply", "--yes"], { cwd });
    expect(again.status, again.err).toBe(0);
    expect(again.out).toContain("Apply: 3 applied");
  });

  test("a removal is undone without the secrets of what was removed, which nobody need have any more", async () => {
    const bonn = "  bonn: { name: Bonn, ssids: { 0: { name: Corp, password: { secret: env:GONE_PSK } } } }\n";
    const cork = "  cork: { name: Cork }\n";
    const { served, cwd } = await appliedOnce(cork + bonn, { GONE_PSK: "canary-gone-psk" });
    commitAll(cwd, { "desired-state/a.yaml": cloud(cork), "desired-state/b.yaml": blue });
    const failed = await trueup(["apply", "--yes", "--prune", "--rollback-on-failure"], { cwd });
    expect(failed.status, failed.err).toBe(1);
    expect(failed.out).toContain(
      "Rolled back: 1 change\n  These changes stay applied:\n  ! cloud/ssid/bonn.0: its secret cannot be read",
    );
    const names = [...served.world().dashboard.networks.values()].map(({ fields }) => fields.name);
    expect(names).toContain("Bonn");
    expect(recordIn(cwd)).toMatch(/"cloud\/network\/bonn",\s+"because": "rolledBack"/);
  });
});
