/**
 * Registrations, HA pairs and clusters of a Firewall Management Center, in virtual time. Each create is a task, and the
 * list shows the created object only after the task has succeeded. Everything else comes from the simulator.
 */

import { describe, expect, test } from "vitest";
import type { Intent, JournalRecord } from "../../../src/model/journal.ts";
import { isArray, isObject, type Json, type JsonObject, parseJson } from "../../../src/model/json.ts";
import { problem } from "../../../src/model/problem.ts";
import { hasWork } from "../../../src/model/status.ts";
import type { Wire, WireReply, WireRequest } from "../../../src/model/wire.ts";
import { applyStatus, applyText } from "../../../src/report/apply/apply-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import { openedBody } from "../../../src/runtime/http/request-secrets.ts";
import { json } from "../../servers/scripted-wire.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  walls:
    interface: firewall
    dialect: fmc
    url: https://manager.example.net
    credential: { username: { secret: env:FIREWALL_USER }, password: { secret: env:FIREWALL_PASSWORD } }
secrets: { allow: ["env:*_PSK"] }
`;

const bootstrap = (id: number) => `{ cclIp: 10.9.0.${id}, priority: ${id} }`;

/** The resources that tasks create: each with its list, its address in Git, and the file that declares it. */
const made = [
  {
    ...{ kind: "registration", list: "devices/devicerecords", address: "walls/deviceRegistration/new" },
    file: `policies: { accessControlPolicies: { base: { name: Base, defaultAction: { action: BLOCK } } } }
deviceRegistrations:
  new:
    name: wall-9
    hostName: 10.0.0.99
    regKey: { secret: env:CORP_PSK }
    licenses: [BASE]
    accessPolicy: { id: base }
`,
  },
  {
    ...{ kind: "HA pair", list: "devicehapairs/ftddevicehapairs", address: "walls/deviceHaPair/pair" },
    file: `devices: { a: { name: wall-1 }, b: { name: wall-2 } }
haPairs: { pair: { name: pair, primary: { id: a }, secondary: { id: b } } }
`,
  },
  {
    ...{ kind: "cluster", list: "deviceclusters/ftddevicecluster", address: "walls/deviceCluster/all" },
    file: `devices: { a: { name: wall-1 }, b: { name: wall-2 } }
clusters:
  all:
    name: all
    controlDevice: { deviceDetails: { id: a }, clusterNodeBootstrap: ${bootstrap(1)} }
    dataDevices: [{ deviceDetails: { id: b }, clusterNodeBootstrap: ${bootstrap(2)} }]
