/** Every request of the dialect meraki, checked against the vendor's own description of the interface. */

import { describe, expect, test } from "vitest";
import type { Write } from "../../../src/drivers/contract/contract.ts";
import { resolveDriver } from "../../../src/drivers/contract/resolve-driver.ts";
import type { Json } from "../../../src/model/json.ts";
import type { WireRequest } from "../../../src/model/wire.ts";
import { type Asked, Description } from "../../servers/description/description.ts";
import { merakiDocument } from "../../servers/description/meraki-document.ts";
import { json, revealed, scripted } from "../../servers/scripted-wire.ts";
import { calm, differs, driverFor, opened, writeOf } from "../opened.ts";

const description = new Description(JSON.stringify(merakiDocument()));
const scope = { organization: "Acme" };

function asked({ method, url, body }: WireRequest): Asked {
  const { pathname, searchParams } = new URL(url);
  return {
    method,
    path: pathname.replace("/api/v1", ""),
    query: searchParams,
    ...(body !== undefined && { body: JSON.parse(JSON.stringify(revealed(body))) }),
  };
}

/** Returns the faults that the description finds in a session's requests. */
async function faults(
  send: (session: ReturnType<typeof opened>) => Promise<unknown>,
): Promise<readonly string[]> {
  const { wire, sent } = scripted(() => json(200, []));
  await send(opened("dashboard", wire, { dialect: "meraki", settings: { removals: ["network"] } }));
  expect(sent).toHaveLength(1);
  return sent.flatMap((request) => description.faultsOf(asked(request)));
}

const kinds = resolveDriver(driverFor("dashboard"), "meraki").kinds;
const canonical = (kind: string, value: Json) =>
  kinds.find(({ name }) => name === kind)?.canonical(value) ?? null;

const network = canonical("network", {
  name: "Berlin",
  timeZone: "Europe/Berlin",
  tags: ["a"],
  notes: "n",
});
const netflow = { enabled: true, collectorIp: "10.0.0.9", collectorPort: 2055 };
const ssid = canonical("ssid", {
  name: "Corp",
  password: { secret: "env:PSK" },
  vlan: 20,
  visible: false,
  wpaEncryptionMode: "WPA2 only",
});
const live = { id: "N_1", value: {} };

const every = (value: Json) => differs(...Object.keys(Object(value)).map((field) => `/${field}`));
const write = (operation: Write["operation"], kind: string, part: Partial<Write>) =>
  writeOf({ operation, kind, identity: kind === "ssid" ? "3" : "x", parentId: "P", scope, ...part });

const writes: readonly (readonly [string, Write])[] = [
  ["a network that is created", write("create", "network", { desired: network })],
  [
    "one that is changed",
    write("update", "network", { desired: network, live, differences: every(network) }),
  ],
  ["one that is removed", write("remove", "network", { live })],
  ["netflow", write("update", "networkNetflow", { desired: netflow, differences: every(netflow) })],
  ["an SSID that is configured", write("create", "ssid", { desired: ssid })],
  ["one that is changed", write("update", "ssid", { desired: ssid, live, differences: every(ssid) })],
  ["one that is removed", write("remove", "ssid", { live })],
];

describe("the maker's description of the Meraki dashboard", () => {
  test.for(["organizations", "networks", "devices", "netflow", "ssids"])(
    "allows the read of %s",
    async (collection) => {
      const request = { collection, scope, parentId: "P", wanted: [] };
      expect(await faults((session) => session.read(request, calm))).toEqual([]);
    },
  );

  test.for(writes)("allows the write of %s", async ([, of]) => {
    expect(await faults((session) => session.write(of, calm))).toEqual([]);
  });

  test("finds what is wrong with a request", () => {
    const query = new URLSearchParams();
    const found = (method: string, path: string, more: Partial<Asked> = {}) =>
      description.faultsOf({ method, path, query, ...more });
    expect(found("GET", "/networks/N/ssids")).toEqual(["GET /networks/N/ssids does not exist"]);
    expect(found("POST", "/networks/N")).toEqual(["POST /networks/N does not exist"]);
    expect(found("GET", "/organizations", { query: new URLSearchParams("perPage=3") })).toEqual([
      "no parameter perPage",
    ]);
    const pages = new URLSearchParams("perPage=many");
    expect(found("GET", "/organizations/O/networks", { query: pages })).toEqual(["must be integer"]);
    expect(found("PUT", "/networks/N/netflow", { body: { enabled: true } })).toEqual([
      "must NOT have additional properties enabled",
    ]);
    expect(found("PUT", "/networks/N/wireless/ssids/0", { body: { authMode: "none" } })).toHaveLength(1);
    expect(found("POST", "/organizations/O/networks", { body: { name: "a" } })).toEqual([
      "must have required property 'productTypes'",
    ]);
    expect(found("POST", "/organizations/O/networks")).toEqual(["no body"]);
  });
});
