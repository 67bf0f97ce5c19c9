/** Writes whose replies show what is stored: which reads follow these writes. */

import { describe, expect, test } from "vitest";
import type { Wire, WireReply } from "../../../src/model/wire.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { projectText, type Setting, stage } from "../../servers/virtual-time/run.ts";

const offices = ["Bonn", "Cork", "Lyon", "Oslo", "Rome"];
const seed: WorldSeed = {
  organizations: [
    {
      id: "O_1",
      name: "Acme",
      networks: offices.map((name) => ({ name, ssids: [{ number: 0, name: "Corp", vlan: 10 }] })),
    },
  ],
};
const declared = (vlan: number) =>
  `target: cloud\norganization: Acme\nnetworks:\n${offices
    .map((name) => `  ${name}: { name: ${name}, ssids: { 0: { name: Corp, vlan: ${vlan} } } }\n`)
    .join("")}`;

/** An intermediary between trueup and the server. It answers a write itself, or passes it on. */
type Meddling = (call: string, send: () => Promise<WireReply>) => Promise<WireReply>;

function watched(meddling: Meddling = (_, send) => send(), setting: Partial<Setting> = {}) {
  const calls: string[] = [];
  const between = (wire: Wire): Wire => ({
    send: (request, signal) => {
      const call = `${request.method} ${new URL(request.url).pathname.replace("/api/v1/", "")}`;
      calls.push(call);
      return meddling(call, () => wire.send(request, signal));
    },
  });
  const on = stage({ seed, files: { "a.yaml": declared(20) }, between, ...setting });
  const applied = async () => {
    const made = await on.plan();
    calls.length = 0;
    return { made, result: await on.apply(made) };
  };
  const afterwards = () => calls.slice(calls.findLastIndex((call) => call.startsWith("PUT")) + 1);
  return { on, calls, applied, afterwards };
}

const isWrite = (call: string) => call.startsWith("PUT");
const answered = (body: object): WireReply => ({
  outcome: "answered",
  status: 200,
  headers: { "content-type": "application/json" },
  text: JSON.stringify(body),
});

describe("updates whose answers show what is stored", () => {
  test("need one read in the run, which bears the answers out, and the plan's cost says so", async () => {
    const { applied, calls, afterwards } = watched();
    const { made, result } = await applied();
    expect(calls.filter(isWrite)).toHaveLength(5);
    expect(afterwards()).toEqual([expect.stringMatching(/^GET .*ssids$/)]);
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
    const cost = made.plan.cost.find(({ target }) => target === "cloud");
    expect(cost).toMatchObject({ writes: 5, verification: 6 });
    expect(result.requests.get("cloud")).toBe(11);
  });

  test("are read all the same once a read shows something else than an answer did", async () => {
    // The intermediary returns the sent values as if they had been stored, although they were not.
    const echo: Meddling = async (call, send) =>
      isWrite(call) ? answered({ number: 0, name: "Corp", vlan: 20 }) : send();
    const { applied, afterwards } = watched(echo);
    const { result } = await applied();
    expect(new Set(afterwards()).size).toBe(5);
    const found = result.nonConvergent.map(({ address, live, desired }) => [address, live, desired]);
    expect(found).toEqual(offices.map((name) => [`cloud/ssid/${name}.0`, 10, 20]));
  });

  test.each([
    ["shows another value", { number: 0, name: "Corp", vlan: 10 }],
    ["leaves a declared field out", { number: 0, name: "Corp" }],
    ["is about another thing", { number: 1, name: "Corp", vlan: 20 }],
    ["is no record", { ok: true }],
  ])("of which one answer %s: that one is read too, and the read decides", async (_, body) => {
    let isFirst = true;
    const odd: Meddling = async (call, send) => {
      const reply = await send();
      if (!isWrite(call) || !isFirst) return reply;
      isFirst = false;
      return answered(body);
    };
    const { applied, calls, afterwards } = watched(odd);
    const { result } = await applied();
    const [first = ""] = calls.filter(isWrite);
    const own = first.replace("PUT", "GET").replace(/\/0$/, "");
    expect(afterwards()).toHaveLength(2);
    expect(afterwards()).toContain(own);
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
  });

  test("are not believed where the read that should bear them out fails", async () => {
    const { on, applied, afterwards } = watched();
    on.network.fault({
      interface: "dashboard",
      methods: ["GET"],
      after: 7 + 5,
      times: 99,
      effect: { kind: "answer", status: 403 },
    });
    const { result } = await applied();
    expect(new Set(afterwards()).size).toBe(5);
    expect(result.unverified).toHaveLength(5);
  });

  test("need that one read in the first wave, and none in later ones", async () => {
    const waves = `waves:\n  - { name: first, keys: ["Bonn*", "Cork*"] }\n`;
    const { applied, calls } = watched(undefined, { project: projectText() + waves });
    const { result } = await applied();
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
    const lastRead = calls.findLastIndex((call) => call.startsWith("GET"));
    expect(calls.slice(lastRead).filter(isWrite).length).toBeGreaterThan(0);
  });
});

test("what was made is read for until a list shows it, whatever its answer has shown", async () => {
  const files = { "a.yaml": `target: cloud\norganization: Acme\nnetworks:\n  Kyiv: { name: Kyiv }\n` };
  const { applied, calls } = watched(undefined, { files });
  await applied();
  expect(calls.at(-1)).toBe("GET organizations/O_1/networks");
});
