import { describe, expect, test } from "vitest";
import type { Json } from "../../../../src/model/json.ts";
import { everything, native, rpcError, type Script } from "./device.ts";
import { type WritePart, withDevice, writeAt } from "./opened.ts";

const hostname = {
  operation: "update",
  kind: "deviceHostname",
  identity: "hostname",
  desired: "r2",
} as const;
const ntp = {
  operation: "update",
  kind: "deviceConfiguration",
  identity: "/Vendor-native:native/ntp",
} as const;

/** Returns the names of the rpcs that were sent. */
const names = (rpcs: readonly string[]) =>
  rpcs.map((rpc) => {
    const [, name = "", inside = ""] = /^<([\w-]+)>?\/?>?(?:<(?:target><)?([\w-]+)\/?>)?/.exec(rpc) ?? [];
    return inside === "" ? name : `${name} ${inside}`;
  });

/** Sends a write, and returns the content of its `<config>`. */
async function edited(write: WritePart, script: Script = {}) {
  const device = withDevice(script);
  const reply = await device.write(write);
  const sent = device.rpcs.find((rpc) => rpc.startsWith("<edit-config>")) ?? "";
  const [, config] =
    new RegExp(`<config xmlns:nc="[^"]*"><native xmlns="${native}">(.*)</native></config>`).exec(sent) ?? [];
  return config ?? reply;
}

describe("a write goes the way that the device offers", () => {
  test("a candidate that is locked, checked, committed and confirmed", async () => {
    const device = withDevice();
    expect(await device.write(hostname)).toEqual({ meaning: "accepted" });
    expect(names(device.rpcs)).toEqual([
      "lock running",
      "lock candidate",
      "edit-config candidate",
      "validate source",
      "commit confirmed",
      "commit",
      "unlock candidate",
      "unlock running",
    ]);
    expect(device.rpcs[4]).toBe("<commit><confirmed/><confirm-timeout>60</confirm-timeout></commit>");
  });

  test("a candidate alone", async () => {
    const device = withDevice({ capabilities: ["base:1.1", "capability:candidate:1.0"] });
    expect(await device.write(hostname)).toEqual({ meaning: "accepted" });
    expect(names(device.rpcs).slice(2, 4)).toEqual(["edit-config candidate", "commit"]);
  });

  test("the running configuration, undone whole where an edit fails in part", async () => {
    const offered = ["capability:writable-running:1.0", "capability:rollback-on-error:1.0"];
    const device = withDevice({ capabilities: ["base:1.0", ...offered] });
    expect(await device.write(hostname)).toEqual({ meaning: "accepted" });
    expect(names(device.rpcs)).toEqual(["lock running", "edit-config running", "unlock running"]);
    expect(device.rpcs[1]).toContain("<error-option>rollback-on-error</error-option>");
  });

  test("none, where the device takes no edits", async () => {
    const device = withDevice({ capabilities: ["base:1.1"] });
    expect(await device.write(hostname)).toMatchObject({
      meaning: "refused",
      problem: { code: "not-writable" },
    });
    expect(device.rpcs).toEqual([]);
  });
});