`,
  },
] as const;

const device = (serial: string, name: string) => ({
  ...{ serial, name, model: "FTD", softwareVersion: "7.6", managementIpAddress: "10.0.0.9", status: "green" },
});

/** The tasks of a manager, and the objects that they have created. Both outlive a run. */
interface Manager {
  readonly posts: string[];
  readonly polls: string[];
  readonly items: JsonObject[];
  waiting?: JsonObject | undefined;
  /** The state that the manager reports for each task. */
  status: string;
  message?: string;
  /** If true, the replies to creates are lost. */
  isLossy?: boolean;
  /** How long after its create a resource appears, and the clock that measures this time. */
  readonly late?: { readonly ms: number; now: () => number };
}

const manager = (status: string, message = ""): Manager => ({
  ...{ posts: [], polls: [], items: [], status, message },
});

/**
 * Returns a wire to the simulator. The wire itself answers requests about one list and its tasks; tasks create the
 * entries of this list.
 */
function tasksAt(list: string, own: Manager): (wire: Wire) => Wire {
  let madeAt = 0;
  const settle = () => {
    if (own.status !== "Success" || !own.waiting) return;
    if (own.late && own.late.now() < madeAt + own.late.ms) return;
    own.items.push(own.waiting);
    own.waiting = undefined;
  };
  const answer = async (request: WireRequest, send: () => Promise<WireReply>): Promise<WireReply> => {
    const { pathname } = new URL(request.url);
    if (pathname.includes("/job/taskstatuses/")) {
      own.polls.push(pathname);
      settle();
      return json(200, { status: own.status, message: own.message });
    }
    // Secrets cannot be read, so trueup writes them again to the object that it has found.
    if (request.method === "PUT" && pathname.includes(`/${list}/`)) return json(200, recordIn(request));
    if (!pathname.endsWith(`/${list}`)) return send();
    if (own.late) settle();
    if (request.method !== "POST")
      return withItems(list === "devices/devicerecords" ? await send() : empty, own.items);
    const held = await request.leaving?.();
    if (held) return { outcome: "blocked", problem: held };
    own.posts.push(pathname);
    madeAt = own.late?.now() ?? 0;
    own.waiting = { ...recordIn(request), id: "00000000-0000-4000-8000-000000000099" };
    if (own.isLossy && !own.late) settle();
    return own.isLossy ? lost : json(202, { metadata: { task: { id: "task-1", type: "TaskStatus" } } });
  };
  return (wire) => ({ send: (request, signal) => answer(request, () => wire.send(request, signal)) });
}

const empty = json(200, { paging: { offset: 0, limit: 1000, count: 0 } });
const lost: WireReply = { outcome: "lost", sent: true, problem: problem("network", "reset") };

function withItems(reply: WireReply, more: readonly JsonObject[]): WireReply {
  if (reply.outcome !== "answered") return reply;
  const shown = asObject(parseJson(reply.text));
  const items = [...(isArray(shown.items) ? shown.items : []), ...more];
  return json(200, { items, paging: { offset: 0, limit: 1000, count: items.length } });
}

/** Returns a body as the manager shows it, without the registration key. */
function recordIn(request: WireRequest): JsonObject {
  const { regKey: _, ...shown } = asObject(parseJson(openedBody(request, () => "opened") ?? ""));
  return shown;
}

function asObject(value: Json = null): JsonObject {
  if (!isObject(value)) throw new Error("no object");
  return value;
}

function on(which: (typeof made)[number], own: Manager, before?: Stage): Stage {
  const run = stage({
    ...{ project, files: { "a.yaml": `target: walls\n${which.file}` }, settings: { firewallMode: "fmc" } },
    seed: { firewallDevices: [device("F1", "wall-1"), device("F2", "wall-2")] },
    between: tasksAt(which.list, own),
    now: before ? before.clock.now() + 60_000 : 0,
  });
  if (before) run.network.world = before.network.world;
  return run;
}

/** Returns a journal that stores the last intent of each step. */
function kept() {
  const intents = new Map<string, Intent>();
  const write = async (record: JournalRecord) => {
    if (record.kind === "intent") intents.set(record.step, record);
  };
  return { intents, journal: { write, note: () => {} } };
}

const outcomeOf = (result: Awaited<ReturnType<Stage["apply"]>>, address: string) =>
  result.settled.find(({ step }) => step.includes(address))?.outcome;

describe.each(made)("a $kind", (which) => {
  const { address } = which;

  test("whose task succeeds is made once, and then there is nothing to do", async () => {
    const own = manager("Success");
    const stand = on(which, own);
    const plan = await stand.plan();
    const result = await stand.apply(plan);
    expect(outcomeOf(result, address)).toMatchObject({ state: "applied" });
    expect([own.posts.length, own.polls.length]).toEqual([1, 1]);
    expect(hasWork((await stand.plan()).plan)).toBe(false);
  });

  test("whose task fails after it was accepted is a failure, with the manager's reason", async () => {
    const own = manager("Failed", "the firewall does not answer on port 8305");
    const stand = on(which, own);
    const plan = await stand.plan();
    const result = await stand.apply(plan);
    expect(outcomeOf(result, address)).toMatchObject({ state: "failed" });
    expect(applyText(result, plain)).toContain("the firewall does not answer on port 8305");
    expect(applyStatus(plan.plan, result)).not.toBe(0);
    expect(own.posts).toHaveLength(1);
  });

  test("whose task never ends is unknown; the next run asks for that task, and makes nothing twice", async () => {
    const own = manager("Running");
    const stand = on(which, own);
    const { intents, journal } = kept();
    const result = await stand.apply(await stand.plan(), { journal });
    expect(outcomeOf(result, address)).toMatchObject({ state: "unknown" });
    expect(own.posts).toHaveLength(1);
    expect([...intents.values()].flatMap(({ task }) => task ?? [])).toMatchObject([{ id: "task-1" }]);

    own.status = "Success";
    const polled = own.polls.length;
    const next = on(which, own, stand);
    const again = await next.apply(await next.plan(), { interrupted: [...intents.values()] });
    expect(own.polls.length).toBeGreaterThan(polled);
    expect(own.posts).toHaveLength(1);
    expect(again.nonConvergent).toEqual([]);
    expect(hasWork((await next.plan()).plan)).toBe(false);
  });

  test("that still runs when the next run begins is not made again", async () => {
    const own = manager("Running");
    const stand = on(which, own);
    const { intents, journal } = kept();
    await stand.apply(await stand.plan(), { journal });
    const next = on(which, own, stand);
    const again = await next.apply(await next.plan(), { interrupted: [...intents.values()] });
    expect(outcomeOf(again, address)).toMatchObject({ state: "unknown" });
    expect(own.posts).toHaveLength(1);
  });

  test.each([
    ["within half an hour is found, and not made again", 1200, 1, "applied"],
    ["never is made once more, after half an hour", 1e9, 2, "unknown"],
  ])("whose answer is lost and that appears %s", async (_, seconds, posts, state) => {
    const late = { ms: seconds * 1000, now: () => 0 };
    const own = { ...manager("Success"), isLossy: true, late };
    const stand = on(which, own);
    late.now = () => stand.clock.now();
    const result = await stand.apply(await stand.plan());
    expect(outcomeOf(result, address)).toMatchObject({ state });
    expect(own.posts).toHaveLength(posts);
    expect(stand.clock.now()).toBeGreaterThan(1_800_000);
  });

  test("whose answer is lost is looked for, and found", async () => {
    const own = { ...manager("Success"), isLossy: true };
    const stand = on(which, own);
    const result = await stand.apply(await stand.plan());
    expect(outcomeOf(result, address)).toMatchObject({ state: "applied" });
    expect(own.posts).toHaveLength(1);
  });
});
