import { describe, expect, test } from "vitest";
import type { ResourceQuery } from "../../../../src/model/collection.ts";
import { data, native, type Script } from "./device.ts";
import { itemsIn, sought, withDevice } from "./opened.ts";

const ntp = "/Vendor-native:native/ntp";
const config = (value: object) => sought("deviceConfiguration", ntp, JSON.parse(JSON.stringify(value)));

/** Returns the results of reads of the wanted paths, from a device with this content in its container. */
async function seen(inside: string, ...wanted: readonly ResourceQuery[]) {
  return itemsIn(await withDevice({ answer: () => data(inside) }).read(...wanted));
}

test.each(["<__proto__>1</__proto__>", "<ntp><__proto__><a>1</a></__proto__></ntp>"])(
  "an answer with a member that would be lost is unknown: %s",
  async (inside) => {
    const reply = await withDevice({ answer: () => data(inside) }).read(config({}));
    expect(reply).toMatchObject({
      state: "unknown",
      problem: { message: expect.stringContaining("__proto__") },
    });
  },
);

describe("the filter", () => {
  const filterOf = async (...wanted: readonly ResourceQuery[]) => {
    const device = withDevice({ answer: () => data("<hostname>r1</hostname>") });
    await device.read(...wanted);
    return device.rpcs[0];
  };
  const within = (inside: string) =>
    `<get><filter type="subtree"><native xmlns="${native}">${inside}</native></filter></get>`;

  test("asks for what is declared and for nothing else, in one rpc", async () => {
    const sent = await filterOf(
      sought("deviceHostname", "hostname", "r1"),
      sought("deviceInterface", "GigabitEthernet 1/0/1", {}),
      sought("deviceInterface", "GigabitEthernet 1/0/2", {}),
      config({}),
    );
    const entry = (name: string) => `<GigabitEthernet><name>${name}</name></GigabitEthernet>`;
    expect(sent).toBe(within(`<hostname/><interface>${entry("1/0/1")}${entry("1/0/2")}</interface><ntp/>`));
  });

  test("asks once for what is in something that is asked for", async () => {
    const sent = await filterOf(sought("deviceConfiguration", `${ntp}/server`, []), config({}), config({}));
    expect(sent).toBe(within("<ntp/>"));
  });

  test("asks for the whole container where nothing is declared: for import and check", async () => {
    expect(await filterOf()).toContain(`<filter type="subtree"><native xmlns="${native}"/></filter>`);
  });

  test("names each module's namespace", async () => {
    const modules = [`${native}?module=Vendor-native`, "urn:ntp?module=Vendor-ntp&amp;revision=2026-01-01"];
    const device = withDevice({ modules, answer: () => data("<hostname>r1</hostname>") });
    await device.read(sought("deviceConfiguration", "/Vendor-native:native/Vendor-ntp:ntp/server", []));
    expect(device.rpcs[0]).toContain(
      `<native xmlns="${native}"><ntp xmlns="urn:ntp"><server/></ntp></native>`,
    );
  });

  test.each([
    [{}, "deviceHostname", "get"],
    [{ read: "get-config" }, "deviceHostname", "get-config"],
    [{ read: "get" }, undefined, "get-config"],
  ])("goes into the read that the settings %j say for %s: %s", async (settings, kind, operation) => {
    const device = withDevice({ answer: () => data("<hostname>r1</hostname>") }, settings);
    await device.read(...(kind === undefined ? [] : [sought(kind, "hostname", "r1")]));
    expect(device.rpcs[0]).toMatch(new RegExp(`^<${operation}>.*<filter type="subtree">`));
  });

  test("asks for configuration alone where what nobody declares would go", async () => {
    const device = withDevice({ answer: () => data("<ntp/>") });
    await device.read({ ...config({ port: 123 }), exclusive: true });
    expect(device.rpcs[0]).toMatch(/^<get-config>/);
  });
});

describe("a filter in XPath, where the target is set to it", () => {
  const offered = ["base:1.1", "capability:xpath:1.0"];
  const answer = () => data("<hostname>r1</hostname>");
  const wanted = [
    sought("deviceHostname", "hostname", "r1"),
    sought("deviceInterface", "GigabitEthernet 1/0/1", {}),
    config({}),
    sought("deviceConfiguration", `${ntp}/server`, []),
  ];

  test("asks for the same, with a prefix for each namespace", async () => {
    const device = withDevice({ capabilities: offered, answer }, { filter: "xpath" });
    await device.read(...wanted);
    const paths = [
      "/m0:native/m0:hostname",
      "/m0:native/m0:interface/m0:GigabitEthernet[m0:name='1/0/1']",
      "/m0:native/m0:ntp",
    ];
    const filter = `<filter xmlns:m0="${native}" type="xpath" select="${paths.join(" | ")}"/>`;
    expect(device.rpcs[0]).toBe(`<get>${filter}</get>`);
  });

  test("is a subtree where the device does not offer it, or no literal can hold a key", async () => {
    const plain = withDevice({ capabilities: ["base:1.1"], answer }, { filter: "xpath" });
    await plain.read(...wanted);
    expect(plain.rpcs[0]).toContain('<filter type="subtree">');
    const both = sought("deviceInterface", `GigabitEthernet it's "1"`, {});
    const quoted = withDevice({ capabilities: offered, answer }, { filter: "xpath" });
    await quoted.read(both);
    expect(quoted.rpcs[0]).toContain('<filter type="subtree">');
  });
});