describe("a write that fails leaves nothing behind", () => {
  const failing = (start: string, answer: ReturnType<NonNullable<Script["answer"]>>): Script => ({
    answer: (operation) => (operation.startsWith(start) ? answer : undefined),
  });
  test.each([
    ["the first lock", "<lock><target><running/>", ["lock running"]],
    ["the second lock", "<lock><target><candidate/>", ["lock running", "lock candidate", "unlock running"]],
  ])("%s: nothing was changed, and what was locked is let go", async (_, start, sent) => {
    const device = withDevice(failing(start, rpcError("lock-denied")));
    expect(await device.write(hostname)).toMatchObject({ meaning: "busy", reason: "locked" });
    expect(names(device.rpcs)).toEqual(sent);
  });

  test.each([
    ["the edit", "<edit-config>", rpcError("invalid-value"), "refused"],
    ["the check", "<validate>", rpcError("operation-failed"), "refused"],
    ["the commit", "<commit><confirmed/>", rpcError("in-use"), "busy"],
    ["an edit of what is not there", "<edit-config>", rpcError("data-missing"), "conflict"],
    ["an edit of what is there already", "<edit-config>", rpcError("data-exists"), "conflict"],
    ["an edit without the right to it", "<edit-config>", rpcError("access-denied"), "refused"],
    [
      "an edit with a lock and no right",
      "<edit-config>",
      rpcError("in-use") + rpcError("access-denied"),
      "refused",
    ],
    [
      "an edit refused and not undone",
      "<edit-config>",
      rpcError("data-exists") + rpcError("rollback-failed"),
      "lost",
    ],
    ["an edit that could not be undone", "<edit-config>", rpcError("rollback-failed"), "lost"],
  ])("%s: the candidate is thrown away and unlocked", async (_, start, answer, meaning) => {
    const device = withDevice(failing(start, answer));
    expect(await device.write(hostname)).toMatchObject({ meaning });
    expect(names(device.rpcs).slice(-3)).toEqual(["discard-changes", "unlock candidate", "unlock running"]);
  });

  test("the candidate cannot be thrown away: the session ends, so that the device does it", async () => {
    const device = withDevice({
      answer: (operation) =>
        operation.startsWith("<edit-config>") || operation.startsWith("<discard-changes")
          ? rpcError("operation-failed")
          : undefined,
    });
    expect(await device.write(hostname)).toMatchObject({ meaning: "refused" });
    expect(names(device.rpcs).slice(-2)).toEqual(["discard-changes", "close-session"]);
    expect(device.open()).toBe(0);
  });

  test("the confirming commit: the session ends, so that the device takes it back at once", async () => {
    let commits = 0;
    const device = withDevice({
      answer: (operation) => {
        if (!operation.startsWith("<commit")) return undefined;
        commits += 1;
        return commits === 2 ? rpcError("operation-failed") : undefined;
      },
    });
    expect(await device.write(hostname)).toMatchObject({ meaning: "refused" });
    expect(names(device.rpcs).slice(-2)).toEqual(["commit", "close-session"]);
    expect(device.open()).toBe(0);
  });

  test.each(["<edit-config>", "<commit>"])(
    "a session that is lost at %s is not gone on with in another",
    async (start) => {
      const device = withDevice(failing(start, "drop"));
      expect(await device.write(hostname)).toMatchObject({ meaning: "lost" });
      expect(names(device.rpcs).at(-1)).toMatch(/^(edit-config|commit)/);
      expect([device.calls.length, device.open()]).toEqual([1, 0]);
    },
  );

  test("an unlock that fails ends the session, and the write counts", async () => {
    const device = withDevice(failing("<unlock>", rpcError("operation-failed")));
    expect(await device.write(hostname)).toEqual({ meaning: "accepted" });
    expect(device.rpcs.at(-1)).toBe("<close-session/>");
  });
});

describe("a run that is stopped", () => {
  test("before the first lock sends nothing", async () => {
    const device = withDevice();
    await expect(device.write(hostname, AbortSignal.abort("stopped"))).rejects.toBe("stopped");
    expect(device.rpcs).toEqual([]);
  });

  test("after it brings the edit to its end, since half of one is neither", async () => {
    const stopped = new AbortController();
    const device = withDevice({ answer: () => void stopped.abort("stopped") });
    expect(await device.write(hostname, stopped.signal)).toEqual({ meaning: "accepted" });
    expect(names(device.rpcs).at(-1)).toBe("unlock running");
  });
});

