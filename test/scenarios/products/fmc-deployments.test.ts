/** Deployments of a simulated Firewall Management Center after an apply, in virtual time: every possible result. */

import { describe, expect, test } from "vitest";
import { leftFinishes } from "../../../src/apply/activation/unfinished.ts";
import { endsOpen, journalOn, readJournal } from "../../../src/apply/journal.ts";
import type { Json } from "../../../src/model/json.ts";
import { hasWork } from "../../../src/model/status.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { applyStatus, applyText } from "../../../src/report/apply/apply-text.ts";
import { driftDocument } from "../../../src/report/drift/drift.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import { digest } from "../../../src/runtime/digest.ts";
import { json } from "../../servers/scripted-wire.ts";
import { Killed } from "../../servers/virtual-time/clock.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const projectOf = (settings: string) => `version: 1
environment: virtual
targets:
  walls:
    interface: firewall
    dialect: fmc
    url: https://manager.example.net
    credential: { username: { secret: env:FIREWALL_USER }, password: { secret: env:FIREWALL_PASSWORD } }
    settings: { ${settings} }
`;

const device = (serial: string, name: string) => ({
  ...{ serial, name, model: "FTD", softwareVersion: "7.6", managementIpAddress: "10.0.0.9", status: "green" },
});
const walls = [device("F1", "wall-1"), device("F2", "wall-2")];
const hosts = `target: walls
objects:
  hosts:
    web: { name: web-1, value: 10.1.0.10 }
    mail: { name: mail-1, value: 10.1.0.11 }
