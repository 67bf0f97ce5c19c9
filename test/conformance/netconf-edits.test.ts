import { describe, expect, test } from "vitest";
import { namespace, routers } from "./routers.ts";
import { type Conversation, dataOf, textsOf } from "./ssh-client.ts";

const { greet, reset, restconf } = routers();
const nc = 'xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0"';
const does = (operation: string) => `${nc} nc:operation="${operation}"`;

/** Returns an edit of a datastore, by default of the running configuration. */
function edit(inside: string, options = "", target = "running"): string {
  const config = `<config><native xmlns="${namespace}">${inside}</native></config>`;
  return `<edit-config><target><${target}/></target>${options}${config}</edit-config>`;
}

async function read(session: Conversation, inside = ""): Promise<string> {
  const filter = `<filter><native xmlns="${namespace}">${inside}</native></filter>`;
  return dataOf(await session.rpc(`<get-config><source><running/></source>${filter}</get-config>`));
}

const port = (name: string, inside: string, more = "") =>
  `<interface><GigabitEthernet ${more}><name>${name}</name>${inside}</GigabitEthernet></interface>`;
const port1 = "<interface><GigabitEthernet><name>1/0/1</name></GigabitEthernet></interface>";
const port2 = "<interface><GigabitEthernet><name>1/0/2</name></GigabitEthernet></interface>";