describe("what an edit carries", () => {
  test("the hostname", async () => {
    expect(await edited(hostname)).toBe("<hostname>r2</hostname>");
  });

  test("an interface: its name first, then what is declared", async () => {
    const write = {
      operation: "update",
      kind: "deviceInterface",
      identity: "GigabitEthernet 1/0/1",
    } as const;
    const desired = { description: "a & b", ip: { address: "10.1.0.1", mask: "255.255.255.0" } };
    const inside =
      "<name>1/0/1</name><description>a &amp; b</description><ip><address><primary>" +
      "<address>10.1.0.1</address><mask>255.255.255.0</mask></primary></address></ip>";
    expect(await edited({ ...write, desired })).toBe(
      `<interface><GigabitEthernet>${inside}</GigabitEthernet></interface>`,
    );
    expect(await edited({ ...write, desired, ownership: "exclusive" })).toBe(
      `<interface><GigabitEthernet nc:operation="replace">${inside}</GigabitEthernet></interface>`,
    );
    expect(await edited({ ...write, operation: "remove" })).toBe(
      '<interface><GigabitEthernet nc:operation="remove"><name>1/0/1</name></GigabitEthernet></interface>',
    );
  });

  const rows: readonly [string, Partial<WritePart>, string][] = [
    [
      "containers, numbers, truths and empty leaves",
      { desired: { a: { b: 5, c: true, d: [null] } } },
      "<ntp><a><b>5</b><c>true</c><d/></a></ntp>",
    ],
    [
      "exclusive: the whole is replaced",
      { desired: { a: 1 }, ownership: "exclusive" },
      '<ntp nc:operation="replace"><a>1</a></ntp>',
    ],
    ["a removal", { operation: "remove", live: { value: { a: "1" } } }, '<ntp nc:operation="remove"/>'],
    [
      "a list with its key first; what is not declared stays",
      {
        desired: { server: [{ vrf: "x", ip: "1" }] },
        lists: { "/server": ["ip"] },
        live: { value: { server: [{ ip: "1" }, { ip: "2" }] } },
      },
      "<ntp><server><ip>1</ip><vrf>x</vrf></server></ntp>",
    ],
    [
      "a list of values: what is live and not declared is taken away by name",
      { desired: { peer: ["b", "c"] }, live: { value: { peer: ["a", "b"] } } },
      '<ntp><peer nc:operation="remove">a</peer><peer>b</peer><peer>c</peer></ntp>',
    ],
    [
      "a list of values inside an element of a list",
      {
        desired: { server: [{ ip: "1", tag: ["n"] }] },
        lists: { "/server": ["ip"] },
        live: { value: { server: [{ ip: "1", tag: ["o"] }] } },
      },
      '<ntp><server><ip>1</ip><tag nc:operation="remove">o</tag><tag>n</tag></server></ntp>',
    ],
    [
      "a list that is the whole, exclusive: other elements go by their keys",
      {
        desired: [{ ip: "1", x: 1 }],
        lists: { "": ["ip"] },
        ownership: "exclusive",
        live: { value: [{ ip: "1" }, { ip: "2", x: 3 }] },
      },
      '<ntp nc:operation="remove"><ip>2</ip></ntp><ntp nc:operation="replace"><ip>1</ip><x>1</x></ntp>',
    ],
    [
      "the removal of a list: element by element",
      { operation: "remove", lists: { "": ["ip"] }, live: { value: [{ ip: "1", x: 1 }, { ip: "2" }] } },
      '<ntp nc:operation="remove"><ip>1</ip></ntp><ntp nc:operation="remove"><ip>2</ip></ntp>',
    ],
    [
      "a value that names an identity declares its prefix",
      { desired: { type: "Vendor-native:fast" } },
      `<ntp><type xmlns:Vendor-native="${native}">Vendor-native:fast</type></ntp>`,
    ],
  ];
  test.each(rows)("%s", async (_, part, config) => {
    expect(await edited({ ...ntp, ...part })).toBe(config);
  });

  test("a device of base:1.0 is told to delete", async () => {
    const script = { capabilities: ["base:1.0", "capability:candidate:1.0"] };
    expect(await edited({ ...ntp, operation: "remove", live: { value: {} } }, script)).toContain('"delete"');
  });

  test.each([
    ["in what is declared", { desired: { server: [{ ip: "1" }] } }],
    ["that is the whole, exclusive too", { desired: [{ ip: "1" }], ownership: "exclusive" }],
    ["that is to be removed", { operation: "remove", live: { value: [{ ip: "1" }] } }],
  ] as const)("a list without keys %s is refused before anything is sent", async (_, part) => {
    const device = withDevice();
    const write: Partial<WritePart> = part;
    expect(await device.write({ ...ntp, ...write })).toMatchObject({
      meaning: "refused",
      problem: { code: "unkeyed-list" },
    });
    expect(device.rpcs).toEqual([]);
  });

  test("a member of a module that nobody knows is refused before anything is sent", async () => {
    const device = withDevice();
    const desired: Json = { "Vendor-other:x": 1 };
    expect(await device.write({ ...ntp, desired })).toMatchObject({
      meaning: "refused",
      problem: { code: "unknown-module" },
    });
    expect(device.rpcs).toEqual([]);
  });
});

test("a preview shows the edit, with what only the device can tell in braces", () => {
  const { session, calls } = withDevice({ capabilities: everything });
  const { method, url, body } = session.preview(writeAt(hostname));
  expect([method, url]).toEqual(["POST", "ssh://10.20.0.1"]);
  expect(body).toContain('<native xmlns="{namespace of Vendor-native}">\n      <hostname>r2</hostname>\n');
  expect(calls).toEqual([]);
});
