import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changeLive } from "../../src/simulator/changes.ts";
import { logReport } from "../../src/simulator/log.ts";
import type { RunningSimulator } from "../../src/simulator/serve.ts";
import { exampleProject, simulator, trueup, trueupProcess, write } from "./command.ts";

const writes = (served: RunningSimulator) => Number(logReport(served.world().log).writes);

function behindItsBack(served: RunningSimulator): void {
  served.edit((world) => {
    const set = { timeZone: "Europe/London" };
    const changed = changeLive(world, { interface: "dashboard", network: "Berlin Office", set });
    if (!changed) throw new Error("the company has no Berlin Office");
    return changed;
  });
}

describe("the whole loop, as processes", () => {
  test("plan, apply, nothing left, drift by hand, drift shown, drift set back", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    await cp(join(cwd, "desired-state"), join(cwd, "applied"), { recursive: true });

    const planned = await trueup(["plan", "--detailed-exitcode"], { cwd });
    expect(planned.err).toBe("");
    expect(planned.status).toBe(2);
    expect(planned.out).toContain("+ network leipzig");
    expect(planned.out).toContain("desired-state/acme/defaults.yaml:11 (folder defaults)");
    expect(planned.out).toContain("Plan: 8 to create, 11 to update, 0 to remove; 12 as declared");
    expect(writes(served)).toBe(0);

    const applied = await trueup(["apply", "--yes"], { cwd });
    expect(applied.status).toBe(0);
    expect(applied.out).toContain("Apply: 19 applied");
    expect(writes(served)).toBe(19);

    const again = await trueup(["apply", "--yes"], { cwd });
    expect(again.status).toBe(0);
    expect(again.out).toContain("Plan: nothing to do; 31 as declared");
    expect(writes(served)).toBe(19);

    behindItsBack(served);
    const drifted = await trueup(["drift", "--base", "applied", "--detailed-exitcode"], { cwd });
    expect(drifted.status).toBe(2);
    expect(drifted.out).toMatch(
      /timeZone +now Europe\/London, declared Europe\/Berlin +drift +desired-state\/acme\/defaults\.yaml:7/,
    );

    const back = await trueup(["apply", "--yes", "--base", "applied"], { cwd });
    expect(back.status).toBe(0);
    const quiet = await trueup(["drift", "--base", "applied", "--detailed-exitcode"], { cwd });
    expect(quiet).toMatchObject({ status: 0, out: "Drift: none, 31 as declared\n" });
  });

  test("a plan's fingerprint is what apply demands: another one is refused with 4, and nothing is sent", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    const { out } = await trueup(["plan", "--format", "json"], { cwd });
    const { fingerprint } = JSON.parse(out);
    behindItsBack(served);
    const refused = await trueup(["apply", "--approved", fingerprint], { cwd });
    expect(refused.status).toBe(4);
    expect(refused.err).toContain(
      `Refused: ${fingerprint.slice(0, 12)} was approved, but the plan has changed`,
    );
    expect(writes(served)).toBe(0);
    const [, now = ""] = /--approved ([0-9a-f]{64})/.exec(refused.err) ?? [];
    expect((await trueup(["apply", "--approved", now], { cwd })).status).toBe(0);
    expect(writes(served)).toBe(20);
  });

  test("where nobody can be asked, apply without an approval is refused", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    const ended = await trueupProcess(["apply"], { cwd, input: "yes\n" });
    expect(ended.status).toBe(4);
    expect(ended.err).toContain("there is no terminal to confirm on");
    expect(writes(served)).toBe(0);
  });

  test("--only narrows plan and apply to the addresses that match", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    const ended = await trueup(["apply", "--yes", "--only", "routers/*"], { cwd });
    expect(ended.status).toBe(0);
    expect(ended.out).toContain("Apply: 5 applied");
    expect(logReport(served.world().log).counts).toMatchObject({ dashboard: {}, fabric: {} });
  });

  test("plan --requests shows method, path and body of every write, and no secret", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    const { out, status } = await trueup(["plan", "--requests"], { cwd });
    expect(status).toBe(0);
    expect(out).toContain("/api/v1/organizations/O_1001/networks");
    expect(out).toContain("/api/v1/networks/{cloud/network/leipzig}/wireless/ssids/0");
    expect(out).toContain('"password": "[secret]"');
    expect(out).not.toContain("canary");
  });

  test("a plan without the secrets of desired state works and says which are missing", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    const env = { ACME_CORP_PSK: "" };
    expect((await trueup(["plan"], { cwd, env })).status).toBe(0);
    const applied = await trueup(["apply", "--yes"], { cwd, env });
    expect(applied.status).toBe(1);
    expect(applied.err).toContain("ACME_CORP_PSK");
    expect(applied.err).toContain("desired-state/acme/defaults.yaml:11");
    expect(writes(served)).toBe(0);
  });

  test("files hold what --out names, in the format of its ending", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    await trueup(["plan", "--out", "plan.json", "--format", "markdown"], { cwd });
    const document = JSON.parse(await readFile(join(cwd, "plan.json"), "utf8"));
    expect(document).toMatchObject({
      format: "trueup.plan",
      version: 2,
      environment: "test",
      threeWay: false,
    });
    expect(document.changes).toHaveLength(19);
    const munich = document.changes.find(
      ({ address }: { address: string }) => address === "cloud/network/munich",
    );
    expect(munich.patch).toEqual([{ op: "add", path: "/tags/2", value: "head-office" }]);
  });

  test("every format of every reading command is one document that parses", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    for (const args of [["plan"], ["drift"], ["status"], ["check"], ["validate"]]) {
      const { out } = await trueup([...args, "--format", "json"], { cwd });
      const version = args[0] === "plan" ? 2 : 1;
      expect(JSON.parse(out), args.join(" ")).toMatchObject({ version });
    }
  });

  test("a snapshot holds declared fields only, and no secret", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    expect((await trueup(["observe", "--out", "snapshot.json"], { cwd })).status).toBe(0);
    const text = await readFile(join(cwd, "snapshot.json"), "utf8");
    const { observations } = JSON.parse(text);
    const berlin = observations.find(({ address }: { address: string }) => address === "cloud/ssid/berlin.1");
    expect(berlin).toEqual({
      address: "cloud/ssid/berlin.1",
      state: "present",
      value: { name: "Acme Guest", vlan: 90 },
    });
    expect(text).not.toMatch(/canary|password/);
  });

  test("status shows all 150 sites and every device, the worst first", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    const { out, status } = await trueup(["status", "--format", "json"], { cwd });
    expect(status).toBe(0);
    const [, { sites, devices }] = JSON.parse(out).targets;
    expect(sites).toHaveLength(150);
    expect(devices).toHaveLength(300);
    expect(sites[0].healthScore).toBe(10);
    expect(devices[0].status).toBe("unreachable");
    const text = await trueup(["status"], { cwd });
    expect(text.out).toContain("150 sites, 3 badly degraded (health 10 or below)");
    expect(text.out).toContain("and 130 more; --all shows them");
  });

  test("what base declared and desired does not is listed, kept and never removed unasked", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    await cp(join(cwd, "desired-state"), join(cwd, "applied"), { recursive: true });
    await rm(join(cwd, "desired-state/globex"), { recursive: true });
    const ended = await trueup(["apply", "--yes", "--base", "applied"], { cwd });
    expect(ended.status).toBe(0);
    expect(ended.out).toContain("Kept, though no longer declared");
    expect(ended.out).toContain("network boston");
    expect(logReport(served.world().log).counts).not.toHaveProperty("dashboard.DELETE");
  });

  test("a base that is a Git revision is read without touching the work tree", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    const { execFileSync } = await import("node:child_process");
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.example", ...args], { cwd });
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "first");
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    await write(
      cwd,
      "desired-state/acme/offices.yaml",
      "networks: { berlin: { name: Berlin Office, timeZone: Europe/Paris } }\n",
    );
    behindItsBack(served);
    const ended = await trueup(["plan", "--base", "HEAD", "--only", "cloud/network/berlin"], { cwd });
    expect(ended.status).toBe(0);
    expect(ended.out).toMatch(/timeZone +Europe\/London → Europe\/Paris +conflict, was Europe\/Berlin/);
  });
});

test("what an exclusive tree would lose is refused with 4, and the refusal says what to type", async () => {
  const served = await simulator();
  const cwd = await exampleProject(served);
  await write(
    cwd,
    "desired-state/routers/berlin.yaml",
    `target: routers
devices:
  rtr-berlin-1:
    host: 10.20.0.1
    interfaces:
      GigabitEthernet 1/0/4: { description: spare, ownership: exclusive }
`,
  );
  const only = ["--only", "routers/*berlin*"];
  const refused = await trueup(["apply", "--yes", ...only], { cwd });
  expect(refused.status).toBe(4);
  expect(refused.err).toContain("1 field that is not declared would be removed");
  expect(writes(served)).toBe(0);
  const [, consent = ""] = /--allow (omission@[0-9a-f]{64})/.exec(refused.err) ?? [];
  const allowed = await trueup(["apply", "--yes", ...only, "--allow", consent], { cwd });
  expect(allowed.status).toBe(0);
  expect(writes(served)).toBe(1);
});
