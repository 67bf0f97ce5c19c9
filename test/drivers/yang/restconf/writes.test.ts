import { describe, expect, test } from "vitest";
import type { Write } from "../../../../src/drivers/contract/contract.ts";
import type { Json } from "../../../../src/model/json.ts";
import { fetchWire, scripted, text } from "../../../servers/scripted-wire.ts";
import { offline, prepared } from "../../nocked.ts";
import { calm, opened, writeOf } from "../../opened.ts";

const host = "10.20.0.1";
const origin = `https://${host}`;
const yang = "application/yang-data+json";
const scope = { host };

const uplink = {
  name: "1/0/1",
  description: "uplink",
  mtu: 9000,
  ip: {
    address: { primary: { address: "10.1.1.1", mask: "255.255.255.0" } },
    "helper-address": ["10.0.0.1"],
  },
};

offline();
const session = () => opened("restconf", fetchWire);

describe("writes of a device", () => {
  const update = (kind: string, key: string, part: Partial<Write>): Write =>
    writeOf({ operation: "update", kind, identity: `${host} ${key}`, scope, ...part });
  const sentBy = async (write: Write, settings: Json = {}) => {
    const { wire, sent } = scripted(() => text(204, ""));
    const reply = await opened("restconf", wire, { settings }).write(write, calm);
    return { reply, sent };
  };

  test("the hostname is put to its leaf, inside its parents, with the exact media type", async () => {
    const path = "/restconf/data/Vendor-native:native/hostname";
    const arrived = prepared(origin, [{ method: "PUT", path, status: 204 }]);
    const write = update("deviceHostname", "hostname", { desired: "rtr-2" });
    expect(await session().write(write, calm)).toEqual({ meaning: "accepted" });
    expect(JSON.parse(arrived[0]?.body ?? "")).toEqual({ "Vendor-native:native": { hostname: "rtr-2" } });
    expect(arrived[0]?.headers["content-type"]).toBe(yang);
  });

  test("an interface is put whole: the declared part over the live one, parents with the path only", async () => {
    const write = update("deviceInterface", "GigabitEthernet 1/0/1", {
      desired: { ip: { address: "10.1.1.2", mask: "255.255.255.252" } },
      live: { value: {}, raw: uplink },
    });
    const { sent } = await sentBy(write);
    expect(sent[0]?.url).toBe(
      `${origin}/restconf/data/Vendor-native:native/interface/GigabitEthernet=1%2F0%2F1`,
    );
    expect(sent[0]?.budget).toBe(host);
    expect(sent[0]?.body).toEqual({
      "Vendor-native:native": {
        interface: {
          GigabitEthernet: [
            {
              name: "1/0/1",
              description: "uplink",
              mtu: 9000,
              ip: {
                address: { primary: { address: "10.1.1.2", mask: "255.255.255.252" } },
                "helper-address": ["10.0.0.1"],
              },
            },
          ],
        },
      },
    });
    expect(session().preview(write)).toMatchObject({ method: "PUT", url: sent[0]?.url, body: sent[0]?.body });
  });

  test("exclusive ownership sends what is declared and nothing else", async () => {
    const desired = { description: "only this" };
    const write = update("deviceInterface", "GigabitEthernet 1/0/1", {
      desired,
      live: { value: {}, raw: uplink },
      ownership: "exclusive",
    });
    const { sent } = await sentBy(write);
    expect(sent[0]?.body).toEqual({
      "Vendor-native:native": { interface: { GigabitEthernet: [{ name: "1/0/1", ...desired }] } },
    });
  });

  const lists: readonly [string, Json, Json, Write["lists"], Json][] = [
    ["without keys it is replaced whole", [{ ip: "a", x: 1 }], [{ ip: "b" }], {}, [{ ip: "b" }]],
    [
      "with keys it is merged, the live order kept and new elements last",
      [
        { ip: "a", x: 1 },
        { ip: "b", x: 2 },
      ],
      [{ ip: "c" }, { ip: "b", y: 3 }],
      { "/server": ["ip"] },
      [{ ip: "a", x: 1 }, { ip: "b", x: 2, y: 3 }, { ip: "c" }],
    ],
    [
      "with two leaves as its key, both count",
      [
        { ip: "a", vrf: "1" },
        { ip: "a", vrf: "2" },
      ],
      [{ ip: "a", vrf: "2", x: 1 }],
      { "/server": ["ip", "vrf"] },
      [
        { ip: "a", vrf: "1" },
        { ip: "a", vrf: "2", x: 1 },
      ],
    ],
    [
      "a list inside its elements is merged too",
      [{ ip: "a", key: [{ id: 1, x: 1 }] }],
      [{ ip: "a", key: [{ id: 2 }] }],
      { "/server": ["ip"], "/server/*/key": ["id"] },
      [{ ip: "a", key: [{ id: 1, x: 1 }, { id: 2 }] }],
    ],
  ];
  test.each(lists)("a list in the configuration: %s", async (_, live, declared, keys, expected) => {
    const write = update("deviceConfiguration", "/Vendor-native:native/ntp", {
      desired: { server: declared },
      live: { value: null, raw: { server: live, kept: true } },
      lists: keys,
    });
    const { sent } = await sentBy(write);
    expect(sent[0]?.url).toBe(`${origin}/restconf/data/Vendor-native:native/ntp`);
    expect(sent[0]?.body).toEqual({ "Vendor-native:native": { ntp: { server: expected, kept: true } } });
  });

  test("a path may name the module of each part; the body names it where it changes", async () => {
    const write = update("deviceConfiguration", "/Vendor-native:native/Vendor-native:ntp/acme-x:more", {
      desired: [1],
      live: { value: null, raw: [] },
    });
    const { sent } = await sentBy(write);
    expect(sent[0]?.url).toBe(`${origin}/restconf/data/Vendor-native:native/ntp/acme-x:more`);
    expect(sent[0]?.body).toEqual({ "Vendor-native:native": { ntp: { "acme-x:more": [1] } } });
  });

  describe("values that the device shows masked", () => {
    const live = {
      value: null,
      raw: { level: 15, secret: "****", users: [{ name: "a", password: "********" }] },
    };
    const write = update("deviceConfiguration", "/Vendor-native:native/enable", {
      desired: { level: 1 },
      live,
    });

    test("are never deleted unasked: the write is refused before it is sent", async () => {
      const { reply, sent } = await sentBy(write);
      expect(reply).toMatchObject({ meaning: "refused", problem: { code: "masked-value" } });
      expect(sent).toEqual([]);
    });

    test("are left out when the target says so, and never sent back", async () => {
      const { sent } = await sentBy(write, { maskedValues: "omit" });
      expect(sent[0]?.body).toEqual({
        "Vendor-native:native": { enable: { level: 1, users: [{ name: "a" }] } },
      });
    });

    test("are no obstacle where what is declared replaces them", async () => {
      const { sent } = await sentBy({ ...write, ownership: "exclusive" });
      expect(sent[0]?.body).toEqual({ "Vendor-native:native": { enable: { level: 1 } } });
    });
  });

  test("a PUT without the live tree, or anything but an update, is a fault of the program", async () => {
    const blind = update("deviceConfiguration", "/Vendor-native:native/ntp", { desired: {} });
    await expect(sentBy(blind)).rejects.toThrow("without its live tree");
    await expect(sentBy({ ...blind, operation: "create" })).rejects.toThrow("no operation create");
  });

  test("an incomplete hierarchy is refused with the device's words", async () => {
    const { wire } = scripted(() => text(400, "missing parent"));
    const write = update("deviceHostname", "hostname", { desired: "a" });
    expect(await opened("restconf", wire).write(write, calm)).toMatchObject({
      meaning: "refused",
      problem: { message: expect.stringContaining("missing parent") },
    });
  });
});
