import { describe, expect, test } from "vitest";
import type { Json } from "../../../../src/model/json.ts";
import { fetchWire, opened as header, json, scripted, text } from "../../../servers/scripted-wire.ts";
import { offline, prepared } from "../../nocked.ts";
import { calm, opened, writeOf } from "../../opened.ts";

const host = "10.20.0.1";
const origin = `https://${host}`;
const yang = "application/yang-data+json";
const scope = { host };
const wanted = (kind: string, key: string) => ({ kind, identity: `${host} ${key}`, scope });
const reading = (...of: readonly ReturnType<typeof wanted>[]) => ({ collection: "tree", scope, wanted: of });

const uplink = {
  name: "1/0/1",
  description: "uplink",
  mtu: 9000,
  ip: {
    address: { primary: { address: "10.1.1.1", mask: "255.255.255.0" } },
    "helper-address": ["10.0.0.1"],
  },
};
const native = {
  version: "17.9",
  hostname: "rtr-1",
  interface: { GigabitEthernet: [uplink, { name: "1/0/2" }], Loopback: [{ name: 0 }] },
  ntp: { server: [{ ip: "10.0.0.5" }] },
};
const tree = { "Vendor-native:native": native };

offline();
const session = () => opened("restconf", fetchWire);

describe("reads of a device", () => {
  test("one GET gives hostname, all interfaces and the configuration that is asked for", async () => {
    const path = "/restconf/data/Vendor-native:native";
    const arrived = prepared(origin, [{ method: "GET", path, body: tree }]);
    const request = reading(
      wanted("deviceHostname", "hostname"),
      wanted("deviceInterface", "GigabitEthernet 1/0/1"),
      wanted("deviceConfiguration", "/Vendor-native:native/ntp"),
    );
    expect(await session().read(request, calm)).toEqual({
      state: "whole",
      items: [
        { kind: "deviceHostname", identity: `${host} hostname`, value: "rtr-1" },
        {
          kind: "deviceInterface",
          identity: `${host} GigabitEthernet 1/0/1`,
          value: {
            description: "uplink",
            mtu: 9000,
            ip: { address: "10.1.1.1", mask: "255.255.255.0", "helper-address": ["10.0.0.1"] },
          },
          raw: uplink,
        },
        {
          kind: "deviceInterface",
          identity: `${host} GigabitEthernet 1/0/2`,
          value: {},
          raw: { name: "1/0/2" },
        },
        {
          kind: "deviceConfiguration",
          identity: `${host} /Vendor-native:native/ntp`,
          value: native.ntp,
          raw: native.ntp,
        },
      ],
    });
    expect(arrived).toHaveLength(1);
    expect(arrived[0]?.headers).toMatchObject({
      accept: yang,
      authorization: `Basic ${btoa("admin:pass-canary-4")}`,
    });
  });

  test("each top-level container is read once; one that is not there leaves its part absent", async () => {
    const { wire, sent } = scripted(({ url }) => (url.includes("native") ? json(200, tree) : text(404, "")));
    const request = reading(
      wanted("deviceConfiguration", "/Vendor-native:native/ntp"),
      wanted("deviceConfiguration", "/acme-dns:dns/server"),
      wanted("deviceConfiguration", "/acme-dns:dns/cache"),
    );
    const reply = await opened("restconf", wire).read(request, calm);
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
      "/restconf/data/Vendor-native:native",
      "/restconf/data/acme-dns:dns",
    ]);
    expect(sent.every(({ budget }) => budget === host)).toBe(true);
    expect(
      reply.state === "whole" && reply.items.filter(({ kind }) => kind === "deviceConfiguration"),
    ).toHaveLength(1);
  });

  test("a container that is not there is absent only after the device has answered for another one", async () => {
    const request = reading(wanted("deviceConfiguration", "/acme-dns:dns/server"));
    const works = scripted(({ url }) =>
      url.includes("native") ? json(200, { "Vendor-native:native": {} }) : text(404, ""),
    );
    expect(await opened("restconf", works.wire).read(request, calm)).toEqual({ state: "whole", items: [] });
    const fails = scripted(({ url }) => text(url.includes("native") ? 500 : 404, ""));
    expect((await opened("restconf", fails.wire).read(request, calm)).state).toBe("unknown");
    const empty = scripted(() => text(404, ""));
    expect(await opened("restconf", empty.wire).read(request, calm)).toMatchObject({
      state: "unknown",
      problem: { code: "no-tree", hint: expect.stringContaining("settings.module") },
    });
    expect(empty.sent.map(({ url }) => new URL(url).pathname.slice("/restconf/data/".length))).toEqual([
      "acme-dns:dns",
      "Vendor-native:native",
      "acme-dns:dns/server",
      "ietf-yang-library:yang-library",
      "ietf-yang-library:modules-state",
    ]);
  });

  test("an empty container is 204: nothing is there; a path that the device does not know is no absence", async () => {
    const request = reading(wanted("deviceConfiguration", "/Vendor-native:native/ntp"));
    const empty = scripted(() => text(204, ""));
    expect(await opened("restconf", empty.wire).read(request, calm)).toEqual({ state: "whole", items: [] });
    const errors = { error: [{ "error-type": "application", "error-tag": "unknown-element" }] };
    for (const status of [400, 404]) {
      const { wire } = scripted(() => json(status, { "ietf-restconf:errors": errors }));
      expect(await opened("restconf", wire).read(request, calm)).toMatchObject({
        state: "unknown",
        problem: { code: "unknown-path" },
      });
    }
  });

  test("a device of another model knows no path of the settings, and may have nothing of what is declared", async () => {
    const request = reading(wanted("deviceConfiguration", "/acme-dns:dns"));
    const errors = { error: [{ "error-type": "application", "error-tag": "unknown-element" }] };
    const listed = (name: string) => ({
      "ietf-yang-library:modules-state": {
        module: [{ name, revision: "", "conformance-type": "implement" }],
      },
    });
    for (const [name, state] of [
      ["acme-dns", "whole"],
      ["other", "unknown"],
    ] as const) {
      const { wire } = scripted(({ url }) => {
        if (url.includes("modules-state")) return json(200, listed(name));
        return url.includes("native") ? json(400, { "ietf-restconf:errors": errors }) : text(404, "");
      });
      expect(await opened("restconf", wire).read(request, calm)).toMatchObject({ state });
    }
  });

  test.each(["", "10.20.0.1/x", "evil.example/", "10.20.0.1:443", "a b", "user@host"])(
    "a host %j is refused before anything is sent",
    async (bad) => {
      const { wire, sent } = scripted(() => json(200, tree));
      const open = opened("restconf", wire);
      expect(await open.read({ ...reading(), scope: { host: bad } }, calm)).toMatchObject({
        problem: { code: "no-host" },
      });
      const write = writeOf({
        operation: "update",
        kind: "deviceHostname",
        identity: `${bad} hostname`,
        scope: { host: bad },
      });
      expect(await open.write(write, calm)).toMatchObject({ problem: { code: "no-host" } });
      expect(sent).toEqual([]);
    },
  );

  const shapes: readonly Json[] = [
    {},
    [],
    { "other:native": {} },
    { "Vendor-native:native": { interface: { GigabitEthernet: { name: "1" } } } },
    { "Vendor-native:native": { interface: { GigabitEthernet: [{ description: "no name" }] } } },
  ];
  test.each(shapes)("a tree %j is unknown", async (body) => {
    const { wire } = scripted(() => json(200, body));
    expect(await opened("restconf", wire).read(reading(), calm)).toMatchObject({
      state: "unknown",
      problem: { code: "unexpected-shape" },
    });
  });
});

