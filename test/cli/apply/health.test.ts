/** Health gates and waves as a user sees them: the real command against the simulator. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logReport } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { folder, projectFor, simulator, trueup } from "../command.ts";

const cloud = `target: cloud
organization: Acme
networks:
  berlin: { name: Berlin Office, site: Berlin, tags: [new] }
  munich: { name: Munich Office, site: Munich, tags: [new] }
`;

async function project(more = "") {
  const served = await simulator();
  const text = `${projectFor(served)}health: { controller: campus, bound: 50, settleSeconds: 0 }\n${more}`;
  const cwd = await folder({ "trueup.yaml": text, "desired-state/cloud.yaml": cloud });
  for (const site of ["Berlin", "Munich"]) await change(served, { site, set: { healthScore: 90 } });
  return { served, cwd };
}

/** Sends a request to the simulator, as somebody with `curl` would. */
async function send(served: RunningSimulator, path: "change" | "faults", body: object): Promise<void> {
  const { status } = await fetch(`${served.admin}/${path}`, { method: "POST", body: JSON.stringify(body) });
  if (status !== 204) throw new Error(`the simulator answered ${status}`);
}

const change = (served: RunningSimulator, what: object) =>
  send(served, "change", { interface: "controller", ...what });
const writes = (served: RunningSimulator) => Number(logReport(served.world().log).writes);

describe("a site that is not well", () => {
  test("holds its changes back: the rest goes, the exit status is 3, and it says what to type", async () => {
    const { served, cwd } = await project();
    await change(served, { site: "Berlin", set: { healthScore: 10 } });
    const planned = await trueup(["plan"], { cwd });
    expect(planned.status).toBe(0);
    expect(planned.out).toContain("update cloud/network/berlin: site Berlin has health 10, below 50");
    const consent = /--allow (health@[0-9a-f]{64})/.exec(planned.out)?.[1] ?? "";
    const applied = await trueup(["apply", "--yes"], { cwd });
    expect(applied.status).toBe(3);
    expect(applied.out).toContain("Apply: 1 applied");
    expect(applied.err).toContain("1 change held back because of health. To allow it, add: --allow health@");
    expect(writes(served)).toBe(1);
    const stale = await trueup(["apply", "--yes", "--allow", consent], { cwd });
    expect(stale.status).toBe(4);
    expect(stale.err).toContain("Refused: 1 change held back because of health.");
    const next = /--allow (health@[0-9a-f]{64})/.exec(stale.err)?.[1] ?? "";
    expect(next).not.toBe(consent);
    const repaired = await trueup(["apply", "--yes", "--allow", next], { cwd });
    expect(repaired.status).toBe(0);
    expect(writes(served)).toBe(2);
  });

  test("is in the plan as Markdown and JSON too", async () => {
    const { served, cwd } = await project();
    await change(served, { site: "Berlin", set: { healthScore: 10 } });
    const planned = await trueup(["plan", "--format", "json", "--out", "plan.md"], { cwd });
    const { held, fingerprint } = JSON.parse(planned.out);
    expect(held).toMatchObject([{ address: "cloud/network/berlin", site: "Berlin" }]);
    const markdown = await readFile(join(cwd, "plan.md"), "utf8");
    expect(markdown).toContain("### Held back because of health");
    expect(markdown).toContain(`--allow health@${fingerprint}`);
  });

  test("is of no account for drift", async () => {
    const { served, cwd } = await project();
    await trueup(["drift"], { cwd });
    expect(JSON.stringify(logReport(served.world().log))).not.toContain("site-health");
  });
});

describe("waves", () => {
  const waves = "waves: [{ name: canary, sites: [Berlin] }]\n";

  test("are shown in the plan, and stop with 3 when health falls after the first one", async () => {
    const { served, cwd } = await project(waves);
    await send(served, "faults", {
      interface: "dashboard",
      methods: ["PUT"],
      effect: { kind: "carriedOut" },
      change: { interface: "controller", site: "Berlin", set: { healthScore: 35 } },
    });
    const applied = await trueup(["apply", "--yes"], { cwd });
    expect(applied.out).toContain("1. canary    1 step: cloud/network/berlin");
    expect(applied.out).toContain("2. the rest  1 step: cloud/network/munich");
    expect(applied.out).toContain(
      "update cloud/network/munich: not tried, because health declined after an earlier wave",
    );
    expect(applied.out).toContain(
      "Stopped after wave canary because health declined: 1 step of later waves not tried",
    );
    expect(applied.out).toContain("site Berlin has health 35, below 50");
    expect(applied.status).toBe(3);
    expect(writes(served)).toBe(1);
  });

  test("and their outcome are in the JSON document", async () => {
    const { served, cwd } = await project(waves);
    await change(served, { site: "Munich", set: { healthScore: 10 } });
    const { out, status } = await trueup(["apply", "--yes", "--format", "json"], { cwd });
    expect(status).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      status: 3,
      held: [{ address: "cloud/network/munich", site: "Munich" }],
      outcomes: [{ address: "cloud/network/berlin", outcome: { state: "applied" } }],
    });
  });
});
