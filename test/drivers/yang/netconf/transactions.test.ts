/** Several changes in one edit: how their trees are combined, and to which change a device's error refers. */

import { describe, expect, test } from "vitest";
import type { BatchReply } from "../../../../src/drivers/contract/batch-session.ts";
import { pathsAbout } from "../../../../src/drivers/yang/device/error-path.ts";
import { problem } from "../../../../src/model/problem.ts";
import { calm } from "../../opened.ts";
import { data, native, rpcError, type Script } from "./device.ts";
import { type WritePart, withDevice, writeAt } from "./opened.ts";

const root = "/Vendor-native:native";
const hostname: WritePart = {
  operation: "update",
  kind: "deviceHostname",
  identity: "hostname",
  desired: "r2",
};
const port = (name: string, more: Partial<WritePart> = {}): WritePart => ({
  operation: "update",
  kind: "deviceInterface",
  identity: `GigabitEthernet ${name}`,
  desired: { description: `to ${name}` },
  ...more,
});
const ntp: WritePart = {
  operation: "update",
  kind: "deviceConfiguration",
  identity: `${root}/ntp`,
  desired: { port: 124 },
};

async function together(parts: readonly WritePart[], script: Script = {}) {
  const device = withDevice(script);
  const { batching } = device.session;
  if (!batching) throw new Error("each change goes alone");
  const reply = await batching.send(parts.map(writeAt), calm);
  return { ...device, reply, batching };
}

const meanings = (reply: BatchReply) =>
  reply.meaning === "over"
    ? reply.replies.map((each) => ("problem" in each ? each.problem.code : each.meaning))
    : reply;

test("what leads to several changes stands there once, and each keeps its operation", async () => {
  const { reply, rpcs } = await together([
    hostname,
    port("1/0/1"),
    port("1/0/2", { operation: "remove" }),
    ntp,
  ]);
  expect(meanings(reply)).toEqual(["accepted", "accepted", "accepted", "accepted"]);
  const [, config] =
    /<config[^>]*>(.*)<\/config>/.exec(rpcs.find((rpc) => rpc.startsWith("<edit-config>")) ?? "") ?? [];
  const ports =
    "<GigabitEthernet><name>1/0/1</name><description>to 1/0/1</description></GigabitEthernet>" +
    '<GigabitEthernet nc:operation="remove"><name>1/0/2</name></GigabitEthernet>';
  expect(config).toBe(
    `<native xmlns="${native}"><hostname>r2</hostname><interface>${ports}</interface><ntp><port>124</port></ntp></native>`,
  );
});

test("each is made known before anything leaves; where one may not leave, none does", async () => {
  const order: string[] = [];
  const leaving = (name: string) => async () => {
    order.push(name);
    return undefined;
  };
  const { rpcs } = await together([
    { ...hostname, leaving: leaving("a") },
    { ...ntp, leaving: leaving("b") },
  ]);
  expect([order, rpcs.length]).toEqual([["a", "b"], 8]);
  const full = problem("journal-unwritable", "the disk is full");
  const held = await together([hostname, { ...ntp, leaving: async () => full }]);
  expect(held.reply).toEqual({ meaning: "held", problems: [undefined, full] });
  expect(held.rpcs).toEqual([]);
});

test("what cannot be put into words of the device is held, and the rest goes without it", async () => {
  const odd: WritePart = { ...ntp, identity: "/Nobody-knows:it/x" };
  const { reply, rpcs } = await together([hostname, odd]);
  expect(reply).toMatchObject({ meaning: "held", problems: [undefined, { code: "unknown-module" }] });
  expect(rpcs).toEqual([]);
});

