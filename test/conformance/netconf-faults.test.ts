import { describe, expect, test } from "vitest";
import { armed } from "../../src/simulator/faults.ts";
import { connect } from "../../src/simulator/netconf/netconf.ts";
import { createWorld } from "../../src/simulator/world.ts";
import { namespace, routers } from "./routers.ts";
import { connected, textsOf } from "./ssh-client.ts";

const { admin, greet, login, reset, restconf } = routers();
const rename = `<edit-config><target><running/></target><config><native xmlns="${namespace}"><hostname>new</hostname></native></config></edit-config>`;

async function arm(effect: object, more: object = {}): Promise<void> {
  const body = JSON.stringify({ interface: "netconf", effect, ...more });
  expect((await fetch(`${admin()}/faults`, { method: "POST", body })).status).toBe(204);
}

async function nameNow(): Promise<unknown> {
  return (await restconf("Vendor-native:native/hostname")).json();
}

const renamed = { "Vendor-native:hostname": "new" };
const unchanged = { "Vendor-native:hostname": "r1" };

describe("faults on request", () => {
  test("a lock that somebody else holds for a time", async () => {
    const session = await greet();
    await arm({ kind: "conflict" }, { times: 2 });
    const locked = await session.rpc("<lock><target><running/></target></lock>");
    expect([textsOf(locked, "error-tag"), textsOf(locked, "session-id")]).toEqual([["lock-denied"], ["0"]]);
    expect(await session.rpc("<get/>")).toContain("<data");
    expect(textsOf(await session.rpc(rename), "error-tag")).toEqual(["in-use"]);
    expect(await session.rpc(rename)).toContain("<ok/>");
  });

  test("an error of any tag, for one operation of one device", async () => {
    const [session, other] = [await greet(), await greet({ host: "r2" })];
    await arm(
      { kind: "rpcError", tag: "resource-denied", message: "no memory" },
      { methods: ["get"], path: "/devices/r1" },
    );
    expect(await other.rpc("<get/>")).toContain("<data");
    const reply = await session.rpc("<get/>");
    expect([textsOf(reply, "error-tag"), textsOf(reply, "error-message")]).toEqual([
      ["resource-denied"],
      ["no memory"],
    ]);
  });

  test.each([
    ["lostBefore", "", unchanged],
    ["lostAfter", "", renamed],
    ["truncated", "\n#", renamed],
  ])("the connection ends: %s", async (kind, heard, left) => {
    const session = await greet();
    await arm({ kind });
    await expect(session.rpc(rename)).rejects.toThrow("ended after");
    expect((await session.end()).startsWith(heard)).toBe(true);
    expect(await session.end()).not.toContain("##");
    expect(await nameNow()).toEqual(left);
  });

  test("a reply has the message-id of another request", async () => {
    const session = await greet();
    await arm({ kind: "otherMessageId" });
    expect(await session.rpc("<get/>", "7")).toContain('message-id="another"');
    expect(await session.rpc("<get/>", "8")).toContain('message-id="8"');
  });

  test("a reply is slow", () => {
    const fault = armed({ methods: ["hello"], effect: { kind: "slow", delayMs: 150 } }, 0);
    const world = { ...createWorld({ routers: { r1: { data: {} } } }), faults: [fault] };
    const { sent } = connect(world, { host: "r1", user: "user" }, 0);
    expect(sent.map(({ delayMs }) => delayMs)).toEqual([150]);
  });

  test("a hello is garbage, or there is none", async () => {
    await arm({ kind: "notJson" }, { methods: ["hello"] });
    const garbage = await connected(login());
    expect(await garbage.next()).toBe("<html><body>Sign in</body></html>");
    garbage.drop();
    await arm({ kind: "down" }, { methods: ["hello"] });
    expect(await (await connected(login())).end()).toBe("");
  });

  test("somebody else changes the configuration meanwhile", async () => {
    const session = await greet();
    const change = { interface: "restconf", host: "r1", path: "Vendor-native:native/hostname", value: "new" };
    await arm({ kind: "carriedOut" }, { change });
    expect(await session.rpc("<get/>")).toContain("<hostname>new</hostname>");
  });
});

test("a user who may not do something is denied it (Authentication, rule 2)", async () => {
  reset(
    {},
    {
      permissions: [
        { interface: "netconf", methods: ["edit-config"], path: "/devices/*", lacks: "privilege" },
      ],
    },
  );
  const session = await greet();
  expect(textsOf(await session.rpc(rename), "error-tag")).toEqual(["access-denied"]);
  expect(await session.rpc("<get/>")).toContain("<data");
});

test("the log tells what sessions asked, and how it ended", async () => {
  reset();
  const session = await greet();
  await session.rpc("<get/>");
  await session.rpc(rename);
  await session.rpc("<reboot/>");
  const report: unknown = await (await fetch(`${admin()}/requests`)).json();
  expect(report).toMatchObject({
    counts: { netconf: { hello: 1, get: 1, "edit-config": 1, reboot: 1 } },
    writes: 1,
    requests: [
      { interface: "netconf", method: "hello", path: "/devices/r1", status: 200, write: false },
      { method: "get", status: 200, write: false },
      { method: "edit-config", status: 200, write: true },
      { method: "reboot", status: 405, write: false },
    ],
  });
});