describe("edit-config (RFC 6241 section 7.2)", () => {
  test.each([
    [
      "merge, the default, sets a leaf and leaves the others",
      port("1/0/2", "<mtu>1400</mtu>"),
      port2,
      port("1/0/2", "<description>users</description><shutdown>true</shutdown><mtu>1400</mtu>"),
    ],
    [
      "merge makes an entry of a list, with its parents",
      port("1/0/9", "<ip><address><primary><address>10.1.9.1</address></primary></address></ip>"),
      port("1/0/9", ""),
      port("1/0/9", "<ip><address><primary><address>10.1.9.1</address></primary></address></ip>"),
    ],
    [
      "merge adds an entry to a leaf-list, and one that is there only once",
      "<ip><name-server>10.0.0.2</name-server><name-server>10.0.0.3</name-server></ip>",
      "<ip><name-server/></ip>",
      "<ip><name-server>10.0.0.1</name-server><name-server>10.0.0.2</name-server><name-server>10.0.0.3</name-server></ip>",
    ],
    [
      "replace leaves nothing of an entry but what is sent",
      port("1/0/1", "<mtu>1400</mtu>", does("replace")),
      port1,
      port("1/0/1", "<mtu>1400</mtu>"),
    ],
    [
      "create makes what is not there",
      port("1/0/9", "<mtu>1400</mtu>", does("create")),
      port("1/0/9", ""),
      port("1/0/9", "<mtu>1400</mtu>"),
    ],
    [
      "delete takes away a leaf",
      port("1/0/2", `<description ${does("delete")}/>`),
      port2,
      port("1/0/2", "<shutdown>true</shutdown>"),
    ],
    [
      "delete takes away an entry of a leaf-list",
      `<ip><name-server ${does("delete")}>10.0.0.1</name-server></ip>`,
      "<ip><name-server/></ip>",
      "<ip><name-server>10.0.0.2</name-server></ip>",
    ],
    ["remove takes away an entry", port("1/0/2", "", does("remove")), port2, ""],
    ["remove of what is not there does nothing", port("1/0/9", "", does("remove")), port("1/0/9", ""), ""],
    ["a leaf of type empty is set by an empty element", "<enabled/>", "<enabled/>", "<enabled/>"],
    [
      "an element of another module is set in its namespace",
      '<acl xmlns="http://vendor.example.net/ns/Vendor-acl"><rule><name>a</name><action>deny</action></rule></acl>',
      '<acl xmlns="http://vendor.example.net/ns/Vendor-acl"/>',
      "<acl><rule><name>a</name><action>deny</action></rule></acl>",
    ],
  ])("%s", async (_, sent, filter, expected) => {
    const session = await greet();
    expect(await session.rpc(edit(sent))).toContain("<ok/>");
    const found = (await read(session, filter)).replace(/^<native>(.*)<\/native>$/s, "$1");
    expect(found).toBe(expected.replaceAll("<GigabitEthernet >", "<GigabitEthernet>"));
  });

  test("the default operation none changes only what says so itself, and needs the rest to be there", async () => {
    const session = await greet();
    const none = "<default-operation>none</default-operation>";
    expect(await session.rpc(edit(port("1/0/2", `<mtu ${does("merge")}>1400</mtu>`), none))).toContain(
      "<ok/>",
    );
    expect(await read(session, port2)).toContain("<mtu>1400</mtu>");
    const missing = await session.rpc(edit(port("1/0/9", "<mtu>1400</mtu>"), none));
    expect(textsOf(missing, "error-tag")).toEqual(["data-missing"]);
  });

  test("the default operation replace leaves nothing but what is sent", async () => {
    const session = await greet();
    const replace = "<default-operation>replace</default-operation>";
    expect(await session.rpc(edit("<hostname>new</hostname>", replace))).toContain("<ok/>");
    const all = await session.rpc("<get-config><source><running/></source></get-config>");
    expect(dataOf(all)).toBe("<native><hostname>new</hostname></native>");
  });

  test.each([
    ["create of what is there", port("1/0/1", "", does("create")), "data-exists"],
    ["delete of what is not there", port("1/0/9", "", does("delete")), "data-missing"],
    ["an element that the device does not know", "<colour>red</colour>", "unknown-element"],
    [
      "an element in a namespace that nobody knows",
      '<hostname xmlns="urn:x">a</hostname>',
      "unknown-namespace",
    ],
    [
      "an element of another module without its namespace",
      "<snmp><location>a</location></snmp>",
      "unknown-element",
    ],
    [
      "an entry without its key",
      "<interface><GigabitEthernet><mtu>1400</mtu></GigabitEthernet></interface>",
      "missing-element",
    ],
    ["a number that is none", port("1/0/1", "<mtu>large</mtu>"), "invalid-value"],
    ["a truth that is none", port("1/0/2", "<shutdown>yes</shutdown>"), "invalid-value"],
    ["a leaf with elements in it", "<hostname><a/></hostname>", "invalid-value"],
    ["a leaf twice", port("1/0/1", "<mtu>1</mtu><mtu>2</mtu>", does("replace")), "bad-element"],
    ["an operation that is none", port("1/0/1", "", does("destroy")), "bad-attribute"],
  ])("%s is refused, and nothing changes", async (_, sent, tag) => {
    const session = await greet();
    const before = await read(session);
    const reply = await session.rpc(edit(sent));
    expect(textsOf(reply, "error-tag")).toEqual([tag]);
    expect(reply).not.toContain("<ok");
    expect(await read(session)).toBe(before);
  });

  test("an error names its type, severity, path, message and element", async () => {
    const reply = await (await greet()).rpc(edit(port("1/0/1", "<colour>red</colour>")));
    const one = (name: string) => textsOf(reply, name);
    expect([one("error-type"), one("error-severity"), one("bad-element")]).toEqual([
      ["application"],
      ["error"],
      ["colour"],
    ]);
    expect(one("error-path")).toEqual([
      "/Vendor-native:native/interface/GigabitEthernet[name='1/0/1']/colour",
    ]);
    expect(one("error-message")[0]).not.toBe("");
  });

  test.each([
    ["stop-on-error", "set", "<mtu>1400</mtu>", 1],
    ["stop-on-error", "test-then-set", "", 1],
    ["continue-on-error", "set", "<description>new</description><mtu>1400</mtu>", 2],
    ["rollback-on-error", "set", "", 1],
  ])("with %s and %s an error in the middle leaves: %s", async (onError, test, left, errors) => {
    const session = await greet();
    const gone = `<ip ${does("delete")}/>`;
    const inside = `<mtu>1400</mtu>${gone}${gone}<description>new</description>`;
    const options = `<test-option>${test}</test-option><error-option>${onError}</error-option>`;
    const before = await read(session, port1);
    const sent = port("1/0/3", inside);
    const reply = await session.rpc(edit(sent, options));
    expect(textsOf(reply, "error-tag")).toEqual(Array.from({ length: errors }, () => "data-missing"));
    expect(await read(session, port1)).toBe(before);
    const found = await read(
      session,
      "<interface><GigabitEthernet><name>1/0/3</name></GigabitEthernet></interface>",
    );
    const changed = ["<description>new</description>", "<mtu>1400</mtu>"].filter((each) =>
      found.includes(each),
    );
    expect(changed.join("")).toBe(left);
  });

  test("test-only says what would go wrong, and changes nothing", async () => {
    const session = await greet();
    const only = "<test-option>test-only</test-option>";
    expect(await session.rpc(edit("<hostname>new</hostname>", only))).toContain("<ok/>");
    expect(await read(session, "<hostname/>")).toBe("<native><hostname>r1</hostname></native>");
    expect(
      textsOf(await session.rpc(edit(`<hostname ${does("create")}>x</hostname>`, only)), "error-tag"),
    ).toEqual(["data-exists"]);
  });

  test.each([
    ["writableRunning", edit("<hostname>a</hostname>")],
    ["candidate", edit("<hostname>a</hostname>", "", "candidate")],
    ["validate", edit("<hostname>a</hostname>", "<test-option>set</test-option>")],
    ["rollbackOnError", edit("<hostname>a</hostname>", "<error-option>rollback-on-error</error-option>")],
  ])("what needs a capability is refused without %s", async (setting, sent) => {
    reset({ [setting]: false });
    expect(textsOf(await (await greet()).rpc(sent), "error-tag")).toEqual(["operation-not-supported"]);
  });

  test.each([
    ["<target/>", "operation-not-supported"],
    ["", "missing-element"],
    ["<target><running/></target>", "missing-element"],
    ["<target><running/></target><default-operation>mix</default-operation><config/>", "invalid-value"],
  ])("parameters that are not right are refused: %s", async (parameters, tag) => {
    const reply = await (await greet()).rpc(`<edit-config>${parameters}</edit-config>`);
    expect(textsOf(reply, "error-tag")).toEqual([tag]);
    expect(textsOf(reply, "error-type")).toEqual(["protocol"]);
  });
});