describe("what takes away more than it declares goes along", () => {
  const removed = port("1/0/2", { operation: "remove", live: { value: { name: "1/0/2", mtu: "9" } } });
  const exclusive: WritePart = { ...ntp, ownership: "exclusive", live: { value: { port: 124, log: "x" } } };
  const showing = (inside: string): Script => ({
    answer: (operation) => (operation.startsWith("<get-config>") ? data(inside) : undefined),
  });
  const ports = (more: string) =>
    `<interface><GigabitEthernet><name>1/0/2</name>${more}</GigabitEthernet></interface>`;

  test("where nothing is there that was not seen: it is read under the lock", async () => {
    for (const more of ["<mtu>9</mtu>", ""]) {
      const inside = `${ports(more)}<ntp><port>124</port></ntp>`;
      const { reply, rpcs, batching } = await together([hostname, removed, exclusive], showing(inside));
      expect(meanings(reply)).toEqual(["accepted", "accepted", "accepted"]);
      const operations = rpcs.map((rpc) => /^<([\w-]+)/.exec(rpc)?.[1]);
      expect(operations.slice(0, 4)).toEqual(["lock", "lock", "get-config", "edit-config"]);
      expect(batching.scopeOf(writeAt({ ...removed, once: true }))).toBe("10.20.0.1");
    }
  });

  test.each([
    ["a leaf more", ports("<mtu>9</mtu><vrf>RED</vrf>"), [1]],
    ["another value", ports("<mtu>10</mtu>"), [1]],
    ["something else in the tree that is replaced", "<ntp><port>124</port><key>5</key></ntp>", [2]],
    ["both", `${ports("<vrf>a</vrf>")}<ntp><log>y</log></ntp>`, [1, 2]],
  ])("%s: nothing is sent, and these are named", async (_, inside, named) => {
    const { reply, rpcs } = await together([hostname, removed, exclusive], showing(inside));
    expect(reply).toMatchObject({ meaning: "conflict", named });
    expect(rpcs.filter((rpc) => rpc.startsWith("<edit-config>"))).toEqual([]);
    expect(rpcs.slice(-2).every((rpc) => rpc.startsWith("<unlock>"))).toBe(true);
  });

  test("by itself it is guarded likewise", async () => {
    const device = withDevice(showing(ports("<vrf>RED</vrf>")));
    expect(device.session.guards?.(writeAt(removed))).toBeDefined();
    expect(device.session.guards?.(writeAt(ntp))).toBeUndefined();
    expect(await device.write(removed)).toMatchObject({ meaning: "conflict" });
  });

  test("a device that cannot show its configuration apart is read right before: each goes by itself", async () => {
    const script: Script = {
      answer: (operation) =>
        operation.startsWith("<get-config>")
          ? rpcError("operation-not-supported")
          : operation.startsWith("<get>")
            ? data(ports("<mtu>9</mtu>"))
            : undefined,
    };
    const { reply, session, batching } = await together([hostname, removed], script);
    expect(reply).toMatchObject({ meaning: "conflict", named: [1] });
    expect(session.guards?.(writeAt(removed))).toBeUndefined();
    expect(batching.scopeOf(writeAt({ ...removed, once: true }))).toBeUndefined();
    expect(batching.scopeOf(writeAt(ntp))).toBe("10.20.0.1");
  });
});

test("each change goes by itself where that is set", () => {
  expect(withDevice({}, { transaction: "resource" }).session.batching).toBeUndefined();
});

describe("an error", () => {
  const refusing = (tag: string, path?: string): Script => ({
    answer: (operation) =>
      operation.startsWith("<validate>")
        ? rpcError(tag).replace(
            "</rpc-error>",
            `${path ? `<error-path>${path}</error-path>` : ""}</rpc-error>`,
          )
        : undefined,
  });
  const parts = [hostname, port("1/0/1"), port("1/0/11"), ntp];

  test.each([
    ["/n:native/n:interface/n:GigabitEthernet[n:name='1/0/1']/n:description", 1],
    ["/native/interface/GigabitEthernet[name=&quot;1/0/11&quot;]", 2],
    ["/nc:rpc/nc:edit-config/nc:config/n:native/n:ntp/n:port", 3],
    [" /n:native/n:hostname ", 0],
  ])("at %s is that change's; the others were not carried out with it", async (path, at) => {
    const { reply, rpcs } = await together(parts, refusing("invalid-value", path));
    const expected = parts.map((_, index) => (index === at ? "refused" : "transaction-refused"));
    expect(meanings(reply)).toEqual(expected);
    expect(rpcs.slice(-3)[0]).toBe("<discard-changes/>");
  });

  test.each([
    undefined,
    "/n:native",
    "/n:native/n:interface/n:GigabitEthernet",
    "/n:other/n:hostname",
    "nonsense",
    `/a[${"[".repeat(3000)}`,
    "/".repeat(9000),
  ])("that names none of them is every change's", async (path) => {
    const { reply } = await together(parts, refusing("invalid-value", path));
    expect(meanings(reply)).toEqual(parts.map(() => "refused"));
  });

  test("that says that the world is another is looked into by halves; a lock is waited for by all", async () => {
    expect((await together(parts, refusing("data-missing"))).reply.meaning).toBe("conflict");
    const { reply } = await together(parts, {
      answer: (operation) => (operation.startsWith("<lock>") ? rpcError("lock-denied") : undefined),
    });
    expect(meanings(reply)).toEqual(parts.map(() => "busy"));
  });
});

test("a device that takes no edits at all refuses each of them for that", async () => {
  const { reply } = await together([hostname, ntp], { capabilities: ["base:1.1"] });
  expect(meanings(reply)).toEqual(["not-writable", "not-writable"]);
  expect(JSON.stringify(reply)).not.toContain("which of");
});

test("keys are compared whole, and a path that ends above a change is not about it", () => {
  const list = { path: ["m:top", "list"], key: [{ leaf: "name", value: "a]b" }] };
  const all = [list, { path: ["m:top", "leaf"] }];
  expect(pathsAbout(["/x:top/x:list[x:name='a]b'][x:other='c']/x:leaf"], all)).toEqual([0]);
  expect(pathsAbout(["/top/list[name='a']", "/top"], all)).toEqual([]);
  expect(pathsAbout(["/top/leaf", "/top/leaf/inner"], all)).toEqual([1]);
});