`;
const requests = "*/deployment/deploymentrequests";
const statuses = "*/job/taskstatuses/*";

interface Options {
  readonly deploy?: boolean;
  readonly devices?: typeof walls;
  readonly files?: string;
  readonly between?: (wire: Wire) => Wire;
  readonly now?: number;
}

function on({ deploy = true, devices = walls, files = hosts, between, now = 0 }: Options = {}): Stage {
  return stage({
    project: projectOf(`deploy: ${deploy}`),
    files: { "a.yaml": files },
    settings: { firewallMode: "fmc" },
    seed: { firewallDevices: devices },
    now,
    ...(between && { between }),
  });
}

const deployments = ({ network }: Stage) =>
  network.log().filter(({ method, path }) => method === "POST" && path.endsWith("/deploymentrequests"))
    .length;

async function applied(own: Stage, options: Parameters<Stage["apply"]>[1] = {}) {
  const made = await own.plan();
  const result = await own.apply(made, options);
  return { made, result, status: applyStatus(made.plan, result) };
}

function paper() {
  let text = "";
  const append = (more: string) => {
    text += more;
  };
  const disk = { append, flush: async () => undefined };
  const journal = journalOn({ disk, digest, run: "run" });
  return { journal, left: () => leftFinishes(readJournal(text, digest).records) };
}

describe("without `deploy`", () => {
  test("what was written waits: apply, the next plan and status say so, and nothing is deployed", async () => {
    const own = on({ deploy: false });
    const { result, status, made } = await applied(own);
    expect(made.plan.pending).toMatchObject([{ target: "walls", isOn: false, names: [] }]);
    expect(driftDocument(made.plan)).not.toHaveProperty("unfinished");
    expect(result.finished).toEqual([
      { target: "walls", verb: "deploy", done: "deployed", state: "waiting", names: ["wall-1", "wall-2"] },
    ]);
    expect(status).toBe(0);
    expect(applyText(result, plain)).toContain("Waits to be deployed: walls (wall-1, wall-2)");
    const next = await own.plan();
    expect(hasWork(next.plan)).toBe(false);
    expect(planText(next.plan, plain)).toContain("Changes at walls wait to be deployed: wall-1, wall-2.");
    expect(planText(next.plan, plain)).toContain("nothing to do");
    const waiting = [{ target: "walls", verb: "deploy", names: ["wall-1", "wall-2"] }];
    expect(driftDocument(next.plan)).toMatchObject({ unfinished: waiting });
    expect(deployments(own)).toBe(0);
  });
});

describe("with `deploy: true`", () => {
  test("apply deploys once, after its last change, to all that wait; then nothing is to be done", async () => {
    const own = on();
    const { made, result, status } = await applied(own);
    expect(planText(made.plan, plain)).toContain("Apply will deploy at walls after the last change there.");
    expect(result.finished).toMatchObject([{ state: "done", names: ["wall-1", "wall-2"] }]);
    expect(status).toBe(0);
    expect(applyText(result, plain)).toContain("Deployed: walls (wall-1, wall-2)");
    const paths = own.network.log().map(({ method, path }) => `${method} ${path}`);
    const last = paths.findLastIndex((each) => each.endsWith("/object/hosts") && each.startsWith("POST"));
    expect(paths.findIndex((each) => each.endsWith("/deploymentrequests"))).toBeGreaterThan(last);
    const next = await own.plan();
    expect(hasWork(next.plan)).toBe(false);
    expect(next.plan.pending).toMatchObject([{ names: [] }]);
    expect(deployments(own)).toBe(1);
  });

  test("the plan foresees its requests and the time that it waits", async () => {
    const [off] = (await on({ deploy: false }).plan()).plan.cost;
    const [cost] = (await on().plan()).plan.cost;
    // Both hosts are created in one request.
    expect(off).toMatchObject({ writes: 1 });
    expect(cost).toMatchObject({ writes: 2, polls: 5, settleSeconds: 15 });
  });

  test("no plan ever deploys, and where nothing waits nothing is sent", async () => {
    const own = on({ devices: [] });
    await own.plan();
    const { result, status } = await applied(own);
    expect([result.finished, status, deployments(own)]).toEqual([undefined, 0, 0]);
  });

  test("a deployment that the manager refuses, or that fails, is told in its words, and is no success", async () => {
    const refused = on();
    const body = JSON.stringify({ error: { messages: [{ description: "Deployment is locked" }] } });
    refused.network.fault({
      path: requests,
      methods: ["POST"],
      effect: { kind: "answer", status: 400, body },
    });
    const one = await applied(refused);
    expect(one.status).toBe(3);
    expect(applyText(one.result, plain)).toContain("Deployment is locked");
    expect(one.result.finished).toMatchObject([{ state: "failed", names: ["wall-1", "wall-2"] }]);

    const failing = on();
    const answer = JSON.stringify({ status: "Failed", message: "wall-2 is out of sync" });
    failing.network.fault({ path: statuses, effect: { kind: "answer", status: 200, body: answer } });
    const other = await applied(failing);
    expect(other.status).toBe(3);
    expect(applyText(other.result, plain)).toContain("wall-2 is out of sync");
  });

  test("one that never ends is waited for half an hour; the next run asks for it, and begins no other", async () => {
    const { journal, left } = paper();
    const own = on();
    const answer = JSON.stringify({ status: "Deploying" });
    own.network.fault({
      path: statuses,
      forMs: 1_850_000,
      effect: { kind: "answer", status: 200, body: answer },
    });
    const begun = own.clock.now();
    const { result, status } = await applied(own, { journal });
    expect(status).toBe(3);
    expect(own.clock.now() - begun).toBeLessThan(2_000_000);
    expect(result.finished).toMatchObject([{ state: "unknown", problem: { code: "task-unknown" } }]);
    expect(applyText(result, plain)).toContain("had not ended after 1800 s");
    expect(endsOpen(result)).toBe(true);
    const leftFinishes = left();
    expect(leftFinishes).toMatchObject([{ names: ["wall-1", "wall-2"], task: { id: expect.any(String) } }]);

    const next = on({ now: own.clock.now() + 60_000 });
    next.network.world = own.network.world;
    const made = await next.plan();
    expect([made.plan.steps, hasWork(made.plan), hasWork(made.plan, leftFinishes)]).toEqual([
      [],
      false,
      true,
    ]);
    const again = await next.apply(made, { leftFinishes });
    expect(again.finished).toMatchObject([{ state: "done", names: ["wall-1", "wall-2"] }]);
    expect(deployments(next)).toBe(deployments(own));
  });

  test("a reply that is lost is looked for: what waits no more is not deployed again, what still does is", async () => {
    const own = on();
    own.network.fault({ path: requests, methods: ["POST"], effect: { kind: "lostAfter" } });
    const { result, status } = await applied(own);
    expect(result.finished).toMatchObject([{ state: "unknown", names: ["wall-1", "wall-2"] }]);
    expect([status, deployments(own)]).toEqual([3, 1]);
    const lost = on();
    lost.network.fault({ path: requests, methods: ["POST"], effect: { kind: "lostBefore" } });
    expect((await applied(lost)).result.finished).toMatchObject([{ state: "done" }]);
  });

  test("a device that changes again while it is deployed, and one that is not ready, are told", async () => {
    const listed = (version: string, canBeDeployed = true) => ({
      ...{ items: [{ version, canBeDeployed, device: { id: "d-1", name: "wall-1" } }] },
      paging: { offset: 0, limit: 1000, count: 1 },
    });
    const answering = (...lists: Json[]) => {
      const left = [...lists];
      return (wire: Wire): Wire => ({
        send: async (request, signal) => {
          if (request.url.includes("/deployabledevices"))
            return json(200, left.shift() ?? lists.at(-1) ?? null);
          if (!request.url.endsWith("/deploymentrequests")) return wire.send(request, signal);
          return json(202, {});
        },
      });
    };
    const fateOf = async (...lists: Json[]) => {
      const { result, status } = await applied(on({ between: answering(...lists) }));
      expect(status).toBe(3);
      return result.finished?.map(({ state, problem }) => [state, problem?.message]);
    };
    expect(await fateOf(listed("1"), listed("1"), listed("2"))).toEqual([
      ["left", "walls: not deployed: it was changed again in the meantime"],
    ]);
    expect(await fateOf(listed("1"))).toEqual([["failed", expect.stringContaining("it is still waiting")]]);
    expect(await fateOf(listed("1", false))).toEqual([
      ["left", expect.stringContaining("cannot deploy this at the moment")],
    ]);
  });

  test("where a change failed nothing of it is deployed, and that is told", async () => {
    const own = on();
    const body = JSON.stringify({ error: { messages: [{ description: "No" }] } });
    const fault = { path: "*/object/hosts*", methods: ["POST"], times: 2 };
    own.network.fault({ ...fault, effect: { kind: "answer", status: 400, body } });
    const { result, status } = await applied(own);
    expect([status, deployments(own)]).toEqual([3, 0]);
    expect(applyText(result, plain)).toContain("not deployed: not every step of this run succeeded there");
  });

  test("a run that was killed before it has deployed: the next one does, though nothing else is to do", async () => {
    let [killed, deployed] = [0, 0];
    for (let turns = 8; deployed === 0 && turns < 200; turns += 3) {
      const own = on();
      const made = await own.plan();
      const { journal, left } = paper();
      await expect(own.apply(made, { journal, turns })).rejects.toThrow(Killed);
      const next = on();
      next.network.world = own.network.world;
      deployed = deployments(own);
      const seen = await next.plan();
      if (seen.plan.steps.length > 0 || deployed > 0) continue;
      killed += 1;
      expect(planText(seen.plan, plain)).toContain("Plan: walls to deploy");
      const result = await next.apply(seen, { leftFinishes: left() });
      expect(result.finished).toMatchObject([{ state: "done", names: ["wall-1", "wall-2"] }]);
      expect(applyStatus(seen.plan, result)).toBe(0);
      expect(hasWork((await next.plan()).plan)).toBe(false);
    }
    expect(killed).toBeGreaterThan(0);
  });

  test("a manager whose list can't be read: the plan says so, and apply is no success", async () => {
    const own = on();
    await applied(own);
    const fault = { path: "*/deployabledevices", times: 99 } as const;
    own.network.fault({ ...fault, effect: { kind: "answer", status: 403, body: "{}" } });
    const { made, status } = await applied(own);
    expect(planText(made.plan, plain)).toContain(
      "It is unknown whether changes wait at walls to be deployed",
    );
    const unknown = [{ target: "walls", names: [], problem: { message: expect.stringContaining("walls") } }];
    expect(driftDocument(made.plan)).toMatchObject({ unfinished: unknown });
    expect(status).toBe(3);
  });
});