describe("one router, two doors", () => {
  test("what is written over NETCONF is read over RESTCONF, with the types that it had", async () => {
    const session = await greet();
    await session.rpc(edit(port("1/0/2", "<mtu>1400</mtu><shutdown>false</shutdown>")));
    const reply = await restconf("Vendor-native:native/interface/GigabitEthernet=1%2F0%2F2");
    expect(await reply.json()).toEqual({
      "Vendor-native:GigabitEthernet": [{ name: "1/0/2", description: "users", shutdown: false, mtu: 1400 }],
    });
  });

  test("an element of another module has its module in RESTCONF's names", async () => {
    const session = await greet();
    await session.rpc(
      edit(
        '<acl xmlns="http://vendor.example.net/ns/Vendor-acl"><rule><name>a</name><action>deny</action></rule></acl>',
      ),
    );
    const reply = await restconf("Vendor-native:native/Vendor-acl:acl");
    expect(await reply.json()).toEqual({ "Vendor-acl:acl": { rule: [{ name: "a", action: "deny" }] } });
  });

  test("what is written over RESTCONF is read over NETCONF", async () => {
    const body = { "Vendor-native:native": { hostname: "a & b" } };
    expect((await restconf("Vendor-native:native/hostname", body)).status).toBe(204);
    expect(await read(await greet(), "<hostname/>")).toBe("<native><hostname>a &amp; b</hostname></native>");
  });
});
