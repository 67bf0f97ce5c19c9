import { describe, expect, test } from "vitest";
import { namespace, routers } from "./routers.ts";
import { type Conversation, dataOf, textsOf } from "./ssh-client.ts";

const { greet, reset } = routers();
const snmp = 'xmlns="http://vendor.example.net/ns/Vendor-snmp"';
const port1 =
  "<GigabitEthernet><name>1/0/1</name><description>uplink</description><mtu>1500</mtu>" +
  "<ip><address><primary><address>10.1.0.1</address></primary></address></ip></GigabitEthernet>";
const port2 =
  "<GigabitEthernet><name>1/0/2</name><description>users</description><shutdown>true</shutdown></GigabitEthernet>";
const port3 =
  "<GigabitEthernet><name>1/0/3</name><description>users</description><mtu>9000</mtu></GigabitEthernet>";
const telemetry =
  "<telemetry><receiver><ip>10.0.0.9</ip><port>57000</port><hostname>collector</hostname></receiver></telemetry>";

function getConfig(filter: string, source = "running"): string {
  return `<get-config><source><${source}/></source>${filter}</get-config>`;
}

async function read(session: Conversation, inside: string): Promise<string> {
  const filter = `<filter type="subtree"><native xmlns="${namespace}">${inside}</native></filter>`;
  return dataOf(await session.rpc(getConfig(filter)));
}

const native = (inside: string) => (inside === "" ? "" : `<native>${inside}</native>`);
const ports = (inside: string) => (inside === "" ? "" : native(`<interface>${inside}</interface>`));

describe("What the service does 5: the result depends on the filter that is sent", () => {
  test("a filter that omits the path of an element leaves that element out of the reply", async () => {
    const session = await greet();
    expect(await read(session, "<hostname/>")).toBe(native("<hostname>r1</hostname>"));
    expect(dataOf(await session.rpc("<get/>"))).toContain(port1);
  });

  test("without a filter everything is in the reply", async () => {
    const session = await greet();
    const all = dataOf(await session.rpc(getConfig("")));
    for (const part of [port1, port2, port3, telemetry, "<enabled/>"]) expect(all).toContain(part);
    expect(all).toContain("<name-server>10.0.0.1</name-server><name-server>10.0.0.2</name-server>");
  });

  test("an empty filter selects nothing (section 6.4.2)", async () => {
    const session = await greet();
    expect(dataOf(await session.rpc('<get><filter type="subtree"/></get>'))).toBe("");
  });

  test("get has the state too, get-config only the configuration", async () => {
    const session = await greet();
    expect(dataOf(await session.rpc("<get/>"))).toContain("<oper><uptime>86400</uptime></oper>");
    expect(dataOf(await session.rpc(getConfig("")))).not.toContain("uptime");
  });

  test("values that are masked are shown as ****", async () => {
    reset({}, { maskedLeaves: ["contact"] });
    expect(dataOf(await (await greet()).rpc("<get/>"))).toContain("<contact>****</contact>");
  });
});

