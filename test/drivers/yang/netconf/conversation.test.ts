import { describe, expect, test } from "vitest";
import { data, everything, native, rpcError, type Script } from "./device.ts";
import { itemsIn, sought, withDevice } from "./opened.ts";

const hostname = sought("deviceHostname", "hostname", "r1");
const named = data("<hostname>r1</hostname>");
const reading: Script = { answer: () => named };

describe("a session", () => {
  test.each([
    ["base:1.1, in chunks", everything],
    ["base:1.0 alone, with ]]>]]>", ["base:1.0"]],
  ])("is read with %s", async (_, capabilities) => {
    for (const pieces of [1, 5, 10_000]) {
      const device = withDevice({ ...reading, capabilities, pieces });
      expect(itemsIn(await device.read(hostname))).toEqual({ "deviceHostname hostname": "r1" });
    }
  });

  test("is one for each device, however often it is asked, and is closed by the rules", async () => {
    const device = withDevice(reading);
    await Promise.all([device.read(hostname), device.read(hostname)]);
    await device.read(hostname);
    expect([device.calls.length, device.open()]).toEqual([1, 1]);
    await device.close();
    expect(device.rpcs.at(-1)).toBe("<close-session/>");
    expect(device.open()).toBe(0);
  });

  test("that was never opened needs no closing", async () => {
    const device = withDevice(reading);
    await device.close();
    expect(device.calls).toEqual([]);
  });

  test("calls the device at its url, with the credential closed", async () => {
    const device = withDevice(reading, { hostKeys: { "10.20.0.1": `SHA256:${"A".repeat(43)}` } });
    await device.read(hostname);
    expect(device.calls[0]).toMatchObject({
      url: "ssh://10.20.0.1",
      subsystem: "netconf",
      hostKeys: { "10.20.0.1": [`SHA256:${"A".repeat(43)}`] },
    });
    expect(JSON.stringify(device.calls[0])).not.toContain("canary");
  });

  test("counts as a request for its hello and for each rpc", async () => {
    const device = withDevice(reading);
    await device.read(hostname);
    await device.read(hostname);
    expect(device.sent.map(({ method, body }) => [method, body === undefined])).toEqual([
      ["GET", true],
      ["GET", false],
      ["GET", false],
    ]);
  });

  test("that was lost is opened anew by the next read", async () => {
    const device = withDevice({ answer: (_, index) => (index === 0 ? "drop" : named) });
    expect(await device.read(hostname)).toMatchObject({ state: "unknown" });
    expect(device.open()).toBe(0);
    expect(itemsIn(await device.read(hostname))).toEqual({ "deviceHostname hostname": "r1" });
    expect(device.calls).toHaveLength(2);
  });
});

describe("a hostile or broken device is unknown, never empty", () => {
  const hello = (inside: string) =>
    `<hello xmlns="urn:ietf:params:xml:ns:netconf:base:1.0">${inside}</hello>]]>]]>`;
  const offered = "<capabilities><capability>urn:ietf:params:netconf:base:1.1</capability></capabilities>";
  const reply = (inside: string) =>
    `<rpc-reply xmlns="urn:ietf:params:xml:ns:netconf:base:1.0" message-id="1">${inside}</rpc-reply>`;
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${reply("<data>&b;</data>")}`;
  const rows: readonly [string, Script][] = [
    ["an endless hello", { hello: "x".repeat(1_100_000) }],
    ["a hello that never ends", { hello: "<hello" }],
    ["a hello without a session-id", { hello: hello(offered) }],
    ["a hello without capabilities", { hello: hello("<session-id>1</session-id>") }],
    ["a hello that is none", { hello: "SSH-2.0-OpenSSH]]>]]>" }],
    [
      "a hello with a document type",
      { hello: `<!DOCTYPE hello>${hello(`${offered}<session-id>1</session-id>`)}` },
    ],
    [
      "elements without end",
      { answer: () => ({ raw: `\n#15000000\n${"<a/>".repeat(3_750_000)}` }), pieces: 65_536 },
    ],
    [
      "more elements than a configuration has",
      { answer: () => data(`<hostname>r1</hostname>${"<a/>".repeat(260_000)}`) },
    ],
    [
      "attributes without end",
      { answer: () => data(`<a ${Array.from({ length: 400_000 }, (_, at) => `b${at}="" `).join("")}/>`) },
    ],
    [
      "chunks of one byte without end",
      { answer: () => ({ raw: "\n#1\nx".repeat(300_000) }), pieces: 65_536 },
    ],
    ["half a chunk", { answer: () => ({ raw: "\n#1000\n<rpc-reply" }) }],
    ["a huge size", { answer: () => ({ raw: "\n#4294967295\n" }) }],
    ["the framing of another version", { answer: () => ({ raw: `${reply(named)}]]>]]>` }) }],
    ["the reply to another message", { answer: () => ({ messageId: "99", content: named }) }],
    ["an entity bomb", { answer: () => ({ raw: `\n#${bomb.length}\n${bomb}\n##\n` }) }],
    ["a reply that is cut short", { answer: () => "<data>" }],
    ["a reply without data", { answer: () => "<ok/>" }],
    ["an error", { answer: () => rpcError("operation-failed", "no") }],
    ["no reply", { answer: () => "drop" }],
    [
      "a tree of another vendor",
      { answer: () => '<data><native xmlns="urn:other"><hostname>x</hostname></native></data>' },
    ],
  ];
  test.each(rows)("%s", async (_, script) => {
    const device = withDevice(script);
    const found = await device.read(hostname, sought("deviceConfiguration", "/Vendor-native:native/ntp", {}));
    expect(found.state).toBe("unknown");
    await device.close();
    expect(device.open()).toBe(0);
  });
});

test("a remark beside the data is no error", async () => {
  const device = withDevice({ answer: () => `${rpcError("operation-failed", "old", "warning")}${named}` });
  expect(itemsIn(await device.read(hostname))).toEqual({ "deviceHostname hostname": "r1" });
});

test("what a device says of an error is shown without secrets", async () => {
  const device = withDevice({ answer: () => rpcError("access-denied", "no canary for you") });
  const found = await device.read(hostname);
  expect(found).toMatchObject({ state: "unknown", problem: { code: "forbidden" } });
  expect(JSON.stringify(found)).toContain("no [secret] for you");
});

test("a module that the device does not announce needs its namespace", async () => {
  const device = withDevice({ ...reading, modules: [] });
  expect(await device.read(hostname)).toMatchObject({
    state: "unknown",
    problem: { code: "unknown-module", hint: expect.stringContaining("settings.namespaces.Vendor-native") },
  });
  const set = withDevice({ ...reading, modules: [] }, { namespaces: { "Vendor-native": native } });
  expect(itemsIn(await set.read(hostname))).toEqual({ "deviceHostname hostname": "r1" });
});