describe("what is read", () => {
  test("hostname and interfaces, in the form in which they are declared", async () => {
    const gigabit = `<interface><GigabitEthernet><name>1/0/1</name><description>up</description>
      <ip><address><primary><address>10.1.0.1</address><mask>255.255.255.0</mask></primary></address></ip>
    </GigabitEthernet></interface>`;
    const wanted = sought("deviceInterface", "GigabitEthernet 1/0/1", {});
    expect(
      await seen(`<hostname>r1</hostname>${gigabit}`, sought("deviceHostname", "hostname"), wanted),
    ).toEqual({
      "deviceHostname hostname": "r1",
      "deviceInterface GigabitEthernet 1/0/1": {
        description: "up",
        ip: { address: "10.1.0.1", mask: "255.255.255.0" },
      },
    });
  });

  test("what the filter asked for and the device does not have is absent", async () => {
    const found = await seen("<hostname>r1</hostname>", sought("deviceHostname", "hostname"), config({}));
    expect(found).toEqual({ "deviceHostname hostname": "r1" });
  });

  test("what nobody asked for is no item, though the device sends it", async () => {
    const more =
      "<hostname>r1</hostname><interface><GigabitEthernet><name>1/0/9</name></GigabitEthernet></interface>";
    expect(await seen(`${more}<ntp/>`, config({}))).toEqual({
      "deviceConfiguration /Vendor-native:native/ntp": {},
    });
  });

  test("an interface without its name makes all unknown", async () => {
    const device = withDevice({
      answer: () =>
        data("<interface><GigabitEthernet><description>x</description></GigabitEthernet></interface>"),
    });
    expect(await device.read(sought("deviceInterface", "GigabitEthernet 1/0/1", {}))).toMatchObject({
      state: "unknown",
      problem: { message: expect.stringContaining("an interface without a name") },
    });
  });

  test("a path inside a list is unknown, since nobody can say which element is meant", async () => {
    const device = withDevice({
      answer: () => data("<ntp><server><ip>1</ip></server><server><ip>2</ip></server></ntp>"),
    });
    const found = await device.read(sought("deviceConfiguration", `${ntp}/server/prefer`, true));
    expect(found.state).toBe("unknown");
  });

  test("nothing of a module whose namespace was only set here is unknown, not absent", async () => {
    const script: Script = { answer: () => data("<hostname>r1</hostname>") };
    const device = withDevice(script, { namespaces: { "Vendor-ntp": "urn:perhaps" } });
    const found = await device.read(
      sought("deviceHostname", "hostname"),
      sought("deviceConfiguration", "/Vendor-native:native/Vendor-ntp:ntp", {}),
    );
    expect(found).toMatchObject({
      state: "unknown",
      problem: { message: expect.stringContaining("Vendor-ntp") },
    });
  });
});

describe("types, which XML does not tell, are those of what is declared", () => {
  const declared = {
    port: 123,
    on: true,
    name: "5",
    list: [{ id: 1 }],
    leaf: [null],
    empty: {},
    words: ["a"],
  };
  const read = async (inside: string, value: object = declared) =>
    (await seen(`<ntp>${inside}</ntp>`, config(value)))["deviceConfiguration /Vendor-native:native/ntp"];

  test.each([
    ["a number", "<port>123</port>", { port: 123 }],
    ["a number with white space around", "<port>\n 7 \n</port>", { port: 7 }],
    ["a number that is written otherwise stays text", "<port>0123</port>", { port: "0123" }],
    ["what is no number stays text", "<port>auto</port>", { port: "auto" }],
    ["a truth", "<on>false</on>", { on: false }],
    ["text that looks like a number", "<name>5</name>", { name: "5" }],
    ["a list of one element", "<list><id>2</id></list>", { list: [{ id: 2 }] }],
    ["a list of values", "<words>x</words><words>y</words>", { words: ["x", "y"] }],
    ["a leaf of the type empty", "<leaf/>", { leaf: [null] }],
    ["an empty container", "<empty/>", { empty: {} }],
    ["an empty container with white space", "<empty>\n</empty>", { empty: {} }],
    ["undeclared: text", "<other>5</other>", { other: "5" }],
    ["undeclared: a list, where it stands twice", "<other>5</other><other>6</other>", { other: ["5", "6"] }],
    ["undeclared: a container", "<other><x>1</x></other>", { other: { x: "1" } }],
    ["a member of another module", '<x xmlns="urn:unknown">1</x>', { "urn:unknown:x": "1" }],
  ])("%s", async (_, inside, value) => {
    expect(await read(inside)).toEqual(value);
  });

  test("what base declares counts where desired says nothing", async () => {
    const wanted = sought("deviceConfiguration", ntp, { name: "a" }, { port: 1 });
    const found = await seen("<ntp><name>a</name><port>9</port></ntp>", wanted);
    expect(found).toEqual({ "deviceConfiguration /Vendor-native:native/ntp": { name: "a", port: 9 } });
  });

  test("an identity has its module's name, whatever prefix the device uses", async () => {
    const inside = `<type xmlns:q="${native}">q:fast</type>`;
    expect(await read(inside, { type: "Vendor-native:fast" })).toEqual({ type: "Vendor-native:fast" });
  });
});