describe("subtree filters (RFC 6241 section 6)", () => {
  test.each([
    ["a selection node selects all that is in it", "<interface/>", ports(port1 + port2 + port3)],
    [
      "a selection node selects every entry of a list",
      "<interface><GigabitEthernet/></interface>",
      ports(port1 + port2 + port3),
    ],
    [
      "a content match selects the entry with all its siblings",
      "<interface><GigabitEthernet><name>1/0/2</name></GigabitEthernet></interface>",
      ports(port2),
    ],
    [
      "a content match selects every entry that has it",
      "<interface><GigabitEthernet><description> users </description></GigabitEthernet></interface>",
      ports(port2 + port3),
    ],
    [
      "content matches must all be met",
      "<interface><GigabitEthernet><description>users</description><mtu>9000</mtu></GigabitEthernet></interface>",
      ports(port3),
    ],
    [
      "a content match that is not met leaves out its siblings",
      "<interface><GigabitEthernet><name>1/0/9</name><mtu/></GigabitEthernet></interface>",
      "",
    ],
    [
      "a content match beside a selection restricts it",
      "<interface><GigabitEthernet><name>1/0/3</name><mtu/></GigabitEthernet></interface>",
      ports("<GigabitEthernet><name>1/0/3</name><mtu>9000</mtu></GigabitEthernet>"),
    ],
    [
      "filters beside each other select together",
      "<interface><GigabitEthernet><name>1/0/1</name></GigabitEthernet>" +
        "<GigabitEthernet><name>1/0/3</name></GigabitEthernet></interface><hostname/>",
      native(`<hostname>r1</hostname><interface>${port1}${port3}</interface>`),
    ],
    [
      "what two filters select of one entry is there once",
      "<interface><GigabitEthernet><name>1/0/3</name><mtu/></GigabitEthernet>" +
        "<GigabitEthernet><name>1/0/3</name><description/></GigabitEthernet></interface>",
      ports(port3),
    ],
    [
      "a container in a filter goes down as far as it says",
      "<interface><GigabitEthernet><ip><address><primary><address/></primary></address></ip></GigabitEthernet></interface>",
      ports(
        "<GigabitEthernet><name>1/0/1</name><ip><address><primary><address>10.1.0.1</address></primary>" +
          "</address></ip></GigabitEthernet>",
      ),
    ],
    ["what is not there is left out with what is around it", "<ip><domain><vrf/></domain></ip>", ""],
    [
      "a content match on an entry of a leaf-list",
      "<ip><name-server>10.0.0.2</name-server><domain/></ip>",
      native("<ip><domain><name>example.net</name></domain><name-server>10.0.0.2</name-server></ip>"),
    ],
    ["an attribute that no element has selects nothing", '<hostname x="1"/>', ""],
    [
      "a child in another namespace is found in that namespace",
      `<snmp ${snmp}><location/></snmp>`,
      native("<snmp><location>Berlin</location></snmp>"),
    ],
    ["a child that is in another namespace is not found in that of its parent", "<snmp/>", ""],
    [
      "a filter without namespace matches every namespace",
      '<snmp xmlns=""><location/></snmp>',
      native("<snmp><location>Berlin</location></snmp>"),
    ],
  ])("%s", async (_, filter, expected) => {
    expect(await read(await greet(), filter)).toBe(expected);
  });

  test("of several elements of one list only the first, where a device looks for one in each request", async () => {
    reset({ elementsPerFilter: "first" });
    const session = await greet();
    const entry = (name: string) => `<GigabitEthernet><name>${name}</name></GigabitEthernet>`;
    const two = `<interface>${entry("1/0/3")}${entry("1/0/1")}</interface>`;
    expect(await read(session, `${two}<hostname/>`)).toBe(
      native(`<hostname>r1</hostname><interface>${port3}</interface>`),
    );
    expect(await read(session, "<interface><GigabitEthernet/></interface>")).toBe(
      ports(port1 + port2 + port3),
    );
  });

  test("a top-level element in NETCONF's own namespace or in an unknown one matches nothing", async () => {
    const session = await greet();
    for (const tag of ["native", 'native xmlns="urn:else"']) {
      expect(dataOf(await session.rpc(getConfig(`<filter><${tag}/></filter>`)))).toBe("");
    }
    expect(dataOf(await session.rpc(getConfig('<filter><telemetry xmlns=""/></filter>')))).toBe(telemetry);
  });

  test("a list's keys come along, all of them; where they do not, only what is asked for is there", async () => {
    const filter = '<filter><telemetry xmlns=""><receiver><hostname/></receiver></telemetry></filter>';
    expect(dataOf(await (await greet()).rpc(getConfig(filter)))).toBe(telemetry);
    reset({ listKeys: false });
    expect(dataOf(await (await greet()).rpc(getConfig(filter)))).toBe(
      "<telemetry><receiver><hostname>collector</hostname></receiver></telemetry>",
    );
  });

  test("another type of filter, and another datastore, are refused", async () => {
    const session = await greet();
    expect(textsOf(await session.rpc('<get><filter type="regex"/></get>'), "error-tag")).toEqual([
      "bad-attribute",
    ]);
    expect(textsOf(await session.rpc(getConfig("", "startup")), "error-tag")).toEqual([
      "operation-not-supported",
    ]);
    expect(textsOf(await session.rpc("<get-config/>"), "bad-element")).toEqual(["source"]);
  });
});

describe("XPath (RFC 6241 section 8.9)", () => {
  const by = (select: string) =>
    `<get><filter type="xpath" xmlns:v="${namespace}" select="${select}"/></get>`;

  test("without the capability it is refused", async () => {
    const reply = await (await greet()).rpc(by("/v:native/v:hostname"));
    expect(textsOf(reply, "error-tag")).toEqual(["operation-not-supported"]);
  });

  test.each([
    ["/v:native/v:hostname", native("<hostname>r1</hostname>")],
    ["/v:native/v:interface/v:GigabitEthernet[v:name='1/0/2']", ports(port2)],
    [
      "/v:native/v:interface/v:GigabitEthernet[v:description='users'][v:mtu='9000']/v:mtu | /v:native/v:hostname",
      native(
        "<hostname>r1</hostname><interface><GigabitEthernet><name>1/0/3</name><mtu>9000</mtu></GigabitEthernet></interface>",
      ),
    ],
    ["/*/*/location", native("<snmp><location>Berlin</location></snmp>")],
    ["/v:native/v:snmp", ""],
  ])("with it, %s selects what it names", async (select, expected) => {
    reset({ xpath: true });
    const session = await greet();
    expect(session.hello).toContain("capability:xpath:1.0");
    expect(dataOf(await session.rpc(by(select)))).toBe(expected);
  });

  test.each(["native", "/w:native", "/v:native[", "/v:native[position()=1]", ""])(
    "what is not understood, such as %j, is refused",
    async (select) => {
      reset({ xpath: true });
      expect(textsOf(await (await greet()).rpc(by(select)), "error-tag")).toEqual(["invalid-value"]);
    },
  );
});