describe("settings and credentials of a RESTCONF target", () => {
  test("module and container are replaced in paths, reads and bodies", async () => {
    const { wire, sent } = scripted(() => json(200, { "acme:top": { hostname: "a" } }));
    const open = opened("restconf", wire, { settings: { module: "acme", container: "top" } });
    expect(await open.read(reading(wanted("deviceHostname", "hostname")), calm)).toMatchObject({
      items: [{ value: "a" }],
    });
    const identity = `${host} hostname`;
    await open.write(
      writeOf({ operation: "update", kind: "deviceHostname", identity, scope, desired: "b" }),
      calm,
    );
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
      "/restconf/data/acme:top",
      "/restconf/data/acme:top/hostname",
    ]);
    expect(sent[1]?.body).toEqual({ "acme:top": { hostname: "b" } });
  });

  test("read-only paths are neither compared nor sent", async () => {
    const { wire } = scripted(() => json(200, tree));
    const readOnly = ["/Vendor-native:native/version", "/Vendor-native:native/interface/GigabitEthernet/mtu"];
    const of = wanted("deviceConfiguration", "/Vendor-native:native");
    const reply = await opened("restconf", wire, { settings: { readOnly } }).read(reading(of), calm);
    const shown = JSON.stringify(reply);
    expect(shown).not.toContain("17.9");
    expect(shown).not.toContain("mtu");
    expect(shown).toContain("rtr-1");
  });

  test("a token goes as a Bearer value", async () => {
    const { wire, sent } = scripted(() => json(200, tree));
    await opened("restconf", wire, { credential: { token: "tok" } }).read(reading(), calm);
    expect(header(sent[0]?.headers.authorization ?? "")).toBe("Bearer tok");
  });
});
